// Which of some slots hold a point that satisfies a filter, by looking at each of them.
// The decision: the whole filter is asked of one payload at one moment, also where a part of it is known already: a
// payload that changes between two looks must not pass with a half of each. Payloads are read in slices, and others have
// the thread in between.
import type { Wanted } from "../../schema/caller.ts";
import type { PointId } from "../../schema/leaf.ts";
import { type Bits, setBit, slotsIn } from "../bits.ts";
import type { Filter } from "../filter/filter.ts";
import { type MatchPoint, matches } from "../filter/match.ts";
import { parsePayload } from "../filter/value.ts";
import type { Segment } from "../segment.ts";
import { pauseWhileWanted } from "../wanted.ts";

/** What is read at once: about two milliseconds of parsing. */
const SLICE_BYTES = 256 * 1024;
const SLICE_POINTS = 1024;

/** Those of `candidates` whose points satisfy the filter: new bits. */
export async function verify(
  segment: Segment,
  filter: Filter,
  candidates: Bits,
  signal?: Wanted,
): Promise<Bits> {
  const slots = slotsIn(candidates);
  const passed = await passes(segment, filter, slots, signal);
  const bits = new Uint32Array(candidates.length);
  slots.forEach((slot, i) => {
    if (passed[i]) setBit(bits, slot);
  });
  return bits;
}

/** Whether the point of each slot satisfies the filter. @throws DeadlineExceeded between two slices */
export async function passes(
  segment: Segment,
  filter: Filter,
  slots: readonly number[],
  signal?: Wanted,
): Promise<boolean[]> {
  const passed: boolean[] = [];
  const points = asksForPayload(filter) ? matchPoints : bookedPoints;
  while (passed.length < slots.length) {
    if (passed.length > 0) await pauseWhileWanted(signal);
    const slice = sliceOf(segment, slots, passed.length);
    for (const point of await points(segment, slice)) passed.push(matches(filter, point));
  }
  return passed;
}

/** The points of the slots, as the matcher looks at them. */
export async function matchPoints(segment: Segment, slots: readonly number[]): Promise<MatchPoint[]> {
  const payloads = await segment.payloads.read(slots);
  return slots.map((slot, i) => pointOf(segment, slot, payloads[i]!));
}

/** The same without their payloads. */
async function bookedPoints(segment: Segment, slots: readonly number[]): Promise<MatchPoint[]> {
  return slots.map((slot) => pointOf(segment, slot, null));
}

function asksForPayload({ must, should, mustNot, minShould }: Filter): boolean {
  const conditions = [...must, ...should, ...mustNot, ...(minShould?.conditions ?? [])];
  return conditions.some((condition) => {
    if (condition.kind === "filter") return asksForPayload(condition.filter);
    return condition.kind === "field" || condition.kind === "nested";
  });
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
    uuidIndex: (path) => indexed.get(path)?.params.type === "uuid",
  };
}
