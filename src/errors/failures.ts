// Failures of memory, disk and saved data.
// The decision: the reasons of these failures are a closed list and may be shown to clients; any other failure is
// answered as `INTERNAL`.
import { VectorDbError } from "./vector-db-error.ts";

/**
 * A failure whose reason may be shown: the answer is `<failure text of the operation>: <reason>`.
 * The reasons are a closed list; anything else is `INTERNAL`.
 */
export class KnownFailure extends VectorDbError {}

export class OutOfMemory extends KnownFailure {
  constructor(options?: ErrorOptions, code: "OUT_OF_MEMORY" | "SEGMENT_FULL" = "OUT_OF_MEMORY") {
    super(code, "out of memory", options);
  }
}

/** There is memory, but not in this segment: another one can take what did not fit. */
export class SegmentFull extends OutOfMemory {
  constructor(options?: ErrorOptions) {
    super(options, "SEGMENT_FULL");
  }
}

export class DiskFull extends KnownFailure {
  constructor(options?: ErrorOptions) {
    super("DISK_FULL", "no space left on device", options);
  }
}

export class StorageReadOnly extends KnownFailure {
  constructor(options?: ErrorOptions) {
    super("STORAGE_READ_ONLY", "storage is read-only after an I/O error; restart", options);
  }
}

export class CollectionDamaged extends KnownFailure {
  constructor(reason: string, options?: ErrorOptions) {
    super("COLLECTION_DAMAGED", `collection is damaged: ${reason}`, options);
  }
}

/** Where a file is not as it was written. */
export interface Damage {
  /** A path, or the key of a file of a collection: its path below the directory of collections. */
  readonly file: string;
  /** The first byte that may be affected. */
  readonly offset: number;
  readonly reason: string;
}

/** Saved data that cannot be read back. */
export class DamagedFile extends KnownFailure implements Damage {
  readonly file: string;
  readonly offset: number;
  readonly reason: string;

  constructor(file: string, offset: number, reason: string, options?: ErrorOptions) {
    super("COLLECTION_DAMAGED", `collection is damaged: file ${file} at byte ${offset}: ${reason}`, options);
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  /** The damage, without the consequence for a collection. */
  get damage(): string {
    return `file ${this.file} is damaged at byte ${this.offset}: ${this.reason}`;
  }
}
