// Requests to the server, through the proxy on the console's own port.
// The decision: every request of every screen goes through `send`, so that a lost server, an expired session and a
// failure are noticed in one place, and each response has the time it took.
import { signal } from "@preact/signals";
import { parseJson, writeJson } from "./json.ts";
import { credential, refuse } from "./session.ts";
import { ENGINE_NOT_INITIALIZED, ERROR_CODE_HEADER, UNAUTHENTICATED } from "./statuses.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";

/** The path of the REST API on this port. */
const PROXY = "/api/proxy";
const RETRY_MS = 500;
const RETRIES = 5;

/** Whether the last request reached the server. */
export const reachable = signal(true);
/** A counter that increases each time the server is reachable again, because what is shown may be out of date. */
export const returns = signal(0);

/** A response with an error status, or a request without a response. */
export class Failure extends Error {
  /** The HTTP status; 0: the server was not reached. */
  readonly status: number;
  /** The time after which a retry is sensible, if the server says so. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Reply {
  readonly status: number;
  /** The status text; empty for protocols without one. */
  readonly statusText: string;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: ArrayBuffer;
  /** The time from sending the request to the last byte of the response. */
  readonly ms: number;
}

interface Sent {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Whether the path is one of this port, and not of the proxied API. */
  readonly direct?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and returns the response, whatever its status is. @throws Failure with status 0 */
export async function send(method: Method, path: string, sent: Sent = {}): Promise<Reply> {
  const start = performance.now();
  const response = await fetchFrom(method, path, sent);
  const bytes = await response.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  return {
    bytes,
    status: response.status,
    statusText: response.statusText,
    ok: response.ok,
    headers: response.headers,
    text,
    ms: performance.now() - start,
  };
}

/** Returns the result inside the envelope of a response. @throws Failure */
export async function ask<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
  return (await askWhole<{ result: T }>(method, path, sent)).body.result;
}

/** Returns the whole body, for responses without an envelope and for other members of the envelope. @throws Failure */
export async function askWhole<T>(
  method: Method,
  path: string,
  sent: Sent = {},
): Promise<{ body: T; ms: number }> {
  const { text, ms } = await askReply(method, path, sent);
  return { body: parseJson(text) as T, ms };
}

/** Returns the text of the response, for contents that must not be parsed. @throws Failure */
export async function askText(method: Method, path: string, sent: Sent = {}): Promise<string> {
  return (await askReply(method, path, sent)).text;
}

async function askReply(method: Method, path: string, sent: Sent): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const reply = await send(method, path, sent);
    if (reply.ok) return reply;
    const isStarting = reply.headers.get(ERROR_CODE_HEADER) === ENGINE_NOT_INITIALIZED;
    if (!isStarting || attempt === RETRIES)
      throw new Failure(reply.status, messageOf(reply.text), retryAfterOf(reply.headers));
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt));
  }
}

/** Returns a response as bytes. @throws Failure */
export async function askBytes(method: Method, path: string, sent: Sent = {}): Promise<ArrayBuffer> {
  const response = await fetchFrom(method, path, sent);
  if (!response.ok) throw new Failure(response.status, messageOf(await response.text()));
  return response.arrayBuffer();
}

async function fetchFrom(
  method: Method,
  path: string,
  { body, signal, direct, headers }: Sent,
): Promise<Response> {
  const own: Record<string, string> = { ...credentials(), ...headers };
  const init: RequestInit = { method, headers: own };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = typeof body === "string" ? body : writeJson(body);
    init.headers = { "content-type": "application/json", ...own };
  }
  const response = await fetch(direct ? path : PROXY + path, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    reachable.value = false;
    throw new Failure(0, "The server does not answer");
  });
  if (!reachable.value) returns.value++;
  reachable.value = true;
  // A refusal of a request with a password or a setup code is about these, and not about the session.
  const isSigningIn = /^\/auth\/(?:admin|session)/.test(path);
  if (response.status === UNAUTHENTICATED && !isSigningIn) refuse();
  return response;
}

function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

function credentials(): Record<string, string> {
  const { value } = credential;
  return value?.value == null ? {} : { authorization: `Bearer ${value.value}` };
}

/** Returns the message of an error in any of the envelopes. */
function messageOf(text: string): string {
  try {
    const body = parseJson(text) as { status?: { error?: string }; message?: string };
    return body.status?.error ?? body.message ?? text;
  } catch {
    return text === "" ? "The server answered with nothing" : text.slice(0, 500);
  }
}
