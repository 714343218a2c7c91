// Sets of slots as bits: slot 0 is bit 0 of word 0, the layout in which the engine reads filters.
// The decision: plain Uint32Arrays that functions change in place, so a filter over a million points costs a few passes
// over 32,000 words. Sets that are combined have the same length.

export type Bits = Uint32Array;

export const WORD_BITS = 32;

/** Creates an empty set for a number of slots. */
export function noBits(slots: number): Bits {
  return new Uint32Array(Math.ceil(slots / WORD_BITS));
}

/** Returns the set of the slots below `slots`. */
export function allBits(slots: number): Bits {
  const bits = noBits(slots).fill(0xffff_ffff);
  const rest = slots % WORD_BITS;
  if (rest > 0) bits[bits.length - 1] = 2 ** rest - 1;
  return bits;
}

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5]! |= 1 << (slot & 31);
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5]! &= ~(1 << (slot & 31));
}

/** Returns whether the set has the slot; slots beyond its end are not in it. */
export function hasBit(bits: Bits, slot: number): boolean {
  return (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
}

/** Removes from `bits` the slots that `other` lacks. @returns `bits` */
export function intersect(bits: Bits, other: Bits): Bits {
  for (let w = 0; w < bits.length; w++) bits[w]! &= other[w]!;
  return bits;
}

/** Adds the slots of `other` to `bits`. @returns `bits` */
export function union(bits: Bits, other: Bits): Bits {
  for (let w = 0; w < bits.length; w++) bits[w]! |= other[w]!;
  return bits;
}

/** Removes the slots of `other` from `bits`; `other` may be shorter or longer. @returns `bits` */
export function subtract(bits: Bits, other: Bits): Bits {
  const end = Math.min(bits.length, other.length);
  for (let w = 0; w < end; w++) bits[w]! &= ~other[w]!;
  return bits;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w]!;
    word -= (word >>> 1) & 0x5555_5555;
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

export function isEmpty(bits: Bits): boolean {
  for (let w = 0; w < bits.length; w++) if (bits[w] !== 0) return false;
  return true;
}

/** Returns `part`, some of the slots of `whole`, or `whole` if these are all: one object then stands for both. */
export function wholeIfAll(part: Bits, whole: Bits): Bits {
  for (let w = 0; w < whole.length; w++) if (part[w] !== whole[w]) return part;
  return whole;
}

/** Returns the slots that both have: `bits` itself if `other` has all of them and is as long, else a new set. */
export function common(bits: Bits, other: Bits): Bits {
  if (bits.length !== other.length) return intersect(other.slice(), bits);
  for (let w = 0; w < bits.length; w++)
    if ((bits[w]! & ~other[w]!) !== 0) return intersect(other.slice(), bits);
  return bits;
}

/** Removes the slots from `slots` on, which are in the last word. @returns `bits` */
export function clearFrom(bits: Bits, slots: number): Bits {
  const rest = slots % WORD_BITS;
  if (rest > 0) bits[bits.length - 1]! &= 2 ** rest - 1;
  return bits;
}

/** Calls `visit` with each slot, ascending. */
export function forEachSlot(bits: Bits, visit: (slot: number) => void): void {
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) visit(w * WORD_BITS + lowestBit(word));
  }
}

/** Yields each slot, ascending. */
export function* eachSlot(bits: Bits): Generator<number, void> {
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) yield w * WORD_BITS + lowestBit(word);
  }
}

/** Returns the slots, ascending. */
export function slotsIn(bits: Bits): number[] {
  const slots: number[] = [];
  forEachSlot(bits, (slot) => slots.push(slot));
  return slots;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
