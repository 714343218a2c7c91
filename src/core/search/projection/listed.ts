// Selects the points of a projection: all matching points, or a sample of them.
// The decision: the sample is uniform, with a fixed seed, so that the same points make the same projection. The slots
// are read once in order (selection sampling: a slot is taken with the probability of points still needed over slots
// left), so nothing but bits is stored.

import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { pause } from "../../../scheduling/pause.ts";
import type { Filter } from "../../filter/filter.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import type { VectorFields } from "../../segment/vector-fields.ts";
import { type Bits, countBits, noBits, setBit, slotsIn } from "../../slots/bits.ts";
import { selections } from "../select/matching.ts";

/** The part of a segment that a projection needs: vectors in the engine. */
export interface MapSegment {
  readonly number: number;
  readonly published: number;
  readonly vectors: Pick<VectorFields, "inEngine">;
}

/** The points of one segment. */
export interface Part {
  readonly segment: MapSegment;
  /** The listed slots, ascending. */
  readonly slots: Uint32Array;
  /** The slots as bits. */
  readonly bits: Bits;
  /** The position of the first of these points in the list of all points. */
  readonly first: number;
  /** All points of the segment are listed, so a search needs no filter. */
  readonly whole: boolean;
}

export interface Listed {
  readonly parts: readonly Part[];
  readonly count: number;
  /** The number of points that match the filter, listed or not. */
  readonly total: number;
}

/** Returns numbers that are uniform in [0, 1). */
export type Random = () => number;

/** Slots that are processed before the event loop runs. */
const SLOTS_PER_SLICE = 1 << 16;

export async function listed(
  segments: ReadSegments,
  filter: Filter | null,
  limit: number,
  signal?: CancelSignal,
): Promise<Listed> {
  const selected = await selections(segments, filter, signal);
  const sizes = selected.map(({ slots }) => countBits(slots));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const draw = new Draw(Math.min(limit, total), total, seededRandom(SEED));
  const parts: Part[] = [];
  for (const [i, { segment, slots }] of selected.entries()) {
    if (sizes[i] === 0) continue;
    const drawn = total <= limit ? Uint32Array.from(slotsIn(slots)) : await drawnOf(slots, draw);
    if (drawn.length === 0) continue;
    const bits = noBits(segment.published);
    for (const slot of drawn) setBit(bits, slot);
    const first = parts.reduce((sum, part) => sum + part.slots.length, 0);
    parts.push({ segment, slots: drawn, bits, first, whole: drawn.length === segment.ids.size });
    await pause();
  }
  return { parts, count: Math.min(limit, total), total };
}

/** Returns `drawn` of the listed points by part. The seed is fixed, so a repeated request draws the same points. */
export function sampleOf({ parts, count }: Listed, drawn: number): { part: Part; slots: Uint32Array }[] {
  const draw = new Draw(Math.min(drawn, count), count, seededRandom(SEED + 1));
  return parts.map((part) => ({ part, slots: part.slots.filter(() => draw.next()) }));
}

async function drawnOf(slots: Bits, draw: Draw): Promise<Uint32Array> {
  const drawn: number[] = [];
  for (let word = 0; word < slots.length; word += SLOTS_PER_SLICE / 32) {
    for (const slot of slotsIn(slots.subarray(word, word + SLOTS_PER_SLICE / 32)))
      if (draw.next()) drawn.push(word * 32 + slot);
    await pause();
  }
  return Uint32Array.from(drawn);
}

/** Draws `drawn` of `total` items: `next` decides for one item after another, each with equal probability. */
class Draw {
  #drawn: number;
  #left: number;
  readonly #random: Random;

  constructor(drawn: number, total: number, random: Random) {
    this.#drawn = drawn;
    this.#left = total;
    this.#random = random;
  }

  next(): boolean {
    const isDrawn = this.#random() * this.#left-- < this.#drawn;
    if (isDrawn) this.#drawn--;
    return isDrawn;
  }
}

const SEED = 1;

/** Mixes the steps of a Weyl sequence, so that similar seeds give different numbers. */
export function seededRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e37_79b9);
  return () => {
    state = (state + 0x9e37_79b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
