// Requests as curl commands.
// The decision: if the console has its usual port, the address is that of the REST port; otherwise it is the proxy on
// the console's port, because the REST port is unknown then. A command never contains a credential.
import { writeJson } from "../api/json.ts";
import type { Method } from "../api/request.ts";
import { credential, gate } from "../api/session.ts";

const UI_PORT = "6575";
const REST_PORT = "6573";

/** Returns the base address of the REST API for other programs, as far as the browser knows it. */
function restAddress(): string {
  const { protocol, hostname, port, origin } = location;
  return port === UI_PORT ? `${protocol}//${hostname}:${REST_PORT}` : `${origin}/api/proxy`;
}

/** Returns the curl command of a request. @param path begins with a slash */
export function curl(method: Method, path: string, body?: unknown): string {
  const isGuarded = credential.value !== null || gate.value === "closed";
  return curlOf({ method, url: restAddress() + path, body, isGuarded });
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
