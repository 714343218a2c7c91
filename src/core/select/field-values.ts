// What points of a segment have at an indexed field: from the index, or from their payloads while it is incomplete.
import type { Wanted } from "../../schema/caller.ts";
import type { Bits } from "../bits.ts";
import { slotsIn } from "../bits.ts";
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
  const all = slotsIn(slots);
  for (let from = 0; from < all.length; from += SLICE_POINTS) {
    const slice = all.slice(from, from + SLICE_POINTS);
    const read = await payloads.read(slice);
    for (const [i, slot] of slice.entries()) {
      const payload = read[i];
      const keys = payload ? keysOf(params.type, valuesAt(parsePayload(payload), path)) : [];
      if (keys.length > 0) yield { slot, keys: [...new Set(keys)] };
    }
    await pauseWhileWanted(signal);
  }
}
