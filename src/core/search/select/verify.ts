// Checks which of some slots hold a point that matches a filter, by reading each payload.
// The decision: the whole filter is checked on one payload at one moment, also if a part of the result is known: a
// payload that changes between two checks must not pass with a half of each version. Payloads are read in slices and
// not stored; the work pauses between points and within them by the clock.

import { type CancelSignal, pauseUnlessCancelled } from "../../../scheduling/cancel.ts";
import { isSliceOver } from "../../../scheduling/pause.ts";
import type { PointId } from "../../../schema/leaf.ts";
import type { Tokenizer } from "../../../text/tokenize.ts";
import type { Filter } from "../../filter/filter.ts";
import { type MatchPoint, matching } from "../../filter/match.ts";
import type { Elements } from "../../filter/path.ts";
import { type JsonObject, parsePayload } from "../../filter/value.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, eachSlot, setBit } from "../../slots/bits.ts";

/** Bytes that are read at once: about two milliseconds of parsing. */
const SLICE_BYTES = 256 * 1024;
const SLICE_POINTS = 1024;

/**
 * Returns those of `candidates` whose points satisfy the filter, as new bits.
 * @throws DeadlineExceeded between two slices
 */
export async function verify(
  segment: CollectionSegment,
  filter: Filter,
  candidates: Bits,
  signal?: CancelSignal,
): Promise<Bits> {
  const bits = new Uint32Array(candidates.length);
  await checkPoint(segment, filter, eachSlot(candidates), signal, (slot, passed) => {
    if (passed) setBit(bits, slot);
  });
  return bits;
}

/** Returns for each slot whether its point satisfies the filter. @throws DeadlineExceeded between two slices */
export async function passes(
  segment: CollectionSegment,
  filter: Filter,
  slots: readonly number[],
  signal?: CancelSignal,
): Promise<boolean[]> {
  const all: boolean[] = [];
  await checkPoint(segment, filter, slots, signal, (_, passed) => all.push(passed));
  return all;
}

/** Calls `visit` for each of the slots, in their order. */
async function checkPoint(
  segment: CollectionSegment,
  filter: Filter,
  slots: Iterable<number>,
  signal: CancelSignal,
  visit: (slot: number, passed: boolean) => void,
): Promise<void> {
  const withPayload = asksForPayload(filter);
  for (const slice of slicesOf(segment, slots)) {
    if (isSliceOver()) await pauseUnlessCancelled(signal);
    const payloads = withPayload ? await segment.payloads.read(slice) : [];
    for (const [i, slot] of slice.entries()) {
      // Parsed one by one: who waits in the middle of a slice keeps the objects of one point.
      const work = matching(filter, new StoredPoint(segment, slot, payloads[i] ?? null));
      let step = work.next();
      for (; !step.done; step = work.next()) if (isSliceOver()) await pauseUnlessCancelled(signal);
      visit(slot, step.value);
      if (isSliceOver()) await pauseUnlessCancelled(signal);
    }
  }
}

/** Returns the points of the slots in the form that the matcher reads. */
export async function matchPoints(
  segment: CollectionSegment,
  slots: readonly number[],
): Promise<MatchPoint[]> {
  const payloads = await segment.payloads.read(slots);
  return slots.map((slot, i) => new StoredPoint(segment, slot, payloads[i]!));
}

function asksForPayload({ must, should, mustNot, minShould }: Filter): boolean {
  const conditions = [...must, ...should, ...mustNot, ...(minShould?.conditions ?? [])];
  return conditions.some((condition) => {
    if (condition.kind === "filter") return asksForPayload(condition.filter);
    return condition.kind === "field" || condition.kind === "nested";
  });
}

function* slicesOf(segment: CollectionSegment, slots: Iterable<number>): Generator<number[]> {
  let slice: number[] = [];
  let bytes = 0;
  for (const slot of slots) {
    slice.push(slot);
    bytes += segment.payloads.lengthOf(slot);
    if (slice.length < SLICE_POINTS && bytes < SLICE_BYTES) continue;
    yield slice;
    slice = [];
    bytes = 0;
  }
  if (slice.length > 0) yield slice;
}

/** A stored point. Its payload is parsed when it is first read. */
class StoredPoint implements MatchPoint {
  readonly #segment: CollectionSegment;
  readonly #slot: number;
  readonly #bytes: Uint8Array | null;
  #payload: JsonObject | null = null;

  constructor(segment: CollectionSegment, slot: number, bytes: Uint8Array | null) {
    this.#segment = segment;
    this.#slot = slot;
    this.#bytes = bytes;
  }

  get id(): PointId {
    return this.#segment.ids.idOf(this.#slot);
  }

  get payload(): JsonObject {
    this.#payload ??= this.#bytes ? parsePayload(this.#bytes) : {};
    return this.#payload;
  }

  hasVector(name: string): boolean {
    return this.#segment.vectors.has(name, this.#slot);
  }

  textIndex(path: string): Tokenizer | null {
    return this.#segment.indexed.get(path)?.tokenizer ?? null;
  }

  elementsOf(path: string): Elements | null {
    return this.#segment.indexed.get(path)?.elements ?? null;
  }

  uuidIndex(path: string): boolean {
    return this.#segment.indexed.get(path)?.params.type === "uuid";
  }
}
