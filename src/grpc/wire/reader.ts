// Reads values of the wire format, in their order in the bytes of a message.
// The decision: our own code. With the reader of @bufbuild/protobuf, codecs that interpret descriptors are slower than
// generated ones; with this one they are faster, because numbers of one byte and short texts, which nearly all values
// are, take the shortest path. It makes the same checks: nothing is read after the end, a number has ten bytes at most,
// a text is UTF-8.

export const WireType = { VARINT: 0, BIT64: 1, LENGTH: 2, GROUP: 3, GROUP_END: 4, BIT32: 5 } as const;

/** The deepest nesting of groups that are skipped. */
const MAX_GROUPS = 100;
/** Texts up to this length are checked byte by byte; most are ASCII. */
const SHORT_TEXT = 32;
const MAX_VARINT_BYTES = 10;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const TWO_25 = 2 ** 25;
const TWO_28 = 2 ** 28;

/** For texts up to this length, joining characters is faster than a call of Node. */
const MAX_JOINED_CHARACTERS = 4;

/** Keys that were read before, by their hash. */
const KNOWN: string[] = new Array(512).fill("");

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class Reader {
  readonly len: number;
  pos = 0;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  /** Parts of the last 64-bit integer: its lower 28 bits, the next 28, and the rest. */
  #low = 0;
  #middle = 0;
  #high = 0;

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, byteLength } = bytes;
    this.len = byteLength;
    this.#bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, byteLength);
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  uint32(): number {
    const first = this.#bytes[this.pos]!;
    if (first < 0x80) {
      this.pos++;
      return first;
    }
    this.#varint();
    return (this.#low | (this.#middle << 28)) >>> 0;
  }

  int32(): number {
    return this.uint32() | 0;
  }

  bool(): boolean {
    this.#varint();
    return this.#low !== 0 || this.#middle !== 0 || this.#high !== 0;
  }

  uint64(): bigint {
    this.#varint();
    // Most integers are small enough to be made from a double in one step.
    if (this.#high === 0 && this.#middle < TWO_25) return BigInt(this.#low + this.#middle * TWO_28);
    return (BigInt(this.#high) << 56n) | (BigInt(this.#middle) << 28n) | BigInt(this.#low);
  }

  int64(): bigint {
    return BigInt.asIntN(64, this.uint64());
  }

  double(): number {
    return this.#view.getFloat64(this.#advance(8), true);
  }

  float(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  /** @returns a view of the message */
  bytes(): Buffer {
    const length = this.uint32();
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** @returns packed floats, in memory of their own; @throws if the bytes end within a float */
  floats(): Float32Array {
    const length = this.uint32();
    if (length % FLOAT_BYTES > 0) throw new Error("a length in the message is wrong");
    const start = this.#advance(length) + this.#bytes.byteOffset;
    return new Float32Array(this.#bytes.buffer.slice(start, start + length));
  }

  /** @throws for bytes that are not UTF-8 */
  string(): string {
    const length = this.uint32();
    const start = this.#advance(length);
    const end = start + length;
    const bytes = this.#bytes;
    if (length <= SHORT_TEXT) {
      let isAscii = true;
      for (let at = start; at < end && isAscii; at++) isAscii = bytes[at]! < 0x80;
      if (isAscii)
        return length > MAX_JOINED_CHARACTERS
          ? bytes.toString("latin1", start, end)
          : this.#few(start, length);
    }
    return this.#utf8(start, end);
  }

  /**
   * Reads the key of a map. The same few keys repeat, so they are decoded once.
   * @throws for bytes that are not UTF-8
   */
  key(): string {
    const length = this.uint32();
    const start = this.#advance(length);
    const end = start + length;
    const hash = length > SHORT_TEXT ? -1 : this.#hashOf(start, end);
    if (hash < 0) return this.#utf8(start, end);
    const index = hash % KNOWN.length;
    const known = KNOWN[index]!;
    if (known.length === length && this.#says(known, start)) return known;
    const key = this.#bytes.toString("latin1", start, end);
    KNOWN[index] = key;
    return key;
  }

  #few(start: number, length: number): string {
    const bytes = this.#bytes;
    let text = "";
    for (let at = start; at < start + length; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }

  #utf8(start: number, end: number): string {
    return UTF8.decode(this.#bytes.subarray(start, end));
  }

  /** @returns a negative number if there are other characters than ASCII */
  #hashOf(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = end - start;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if (byte > 0x7f) return -1;
      hash = (Math.imul(hash, 31) + byte) & 0x7fff_ffff;
    }
    return hash;
  }

  #says(text: string, start: number): boolean {
    const bytes = this.#bytes;
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[start + at]) return false;
    return true;
  }

  /** Skips a value. @param wire and @param number of the tag before it */
  skip(wire: number, number: number): void {
    this.#skip(wire, number, MAX_GROUPS);
  }

  #skip(wire: number, number: number, groups: number): void {
    switch (wire) {
      case WireType.VARINT:
        this.#varint();
        break;
      case WireType.BIT64:
        this.#advance(8);
        break;
      case WireType.LENGTH:
        this.#advance(this.uint32());
        break;
      case WireType.GROUP:
        this.#skipGroup(number, groups);
        break;
      case WireType.BIT32:
        this.#advance(4);
        break;
      default:
        throw new Error(`the message has a field of the unknown wire type ${wire}`);
    }
  }

  #skipGroup(number: number, groups: number): void {
    if (groups <= 0) throw new Error(`more than ${MAX_GROUPS} groups are within each other`);
    for (;;) {
      const tag = this.uint32();
      if (tag >>> 3 === 0) throw new Error("a tag in the message is wrong");
      if ((tag & 7) !== WireType.GROUP_END) this.#skip(tag & 7, tag >>> 3, groups - 1);
      else if (tag >>> 3 === number) return;
      else throw new Error("the message ends a group that it has not begun");
    }
  }

  /** @returns the position where the bytes begin */
  #advance(bytes: number): number {
    const start = this.pos;
    this.pos = start + bytes;
    if (this.pos > this.len) throw new RangeError("the message ends within a value");
    return start;
  }

  #varint(): void {
    const bytes = this.#bytes;
    let pos = this.pos;
    let low = 0;
    let middle = 0;
    let high = 0;
    for (let count = 0; ; count++) {
      if (pos >= this.len) throw new RangeError("the message ends within a value");
      if (count === MAX_VARINT_BYTES) throw new Error("a number in the message has more than ten bytes");
      const byte = bytes[pos++]!;
      if (count < 4) low |= (byte & 0x7f) << (7 * count);
      else if (count < 8) middle |= (byte & 0x7f) << (7 * (count - 4));
      else high |= (byte & 0x7f) << (7 * (count - 8));
      if (byte < 0x80) break;
    }
    this.pos = pos;
    this.#low = low;
    this.#middle = middle;
    // Only one bit of the last byte belongs to the 64.
    this.#high = high & 0xff;
  }
}
