// Requests as commands for a terminal.
// The decision: the address is the REST port where the console's own is the usual one, and the proxy on the console's port
// where it is not, because then nothing is known of the other; a credential is never written into it.
import { writeJson } from "../api/json.ts";
import type { Method } from "../api/request.ts";
import { credential, gate } from "../api/session.ts";

const UI_PORT = "6575";
const REST_PORT = "6573";

/** Where programs find the REST API, as far as a browser can tell. */
function restAddress(): string {
  const { protocol, hostname, port, origin } = location;
  return port === UI_PORT ? `${protocol}//${hostname}:${REST_PORT}` : `${origin}/api/proxy`;
}

/** @param path begins with a slash */
export function curl(method: Method, path: string, body?: unknown): string {
  const isGuarded = credential.value !== null || gate.value === "closed";
  return curlOf({ method, url: restAddress() + path, body, isGuarded });
}

interface Command {
  readonly method: Method;
  readonly url: string;
  /** Undefined: none. */
  readonly body?: unknown;
  /** Whether the server asks for a credential. */
  readonly isGuarded: boolean;
}

export function curlOf({ method, url, body, isGuarded }: Command): string {
  const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`];
  if (isGuarded) lines.push(`-H "Authorization: Bearer $AZIMUTH_TOKEN"`);
  if (body !== undefined) lines.push(`-H 'content-type: application/json'`, `-d ${quoted(writeJson(body))}`);
  return lines.join(" \\\n  ");
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
