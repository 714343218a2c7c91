// Assembles the messages of a call from the bytes that arrive on its stream.
// The decision: the length comes first, so a message of more than a megabyte waits for its place on its connection and
// for all of its memory, in one queue with the bodies of REST, before more of it is read; its bytes are then copied to
// their final place. grpc-js would keep the pieces and join them in one turn of the event loop, so its reader is
// replaced. Small messages reserve memory as they arrive.
import type { Readable } from "node:stream";
import { BodyTooLarge } from "../../errors/server.ts";
import { GRANTED_BODY_BYTES } from "../../schema/limits.ts";

/** The size of flag and length before a message. */
export const HEAD_BYTES = 5;

const NO_HEAD = Buffer.alloc(0);

interface AssemblyParts {
  readonly limitBytes: number;
  /** Reserves memory for bytes that have arrived. @throws TooManyRequests */
  readonly take: (bytes: number) => void;
  /** Resolves when this number of bytes may arrive. */
  readonly grant: (bytes: number) => Promise<void>;
  readonly refuse: (thrown: unknown) => void;
  readonly stream: Pick<Readable, "pause" | "resume">;
}

export class Assembly {
  readonly #parts: AssemblyParts;
  #head = NO_HEAD;
  #headBytes = 0;
  /** The pieces of the current message, without its head. */
  #pieces: Buffer[] = [];
  #size = 0;
  /** The memory of a large message, once it is granted. */
  #whole: Buffer | null = null;
  #isRefused = false;

  constructor(parts: AssemblyParts) {
    this.#parts = parts;
  }

  /** @returns the messages that these bytes complete, each with its head */
  write(data: Buffer): Buffer[] {
    const messages: Buffer[] = [];
    let rest = data;
    try {
      if (this.#isWhole(data)) {
        this.#parts.take(data.length - HEAD_BYTES);
        // A view would keep all that arrived with it in memory.
        return [Buffer.from(data)];
      }
      if (this.#head === NO_HEAD) this.#head = Buffer.alloc(HEAD_BYTES);
      while (rest.length > 0 && !this.#isRefused) {
        rest = this.#headBytes < HEAD_BYTES ? this.#addToHead(rest) : this.#addToMessage(rest);
        if (this.#headBytes === HEAD_BYTES && this.#size === this.#length) messages.push(this.#end());
      }
    } catch (error) {
      this.#refuse(error);
    }
    return this.#isRefused ? [] : messages;
  }

  /** Tells whether the bytes are one small message, as nearly all are. */
  #isWhole(data: Buffer): boolean {
    if (this.#headBytes > 0 || this.#isRefused || data.length <= HEAD_BYTES) return false;
    const length = data.readUInt32BE(1);
    const { limitBytes } = this.#parts;
    return length === data.length - HEAD_BYTES && length <= Math.min(limitBytes, GRANTED_BODY_BYTES);
  }

  get #length(): number {
    return this.#head.readUInt32BE(1);
  }

  #addToHead(data: Buffer): Buffer {
    const part = data.subarray(0, HEAD_BYTES - this.#headBytes);
    part.copy(this.#head, this.#headBytes);
    this.#headBytes += part.length;
    if (this.#headBytes < HEAD_BYTES) return data.subarray(part.length);
    const { limitBytes } = this.#parts;
    if (this.#length > limitBytes) throw new BodyTooLarge(limitBytes);
    if (this.#length > GRANTED_BODY_BYTES) this.#waitForMemory(this.#length);
    return data.subarray(part.length);
  }

  #addToMessage(data: Buffer): Buffer {
    const part = data.subarray(0, this.#length - this.#size);
    if (this.#whole !== null) part.copy(this.#whole, HEAD_BYTES + this.#size);
    else {
      if (this.#length <= GRANTED_BODY_BYTES) this.#parts.take(part.length);
      // Little of a large message arrives before the stream stops. grpc-js resumes it after it has passed on the
      // message before.
      else this.#parts.stream.pause();
      this.#pieces.push(part);
    }
    this.#size += part.length;
    return data.subarray(part.length);
  }

  #waitForMemory(bytes: number): void {
    const { grant, stream } = this.#parts;
    stream.pause();
    grant(bytes).then(
      () => {
        this.#whole = Buffer.allocUnsafeSlow(HEAD_BYTES + bytes);
        this.#join(this.#whole);
        stream.resume();
      },
      (error) => this.#refuse(error),
    );
  }

  /** Copies the pieces that have arrived to their final place. */
  #join(whole: Buffer): void {
    let at = this.#head.copy(whole);
    for (const piece of this.#pieces.splice(0)) at += piece.copy(whole, at);
  }

  #end(): Buffer {
    const message = this.#whole ?? Buffer.allocUnsafe(HEAD_BYTES + this.#size);
    if (this.#whole === null) this.#join(message);
    this.#whole = null;
    this.#size = 0;
    this.#headBytes = 0;
    return message;
  }

  #refuse(error: unknown): void {
    this.#isRefused = true;
    this.#pieces = [];
    this.#parts.refuse(error);
  }
}
