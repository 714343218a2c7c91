// Every error the product can answer with, and the one table that maps a code to a transport's status.
// The decision: the table is keyed by code, never by HTTP status, because two codes may share a status in one
// transport and differ in another (both 412s do). Nothing outside this file mentions a status number. An error carries
// what it is about as data, so that a dialect can say it in other words without reading the text.

/** Who can mend it: `client` errors are answered and forgotten; `server` errors are logged with their cause. */
interface ErrorKind {
  readonly http: number;
  /** gRPC status code, numbered as in google.rpc.Code. */
  readonly grpc: number;
  readonly blame: "client" | "server";
  /** What the qdrant dialect makes of it, unless its table of words says otherwise for the class. */
  readonly qdrant: QdrantKind;
  /** Sent as `Retry-After` where trying again is what to do. */
  readonly retryAfterSeconds?: number;
}

/** The kinds of errors that the qdrant dialect tells apart: their status, and how their texts begin. */
export const QDRANT_ERRORS = {
  wrong_input: { http: 400, grpc: 3, prefix: "Wrong input: " },
  bad_request: { http: 400, grpc: 3, prefix: "Bad request: " },
  /** What the text says is all there is to say. */
  refused: { http: 400, grpc: 3, prefix: "" },
  /** A value within its type, but not within its limits. */
  invalid: { http: 422, grpc: 3, prefix: "" },
  forbidden: { http: 403, grpc: 7, prefix: "Forbidden: " },
  unauthenticated: { http: 401, grpc: 16, prefix: "" },
  not_found: { http: 404, grpc: 5, prefix: "Not found: " },
  unknown_route: { http: 404, grpc: 12, prefix: "" },
  unknown_method: { http: 405, grpc: 12, prefix: "" },
  timeout: { http: 408, grpc: 4, prefix: "Timeout: " },
  already_exists: { http: 409, grpc: 6, prefix: "Wrong input: " },
  too_large: { http: 413, grpc: 8, prefix: "" },
  rate_limited: { http: 429, grpc: 8, prefix: "Rate limiting exceeded: " },
  internal: { http: 500, grpc: 13, prefix: "Service internal error: " },
  not_implemented: { http: 501, grpc: 12, prefix: "" },
  unavailable: { http: 503, grpc: 14, prefix: "Shard temporarily unavailable: " },
  no_storage: { http: 507, grpc: 8, prefix: "Insufficient storage: " },
} as const;

export type QdrantKind = keyof typeof QDRANT_ERRORS;

export const ERROR_STATUS = {
  INVALID_ARGUMENT: { http: 400, grpc: 3, blame: "client", qdrant: "wrong_input" },
  UNAUTHENTICATED: { http: 401, grpc: 16, blame: "client", qdrant: "unauthenticated" },
  PERMISSION_DENIED: { http: 403, grpc: 7, blame: "client", qdrant: "forbidden" },
  AUTH_NOT_ENABLED: { http: 403, grpc: 9, blame: "client", qdrant: "forbidden" },
  CAPACITY_EXCEEDED: { http: 403, grpc: 8, blame: "client", qdrant: "forbidden" },
  TOKEN_EXPIRED: { http: 400, grpc: 9, blame: "client", qdrant: "refused" },
  NOT_FOUND: { http: 404, grpc: 5, blame: "client", qdrant: "not_found" },
  UNKNOWN_ROUTE: { http: 404, grpc: 12, blame: "client", qdrant: "unknown_route" },
  METHOD_NOT_ALLOWED: { http: 405, grpc: 12, blame: "client", qdrant: "unknown_method" },
  ALREADY_EXISTS: { http: 409, grpc: 6, blame: "client", qdrant: "already_exists" },
  ENGINE_NOT_INITIALIZED: {
    http: 412,
    grpc: 14,
    blame: "client",
    qdrant: "unavailable",
    retryAfterSeconds: 1,
  },
  COLLECTION_DELETED: { http: 412, grpc: 9, blame: "client", qdrant: "not_found" },
  REQUEST_TIMEOUT: { http: 408, grpc: 4, blame: "client", qdrant: "timeout" },
  BODY_TOO_LARGE: { http: 413, grpc: 8, blame: "client", qdrant: "too_large" },
  TOO_MANY_REQUESTS: { http: 429, grpc: 8, blame: "client", qdrant: "rate_limited", retryAfterSeconds: 1 },
  INTERNAL: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
  OUT_OF_MEMORY: { http: 500, grpc: 8, blame: "server", qdrant: "internal" },
  SEGMENT_FULL: { http: 500, grpc: 8, blame: "server", qdrant: "internal" },
  DEADLINE_EXCEEDED: { http: 500, grpc: 4, blame: "client", qdrant: "timeout" },
  DISK_FULL: { http: 500, grpc: 8, blame: "server", qdrant: "no_storage" },
  STORAGE_READ_ONLY: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
  COLLECTION_DAMAGED: { http: 500, grpc: 15, blame: "server", qdrant: "internal" },
  NOT_IMPLEMENTED: { http: 501, grpc: 12, blame: "client", qdrant: "not_implemented" },
  NOT_READY: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable", retryAfterSeconds: 1 },
  CLOSED: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable" },
  START_REFUSED: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
} as const satisfies Record<string, ErrorKind>;

export function kindOf(code: ErrorCode): ErrorKind {
  return ERROR_STATUS[code];
}

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The success status of every operation: decisions.md gives 200 to all of them. */
export const HTTP_OK = 200;

/** To a browser that asks before it sends a request (CORS preflight). */
export const HTTP_NO_CONTENT = 204;
/** What a browser has already is what there is. */
export const HTTP_NOT_MODIFIED = 304;

/** The root of the hierarchy: `code` is stable and part of the API, `message` is written for people. */
export class VectorDbError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }

  /** When to try again, where that is what to do. */
  get retryAfterSeconds(): number | undefined {
    return kindOf(this.code).retryAfterSeconds;
  }
}

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

  /** `id` is the point's id as the client wrote it, or empty for a query vector. */
  constructor(id: string, expected: number, got: number, vectorName = "") {
    super(`Dimension mismatch for vector '${id}': expected ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
    this.vectorName = vectorName;
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

export class PointNotFound extends VectorDbError {
  readonly id: string;

  constructor(id: string) {
    super("NOT_FOUND", `Point not found: ${id}`);
    this.id = id;
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

/** What says nothing about a file: the process may do no more of its kind at this moment, or never might. */
const OF_PROCESS = ["EMFILE", "ENFILE", "ENOMEM", "EACCES", "EPERM"];

/** Whether an error of the file system, which may be the cause of another, is about the process and not about the file. */
export function isOfProcess(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return OF_PROCESS.includes(cause?.code ?? code ?? "");
}

/** The server will not start on this data directory or configuration; the message says what to do about it. */
export class StartRefused extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("START_REFUSED", message, options);
  }
}
