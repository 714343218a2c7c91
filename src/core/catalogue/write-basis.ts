// What a write of points was made from, and the condition of its record.
// The decision: the basis is told by the state of the collection and by an LSN, so that the condition can be made when
// the record is encoded, which is later; see condition.ts.
import { runInSlices } from "../../scheduling/slices.ts";
import type { Collection } from "../collection/collection.ts";
import type { PointDraft } from "../record/operation.ts";
import { ConditionUnmet, type RemotePoints, type ShardPlace, type SharedCommits } from "./commits.ts";
import { existingOf, type RecordCondition } from "./condition.ts";

/** The state from which a write is made. In a cluster it must still hold when the record is applied. */
export interface WriteBasis {
  readonly state: string;
  /** All records up to this LSN were applied when points were read; null: none were. */
  readonly lsn: number | null;
}

/** Where the points of a write are. */
interface PointsSite {
  readonly shared: Pick<SharedCommits, "lastDelete">;
  /** Returns what tells which points exist on other servers; null: the points are here. */
  readonly remote: (() => Pick<RemotePoints, "existing">) | null;
  /** The shard of the points; null only if they are here. */
  readonly place: ShardPlace | null;
}

/**
 * Returns the condition under which a write takes effect.
 * @throws ConditionUnmet if points may have been deleted since they were read
 * @throws ShardUnavailable
 */
export async function conditionOf(
  { uuid, segments }: Collection,
  { ids }: PointDraft,
  { state, lsn }: WriteBasis,
  { shared, remote, place }: PointsSite,
): Promise<RecordCondition> {
  if (lsn === null) return { state, points: null };
  const { existing, lastDelete } =
    remote === null
      ? { existing: await runInSlices(existingOf(segments, ids)), lastDelete: shared.lastDelete(uuid) }
      : await remote().existing(place!, ids);
  // A deleted point leaves no trace from which the time of its deletion can be told.
  if (lastDelete > lsn) throw new ConditionUnmet();
  return { state, points: { basis: lsn, existing } };
}
