// Maps point ids to slots and slots to ids.
// The decision: a hash table of slot numbers over the packed ids of the slots (open addressing, linear probing, removal
// by shifting back), all in typed arrays: about 30 bytes a point, and no objects for the garbage collector. A slot
// keeps its id after its point has moved, so a search that saw the old slot can still tell its id.

import type { Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { compareWords, hashId, ID_WORDS, PackedIds, unpackId } from "./point-id.ts";
import { FIRST_SLOTS, grown } from "./slot-tables.ts";

/** Bytes of the tracker for a slot: a kind, the words of the id, and two entries of the table. */
export const ID_BYTES = 1 + ID_WORDS * 4 + 2 * 4;

const EMPTY_ENTRY = 0;
/** Slots whose ids are inserted between two pauses. */
const SLOTS_PER_YIELD = 2 ** 11;

export class IdTracker {
  #kinds = new Uint8Array(FIRST_SLOTS);
  #words = new Uint32Array(FIRST_SLOTS * ID_WORDS);
  /** Slot + 1 of a linked id, or EMPTY_ENTRY. The length is a power of two, at least twice the number of ids. */
  #table = new Uint32Array(FIRST_SLOTS * 2);
  #slots = 0;
  #linked = 0;
  readonly #seed: number;

  /** @param seed 32 bits that are unknown to clients, so that they cannot choose ids that collide */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Allocates memory for a number of slots, so it does not have to grow step by step. */
  expect(slots: number): void {
    if (slots > this.#kinds.length) this.#resize(2 ** Math.ceil(Math.log2(slots)));
  }

  /** Fills an empty tracker: every slot gets its id, and the id is linked to the slot if `isLinked` says so. */
  *restore(ids: PackedIds, isLinked: (slot: number) => boolean): Sliced<void> {
    this.expect(ids.length);
    this.#slots = ids.length;
    for (let slot = 0; slot < ids.length; slot++) {
      if (slot % SLOTS_PER_YIELD === 0) {
        yield;
        this.#copy(ids, slot, slot + SLOTS_PER_YIELD);
      }
      if (!isLinked(slot)) continue;
      this.#table[this.#probe(ids, slot)] = slot + 1;
      this.#linked++;
    }
  }

  /** Copies the ids of a part of the slots: the first write to fresh memory costs most, so it is divided, too. */
  #copy(ids: PackedIds, from: number, to: number): void {
    this.#kinds.set(ids.kinds.subarray(from, to), from);
    this.#words.set(ids.words.subarray(from * ID_WORDS, to * ID_WORDS), from * ID_WORDS);
  }

  /** The number of slots that were ever assigned. */
  get slots(): number {
    return this.#slots;
  }

  /** The number of ids that have a slot: the points of the segment. */
  get size(): number {
    return this.#linked;
  }

  /**
   * Assigns the next slot to the id and links it.
   * @returns the slot that the id had before, or -1
   */
  assign(ids: PackedIds, index: number): number {
    const slot = this.#slots;
    this.#ensureSlots(slot + 1);
    this.#kinds[slot] = ids.kinds[index]!;
    for (let w = 0; w < ID_WORDS; w++) this.#words[slot * ID_WORDS + w] = ids.words[index * ID_WORDS + w]!;
    this.#slots++;
    const at = this.#probe(ids, index);
    const before = this.#table[at]! - 1;
    this.#table[at] = slot + 1;
    if (before < 0) this.#linked++;
    return before;
  }

  /** @returns the slot of the id, or -1 */
  find(ids: PackedIds, index: number): number {
    return this.#table[this.#probe(ids, index)]! - 1;
  }

  /**
   * Removes the id.
   * @returns the slot that it had, or -1
   */
  remove(ids: PackedIds, index: number): number {
    const at = this.#probe(ids, index);
    const slot = this.#table[at]! - 1;
    if (slot < 0) return -1;
    this.#table[at] = EMPTY_ENTRY;
    this.#linked--;
    this.#closeGap(at);
    return slot;
  }

  /** Returns the id to which a slot was assigned, whether the id is still linked to it or not. */
  idOf(slot: number): PointId {
    return unpackId(this.#kinds, this.#words, slot);
  }

  /** Compares the ids of two slots; see compareIds. */
  compare(a: number, b: number): number {
    return compareWords(this.#kinds, this.#words, a, this.#kinds, this.#words, b);
  }

  /** The ids by slot, valid until the next slot is assigned. */
  get bySlot(): PackedIds {
    return new PackedIds(this.#kinds, this.#words);
  }

  /** Returns whether the slot is the one to which its id is linked. */
  isCurrent(slot: number): boolean {
    const mask = this.#table.length - 1;
    for (let at = hashId(this.#kinds, this.#words, slot, this.#seed) & mask; ; at = (at + 1) & mask) {
      const entry = this.#table[at]!;
      if (entry === slot + 1) return true;
      if (entry === EMPTY_ENTRY) return false;
    }
  }

  /** Returns the position of the id in the table, or the empty position where it would be inserted. */
  #probe(ids: PackedIds, index: number): number {
    const mask = this.#table.length - 1;
    let at = hashId(ids.kinds, ids.words, index, this.#seed) & mask;
    while (this.#table[at] !== EMPTY_ENTRY && !this.#equals(this.#table[at]! - 1, ids, index))
      at = (at + 1) & mask;
    return at;
  }

  #equals(slot: number, ids: PackedIds, index: number): boolean {
    if (this.#kinds[slot] !== ids.kinds[index]) return false;
    const a = slot * ID_WORDS;
    const b = index * ID_WORDS;
    for (let w = 0; w < ID_WORDS; w++) if (this.#words[a + w] !== ids.words[b + w]) return false;
    return true;
  }

  /** Moves later entries of the same run back over the gap, so that probing needs no "deleted" mark. */
  #closeGap(gapAt: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let gap = gapAt;
    for (let at = (gap + 1) & mask; table[at] !== EMPTY_ENTRY; at = (at + 1) & mask) {
      const home = hashId(this.#kinds, this.#words, table[at]! - 1, this.#seed) & mask;
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      table[gap] = table[at]!;
      table[at] = EMPTY_ENTRY;
      gap = at;
    }
  }

  #ensureSlots(slots: number): void {
    if (slots > this.#kinds.length) this.#resize(this.#kinds.length * 2);
  }

  #resize(length: number): void {
    this.#kinds = grown(this.#kinds, new Uint8Array(length));
    this.#words = grown(this.#words, new Uint32Array(length * ID_WORDS));
    this.#rehash(length * 2);
  }

  #rehash(length: number): void {
    const linked = this.#table.filter((entry) => entry !== EMPTY_ENTRY);
    this.#table = new Uint32Array(length);
    const mask = length - 1;
    for (const entry of linked) {
      let at = hashId(this.#kinds, this.#words, entry - 1, this.#seed) & mask;
      while (this.#table[at] !== EMPTY_ENTRY) at = (at + 1) & mask;
      this.#table[at] = entry;
    }
  }
}

/**
 * Returns the seed of a collection's id hash: its UUID is in no response, so clients cannot choose ids that collide.
 */
export function hashSeedOf(uuid: string): number {
  return PackedIds.pack([uuid]).words.reduce((seed, word) => Math.imul(seed ^ word, 0x9e37_79b1) >>> 0, 0);
}
