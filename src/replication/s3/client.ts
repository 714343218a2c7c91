// Requests to an object store that speaks the protocol of S3.
// The decision: aws4fetch signs, and the client of Node sends, because it has a limit on silence in both directions, does
// not follow redirects and does not decompress. A request is signed anew at each attempt, with credentials that are read
// anew, so that they can be changed without a restart.
import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { AwsV4Signer } from "aws4fetch";
import { type Clock, waitFor } from "../../scheduling/clock.ts";
import { isError, reasonIn, S3Refuses } from "./answers.ts";

interface S3Address {
  /** A URL without a path, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Whether the bucket is the first part of the path, or of the name of the host. */
  readonly isPathStyle: boolean;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** null: the keys are lasting ones. */
  readonly sessionToken: string | null;
}

export interface S3ClientParts {
  readonly address: S3Address;
  readonly credentials: () => Promise<S3Credentials>;
  readonly clock: Clock;
  /** Milliseconds without a byte after which a connection counts as lost. */
  readonly silenceMs?: number;
}

/** The body of a request. */
export interface S3Body {
  readonly chunks: readonly Uint8Array[];
  readonly sizeBytes: number;
  /** In hex digits. */
  readonly sha256: string;
}

interface S3Ask {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The key of an object; absent: the request is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}

/** An answer that was read. */
interface S3Answer {
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

export const ATTEMPTS = 6;
/** The pause before the second attempt, which is doubled for each further one: 6 s in all. */
const FIRST_PAUSE_MS = 200;
/** A store may take long to put the parts of an upload together. */
const SILENCE_MS = 60_000;
/** A list of a thousand keys has about half a megabyte. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;
const MAX_SOCKETS = 4;
const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const SUCCESS = 2;
const REDIRECT = 3;

export class S3Client {
  readonly #parts: S3ClientParts;
  readonly #base: URL;
  readonly #agent: Agent | SecureAgent;
  readonly #closing = new AbortController();

  constructor(parts: S3ClientParts) {
    this.#parts = parts;
    const { endpoint, bucket, isPathStyle } = parts.address;
    this.#base = isPathStyle ? new URL(`/${bucket}/`, endpoint) : hostStyle(new URL(endpoint), bucket);
    const kept = { keepAlive: true, maxSockets: MAX_SOCKETS };
    this.#agent = this.#base.protocol === "https:" ? new SecureAgent(kept) : new Agent(kept);
  }

  /** Sends a request, and reads the answer. @throws S3Refuses, Error if the store cannot be reached */
  async ask(ask: S3Ask): Promise<S3Answer> {
    return this.again(async () => {
      const response = await this.#send(ask);
      const text = await textOf(response);
      if (isError(text)) throw await this.#refusal(ask, response, text);
      return { headers: response.headers, text };
    });
  }

  /** Sends a request. @returns the answer, whose body has to be read or destroyed. @throws as `ask` */
  async open(ask: S3Ask): Promise<IncomingMessage> {
    return this.again(() => this.#send(ask));
  }

  /** Calls `attempt` until it succeeds or fails for good. @throws the last error */
  async again<T>(attempt: () => Promise<T>): Promise<T> {
    for (let pauseMs = FIRST_PAUSE_MS, left = ATTEMPTS - 1; ; pauseMs *= 2, left--) {
      try {
        return await attempt();
      } catch (error) {
        const isFinal = error instanceof S3Refuses ? !error.isPassing : !isOfConnection(error);
        if (isFinal || left === 0 || this.#closing.signal.aborted) throw error;
      }
      await this.pause(pauseMs);
    }
  }

  /** Waits, unless the client is closed. */
  async pause(ms: number): Promise<void> {
    await waitFor(this.#parts.clock, ms, this.#closing.signal);
  }

  /** Ends all requests. */
  close(): void {
    this.#closing.abort();
    this.#agent.destroy();
  }

  async #send(ask: S3Ask): Promise<IncomingMessage> {
    this.#closing.signal.throwIfAborted();
    const { method, body } = ask;
    const { url, headers } = await this.#signed(ask);
    const silenceMs = this.#parts.silenceMs ?? SILENCE_MS;
    const { signal } = this.#closing;
    const send = url.protocol === "https:" ? requestSecure : requestPlain;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers, agent: this.#agent, timeout: silenceMs, signal };
      const sent = send(url, options, resolve);
      sent.on("timeout", () => sent.destroy(new SilentStore(silenceMs)));
      sent.on("error", reject);
      for (const chunk of body?.chunks ?? []) sent.write(chunk);
      sent.end();
    });
    const kind = Math.trunc((response.statusCode ?? 0) / 100);
    if (kind === SUCCESS) return response;
    throw await this.#refusal(ask, response, await textOf(response));
  }

  async #signed({ method, key = "", query = {}, headers = {}, body }: S3Ask) {
    const { accessKeyId, secretAccessKey, sessionToken } = await this.#parts.credentials();
    const url = new URL(this.#base);
    url.pathname += key;
    url.search = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&");
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? SHA256_OF_NOTHING },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== null && { sessionToken }),
      service: "s3",
      region: this.#parts.address.region,
    });
    const signed = await signer.sign();
    const length = body || method === "PUT" ? { "content-length": String(body?.sizeBytes ?? 0) } : {};
    return { url: signed.url, headers: { ...Object.fromEntries(signed.headers), ...length } };
  }

  async #refusal({ method, key }: S3Ask, response: IncomingMessage, text: string): Promise<S3Refuses> {
    const { bucket } = this.#parts.address;
    const what = `${method} ${key ?? `of the bucket ${bucket}`}`;
    const status = response.statusCode ?? 0;
    const { sessionToken, secretAccessKey } = await this.#parts.credentials();
    const reason = reasonIn(text, [secretAccessKey, ...(sessionToken === null ? [] : [sessionToken])]);
    const isRedirect = Math.trunc(status / 100) === REDIRECT;
    const hint = "a redirect, which is not followed: check endpoint, region and path_style";
    const message = isRedirect ? `${reason.message} (${hint})`.trim() : reason.message;
    return new S3Refuses(what, status, { ...reason, message });
  }
}

/** @throws Error if the host has no name, such as 127.0.0.1 */
function hostStyle(endpoint: URL, bucket: string): URL {
  const url = new URL(endpoint);
  url.hostname = `${bucket}.${endpoint.hostname}`;
  // The setter ignores what is no name.
  if (url.hostname !== endpoint.hostname) return url;
  throw new Error(`a bucket cannot be put before the address ${endpoint.hostname}: set path_style to true`);
}

/** No byte came, or was taken, for too long. */
class SilentStore extends Error {
  constructor(ms: number) {
    super(`the store was silent for ${ms / 1000} s`);
  }
}

/** Tells whether an error is one of a connection, which another attempt may not have. */
export function isOfConnection(error: unknown): boolean {
  if (error instanceof SilentStore) return true;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" && CONNECTION_CODES.has(code);
}

const CONNECTION_CODES = new Set([
  ...["ECONNRESET", "ECONNREFUSED", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"],
  ...["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "ERR_STREAM_PREMATURE_CLOSE"],
]);

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("the store answers with too many bytes");
  }
  return Buffer.concat(parts).toString();
}
