// Point ids as the core stores them: packed, exact, with the same layout in memory and in the log.
// The decision: an id is a kind and four 32-bit words. An integer has its low and high half in words 0 and 1; a UUID
// has its sixteen bytes, big-endian, in words 0 to 3. Below this file no id is a floating-point number.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { runWhole, type Sliced } from "../../scheduling/pause.ts";
import { ID_RULE, isPointId, type PointId, uuidInto } from "../../schema/leaf.ts";

export const ID_WORDS = 4;

/** Ids that are packed between two pauses; a UUID takes a microsecond. */
const IDS_PER_YIELD = 256;
const INTEGER = 0;
const UUID = 1;
const TWO_32 = 2 ** 32;

/** A list of ids: one kind byte and four words each. The arrays may be views of a log record. */
export class PackedIds {
  readonly kinds: Uint8Array;
  readonly words: Uint32Array;

  constructor(kinds: Uint8Array, words: Uint32Array) {
    this.kinds = kinds;
    this.words = words;
  }

  /** Packs a list of ids. @throws InvalidArgument that names the first value that is not an id */
  static pack(ids: readonly PointId[]): PackedIds {
    return runWhole(PackedIds.packInSlices(ids));
  }

  /** Returns the ids of all lists, in their order. */
  static joined(lists: readonly PackedIds[]): PackedIds {
    const length = lists.reduce((sum, list) => sum + list.length, 0);
    const all = new PackedIds(new Uint8Array(length), new Uint32Array(length * ID_WORDS));
    let at = 0;
    for (const { kinds, words, length } of lists) {
      all.kinds.set(kinds, at);
      all.words.set(words, at * ID_WORDS);
      at += length;
    }
    return all;
  }

  /** Packs a list of ids in slices; the list must not change until then. */
  static *packInSlices(ids: readonly PointId[]): Sliced<PackedIds> {
    const packed = new PackedIds(new Uint8Array(ids.length), new Uint32Array(ids.length * ID_WORDS));
    for (let i = 0; i < ids.length; i++) {
      if (i % IDS_PER_YIELD === IDS_PER_YIELD - 1) yield;
      packed.#set(i, ids[i]!);
    }
    return packed;
  }

  get length(): number {
    return this.kinds.length;
  }

  at(index: number): PointId {
    return unpackId(this.kinds, this.words, index);
  }

  /** Returns the ids at the given positions, in their order. */
  pick(indexes: readonly number[]): PackedIds {
    const picked = new PackedIds(new Uint8Array(indexes.length), new Uint32Array(indexes.length * ID_WORDS));
    indexes.forEach((index, i) => {
      picked.kinds[i] = this.kinds[index]!;
      picked.words.set(this.words.subarray(index * ID_WORDS, (index + 1) * ID_WORDS), i * ID_WORDS);
    });
    return picked;
  }

  #set(index: number, id: PointId): void {
    const at = index * ID_WORDS;
    if (typeof id === "string") {
      if (!uuidInto(id, this.words, at)) throw invalidId(id);
      this.kinds[index] = UUID;
      return;
    }
    if (!isPointId(id)) throw invalidId(id);
    this.kinds[index] = INTEGER;
    this.words[at] = typeof id === "bigint" ? Number(id & 0xffff_ffffn) : id >>> 0;
    this.words[at + 1] = typeof id === "bigint" ? Number(id >> 32n) : Math.floor(id / TWO_32);
  }
}

/**
 * Compares two ids: integers come before UUIDs, which are ordered by their bytes. Negative if the id of `a` comes
 * first.
 */
export function compareIds(a: PackedIds, i: number, b: PackedIds, j: number): number {
  return compareWords(a.kinds, a.words, i, b.kinds, b.words, j);
}

/** Compares two ids that are not packed in the order of {@link compareIds}. */
export function comparePointIds(a: PointId, b: PointId): number {
  if (typeof a !== "string" && typeof b === "string") return -1;
  if (typeof a === "string" && typeof b !== "string") return 1;
  // Numbers and bigints compare exactly, and UUIDs of one spelling as their bytes.
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares two ids in arrays with the layout of {@link PackedIds}. */
export function compareWords(
  kinds: Uint8Array,
  words: Uint32Array,
  i: number,
  otherKinds: Uint8Array,
  otherWords: Uint32Array,
  j: number,
): number {
  const kind = kinds[i]!;
  if (kind !== otherKinds[j]) return kind - otherKinds[j]!;
  const x = i * ID_WORDS;
  const y = j * ID_WORDS;
  if (kind === INTEGER) return words[x + 1]! - otherWords[y + 1]! || words[x]! - otherWords[y]!;
  for (let w = 0; w < ID_WORDS; w++) {
    const difference = words[x + w]! - otherWords[y + w]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns 32 bits for the id at `index` of arrays with the layout of {@link PackedIds}: the finaliser of MurmurHash3
 * over its words, which spreads consecutive integers.
 */
export function hashId(kinds: Uint8Array, words: Uint32Array, index: number, seed: number): number {
  let hash = seed ^ kinds[index]!;
  for (let w = 0; w < ID_WORDS; w++) {
    hash = Math.imul(hash ^ words[index * ID_WORDS + w]!, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

/** Returns the id at `index` of arrays with the layout of {@link PackedIds}. */
export function unpackId(kinds: Uint8Array, words: Uint32Array, index: number): PointId {
  const at = index * ID_WORDS;
  if (kinds[index] === UUID) {
    let hex = "";
    for (let w = 0; w < ID_WORDS; w++) hex += words[at + w]!.toString(16).padStart(8, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
  const low = words[at]!;
  const high = words[at + 1]!;
  const value = high * TWO_32 + low;
  return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low);
}

function invalidId(id: PointId): InvalidArgument {
  return new InvalidArgument(
    `Invalid point id: expected ${ID_RULE}, got ${typeof id === "string" ? `"${id}"` : id}`,
  );
}
