// Sends messages in frames on a connection; see frames.ts.
// The decision: what is sent during one turn of the event loop leaves in one write, because writes cost more than
// bytes. While the other side does not read, nothing is written, and messages wait here.
import { FRAME_BYTES, HEAD_BYTES } from "./frames.ts";

/** A message of which some bytes are not sent. */
interface Outgoing {
  readonly id: number;
  readonly kind: number;
  readonly bytes: Uint8Array;
  sent: number;
}

/** A connection. */
interface Sink {
  /** Returns false when the connection takes no more until it has drained. */
  write(bytes: Uint8Array): boolean;
  /** All messages are with the connection. */
  onIdle?(): void;
}

/** Frames are put together up to this length. */
const WRITE_BYTES = 2 ** 17;

export class FrameSender {
  readonly #sink: Sink;
  /** The next one to be sent is the first. */
  #waiting: Outgoing[] = [];
  #isPlanned = false;
  #isFull = false;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Whether all messages are with the connection. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isFull;
  }

  /** @param bytes must not be changed any more */
  send(kind: number, id: number, bytes: Uint8Array): void {
    this.#waiting.push({ id, kind, bytes, sent: 0 });
    this.#plan();
  }

  /** Whether some of a message is not with the connection. */
  has(id: number): boolean {
    return this.#waiting.some((message) => message.id === id);
  }

  /** Sends nothing more of a message. */
  drop(id: number): void {
    if (this.has(id)) this.#waiting = this.#waiting.filter((message) => message.id !== id);
  }

  /** The connection takes bytes again. */
  drained(): void {
    this.#isFull = false;
    this.#write();
  }

  #plan(): void {
    if (this.#isPlanned || this.#isFull) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (!this.#isFull) this.#write();
    });
  }

  #write(): void {
    while (this.#waiting.length > 0 && !this.#isFull) {
      let length = 0;
      const frames: { readonly message: Outgoing; readonly end: number }[] = [];
      const unfinished: Outgoing[] = [];
      let next = 0;
      for (; next < this.#waiting.length && length < WRITE_BYTES; next++) {
        const message = this.#waiting[next]!;
        const end = Math.min(message.sent + FRAME_BYTES, message.bytes.length);
        frames.push({ message, end });
        length += HEAD_BYTES + end - message.sent;
        if (end < message.bytes.length) unfinished.push(message);
      }
      this.#waiting = [...this.#waiting.slice(next), ...unfinished];
      this.#isFull = !this.#sink.write(bytesOf(frames, length));
    }
    if (this.isIdle) this.#sink.onIdle?.();
  }
}

function bytesOf(
  frames: readonly { readonly message: Outgoing; readonly end: number }[],
  length: number,
): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { message, end } of frames) {
    const { id, kind, bytes: all, sent } = message;
    view.setUint32(at, end - sent, true);
    view.setUint32(at + 4, id, true);
    view.setUint32(at + 8, kind, true);
    view.setUint32(at + 12, all.length, true);
    bytes.set(all.subarray(sent, end), at + HEAD_BYTES);
    at += HEAD_BYTES + end - sent;
    message.sent = end;
  }
  return bytes;
}
