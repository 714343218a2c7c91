// What the points have at an indexed field, by payload: the values that order and facets are about.

import type { IndexedField } from "../field-index/indexed-fields.ts";
import { type Key, keysOf } from "../field-index/keys.ts";
import { valuesAt } from "../filter/path.ts";
import { parsePayload } from "../filter/value.ts";
import { pause } from "../pause.ts";
import type { Segments } from "../segments.ts";
import type { SlotRef } from "../slot-ref.ts";

const SLICE_POINTS = 1024;

export interface Valued {
  readonly slot: SlotRef;
  /** Each once. */
  readonly keys: readonly Key[];
}

export async function fieldValues(
  segments: Segments,
  { path, params }: IndexedField,
  slots: readonly SlotRef[],
): Promise<Valued[]> {
  const valued: Valued[] = [];
  for (let from = 0; from < slots.length; from += SLICE_POINTS) {
    const slice = slots.slice(from, from + SLICE_POINTS);
    const payloads = await segments.payloads(slice);
    slice.forEach((slot, i) => {
      const payload = payloads[i];
      if (!payload) return;
      const keys = keysOf(params.type, valuesAt(parsePayload(payload), path));
      if (keys.length > 0) valued.push({ slot, keys: [...new Set(keys)] });
    });
    await pause();
  }
  return valued;
}
