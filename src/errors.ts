// Every error the product can answer with. Their codes and statuses are in errors/table.ts, further classes by concept beside it.
// The decision: an error carries what it is about as data, so that a dialect can say it in other words without reading the text.
import { type ErrorId, VectorDbError } from "./errors/vector-db-error.ts";

export * from "./errors/table.ts";
export { type ErrorId, VectorDbError } from "./errors/vector-db-error.ts";

export class InvalidArgument extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("INVALID_ARGUMENT", message, options);
  }
}

export class DimensionMismatch extends InvalidArgument {
  readonly expected: number;
  readonly got: number;
  /** Of the vector of a point that is written; empty: the unnamed one, or a query. */
  readonly vectorName: string;

  declare readonly hint: string;

  /** `id` is the point's id as the client wrote it, or empty for a query vector. */
  constructor(id: string, expected: number, got: number, vectorName = "") {
    super(`Dimension mismatch for vector '${id}': expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.vectorName = vectorName;
    const whose = id === "" ? "the query vector" : `the vector of point ${id}`;
    const named = vectorName === "" ? "" : ` for the vector name '${vectorName}'`;
    this.hint = `${whose} has ${got} ${got === 1 ? "number" : "numbers"}; the collection's vectors have ${expected}${named}`;
  }
}

/** What only an index can serve is asked of a field that has none of the right kind. */
export class NoFieldIndex extends InvalidArgument {
  readonly purpose: "order_by" | "facet";
  readonly path: string;

  constructor(purpose: "order_by" | "facet", path: string) {
    super(
      purpose === "order_by"
        ? `No range index for order_by key '${path}'; create an integer, float or datetime index on it`
        : `No index for facet key '${path}'; create a keyword, integer, uuid or bool index on it`,
    );
    this.purpose = purpose;
    this.path = path;
  }
}

export class CollectionNotFound extends VectorDbError {
  readonly collection: string;
  /** Whether the request is to this collection, or looks something up in it. */
  readonly use: "request" | "lookup";

  constructor(name: string, use: "request" | "lookup" = "request") {
    super("NOT_FOUND", `Collection not found: ${name}`);
    this.collection = name;
    this.use = use;
  }
}

/** Ids that the text of an error lists. */
const MOST_LISTED = 100;

export class PointNotFound extends VectorDbError {
  declare readonly missing: readonly ErrorId[];

  /** @param missing in the order of the request, at least one; the text lists the first hundred */
  constructor(missing: readonly ErrorId[]) {
    const more = missing.length > MOST_LISTED ? ` and ${missing.length - MOST_LISTED} more` : "";
    super("NOT_FOUND", `Point not found: ${missing.slice(0, MOST_LISTED).join(", ")}${more}`);
    this.missing = missing;
  }

  /** The first. */
  get id(): string {
    return String(this.missing[0]);
  }
}

export class CollectionAlreadyExists extends VectorDbError {
  readonly collection: string;

  constructor(name: string) {
    super("ALREADY_EXISTS", `Collection already exists: ${name}`);
    this.collection = name;
  }
}

export class SnapshotNotFound extends VectorDbError {
  readonly snapshot: string;

  constructor(name: string) {
    super("NOT_FOUND", `Snapshot not found: ${name}`);
    this.snapshot = name;
  }
}

export class EngineNotInitialized extends VectorDbError {
  constructor() {
    super("ENGINE_NOT_INITIALIZED", "Engine not initialized");
  }
}

export class CollectionDeleted extends VectorDbError {
  readonly collection: string;

  constructor(name: string) {
    super("COLLECTION_DELETED", `Collection deleted: ${name}`);
    this.collection = name;
  }
}

export class BodyTooLarge extends VectorDbError {
  constructor(limitBytes: number) {
    super(
      "BODY_TOO_LARGE",
      `Request body is larger than the limit of ${limitBytes} bytes; send smaller batches`,
    );
  }
}

export class TooManyRequests extends VectorDbError {
  /** @param what is waiting already, as in "searches are waiting" */
  constructor(what: string) {
    super("TOO_MANY_REQUESTS", `Too many ${what}; try again in a moment`);
  }
}

export class NotImplemented extends VectorDbError {
  constructor(what: string) {
    super("NOT_IMPLEMENTED", `Not implemented: ${what}`);
  }
}

/**
 * A failure whose reason may be shown: the answer is `<failure text of the operation>: <reason>`.
 * The reasons are a closed list (decisions.md, "Status codes and texts"); anything else is `INTERNAL`.
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

/** What was saved cannot be read back. */
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

  /** The same without saying what it means for a collection. */
  get damage(): string {
    return `file ${this.file} is damaged at byte ${this.offset}: ${this.reason}`;
  }
}

/** The server will not start on this data directory or configuration; the message says what to do about it. */
export class StartRefused extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("START_REFUSED", message, options);
  }
}
