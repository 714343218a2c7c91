// Which of some slots hold a point that satisfies a filter, by looking at each of them.
// The decision: the whole filter is asked of one payload at one moment, also where a part of it is known already: a
// payload that changes between two looks must not pass with a half of each. Payloads are read in slices, and others have
// the thread in between.
import type { PointId } from "../../schema/leaf.ts";
import { type Bits, noBits, setBit, slotsIn } from "../bits.ts";
import type { Filter } from "../filter/filter.ts";
import { type MatchPoint, matches } from "../filter/match.ts";
import { parsePayload } from "../filter/value.ts";
import { pause } from "../pause.ts";
import type { Segment } from "../segment.ts";

/** What is read at once: about two milliseconds of parsing. */
const SLICE_BYTES = 256 * 1024;
const SLICE_POINTS = 1024;

/** Those of `candidates` whose points satisfy the filter: new bits. */
export async function verify(segment: Segment, filter: Filter, candidates: Bits): Promise<Bits> {
  const slots = slotsIn(candidates);
  const bits = noBits(candidates.length * 32);
  for (let from = 0; from < slots.length; ) {
    const slice = sliceOf(segment, slots, from);
    const passed = await check(segment, filter, slice);
    slice.forEach((slot, i) => {
      if (passed[i]) setBit(bits, slot);
    });
    from += slice.length;
    if (from < slots.length) await pause();
  }
  return bits;
}

/** Whether the point of each slot satisfies the filter. */
export async function check(segment: Segment, filter: Filter, slots: readonly number[]): Promise<boolean[]> {
  const points = await matchPoints(segment, slots);
  return points.map((point) => matches(filter, point));
}

/** The points of the slots, as the matcher looks at them. */
export async function matchPoints(segment: Segment, slots: readonly number[]): Promise<MatchPoint[]> {
  const payloads = await segment.payloads.read(slots);
  return slots.map((slot, i) => pointOf(segment, slot, payloads[i]!));
}

function sliceOf(segment: Segment, slots: readonly number[], from: number): number[] {
  let to = from;
  for (let bytes = 0; to < slots.length && to - from < SLICE_POINTS && bytes < SLICE_BYTES; to++)
    bytes += segment.payloads.lengthOf(slots[to]!);
  return slots.slice(from, to);
}

function pointOf({ ids, vectors, indexed }: Segment, slot: number, payload: Uint8Array | null): MatchPoint {
  return {
    get id(): PointId {
      return ids.idOf(slot);
    },
    payload: payload ? parsePayload(payload) : {},
    hasVector: (name) => vectors.has(name, slot),
    textIndex: (path) => indexed.get(path)?.tokenizer ?? null,
  };
}
