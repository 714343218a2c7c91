// A connection on which another server of the cluster calls this one.
// The decision: whatever it sends that is no call ends the connection, because only a server of the same cluster has
// the key, so it is damaged or has another version. As many calls are answered at once as a server has under way;
// more than these end it as well. Answers wait here while the other server does not read, and not for ever.
import type { Duplex } from "node:stream";
import { toErrorMessage } from "../errors/message.ts";
import { ShardUnavailable } from "../errors/sharding.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Logger } from "../log/logger.ts";
import { FrameSender } from "../net/frame-sender.ts";
import {
  ANSWER,
  BrokenFrames,
  CALL,
  CANCEL,
  FAILURE,
  FrameReader,
  joined,
  MAX_ANSWER_BYTES,
  MAX_CALL_BYTES,
  MAX_CALLS,
  type Message,
} from "../net/frames.ts";
import type { CancelSignal } from "../scheduling/cancel.ts";
import { runInSlices } from "../scheduling/slices.ts";
import { callOfBytes, type PeerCall } from "../schema/peer-calls.ts";

interface ConnectionParts {
  /** The id of the server that calls. */
  readonly caller: string;
  readonly answer: (call: PeerCall, body: Uint8Array, signal: CancelSignal) => Promise<Uint8Array>;
  readonly log: Pick<Logger, "warn">;
}

/** A socket, which has these methods also over TLS. */
type Socket = Duplex & {
  setNoDelay?(on: boolean): void;
  setTimeout?(ms: number, task: () => void): void;
};

/** The side that asks closes a connection without calls earlier. */
const SILENCE_MS = 120_000;

export class AnsweringConnection {
  readonly #parts: ConnectionParts;
  readonly #socket: Socket;
  readonly #sender: FrameSender;
  readonly #reader: FrameReader;
  /** The signals of the calls that are answered, by their ids. */
  readonly #running = new Map<number, { aborted: boolean }>();
  #isEnding = false;

  constructor(socket: Socket, head: Uint8Array, parts: ConnectionParts) {
    this.#parts = parts;
    this.#socket = socket;
    this.#sender = new FrameSender({
      write: (bytes) => socket.write(bytes),
      onIdle: () => this.#endIfIdle(),
    });
    this.#reader = new FrameReader({
      kinds: [CALL, CANCEL],
      mostBytes: MAX_CALL_BYTES,
      awaits: (id) => !this.#running.has(id),
    });
    socket.setNoDelay?.(true);
    socket.removeAllListeners("timeout");
    socket.setTimeout?.(SILENCE_MS, () => {
      if (this.#running.size === 0 || !this.#sender.isIdle) socket.destroy();
    });
    socket.on("data", (chunk: Uint8Array) => this.#take(chunk));
    socket.on("drain", () => this.#sender.drained());
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.destroy());
    socket.on("close", () => {
      for (const signal of this.#running.values()) signal.aborted = true;
    });
    if (head.length > 0) this.#take(head);
  }

  /** Refuses further calls, and closes when those that are under way are answered. */
  end(): void {
    this.#isEnding = true;
    this.#endIfIdle();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #endIfIdle(): void {
    if (this.#isEnding && this.#running.size === 0 && this.#sender.isIdle) this.#socket.end();
  }

  #take(chunk: Uint8Array): void {
    try {
      for (const message of this.#reader.take(chunk)) this.#begin(message);
      if (this.#reader.begun + this.#running.size > MAX_CALLS)
        throw new BrokenFrames("too many calls at once");
    } catch (error) {
      this.#break(error);
    }
  }

  #break(error: unknown): void {
    const { caller, log } = this.#parts;
    log.warn({ err: error, caller }, "a connection of another server was closed");
    this.#socket.destroy();
  }

  #begin({ id, kind, parts }: Message): void {
    if (kind === CANCEL) {
      this.#cancel(id);
      return;
    }
    if (this.#running.has(id)) throw new BrokenFrames("a call with the id of another one");
    if (this.#running.size >= MAX_CALLS) throw new BrokenFrames("too many calls at once");
    const signal = { aborted: false };
    this.#running.set(id, signal);
    if (parts.length === 1) this.#answer(id, parts[0]!, signal);
    else
      runInSlices(joined(parts))
        .then((bytes) => this.#answer(id, bytes, signal))
        .catch((error: unknown) => this.#break(error));
  }

  /** The other server counts the call no longer, so it is not counted here. */
  #cancel(id: number): void {
    const signal = this.#running.get(id);
    if (signal) signal.aborted = true;
    this.#running.delete(id);
    this.#sender.drop(id);
    this.#endIfIdle();
  }

  /** @throws BrokenFrames if the bytes are no call */
  #answer(id: number, bytes: Uint8Array, signal: { readonly aborted: boolean }): void {
    const given = callOfBytes(bytes, this.#parts.caller);
    if (given === null) throw new BrokenFrames("a message that is no call");
    const { call, body } = given;
    const end = (kind: number, answer: Uint8Array) => {
      if (signal.aborted) return;
      this.#running.delete(id);
      this.#sender.send(kind, id, answer);
      this.#endIfIdle();
    };
    const fail = (error: unknown) => end(FAILURE, this.#textOf(error, call));
    if (this.#isEnding) {
      fail(new ShardUnavailable(call.shards, "the server stops"));
      return;
    }
    this.#parts.answer(call, body, signal).then((answer) => {
      if (answer.length <= MAX_ANSWER_BYTES) end(ANSWER, answer);
      else fail(new ShardUnavailable(call.shards, `the answer has ${answer.length} bytes`));
    }, fail);
  }

  #textOf(error: unknown, call: PeerCall): Uint8Array {
    if (!(error instanceof VectorDbError))
      this.#parts.log.warn({ err: error, call }, "a call of another server failed");
    return new TextEncoder().encode(toErrorMessage(error).message);
  }
}
