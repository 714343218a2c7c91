// Reads and writes little-endian records field by field, every field on a 4-byte boundary.
// The decision: a record is built once, in shared memory if there is any, and all later readers (log thread, engine
// writer, core) use views of it. Aligned fields make the views possible.

export function aligned(bytes: number): number {
  return (bytes + 3) & ~3;
}

/** Keeps a byte order mark, because a name may begin with one. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes a copy of the bytes, since a TextDecoder may refuse shared memory. */
export function decodeText(bytes: Uint8Array): string {
  return utf8.decode(bytes.slice());
}

export class ByteWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  /** @param bytes the record to fill; it has to begin at the start of its buffer */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  words(values: Uint32Array): void {
    new Uint32Array(this.bytes.buffer, this.#at, values.length).set(values);
    this.#at += values.length * 4;
  }

  floats(values: Float32Array): void {
    new Float32Array(this.bytes.buffer, this.#at, values.length).set(values);
    this.#at += values.length * 4;
  }

  /** Writes bytes without padding; `align` has to be called after the last of them. */
  raw(values: Uint8Array): void {
    this.bytes.set(values, this.#at);
    this.#at += values.length;
  }

  align(): void {
    const end = aligned(this.#at);
    this.bytes.fill(0, this.#at, end);
    this.#at = end;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  /** @param bytes the record; it has to begin on a 4-byte boundary of its buffer */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u32(): number {
    const value = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  words(length: number): Uint32Array {
    return new Uint32Array(this.#bytes.buffer, this.#take(length * 4), length);
  }

  floats(length: number): Float32Array {
    return new Float32Array(this.#bytes.buffer, this.#take(length * 4), length);
  }

  raw(length: number): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, this.#take(length), length);
  }

  align(): void {
    this.#at = aligned(this.#at);
  }

  #take(bytes: number): number {
    if (bytes > this.#bytes.byteLength - this.#at)
      throw new RangeError("the record ends before its last field");
    const start = this.#bytes.byteOffset + this.#at;
    this.#at += bytes;
    return start;
  }
}
