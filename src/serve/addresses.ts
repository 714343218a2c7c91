// The ports of a server, the addresses that people and programs use for them, and what is risky about them.
import type { Config } from "../config/environment.ts";
import { isLoopback } from "../http/server.ts";
import type { Status } from "../schema/status.ts";

/** As the ports file has them. */
export interface Ports {
  readonly rest: number;
  readonly grpc: number;
  readonly ui: number;
  readonly qdrant?: number;
  readonly qdrantGrpc?: number;
}

export function warningsFor({ host }: Pick<Config, "host">, authEnabled: boolean): string[] {
  if (authEnabled || isLoopback(host)) return [];
  return [
    `listening on ${host} without authentication: every client that can reach this address can read and change all data`,
  ];
}

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

/** Returns the addresses of the ports, as `/status` shows them. */
export function shownAddresses(
  { rest, grpc }: Ports,
  {
    tls,
    publicUrl,
    publicGrpcUrl,
  }: Pick<Config, "publicUrl" | "publicGrpcUrl"> & { readonly tls: object | null },
): Status["addresses"] {
  const isSafe = tls !== null;
  return {
    rest: { port: rest, tls: isSafe, public_url: publicUrl },
    grpc: { port: grpc, tls: isSafe, public_url: publicGrpcUrl },
  };
}
