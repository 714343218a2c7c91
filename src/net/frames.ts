// Messages between two servers on one connection, in frames.
// The decision: a message of any length is sent in frames of at most 64 KiB, and the frames of several messages take
// turns, so that a long answer does not hold up short ones behind it. What a frame begins with is checked before
// anything is kept, and what is kept of a message is what has arrived of it. A frame begins with 16 bytes, four numbers
// of 32 bits, little-endian:
//
//   0        4        8        12       16
//   | bytes  | id     | kind   | total  | bytes of the message ...
//
// `bytes` is the length of what follows, and `total` that of the whole message, in all of its frames.
import type { Sliced } from "../scheduling/slices.ts";

export const HEAD_BYTES = 16;
/** The most bytes of a message in one frame. */
export const FRAME_BYTES = 2 ** 16;

// The kinds of messages: a call and its end are sent by the server that asks, the other two by the one that answers.
export const CALL = 1;
export const CANCEL = 2;
export const ANSWER = 3;
/** An answer that is the text of an error. */
export const FAILURE = 4;

/** The longest question: as many ids as a write has. */
export const MAX_CALL_BYTES = 256 * 2 ** 20;
/** The longest answer. */
export const MAX_ANSWER_BYTES = 2 ** 30;
/** The most calls that one server has under way at another one; more wait. */
export const MAX_CALLS = 64;

export interface Message {
  readonly id: number;
  readonly kind: number;
  /** Its bytes in the order of arrival; views of what was read. */
  readonly parts: readonly Uint8Array[];
}

/** The messages that a reader accepts. */
interface Accepted {
  readonly kinds: readonly number[];
  /** The most bytes of a message. */
  readonly mostBytes: number;
  /** Whether a message that begins is awaited; the bytes of another one are skipped. */
  readonly awaits: (id: number) => boolean;
}

/** The bytes are no frames, or not those that are accepted. The connection is of no use any more. */
export class BrokenFrames extends Error {}

/** A message of which some frames have arrived. */
interface Begun {
  readonly kind: number;
  readonly total: number;
  readonly parts: Uint8Array[];
  bytes: number;
}

export class FrameReader {
  readonly #accepted: Accepted;
  readonly #head = new Uint8Array(HEAD_BYTES);
  #headBytes = 0;
  readonly #begun = new Map<number, Begun>();
  /** The message of the frame that arrives; null: it is skipped. */
  #message: Begun | null = null;
  #id = 0;
  /** The bytes of the frame that are still to come. */
  #left = 0;

  constructor(accepted: Accepted) {
    this.#accepted = accepted;
  }

  /** The number of messages of which something has arrived, and not all. */
  get begun(): number {
    return this.#begun.size;
  }

  /** Their ids. */
  ids(): Iterable<number> {
    return this.#begun.keys();
  }

  /** Returns the messages that end in these bytes. @throws BrokenFrames */
  take(given: Uint8Array): Message[] {
    // Not a buffer of Node, whose method `slice` does not copy.
    const chunk = new Uint8Array(given.buffer, given.byteOffset, given.length);
    const messages: Message[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const end = Math.min(at + this.#left, chunk.length);
        this.#left -= end - at;
        this.#add(chunk.subarray(at, end), messages);
        at = end;
        continue;
      }
      const end = Math.min(at + HEAD_BYTES - this.#headBytes, chunk.length);
      this.#head.set(chunk.subarray(at, end), this.#headBytes);
      this.#headBytes += end - at;
      at = end;
      if (this.#headBytes < HEAD_BYTES) break;
      this.#headBytes = 0;
      this.#begin(messages);
    }
    return messages;
  }

  /** Forgets what has arrived of a message. */
  drop(id: number): void {
    this.#begun.delete(id);
    if (this.#id === id) this.#message = null;
  }

  /** Begins a frame. */
  #begin(messages: Message[]): void {
    const view = new DataView(this.#head.buffer);
    const [bytes, id, kind, total] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as [
      number,
      number,
      number,
      number,
    ];
    const { kinds, mostBytes, awaits } = this.#accepted;
    if (!kinds.includes(kind)) throw new BrokenFrames(`a frame of kind ${kind}`);
    if (bytes > FRAME_BYTES) throw new BrokenFrames(`a frame of ${bytes} bytes`);
    if (total > mostBytes) throw new BrokenFrames(`a message of ${total} bytes`);
    // Without this, frames without bytes would be work without end.
    if (bytes === 0 && total > 0) throw new BrokenFrames("an empty frame");
    this.#message = null;
    if (total === 0) {
      if (bytes > 0) throw new BrokenFrames("a frame beyond the end of its message");
      this.drop(id);
      messages.push({ id, kind, parts: [] });
      return;
    }
    const begun = this.#begun.get(id);
    if (begun && (begun.kind !== kind || begun.total !== total))
      throw new BrokenFrames("a frame that is not of its message");
    if ((begun?.bytes ?? 0) + bytes > total) throw new BrokenFrames("a frame beyond the end of its message");
    this.#id = id;
    this.#left = bytes;
    if (begun !== undefined || awaits(id)) this.#message = begun ?? { kind, total, parts: [], bytes: 0 };
  }

  #add(part: Uint8Array, messages: Message[]): void {
    const [message, id] = [this.#message, this.#id];
    if (message === null) return;
    message.parts.push(part);
    message.bytes += part.length;
    if (message.bytes < message.total) {
      this.#begun.set(id, message);
      return;
    }
    this.#begun.delete(id);
    messages.push({ id, kind: message.kind, parts: message.parts });
  }
}

/** Returns the bytes of a message in one piece. */
export function* joined(parts: readonly Uint8Array[]): Sliced<Uint8Array> {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return bytes;
}
