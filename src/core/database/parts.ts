// The parts that a database needs from outside: storage, engine, clock and chance.
import type { Clock } from "../../scheduling/clock.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { DeletedPointStore } from "../../storage/deleted-points.ts";
import type { EpochStore } from "../../storage/epochs.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type { Log } from "../../storage/log.ts";
import type { RegistryParts } from "../catalogue/registry.ts";
import type { CheckpointReport } from "../checkpoint/checkpointer.ts";
import type { CheckpointSettings } from "../checkpoint/schedule.ts";
import type { ClusterLog } from "../replication/cluster-log.ts";

/** The parts that the database needs from outside; tests bring their own. */
export interface DatabaseParts extends RegistryParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  /** The storage of checkpoints; absent: a start replays the whole log. */
  readonly checkpoints?: Checkpoints;
  /** Where deleted points are kept that can be restored; absent: nowhere. */
  readonly deletedPoints?: DeletedPointStore;
  /** Where the history of the log is kept; absent: in memory. */
  readonly epochs?: EpochStore;
  /** The URL of the server whose log this one copies; null: it is none's follower. */
  readonly follows?: string | null;
  /** The log of the cluster, which is open; null: it is in none. */
  readonly cluster?: ClusterLog | null;
  /** The checksums of the storage; absent: those for platforms without zlib. */
  readonly sums?: Pick<FileSystem, "crc32">;
  /** Returns whether this process still holds the directory; it is called before a checkpoint becomes valid. */
  readonly holds?: () => boolean;
  /** Returns the reason why the database cannot work, such as an essential thread that has ended; null: it works. */
  readonly failure?: () => Error | null;
  /** The settings for automatic checkpoints that differ from CHECKPOINT_SETTINGS. */
  readonly checkpointing?: Partial<CheckpointSettings>;
  /** Called after every checkpoint, successful or failed. */
  readonly onCheckpoint?: (outcome: CheckpointReport | Error) => void;
}
