// Writes values of the wire format.
// The decision: our own code for the same reason as the reader, and one writer for the process: its memory is reused,
// and the result is copied once, into a buffer of its size. Writing never waits, so there is one message at a time.

const FIRST_BYTES = 16 * 1024;
/** The most memory that is kept for the next message. */
const KEPT_BYTES = 1024 * 1024;
const SHORT_TEXT = 32;
const MAX_VARINT_BYTES = 10;
const MAX_SMALL_NUMBER = 0x7fff_ffff;
const MAX_SMALL = BigInt(MAX_SMALL_NUMBER);

export class Writer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #pos = 0;

  /** Discards what was written. */
  begin(): void {
    this.#pos = 0;
    if (this.#bytes.length > KEPT_BYTES) this.#resize(FIRST_BYTES);
  }

  /** @returns all that was written since `begin` */
  end(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#pos);
    this.#bytes.copy(bytes, 0, 0, this.#pos);
    return bytes;
  }

  uint32(value: number): void {
    this.#reserve(MAX_VARINT_BYTES);
    if (value < 0x80) this.#bytes[this.#pos++] = value;
    else this.#varint(value);
  }

  int32(value: number): void {
    if (value >= 0) this.uint32(value);
    else this.int64(BigInt(value));
  }

  bool(value: boolean): void {
    this.#reserve(1);
    this.#bytes[this.#pos++] = value ? 1 : 0;
  }

  /** @throws for an integer of more than 64 bits */
  int64(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} is no signed integer of 64 bits`);
    this.#big(value);
  }

  /** @throws for an integer that is negative or has more than 64 bits */
  uint64(value: bigint): void {
    if (BigInt.asUintN(64, value) !== value)
      throw new RangeError(`${value} is no unsigned integer of 64 bits`);
    this.#big(value);
  }

  /** Writes an integer of at most 64 bits, signed or unsigned. */
  integer(value: number | bigint): void {
    if (typeof value === "number" && value >= 0 && value <= MAX_SMALL_NUMBER) this.uint32(value);
    else this.#big(BigInt(value));
  }

  double(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#pos, value, true);
    this.#pos += 8;
  }

  float(value: number): void {
    this.#reserve(4);
    this.#view.setFloat32(this.#pos, value, true);
    this.#pos += 4;
  }

  bytes(value: Uint8Array): void {
    this.uint32(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#pos);
    this.#pos += value.length;
  }

  /** Writes a part of some bytes, with its length before it. */
  copy(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.uint32(length);
    this.#reserve(length);
    if (length > SHORT_TEXT) bytes.copy(this.#bytes, this.#pos, start, end);
    else for (let at = 0; at < length; at++) this.#bytes[this.#pos + at] = bytes[start + at]!;
    this.#pos += length;
  }

  string(value: string): void {
    const { length } = value;
    if (length <= SHORT_TEXT && this.#ascii(value)) return;
    const size = Buffer.byteLength(value);
    this.uint32(size);
    this.#reserve(size);
    this.#pos += this.#bytes.write(value, this.#pos);
  }

  /** Begins a value with its length before it. @returns the position for `join` */
  fork(): number {
    this.#reserve(1);
    return ++this.#pos;
  }

  /** Ends the value that begins there. One byte was left free for its length; if it is longer, the value is moved. */
  join(start: number): void {
    const length = this.#pos - start;
    if (length < 0x80) {
      this.#bytes[start - 1] = length;
      return;
    }
    const more = length < 0x4000 ? 1 : length < 0x20_0000 ? 2 : length < 0x1000_0000 ? 3 : 4;
    this.#reserve(more);
    this.#bytes.copyWithin(start + more, start, this.#pos);
    this.#pos = start - 1;
    this.#varint(length);
    this.#pos += length;
  }

  #ascii(value: string): boolean {
    this.#reserve(SHORT_TEXT + 1);
    const bytes = this.#bytes;
    let pos = this.#pos;
    bytes[pos++] = value.length;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code > 0x7f) return false;
      bytes[pos++] = code;
    }
    this.#pos = pos;
    return true;
  }

  #varint(value: number): void {
    const bytes = this.#bytes;
    let pos = this.#pos;
    let rest = value;
    while (rest > 0x7f) {
      bytes[pos++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[pos++] = rest;
    this.#pos = pos;
  }

  #big(value: bigint): void {
    this.#reserve(MAX_VARINT_BYTES);
    let rest = BigInt.asUintN(64, value);
    while (rest > MAX_SMALL) {
      this.#bytes[this.#pos++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#varint(Number(rest));
  }

  #reserve(bytes: number): void {
    const size = this.#pos + bytes;
    if (size > this.#bytes.length) this.#resize(Math.max(size, this.#bytes.length * 2));
  }

  #resize(size: number): void {
    const bytes = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(bytes, 0, 0, this.#pos);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
