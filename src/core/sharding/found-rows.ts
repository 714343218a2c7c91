// Makes the rows of an answer of point references.

import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PartReads } from "../search/part-reads.ts";
import type { PointRef } from "../slots/point-ref.ts";
import { type FoundRows, NO_VECTOR } from "./wire/rows.ts";

const ROWS_PER_YIELD = 2 ** 10;

/** @param names those of the vectors of the collection */
export async function foundRowsOf(
  reads: PartReads,
  names: readonly string[],
  refs: readonly PointRef[],
  signal: CancelSignal,
): Promise<FoundRows> {
  const ids = refs.length > ROWS_PER_YIELD ? await reads.manyPackedIds(refs) : reads.packedIds(refs);
  return runInSlices(rows(reads, names, refs, ids), signal);
}

function* rows(
  reads: PartReads,
  names: readonly string[],
  refs: readonly PointRef[],
  ids: FoundRows["ids"],
): Sliced<FoundRows> {
  const count = refs.length;
  const versions = new Float64Array(count);
  const lengths = new Uint32Array(count);
  const vectors = new Uint32Array(count * names.length);
  for (let i = 0; i < count; i++) {
    const ref = refs[i]!;
    versions[i] = reads.version(ref);
    lengths[i] = reads.payloadLength(ref);
    for (let name = 0; name < names.length; name++) {
      const has = reads.hasVector(names[name]!, ref);
      vectors[name * count + i] = has ? reads.vectorBytes(names[name]!, ref) : NO_VECTOR;
    }
    if (i % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield;
  }
  return { ids, refs: Float64Array.from(refs), versions, lengths, names, vectors };
}
