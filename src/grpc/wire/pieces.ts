// A large message in pieces: it is encoded item by item, and written to the stream as the client reads it.
// The decision: a length comes before the bytes that it counts, so all pieces exist before the first is sent. But each
// is released when the client has taken it, and neither our code nor grpc-js ever copies the whole.
import type { ServerHttp2Stream } from "node:http2";
import { HEAD_BYTES } from "./assembly.ts";

/** Sizes of the first piece of a message, which may be small, and of the others. */
const FIRST_BYTES = 4 * 1024;
const PIECE_BYTES = 64 * 1024;
/** Longer values become pieces of their own instead of being copied. */
const COPIED_BYTES = 16 * 1024;
/** The wire type of values with a length. */
const WITH_LENGTH = 2;

/** The bytes of a message, with its head on the stream. */
export class Pieces {
  readonly #pieces: Uint8Array[];
  /** The size of the message in bytes. */
  readonly length: number;

  constructor(pieces: Uint8Array[], bytes: number) {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(bytes, 1);
    this.#pieces = [head, ...pieces];
    this.length = bytes;
  }

  /**
   * Writes all pieces but the last, each when the one before has been taken.
   * @returns the last; null: the stream has ended
   */
  async writeTo(stream: ServerHttp2Stream): Promise<Uint8Array | null> {
    while (this.#pieces.length > 1) {
      if (stream.destroyed || stream.closed) return null;
      if (!stream.write(this.#pieces.shift()!)) await taken(stream);
    }
    return this.#pieces.shift()!;
  }
}

/** Resolves when the stream has room again, or has closed. */
function taken(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off("drain", go);
      stream.off("close", go);
      resolve();
    };
    stream.once("drain", go);
    stream.once("close", go);
  });
}

/** Writes fields of a message one after another. */
export class PieceWriter {
  readonly #pieces: Uint8Array[] = [];
  #open = Buffer.alloc(0);
  #used = 0;
  #bytes = 0;

  /** Writes encoded fields. The bytes must not be changed afterwards. */
  write(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (bytes.length > COPIED_BYTES) {
      this.#close();
      this.#pieces.push(bytes);
      return;
    }
    if (this.#used + bytes.length > this.#open.length) {
      this.#close();
      const isFirst = this.#pieces.length === 0;
      this.#open = Buffer.allocUnsafe(Math.max(isFirst ? FIRST_BYTES : PIECE_BYTES, bytes.length));
    }
    this.#open.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  message(field: number, bytes: Uint8Array): void {
    this.#head(field, bytes.length);
    this.write(bytes);
  }

  /** Writes a field that is a message made of parts. @param fill yields where it may be interrupted */
  *nested(field: number, fill: (inner: PieceWriter) => Generator<void>): Generator<void> {
    const inner = new PieceWriter();
    yield* fill(inner);
    inner.#close();
    this.#head(field, inner.#bytes);
    for (const piece of inner.#pieces) this.write(piece);
  }

  end(): Pieces {
    this.#close();
    return new Pieces(this.#pieces, this.#bytes);
  }

  #head(field: number, length: number): void {
    const head = [(field << 3) | WITH_LENGTH];
    let rest = length;
    for (; rest > 0x7f; rest >>>= 7) head.push((rest & 0x7f) | 0x80);
    this.write(Uint8Array.from([...head, rest]));
  }

  #close(): void {
    if (this.#used > 0) this.#pieces.push(this.#open.subarray(0, this.#used));
    this.#open = this.#open.subarray(this.#used);
    this.#used = 0;
  }
}
