// Messages between servers as bytes: plain values with typed arrays in them.
// The decision: JSON describes the values, and the numbers of typed arrays stand behind it as they are, little-endian,
// each array on a boundary of 8 bytes, so that they are read as views. JSON has no NaN, no infinity, no negative zero
// and no integer above 2^53: these are objects with one member whose name begins with $, and so are typed arrays and
// long lists of texts. A checksum covers everything, because a changed number would not be noticed otherwise.

import { DamagedMessage } from "../../../errors/sharding.ts";
import type { Sliced } from "../../../scheduling/slices.ts";
import { crc32 } from "../../../storage/crc32.ts";
import { decodeText } from "../../formats/bytes.ts";

/** The typed arrays that messages have. */
type Block = Uint8Array | Uint32Array | Float32Array | Float64Array;

const BLOCKS = { u8: Uint8Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array } as const;
type BlockName = keyof typeof BLOCKS;
const NAMES = Object.keys(BLOCKS) as BlockName[];

const MAGIC = 0x5450_5a41;
/** Servers whose versions of messages differ do not read together. */
const VERSION = 2;
/** The magic number, the version, the checksum of what follows, the length of the JSON. */
const HEAD_BYTES = 16;
const ALIGNMENT = 8;
const MAX_DEPTH = 512;
/** Longer lists of texts are two blocks: the ends of the texts, and their UTF-8 one after another. */
const MAX_LISTED_TEXTS = 64;
/** Values that are read or written between two yields. */
const VALUES_PER_YIELD = 2 ** 9;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** Returns the bytes of a value, which begin on a boundary of 8 bytes of their buffer. Undefined members are left out. */
export function* packed(value: unknown): Sliced<Uint8Array> {
  const packing = new Packing();
  const json = encoder.encode(JSON.stringify(yield* packing.plain(value)));
  const parts: Uint8Array[] = [];
  let length = aligned(HEAD_BYTES + json.length);
  for (const block of packing.blocks) {
    parts.push(new Uint8Array(block.buffer, block.byteOffset, block.byteLength));
    length += aligned(block.byteLength);
  }
  const bytes = new Uint8Array(length);
  const head = new Uint32Array(bytes.buffer, 0, HEAD_BYTES / 4);
  head.set([MAGIC, VERSION, 0, json.length]);
  bytes.set(json, HEAD_BYTES);
  let at = aligned(HEAD_BYTES + json.length);
  for (const part of parts) {
    bytes.set(part, at);
    at += aligned(part.length);
    yield;
  }
  head[2] = yield* sumOf(bytes);
  return bytes;
}

/** Returns the value of bytes that `packed` made. Typed arrays are views of them. @throws DamagedMessage */
export function* unpacked(given: Uint8Array): Sliced<unknown> {
  // A copy; the method `slice` of Node's buffers makes none.
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : new Uint8Array(given);
  if (bytes.length < HEAD_BYTES || bytes.length % ALIGNMENT !== 0) throw new DamagedMessage("its length");
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD_BYTES / 4);
  if (head[0] !== MAGIC) throw new DamagedMessage("its beginning");
  if (head[1] !== VERSION) throw new DamagedMessage(`its version is ${head[1]}, and ours ${VERSION}`);
  if ((yield* sumOf(bytes)) !== head[2]) throw new DamagedMessage("its checksum");
  const end = HEAD_BYTES + head[3]!;
  if (end > bytes.length) throw new DamagedMessage("the length of its description");
  return yield* new Unpacking(bytes, aligned(end)).value(described(bytes.subarray(HEAD_BYTES, end)));
}

function described(json: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(json));
  } catch (cause) {
    throw new DamagedMessage("its description", { cause });
  }
}

const BYTES_PER_YIELD = 2 ** 18;

function* sumOf(bytes: Uint8Array): Sliced<number> {
  let sum = crc32(bytes.subarray(HEAD_BYTES - 4, HEAD_BYTES));
  for (let at = HEAD_BYTES; at < bytes.length; at += BYTES_PER_YIELD) {
    sum = crc32(bytes.subarray(at, at + BYTES_PER_YIELD), sum);
    yield;
  }
  return sum;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Replaces what JSON does not have, and collects the typed arrays. */
class Packing {
  readonly blocks: Block[] = [];
  #values = 0;

  *plain(value: unknown): Sliced<unknown> {
    if (++this.#values % VALUES_PER_YIELD === 0) yield;
    switch (typeof value) {
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0) ? value : { $n: numberText(value) };
      case "bigint":
        return { $i: String(value) };
      case "object":
        return value === null ? null : yield* this.#object(value);
      default:
        return value;
    }
  }

  *#object(value: object): Sliced<unknown> {
    if (ArrayBuffer.isView(value)) return this.#block(value as Block);
    if (Array.isArray(value)) {
      if (value.length > MAX_LISTED_TEXTS && value.every((item) => typeof item === "string"))
        return { $texts: [...(yield* this.#texts(value))] };
      const list: unknown[] = [];
      for (const item of value) list.push(yield* this.plain(item));
      return list;
    }
    const members: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) members[name] = yield* this.plain(member);
    return members;
  }

  #block(block: Block): unknown {
    const name = NAMES.find((kind) => block instanceof BLOCKS[kind])!;
    this.blocks.push(block);
    return { [`$${name}`]: block.length };
  }

  *#texts(texts: readonly string[]): Sliced<unknown[]> {
    const ends = new Uint32Array(texts.length);
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const [i, text] of texts.entries()) {
      const part = encoder.encode(text);
      parts.push(part);
      length += part.length;
      ends[i] = length;
      if (i % VALUES_PER_YIELD === 0) yield;
    }
    const bytes = new Uint8Array(length);
    for (const [i, part] of parts.entries()) {
      bytes.set(part, ends[i]! - part.length);
      if (i % VALUES_PER_YIELD === 0) yield;
    }
    return [this.#block(ends), this.#block(bytes)];
  }
}

function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Puts typed arrays and numbers back into their places. */
class Unpacking {
  readonly #bytes: Uint8Array;
  #at: number;
  #values = 0;
  #depth = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  *value(plain: unknown): Sliced<unknown> {
    if (++this.#values % VALUES_PER_YIELD === 0) yield;
    if (typeof plain !== "object" || plain === null) return plain;
    if (++this.#depth > MAX_DEPTH) throw new DamagedMessage("the depth of its values");
    const value = Array.isArray(plain) ? yield* this.#list(plain) : yield* this.#object(plain);
    this.#depth--;
    return value;
  }

  *#list(plain: readonly unknown[]): Sliced<unknown[]> {
    const list: unknown[] = [];
    for (const item of plain) list.push(yield* this.value(item));
    return list;
  }

  *#object(plain: object): Sliced<unknown> {
    const entries = Object.entries(plain);
    const [name, only] = entries[0] ?? ["", null];
    if (name.startsWith("$")) {
      if (entries.length > 1) throw new DamagedMessage(`a value with ${name} and more`);
      return yield* this.#special(name, only);
    }
    const members: Record<string, unknown> = {};
    for (const [member, value] of entries) {
      if (member === "__proto__" || member.startsWith("$")) throw new DamagedMessage(`a member ${member}`);
      members[member] = yield* this.value(value);
    }
    return members;
  }

  *#special(name: string, value: unknown): Sliced<unknown> {
    switch (name) {
      case "$n":
        if (value === "NaN" || value === "Infinity" || value === "-Infinity" || value === "-0")
          return Number(value);
        break;
      case "$i":
        if (typeof value === "string" && /^-?\d{1,400}$/.test(value)) return BigInt(value);
        break;
      case "$texts":
        if (Array.isArray(value) && value.length === 2) return yield* this.#texts(value);
        break;
      default: {
        const kind = NAMES.find((other) => `$${other}` === name);
        if (kind !== undefined) return this.#block(kind, value);
      }
    }
    throw new DamagedMessage(`a value ${name.slice(0, 16)}`);
  }

  #block(kind: BlockName, length: unknown): Block {
    const Kind = BLOCKS[kind];
    if (!Number.isSafeInteger(length) || (length as number) < 0)
      throw new DamagedMessage("the length of an array");
    const bytes = (length as number) * Kind.BYTES_PER_ELEMENT;
    const at = this.#at;
    if (at + bytes > this.#bytes.length) throw new DamagedMessage("an array beyond its end");
    this.#at = at + aligned(bytes);
    return new Kind(this.#bytes.buffer as ArrayBuffer, this.#bytes.byteOffset + at, length as number);
  }

  *#texts(parts: readonly unknown[]): Sliced<string[]> {
    const ends = yield* this.value(parts[0]);
    const bytes = yield* this.value(parts[1]);
    if (!(ends instanceof Uint32Array) || !(bytes instanceof Uint8Array))
      throw new DamagedMessage("a list of texts");
    const texts: string[] = [];
    let from = 0;
    for (const [i, end] of ends.entries()) {
      if (end < from || end > bytes.length) throw new DamagedMessage("the end of a text");
      texts.push(decodeText(bytes.subarray(from, end)));
      from = end;
      if (i % VALUES_PER_YIELD === 0) yield;
    }
    return texts;
  }
}
