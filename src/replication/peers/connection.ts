// A connection to another server of the cluster, on which many calls are under way at once.
// The decision: a CONNECT request on the REST port of the other server, with the key of the cluster, and frames
// afterwards (net/frames.ts): a request of HTTP for each call costs ten times as much as what it carries. Signals and
// limits of all calls are checked by one timer. A call fails when nothing was sent or received of it for its limit; if
// nothing at all was received meanwhile, the other server is away, and the connection is closed.
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Socket } from "node:net";
import { DeadlineExceeded } from "../../errors/query.ts";
import { HTTP_OK } from "../../errors/table.ts";
import { FrameSender } from "../../net/frame-sender.ts";
import {
  ANSWER,
  CALL,
  CANCEL,
  FAILURE,
  FrameReader,
  joined,
  MAX_ANSWER_BYTES,
  MAX_CALL_BYTES,
  MAX_CALLS,
  type Message,
} from "../../net/frames.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import { CALLER_HEADER, PEERS_TARGET } from "../../schema/peer-calls.ts";

interface Target {
  readonly uri: string;
  /** See peerKeyOf. */
  readonly key: string;
  /** The id of this server. */
  readonly caller: string;
}

/** A call whose answer has not arrived. */
interface Pending {
  readonly bytes: Uint8Array;
  readonly signal: CancelSignal;
  readonly silenceMs: number;
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  /** When something was sent or received of it last. */
  heard: number;
}

const CHECK_MS = 20;
/** A connection without calls is closed after this time, before the other side does it. */
const UNUSED_MS = 60_000;
/** How long the other server may take to accept a connection. */
const CONNECT_MS = 6_000;
const NOTHING = new Uint8Array(0);

export class PeerConnection {
  readonly uri: string;
  readonly #onClose: () => void;
  #socket: Socket | null = null;
  #sender: FrameSender | null = null;
  readonly #reader: FrameReader;
  readonly #pending = new Map<number, Pending>();
  /** Calls that were not sent, in their order. */
  readonly #unsent: Pending[] = [];
  #nextId = 0;
  #heard = performance.now();
  #timer: ReturnType<typeof setInterval> | null = null;
  #isClosed = false;

  /** @param onClose is called once, when it is of no use any more */
  constructor(target: Target, onClose: () => void) {
    this.uri = target.uri;
    this.#onClose = onClose;
    this.#reader = new FrameReader({
      kinds: [ANSWER, FAILURE],
      mostBytes: MAX_ANSWER_BYTES,
      awaits: (id) => this.#pending.has(id),
    });
    this.#connect(target);
  }

  /** @param silenceMs the call fails if nothing is heard for as long @throws Error, DeadlineExceeded */
  ask(bytes: Uint8Array, silenceMs: number, signal: CancelSignal): Promise<Uint8Array> {
    if (bytes.length > MAX_CALL_BYTES)
      return Promise.reject(new Error(`the question has more than ${MAX_CALL_BYTES} bytes`));
    if (this.#isClosed) return Promise.reject(new Error("the connection was closed"));
    return new Promise((resolve, reject) => {
      const call = { bytes, signal, silenceMs, resolve, reject, heard: performance.now() };
      this.#unsent.push(call);
      this.#timer ??= setInterval(() => this.#check(), CHECK_MS);
      this.#sendMore();
    });
  }

  /** Fails all calls. */
  close(reason = new Error("the connection was closed")): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#socket?.destroy();
    this.#onClose();
    for (const call of [...this.#pending.values(), ...this.#unsent]) call.reject(reason);
    this.#pending.clear();
    this.#unsent.length = 0;
  }

  #connect({ uri, key, caller }: Target): void {
    const { protocol, hostname, port } = new URL(uri);
    const send = protocol === "https:" ? requestSecure : requestPlain;
    const headers = { authorization: `Bearer ${key}`, [CALLER_HEADER]: caller };
    // An address of IPv6 is in brackets in a URL.
    const host = hostname.replace(/^\[|\]$/g, "");
    const sent = send({
      ...{ host, method: "CONNECT", path: PEERS_TARGET, headers, agent: false, timeout: CONNECT_MS },
      ...(port !== "" && { port }),
    });
    sent.on("timeout", () => sent.destroy(new Error(`no connection after ${CONNECT_MS} ms`)));
    sent.on("error", (error) => this.close(error));
    sent.on("response", (response) => {
      response.resume();
      this.close(new Error(`status ${response.statusCode}: it takes no calls`));
    });
    sent.on("connect", (response, socket: Socket, head: Buffer) => {
      if (response.statusCode !== HTTP_OK || this.#isClosed) {
        socket.destroy();
        this.close(new Error(`status ${response.statusCode}: it takes no calls`));
      } else this.#begin(socket, head);
    });
    sent.end();
  }

  #begin(socket: Socket, head: Uint8Array): void {
    this.#socket = socket;
    const sender = new FrameSender({ write: (bytes) => socket.write(bytes) });
    this.#sender = sender;
    socket.setNoDelay(true);
    socket.removeAllListeners("timeout");
    socket.setTimeout(UNUSED_MS, () => {
      if (this.#pending.size === 0) this.close();
    });
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("drain", () => {
      const now = performance.now();
      for (const [id, call] of this.#pending) if (sender.has(id)) call.heard = now;
      sender.drained();
    });
    socket.on("error", (error) => this.close(error));
    socket.on("end", () => this.close(new Error("the other server has closed the connection")));
    socket.on("close", () => this.close());
    if (head.length > 0) this.#take(head);
    this.#sendMore();
  }

  #sendMore(): void {
    if (this.#sender === null) return;
    while (this.#unsent.length > 0 && this.#pending.size < MAX_CALLS) {
      const call = this.#unsent.shift()!;
      const id = this.#freeId();
      call.heard = performance.now();
      this.#pending.set(id, call);
      this.#sender.send(CALL, id, call.bytes);
    }
  }

  #freeId(): number {
    do this.#nextId = (this.#nextId + 1) >>> 0;
    while (this.#pending.has(this.#nextId));
    return this.#nextId;
  }

  #take(chunk: Uint8Array): void {
    this.#heard = performance.now();
    try {
      for (const message of this.#reader.take(chunk)) this.#end(message);
    } catch (error) {
      this.close(error as Error);
      return;
    }
    for (const id of this.#reader.ids()) {
      const call = this.#pending.get(id);
      if (call) call.heard = this.#heard;
    }
    this.#sendMore();
  }

  #end({ id, kind, parts }: Message): void {
    const call = this.#pending.get(id);
    // It was cancelled.
    if (call === undefined) return;
    this.#pending.delete(id);
    if (kind === FAILURE) call.reject(new Error(textOf(parts)));
    else if (parts.length === 1) call.resolve(parts[0]!);
    else runInSlices(joined(parts)).then(call.resolve, call.reject);
  }

  /** Ends the calls that nobody waits for, or that take too long. */
  #check(): void {
    const now = performance.now();
    for (const [id, call] of this.#pending) {
      if (!this.#isOver(call, now)) continue;
      this.#pending.delete(id);
      this.#reader.drop(id);
      this.#sender!.drop(id);
      this.#sender!.send(CANCEL, id, NOTHING);
      if (!call.signal?.aborted && call.heard >= this.#heard) {
        this.close(silent(call));
        return;
      }
    }
    for (let i = this.#unsent.length - 1; i >= 0; i--)
      if (this.#isOver(this.#unsent[i]!, now)) this.#unsent.splice(i, 1);
    this.#sendMore();
    if (this.#pending.size > 0 || this.#unsent.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #isOver(call: Pending, now: number): boolean {
    if (call.signal?.aborted) call.reject(new DeadlineExceeded());
    else if (now - call.heard > call.silenceMs) call.reject(silent(call));
    else return false;
    return true;
  }
}

function silent({ silenceMs }: Pending): Error {
  return new Error(`no byte for ${silenceMs} ms`);
}

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString();
}
