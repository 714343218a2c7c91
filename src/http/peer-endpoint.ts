// Where the other servers of the cluster call this one, on the REST port: connections for calls (peer-connection.ts),
// and a path below /cluster/peers/ for a shard that is copied.
// The decision: these calls pass no dialect and no table of operations. They are not for clients, they have bytes in
// place of JSON, and they are many. Every connection and every request has to bring the key of the cluster, which only
// its servers can make; without one, and on a server that is in no cluster, neither exists. A connection is asked for
// with CONNECT and not with `Upgrade`, because Node would no longer answer other requests that offer an upgrade, as
// clients do that know HTTP/2.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { HTTP_OK, kindOf } from "../errors/table.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { CALLER_HEADER, callIn, PEERS_TARGET, type PeerCall } from "../schema/peer-calls.ts";
import { AnsweringConnection } from "./peer-connection.ts";

/** The service that answers; see service/peers.ts. */
interface PeerAnswers {
  read(call: PeerCall, body: Uint8Array, signal: CancelSignal): Promise<Uint8Array>;
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
const NO_PATH = "there is no such path\n";
const REFUSED = `HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: ${NO_PATH.length}\r\nConnection: close\r\n\r\n${NO_PATH}`;
const ACCEPTED = `HTTP/1.1 ${HTTP_OK} OK\r\n\r\n`;

export class PeerEndpoint {
  readonly #parts: PeerEndpointParts;
  readonly #connections = new Set<AnsweringConnection>();
  #isClosing = false;

  constructor(parts: PeerEndpointParts) {
    this.#parts = parts;
  }

  /** Takes a CONNECT request. @param head what followed it already */
  connect(request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
    socket.on("error", () => socket.destroy());
    if (this.#isClosing || request.url !== PEERS_TARGET || !this.#hasKey(request)) {
      socket.end(REFUSED, () => socket.destroy());
      return;
    }
    socket.write(ACCEPTED);
    const connection = new AnsweringConnection(socket, head, {
      caller: String(request.headers[CALLER_HEADER] ?? ""),
      answer: (call, body, signal) => this.#answerTo(call, body, signal),
      log: this.#parts.log,
    });
    this.#connections.add(connection);
    socket.on("close", () => this.#connections.delete(connection));
  }

  /** Refuses new calls and lets those that are under way be answered for `limitMs`. */
  close(limitMs: number): void {
    this.#isClosing = true;
    for (const connection of this.#connections) connection.end();
    const limit = setTimeout(() => {
      for (const connection of this.#connections) connection.destroy();
    }, limitMs);
    limit.unref();
  }

  /** Answers a request whose path begins with PEERS_PATH. Never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    const call = request.method === "POST" && this.#hasKey(request) ? callIn(request.url ?? "") : null;
    if (call?.name !== "shard") {
      response.writeHead(kindOf("UNKNOWN_ROUTE").http, { "content-type": "text/plain" }).end(NO_PATH);
      return;
    }
    const leaving = new AbortController();
    response.on("close", () => leaving.abort());
    try {
      await this.#stream(call, response, leaving.signal);
    } catch (error) {
      const known = error instanceof VectorDbError ? error : new VectorDbError("INTERNAL", String(error));
      if (!(error instanceof VectorDbError))
        this.#parts.log.warn({ err: error, call }, "a call of another server failed");
      if (response.headersSent) response.destroy();
      else response.writeHead(kindOf(known.code).http, { "content-type": "text/plain" }).end(known.message);
    }
  }

  #hasKey({ headers }: IncomingMessage): boolean {
    const key = BEARER.exec(headers.authorization ?? "")?.[1];
    return key !== undefined && this.#parts.isKey(key);
  }

  async #answerTo(call: PeerCall, body: Uint8Array, signal: CancelSignal): Promise<Uint8Array> {
    const { service } = this.#parts;
    if (call.name === "progress") return service.progress(call);
    if (call.name === "vectors") return service.vectors(body);
    if (call.name === "read") return service.read(call, body, signal);
    if (call.name === "existing") return service.existing(call, body);
    if (call.name === "effect") return service.effect(call);
    throw new VectorDbError("UNKNOWN_ROUTE", "a shard is no answer to a call");
  }

  async #stream(call: PeerCall, response: ServerResponse, signal: AbortSignal): Promise<void> {
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
