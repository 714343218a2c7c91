// What points of a segment have at an indexed field: from the index, or from their payloads while it is incomplete.
import { turnIsOver } from "../../pause.ts";
import type { Wanted } from "../../schema/caller.ts";
import { type Bits, eachSlot } from "../bits.ts";
import type { IndexedField } from "../field-index/indexed-fields.ts";
import { type Key, keysOf } from "../field-index/keys.ts";
import { valuesAt } from "../filter/path.ts";
import { parsePayload } from "../filter/value.ts";
import type { Segment } from "../segment.ts";
import { pauseWhileWanted } from "../wanted.ts";

const SLICE_POINTS = 512;

export interface Valued {
  readonly slot: number;
  /** Each once. */
  readonly keys: readonly Key[];
}

/** The points among `slots` that have a value, by their payloads. */
export async function* readValues(
  { payloads }: Segment,
  { path, params }: IndexedField,
  slots: Bits,
  signal: Wanted,
): AsyncGenerator<Valued> {
  for (const slice of slicesOf(slots)) {
    const read = await payloads.read(slice);
    for (const [i, slot] of slice.entries()) {
      const payload = read[i];
      const keys = payload ? keysOf(params.type, valuesAt(parsePayload(payload), path)) : [];
      if (keys.length > 0) yield { slot, keys: [...new Set(keys)] };
      if (turnIsOver()) await pauseWhileWanted(signal);
    }
    if (turnIsOver()) await pauseWhileWanted(signal);
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
