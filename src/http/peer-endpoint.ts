// Where the other servers of the cluster call this one: paths below /cluster/peers/ on the REST port.
// The decision: these calls pass no dialect and no table of operations. They are not for clients, they have bytes in
// place of JSON, and they are many. Every call has to bring the key of the cluster, which only its servers can make;
// without one, and on a server that is in no cluster, the paths do not exist.
import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyTooLarge } from "../errors/server.ts";
import { HTTP_OK, kindOf } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { joined } from "../json/node-bytes.ts";
import type { Logger } from "../log/logger.ts";
import { callIn, type PeerCall } from "../schema/peer-calls.ts";

/** The service that answers; see service/peers.ts. */
interface PeerAnswers {
  read(call: PeerCall, body: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  existing(call: PeerCall, body: Uint8Array): Promise<Uint8Array>;
  effect(call: PeerCall): Promise<Uint8Array>;
  progress(call: PeerCall): Uint8Array;
  vectors(body: Uint8Array): Promise<Uint8Array>;
  shard(call: PeerCall, send: (message: Uint8Array) => Promise<void>, signal: AbortSignal): Promise<void>;
}

interface PeerEndpointParts {
  readonly service: PeerAnswers;
  /** Whether a key is that of the cluster. */
  readonly isKey: (given: string) => boolean;
  readonly log: Pick<Logger, "warn">;
}

const BEARER = /^Bearer (\S{1,200})$/;
/** The longest question: as many ids as a write has. */
const MAX_BODY_BYTES = 256 * 2 ** 20;

export class PeerEndpoint {
  readonly #parts: PeerEndpointParts;

  constructor(parts: PeerEndpointParts) {
    this.#parts = parts;
  }

  /** Answers a request whose path begins with PEERS_PATH. Never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { isKey, log } = this.#parts;
    const key = BEARER.exec(request.headers.authorization ?? "")?.[1];
    const call =
      key !== undefined && isKey(key) && request.method === "POST" ? callIn(request.url ?? "") : null;
    if (call === null) {
      response
        .writeHead(kindOf("UNKNOWN_ROUTE").http, { "content-type": "text/plain" })
        .end("there is no such path\n");
      request.resume();
      return;
    }
    const leaving = new AbortController();
    response.on("close", () => leaving.abort());
    try {
      if (call.name === "shard") await this.#stream(call, request, response, leaving.signal);
      else send(response, await this.#answerTo(call, await bodyOf(request), leaving.signal));
    } catch (error) {
      const known = error instanceof VectorDbError ? error : new VectorDbError("INTERNAL", String(error));
      if (!(error instanceof VectorDbError))
        log.warn({ err: error, call }, "a call of another server failed");
      if (response.headersSent) response.destroy();
      else response.writeHead(kindOf(known.code).http, { "content-type": "text/plain" }).end(known.message);
    }
  }

  async #answerTo(call: PeerCall, body: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const { service } = this.#parts;
    if (call.name === "progress") return service.progress(call);
    if (call.name === "vectors") return service.vectors(body);
    if (call.name === "read") return service.read(call, body, signal);
    if (call.name === "existing") return service.existing(call, body);
    return service.effect(call);
  }

  async #stream(
    call: PeerCall,
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    request.resume();
    const write = async (message: Uint8Array) => {
      if (!response.headersSent) response.writeHead(HTTP_OK, { "content-type": "application/octet-stream" });
      if (response.write(message) || signal.aborted) return;
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    };
    await this.#parts.service.shard(call, write, signal);
    response.end();
  }
}

function send(response: ServerResponse, bytes: Uint8Array): void {
  response.writeHead(HTTP_OK, { "content-type": "application/octet-stream", "content-length": bytes.length });
  response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLarge(MAX_BODY_BYTES);
  }
  return parts.length === 1 ? parts[0]! : joined(parts);
}
