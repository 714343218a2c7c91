// Makes the rows of an answer of point references.
// The decision: payloads that whoever asks will show next come along if they are few and small, because a second call
// costs more than they do. Those of hits that another server surpasses are sent for nothing, which the limits bound.

import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PartReads } from "../search/part-reads.ts";
import type { PointRef } from "../slots/point-ref.ts";
import { type FoundRows, NO_VECTOR } from "./wire/rows.ts";
import { joinedStrings } from "./wire/shapes.ts";

const ROWS_PER_YIELD = 2 ** 10;
/** The most points, and bytes of their payloads, with which payloads come along. */
const MOST_WITH_PAYLOADS = 100;
const MOST_PAYLOAD_BYTES = 2 ** 16;

/** @param names those of the vectors of the collection @param payloads whether the payloads will be read */
export async function foundRowsOf(
  reads: PartReads,
  names: readonly string[],
  refs: readonly PointRef[],
  payloads: boolean,
  signal: CancelSignal,
): Promise<FoundRows> {
  const ids = refs.length > ROWS_PER_YIELD ? await reads.manyPackedIds(refs) : reads.packedIds(refs);
  const found = await runInSlices(rows(reads, names, refs, ids), signal);
  return payloads && areFew(found.lengths) ? withPayloads(reads, refs, found) : found;
}

function areFew(lengths: Uint32Array): boolean {
  if (lengths.length > MOST_WITH_PAYLOADS) return false;
  return lengths.reduce((sum, length) => sum + length, 0) <= MOST_PAYLOAD_BYTES;
}

/** Adds the payloads, with the versions and the lengths that they have when they are read. */
async function withPayloads(
  reads: PartReads,
  refs: readonly PointRef[],
  found: FoundRows,
): Promise<FoundRows> {
  const versions: number[] = [];
  const payloads = await reads.payloads(refs, versions);
  const lengths = Uint32Array.from(payloads, (payload) => payload?.length ?? 0);
  return {
    ids: found.ids,
    refs: found.refs,
    versions: Float64Array.from(versions),
    lengths,
    names: found.names,
    vectors: found.vectors,
    payloads: joinedStrings(payloads),
  };
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
  return { ids, refs: Float64Array.from(refs), versions, lengths, names, vectors, payloads: null };
}
