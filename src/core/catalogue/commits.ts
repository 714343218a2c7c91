// How a record is committed in a cluster, as a port: by a log that other servers write to as well.
// The decision: a server alone decides and writes in one step, so nothing can come between. In a cluster others can;
// then the record takes no effect, its condition tells why, and the server decides again.
import { WriteConflict } from "../../errors/cluster.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { DividedShard } from "../slots/shard-division.ts";
import type { RecordCondition } from "./condition.ts";

export interface Committed {
  readonly lsn: number;
  /** Resolves when reads see the write. */
  readonly applied: Promise<void>;
}

/** A shard of a collection, by its UUID. */
export interface ShardPlace extends DividedShard {
  readonly collection: string;
}

/** Asks other servers about points that this one does not have, by their shard. */
export interface RemotePoints {
  /**
   * Tells which points exist, and the LSN of the last record that deleted points of their collection.
   * @throws ShardUnavailable
   */
  existing(
    at: ShardPlace,
    ids: PackedIds,
  ): Promise<{ readonly existing: Uint8Array; readonly lastDelete: number }>;
  /** Tells whether the record of an LSN, which is about the shard, has taken effect. @throws ShardUnavailable */
  tookEffect(at: ShardPlace, lsn: number): Promise<boolean>;
  /** The vectors in shards that are not here, as other servers told them last. */
  readonly vectors: number;
  /** Asks the other servers how many vectors that are; those that do not answer keep their last number. */
  learnVectors(): Promise<void>;
}

export interface SharedRecord {
  readonly type: number;
  /** It can be used again when the promise of `commit` settles. */
  readonly body: Uint8Array;
  /**
   * The shard that the record is about, see `NewEntry` (storage/replicated-log.ts): only servers that have it apply the
   * record. Null: all do.
   */
  readonly place: string | null;
}

export interface SharedCommits {
  /** The id of this server. */
  readonly server: string;
  /** All records up to this LSN have been applied. */
  readonly appliedLsn: number;
  /** Resolves when everything that any server had written before is applied here. @throws LogUnavailable */
  caughtUp(): Promise<void>;
  /** Returns the LSN of the last record that deleted points of a collection, or may have. */
  lastDelete(collection: string): number;
  /**
   * Writes a record to the log of the cluster. Resolves when it has been applied here, or when this server has applied
   * all records before it, if it does not have the points that the record is about; `isDecided` is false if the record
   * depends on them, so that only a server that has them knows whether it takes effect.
   * @param onArrival is called when it has come back from the log, before memory is reserved for it as on any server
   * @throws ConditionUnmet if it takes no effect
   * @throws LogUnavailable if it is not known whether it is in the log
   */
  commit(
    record: SharedRecord,
    condition: RecordCondition,
    onArrival: () => void,
  ): Promise<Committed & { readonly isDecided: boolean }>;
}

/** The record takes no effect, because its condition is not met where it stands in the log. */
export class ConditionUnmet extends Error {}

/** How often a write is done again because others came between. Of those that meet, one succeeds each time. */
const MAX_ATTEMPTS = 20;

/** Does work again while its records take no effect. @throws WriteConflict if that does not end */
export async function untilMet<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConditionUnmet)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new WriteConflict(attempt);
    }
  }
}
