// What points of a segment have at an indexed field: from the index, or from their payloads while it is incomplete.

import { type CancelSignal, pauseUnlessCancelled } from "../../../scheduling/cancel.ts";
import { isSliceOver } from "../../../scheduling/pause.ts";
import { valuesAt } from "../../filter/path.ts";
import { parsePayload } from "../../filter/value.ts";
import { keysOf } from "../../index/index-types.ts";
import type { IndexedField } from "../../index/indexed-fields.ts";
import type { Key } from "../../index/keys.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, eachSlot } from "../../slots/bits.ts";

const SLICE_POINTS = 512;

interface Valued {
  readonly slot: number;
  /** The distinct values of the point. */
  readonly keys: readonly Key[];
}

/** Reads the payloads of `slots`, and yields the points that have a value. */
export async function* readValues(
  { payloads }: CollectionSegment,
  { path, params }: IndexedField,
  slots: Bits,
  signal: CancelSignal,
): AsyncGenerator<Valued> {
  for (const slice of slicesOf(slots)) {
    const read = await payloads.read(slice);
    for (const [i, slot] of slice.entries()) {
      const payload = read[i];
      const keys = payload ? keysOf(params.type, valuesAt(parsePayload(payload), path)) : [];
      if (keys.length > 0) yield { slot, keys: [...new Set(keys)] };
      if (isSliceOver()) await pauseUnlessCancelled(signal);
    }
    if (isSliceOver()) await pauseUnlessCancelled(signal);
  }
}

function* slicesOf(slots: Bits): Generator<number[]> {
  let slice: number[] = [];
  for (const slot of eachSlot(slots)) {
    if (slice.push(slot) < SLICE_POINTS) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
