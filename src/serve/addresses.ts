// Where people find a server that listens, as addresses that a terminal lets them click.
import type { Config } from "../config/environment.ts";
import type { Ports } from "./listeners.ts";

/** Names under which a machine does not call itself; somebody who reads the log sits there, most likely. */
const HERE = new Set(["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"]);

export function addressesOf(
  { rest, ui }: Pick<Ports, "rest" | "ui">,
  { host, tlsCert }: Pick<Config, "host" | "tlsCert">,
): { readonly api: string; readonly console: string } {
  const scheme = tlsCert === null ? "http" : "https";
  const name = HERE.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return { api: `${scheme}://${name}:${rest}`, console: `${scheme}://${name}:${ui}` };
}
