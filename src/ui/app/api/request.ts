// Requests to the server, through the proxy on the console's own port.
// The decision: every request of every screen goes through `send`, so that a lost server, an expired login and a failure
// are noticed in one place, and each answer knows how long it took.
import { signal } from "@preact/signals";
import { parseJson, writeJson } from "./json.ts";
import { credential, gate, refuse } from "./session.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";

/** Where the REST API is on this port. */
const PROXY = "/api/proxy";
const UNAUTHENTICATED = 401;
const NOT_READY = 412;
const RETRY_MS = 500;
const RETRIES = 5;

/** Whether the last request reached the server. */
export const reachable = signal(true);
/** Grows each time the server is back: what was shown before may be out of date. */
export const returns = signal(0);

/** An answer that says no, or no answer. */
export class Failure extends Error {
  /** 0: the server was not reached. */
  readonly status: number;
  /** After which it may be tried again, where the server says so. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Reply {
  readonly status: number;
  /** The status in words, where the protocol has them. */
  readonly statusText: string;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: ArrayBuffer;
  /** From sending to the last byte. */
  readonly ms: number;
}

interface Sent {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The path is one of this port's own, not of the proxied API. */
  readonly direct?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whatever the answer is, it is returned. @throws Failure with status 0 */
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

/** The result inside of the envelope. @throws Failure */
export async function ask<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
  return (await askWhole<{ result: T }>(method, path, sent)).body.result;
}

/** The whole body, for answers without an envelope and for what an envelope says besides. @throws Failure */
export async function askWhole<T>(
  method: Method,
  path: string,
  sent: Sent = {},
): Promise<{ body: T; ms: number }> {
  for (let attempt = 0; ; attempt++) {
    const reply = await send(method, path, sent);
    if (reply.ok) return { body: parseJson(reply.text) as T, ms: reply.ms };
    const message = messageOf(reply.text);
    const isStarting = reply.status === NOT_READY && message === "Engine not initialized";
    if (!isStarting || attempt === RETRIES)
      throw new Failure(reply.status, message, retryAfterOf(reply.headers));
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS * 2 ** attempt));
  }
}

/** An answer in bytes. @throws Failure */
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
  // Where a password or a setup code is at stake, a refusal is about that.
  const isAboutAdmin = path.startsWith("/auth/admin");
  const isAnonymous = own.authorization === undefined;
  if (response.status === UNAUTHENTICATED && !isAboutAdmin) refuse();
  else if (response.ok && isAnonymous && !direct && path !== "/" && !path.startsWith("/auth/"))
    gate.value = "open";
  return response;
}

function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

function credentials(): Record<string, string> {
  const { value } = credential;
  return value === null ? {} : { authorization: `Bearer ${value.value}` };
}

/** Whichever envelope it comes in. */
function messageOf(text: string): string {
  try {
    const body = parseJson(text) as { status?: { error?: string }; message?: string };
    return body.status?.error ?? body.message ?? text;
  } catch {
    return text === "" ? "The server answered with nothing" : text.slice(0, 500);
  }
}
