// Requests as curl commands.
// The decision: the address is the one of `/status`: that of the settings, or the REST port on the host of this page.
// Until it is known, it is the proxy on the console's port. A command never contains a credential.
import { writeJson } from "../api/json.ts";
import type { Method } from "../api/request.ts";
import { credential, gate } from "../api/session.ts";
import { type Status, useStatus } from "../api/status.ts";

/** Returns the base address of the REST API for other programs. */
export function restAddress(status: Status | undefined): string {
  const rest = status?.addresses?.rest;
  if (!rest) return `${location.origin}/api/proxy`;
  return rest.public_url ?? `${rest.tls ? "https" : "http"}://${location.hostname}:${rest.port}`;
}

/** Returns the address of gRPC for other programs; null: not known. */
export function grpcAddress(status: Status | undefined): string | null {
  const grpc = status?.addresses?.grpc;
  return grpc ? (grpc.public_url ?? `${location.hostname}:${grpc.port}`) : null;
}

/** Returns what writes requests as curl commands. Their paths begin with a slash. */
export function useCurl(): (method: Method, path: string, body?: unknown) => string {
  const address = restAddress(useStatus().value);
  const isGuarded = credential.value !== null || gate.value === "closed";
  return (method, path, body) => curlOf({ method, url: address + path, body, isGuarded });
}

interface Command {
  readonly method: Method;
  readonly url: string;
  /** The body; undefined for none. */
  readonly body?: unknown;
  /** Whether the server requires a credential. */
  readonly isGuarded: boolean;
}

export function curlOf({ method, url, body, isGuarded }: Command): string {
  const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`];
  if (isGuarded) lines.push(`-H "Authorization: Bearer $AZIMUTH_TOKEN"`);
  if (body !== undefined) lines.push(`-H 'content-type: application/json'`, `-d ${quoted(writeJson(body))}`);
  return lines.join(" \\\n  ");
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
