// Where people find a server that listens, as addresses that a terminal lets them click.
import type { Config } from "../config/environment.ts";
import type { Ports } from "./listeners.ts";

/**
 * Addresses that are no name of the machine; the log shows localhost instead, where the reader of the log most likely
 * is.
 */
const HERE = new Set(["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"]);

export function addressesOf(
  { rest, ui }: Pick<Ports, "rest" | "ui">,
  { host, tlsCert }: Pick<Config, "host" | "tlsCert">,
): { readonly api: string; readonly console: string } {
  const scheme = tlsCert === null ? "http" : "https";
  const name = HERE.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return { api: `${scheme}://${name}:${rest}`, console: `${scheme}://${name}:${ui}` };
}
