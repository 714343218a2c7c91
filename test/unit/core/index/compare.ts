// Compares the plan of a filter with the matcher, which reads every payload.
import { expect } from "chai";
import type { Filter } from "../../../../src/core/filter/filter.ts";
import { candidates, select } from "../../../../src/core/search/select/select.ts";
import { verify } from "../../../../src/core/search/select/verify.ts";
import type { CollectionSegment } from "../../../../src/core/segment/segment.ts";
import { countBits, noBits, subtract } from "../../../../src/core/slots/bits.ts";

export const textOf = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one));

/** The points that were compared. */
export class Tally {
  points = 0;
  matching = 0;
  open = 0;
}

/** Compares one plan with the matcher on every point of a segment. */
export async function compare(
  segment: CollectionSegment,
  drawn: Filter,
  shown: string,
  tally: Tally,
): Promise<void> {
  const slots = segment.visibleSlots();
  const { sure, open: unsettled } = await candidates(segment, drawn, slots);
  const open = unsettled ?? noBits(32 * slots.length);
  const selected = await select(segment, drawn, slots);
  const truth = await verify(segment, drawn, slots);
  const wrong = (bits: Uint32Array) => `${countBits(bits)} slots are wrong: ${shown}`;
  expect(countBits(subtract(sure.slice(), truth)), wrong(subtract(sure.slice(), truth))).to.equal(0);
  const missed = subtract(subtract(truth.slice(), sure), open);
  expect(countBits(missed), wrong(missed)).to.equal(0);
  expect(selected, shown).to.deep.equal(truth);
  tally.points += countBits(slots);
  tally.matching += countBits(truth);
  tally.open += countBits(open);
}
