// The endpoint of a model over HTTP.
// The decision: the name is resolved for each connection by the lookup that the connection itself uses, and all of its
// addresses are judged there, so no other address can be taken in between. Redirects are not followed, and no proxy of
// the environment is used.
import { type LookupAddress, lookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import { MODEL_ANSWERS } from "../errors/table.ts";
import { MAX_MODEL_ANSWER_BYTES, MAX_MODEL_CALLS } from "../schema/limits.ts";
import { type AddressRule, bytesOf, isAllowed } from "./addresses.ts";
import type { Endpoint, EndpointAnswer, EndpointCall, NoAnswer } from "./endpoint.ts";
import { hostOf } from "./model-settings.ts";
import { onAbort } from "./watched-signal.ts";

/** Resolves a name to all of its addresses. */
export type Resolve = (
  name: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface NodeEndpointParts {
  readonly url: string;
  readonly rule: AddressRule;
  readonly resolve?: Resolve;
  /** Runs a task after some milliseconds unless the returned function is called before. */
  readonly after: (ms: number, task: () => void) => () => void;
}

const SUCCESS = 2;
/** The longest refusal that is read. */
const MAX_REFUSAL_BYTES = 64 * 1024;
/** The code of the error of an address that is not allowed. */
const REFUSED = "ADDRESS_REFUSED";

export class NodeEndpoint implements Endpoint {
  readonly #parts: NodeEndpointParts;
  readonly #url: URL;
  readonly #agent: http.Agent;
  readonly #request: typeof https.request;

  constructor(parts: NodeEndpointParts) {
    this.#parts = parts;
    this.#url = new URL(parts.url);
    const isSecure = this.#url.protocol === "https:";
    const kept = { keepAlive: true, maxSockets: MAX_MODEL_CALLS };
    this.#agent = isSecure ? new https.Agent(kept) : new http.Agent(kept);
    this.#request = isSecure ? https.request : http.request;
  }

  close(): void {
    // Calls in progress are finished, and then their connections are closed.
    this.#agent.maxFreeSockets = 0;
    for (const sockets of Object.values(this.#agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }

  async post(call: EndpointCall): Promise<EndpointAnswer | NoAnswer> {
    const host = hostOf(this.#url);
    if (bytesOf(host) !== null && !isAllowed(host, this.#parts.rule)) return unreachable(REFUSED);
    if (call.cancel.aborted) return { kind: "cancelled" };
    return new Promise((resolve, reject) => this.#send(call, resolve, reject));
  }

  #send(
    call: EndpointCall,
    resolve: (answer: EndpointAnswer | NoAnswer) => void,
    reject: (error: unknown) => void,
  ): void {
    const body = Buffer.from(call.body);
    const request = this.#request(this.#url, {
      method: "POST",
      agent: this.#agent,
      lookup: checkedLookup(this.#parts),
      headers: {
        ...call.headers,
        "content-type": "application/json",
        "content-length": body.length,
        accept: "application/json",
        "accept-encoding": "identity",
      },
    });
    let isEnded = false;
    let isAnswered = false;
    const end = (kind: "timeout" | "cancelled") => {
      isEnded = true;
      release();
      request.destroy();
      resolve({ kind });
    };
    const stop = this.#parts.after(call.timeoutMs, () => end("timeout"));
    const forget = onAbort(call.cancel, () => end("cancelled"));
    const release = () => {
      stop();
      forget();
    };
    const fail = (error: NodeJS.ErrnoException) => {
      if (isEnded) return;
      release();
      // A kept connection may have been closed by the other side at the moment of its use.
      if (!isAnswered && request.reusedSocket && error.code === "ECONNRESET") {
        this.#send(call, resolve, reject);
      } else resolve(unreachable(error.code ?? "connection failed"));
    };
    request.on("error", fail);
    request.on("response", (response) => {
      isAnswered = true;
      answerOf(response, call)
        .then(resolve, (error) => (isSystemError(error) ? fail(error) : reject(error)))
        .finally(release);
    });
    request.end(body);
  }
}

async function answerOf(response: http.IncomingMessage, call: EndpointCall): Promise<EndpointAnswer> {
  const { statusCode = 0, headers } = response;
  const isRefusal = (MODEL_ANSWERS.refused as readonly number[]).includes(statusCode);
  const isRead = isRefusal || Math.trunc(statusCode / 100) === SUCCESS;
  const [contentType = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const isPlain = (headers["content-encoding"] ?? "identity") === "identity";
  const body = isRead && isPlain ? await bodyOf(response, isRefusal, call) : null;
  // The rest is not read, so the connection is of no use.
  if (body === null) response.destroy();
  return {
    kind: "answer",
    status: statusCode,
    contentType: contentType.trim(),
    retryAfter: headers["retry-after"] ?? null,
    body,
    unread: isPlain ? "too long" : "compressed",
  };
}

/** Returns the body, or null if it is too long; of a refusal its beginning. */
async function bodyOf(
  response: http.IncomingMessage,
  isRefusal: boolean,
  { reserve }: EndpointCall,
): Promise<Uint8Array | null> {
  const most = isRefusal ? MAX_REFUSAL_BYTES : MAX_MODEL_ANSWER_BYTES;
  if (!isRefusal && Number(response.headers["content-length"] ?? 0) > most) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return isRefusal ? Buffer.concat(chunks) : null;
    // Once in pieces, and once as a whole.
    reserve(chunk.length * 2);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the lookup of a connection: it fails if one of the addresses of the name is not allowed. */
function checkedLookup({ rule, resolve = lookup as Resolve }: NodeEndpointParts): LookupFunction {
  return (name, options, done) => {
    resolve(name, { all: true }, (error, addresses) => {
      if (error) return done(error, "");
      const isEvery = addresses.length > 0 && addresses.every(({ address }) => isAllowed(address, rule));
      if (!isEvery) return done(Object.assign(new Error(REFUSED), { code: REFUSED }), "");
      if (options.all) return done(null, addresses as never);
      const [{ address, family }] = addresses as [LookupAddress];
      done(null, address, family);
    });
  };
}

function unreachable(code: string): NoAnswer {
  return { kind: "unreachable", reason: code === REFUSED ? "its address is not allowed" : code };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && !("retryAfterSeconds" in error);
}
