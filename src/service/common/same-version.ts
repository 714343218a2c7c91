// Reads payloads and vectors of points so that both are of the same version of each point.
// The decision: another server is asked for each of them by a call of its own, and answers with the versions that it
// has read. Points that were written and moved to another segment in between are read again; there are few, if any.
import type { VectorRow } from "../../core/record/vector-rows.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { ShardUnavailable } from "../../errors/sharding.ts";
import type { RawJson } from "../../schema/leaf.ts";

interface PointParts {
  /** The payloads of the points, in order; null: they were not asked for. */
  readonly payloads: RawJson[] | null;
  /** The versions of the points whose payloads these are. */
  readonly versions: number[];
  /** The vectors of each name. */
  readonly columns: readonly VectorColumn[];
}

export interface VectorColumn {
  readonly vectors: (VectorRow | null)[];
  /** The versions of the points whose vectors these are; empty: they are those of the payloads. */
  readonly versions: number[];
}

/** How often points are read that are written each time. */
const MOST_READS = 10;

/**
 * @param read reads the parts of some points
 * @throws ShardUnavailable if points change each time, and what `read` throws
 */
export async function inSameVersion(
  refs: readonly PointRef[],
  read: (refs: readonly PointRef[]) => Promise<PointParts>,
): Promise<PointParts> {
  const parts = await read(refs);
  for (let reads = 1; ; reads++) {
    const mixed = mixedIn(parts);
    if (mixed.length === 0) return parts;
    if (reads === MOST_READS)
      throw new ShardUnavailable([], `point ${mixed[0]} of the answer is written each time it is read`);
    const again = await read(mixed.map((at) => refs[at]!));
    for (const [i, at] of mixed.entries()) {
      if (parts.payloads) parts.payloads[at] = again.payloads![i]!;
      parts.versions[at] = again.versions[i]!;
      for (const [column, { vectors, versions }] of parts.columns.entries()) {
        vectors[at] = again.columns[column]!.vectors[i]!;
        versions[at] = again.columns[column]!.versions[i]!;
      }
    }
  }
}

/** Returns the positions of the points whose parts are of different versions. */
function mixedIn({ versions, columns }: PointParts): number[] {
  const told = columns.filter((column) => column.versions.length > 0);
  if (told.length === 0) return [];
  return [...versions.keys()].filter((at) => told.some((column) => column.versions[at] !== versions[at]));
}
