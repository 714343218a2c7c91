// The calls to the other servers of the cluster.
// The decision: they go to the REST port of the other server, so no port and no certificate has to be set up for a
// cluster: short calls share one connection (connection.ts), and a shard that is copied is the answer to a request. The
// key is made of the secret of the log, which only servers of the cluster can read. Where a server is, is in the table
// of the servers, which is read again every two seconds.
import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure, Agent as SecureAgent } from "node:https";
import { LogUnavailable } from "../../errors/cluster.ts";
import { HTTP_OK } from "../../errors/table.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { bytesOfCall, type PeerCall, pathOf } from "../../schema/peer-calls.ts";
import type { Heard } from "../../service/cluster.ts";
import { PeerConnection } from "./connection.ts";

interface PeersParts {
  /** Returns the servers of the cluster. @throws LogUnavailable */
  readonly nodes: () => Promise<readonly Heard[]>;
  /** See peerKeyOf. */
  readonly key: string;
  /** The id of this server. */
  readonly server: string;
}

type Asked = Omit<PeerCall, "caller">;

/** A server that was not heard of for so long is asked last. */
const SILENT_SECONDS = 6;
/** How old the table of the servers may be. */
const FRESH_MS = 2_000;
/** Added to the limit of a call, for its way. */
const WAY_MS = 1_000;
/** A shard that is copied is sent without a pause as long as this. */
const SILENCE_MS = 10_000;
const MAX_SOCKETS = 64;
const MAX_ERROR_BYTES = 4096;

/** What asks other servers: `Peers`, or what stands for it in tests. */
export type PeerCalls = Pick<Peers, "ask" | "isHeard" | "server">;

export class Peers {
  readonly #parts: PeersParts;
  readonly #plain = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #secure = new SecureAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #connections = new Map<string, PeerConnection>();
  #known: ReadonlyMap<string, Heard> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(parts: PeersParts) {
    this.#parts = parts;
  }

  get server(): string {
    return this.#parts.server;
  }

  /** Whether a server was heard of lately, as far as is known. */
  isHeard(server: string): boolean {
    this.#refresh();
    const node = this.#known.get(server);
    return node !== undefined && node.silent_seconds < SILENT_SECONDS && node.problem === null;
  }

  /** Sends a call to a server. @returns the bytes of its answer @throws Error if it does not answer, or refuses */
  async ask(server: string, call: Asked, body: Uint8Array, signal: CancelSignal): Promise<Uint8Array> {
    this.#refresh();
    const node = this.#known.get(server);
    const uri = node ? node.uri : await this.#uriOf(server);
    return this.#connectionTo(server, uri).ask(bytesOfCall(call, body), call.limitMs + WAY_MS, signal);
  }

  /** Reads an answer without a length. @throws Error as `ask` */
  async *read(server: string, call: Asked, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const response = await this.#send(server, call, signal);
    for await (const part of response) yield part as Uint8Array;
  }

  /** Closes the connections, except those of answers without a length. */
  close(): void {
    for (const connection of [...this.#connections.values()]) connection.close();
    this.#plain.destroy();
    this.#secure.destroy();
  }

  #connectionTo(server: string, uri: string): PeerConnection {
    const known = this.#connections.get(server);
    if (known?.uri === uri) return known;
    const target = { uri, key: this.#parts.key, caller: this.server };
    const connection = new PeerConnection(target, () => {
      if (this.#connections.get(server) === connection) this.#connections.delete(server);
    });
    this.#connections.set(server, connection);
    known?.close(new Error("the server has another address"));
    return connection;
  }

  async #send(server: string, call: Asked, signal: AbortSignal): Promise<IncomingMessage> {
    const uri = await this.#uriOf(server);
    const target = new URL(pathOf({ ...call, caller: this.server }), uri);
    const isSecure = target.protocol === "https:";
    const send = isSecure ? requestSecure : requestPlain;
    const headers = { authorization: `Bearer ${this.#parts.key}`, "content-length": 0 };
    const agent = isSecure ? this.#secure : this.#plain;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send(target, { method: "POST", headers, agent, signal, timeout: SILENCE_MS }, resolve);
      sent.on("timeout", () => sent.destroy(new Error(`no byte for ${SILENCE_MS} ms`)));
      sent.on("error", reject);
      sent.end();
    });
    if (response.statusCode === HTTP_OK) return response;
    throw new Error(`status ${response.statusCode}: ${await textOf(response)}`);
  }

  async #uriOf(server: string): Promise<string> {
    this.#refresh();
    if (!this.#known.has(server)) await this.#reading;
    const node = this.#known.get(server);
    if (node === undefined) throw new Error("it is not among the servers of the cluster");
    return node.uri;
  }

  /** Reads the table of the servers again, if what is known of it is old. */
  #refresh(): void {
    if (this.#reading !== null || performance.now() - this.#readAt < FRESH_MS) return;
    this.#reading = this.#parts
      .nodes()
      .then(
        (nodes) => {
          this.#known = new Map(nodes.map((node) => [node.server, node]));
        },
        (error) => {
          // What was known goes on to be used.
          if (!(error instanceof LogUnavailable)) throw error;
        },
      )
      .finally(() => {
        this.#readAt = performance.now();
        this.#reading = null;
      });
    this.#reading.catch(() => {});
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > MAX_ERROR_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts)).slice(0, MAX_ERROR_BYTES);
}
