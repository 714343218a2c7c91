// Every error the product can answer with, and the one table that maps a code to a transport's status.
// The decision: the table is keyed by code, never by HTTP status, because two codes may share a status in one
// transport and differ in another (both 412s do). Nothing outside this file mentions a status number.

/** Who can mend it: `client` errors are answered and forgotten; `server` errors are logged with their cause. */
interface ErrorKind {
  readonly http: number;
  /** gRPC status code, numbered as in google.rpc.Code. */
  readonly grpc: number;
  readonly blame: "client" | "server";
  /** Sent as `Retry-After` where trying again is what to do. */
  readonly retryAfterSeconds?: number;
}

export const ERROR_STATUS = {
  INVALID_ARGUMENT: { http: 400, grpc: 3, blame: "client" },
  NOT_FOUND: { http: 404, grpc: 5, blame: "client" },
  UNKNOWN_ROUTE: { http: 404, grpc: 12, blame: "client" },
  METHOD_NOT_ALLOWED: { http: 405, grpc: 12, blame: "client" },
  ALREADY_EXISTS: { http: 409, grpc: 6, blame: "client" },
  ENGINE_NOT_INITIALIZED: { http: 412, grpc: 14, blame: "client", retryAfterSeconds: 1 },
  COLLECTION_DELETED: { http: 412, grpc: 9, blame: "client" },
  BODY_TOO_LARGE: { http: 413, grpc: 8, blame: "client" },
  TOO_MANY_REQUESTS: { http: 429, grpc: 8, blame: "client", retryAfterSeconds: 1 },
  INTERNAL: { http: 500, grpc: 13, blame: "server" },
  OUT_OF_MEMORY: { http: 500, grpc: 8, blame: "server" },
  SEGMENT_FULL: { http: 500, grpc: 8, blame: "server" },
  DISK_FULL: { http: 500, grpc: 8, blame: "server" },
  STORAGE_READ_ONLY: { http: 500, grpc: 13, blame: "server" },
  COLLECTION_DAMAGED: { http: 500, grpc: 15, blame: "server" },
  NOT_IMPLEMENTED: { http: 501, grpc: 12, blame: "client" },
  NOT_READY: { http: 503, grpc: 14, blame: "client", retryAfterSeconds: 1 },
  START_REFUSED: { http: 500, grpc: 13, blame: "server" },
} as const satisfies Record<string, ErrorKind>;

export function kindOf(code: ErrorCode): ErrorKind {
  return ERROR_STATUS[code];
}

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The success status of every operation: decisions.md gives 200 to all of them. */
export const HTTP_OK = 200;

/** The root of the hierarchy: `code` is stable and part of the API, `message` is written for people. */
export class VectorDbError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

export class InvalidArgument extends VectorDbError {
  constructor(message: string, options?: ErrorOptions) {
    super("INVALID_ARGUMENT", message, options);
  }
}

export class DimensionMismatch extends InvalidArgument {
  /** `id` is the point's id as the client wrote it, or empty for a query vector. */
  constructor(id: string, expected: number, got: number) {
    super(`Dimension mismatch for vector '${id}': expected ${expected}, got ${got}`);
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
  constructor(name: string) {
    super("NOT_FOUND", `Collection not found: ${name}`);
  }
}

export class PointNotFound extends VectorDbError {
  constructor(id: string) {
    super("NOT_FOUND", `Point not found: ${id}`);
  }
}

export class CollectionAlreadyExists extends VectorDbError {
  constructor(name: string) {
    super("ALREADY_EXISTS", `Collection already exists: ${name}`);
  }
}

export class EngineNotInitialized extends VectorDbError {
  constructor() {
    super("ENGINE_NOT_INITIALIZED", "Engine not initialized");
  }
}

export class CollectionDeleted extends VectorDbError {
  constructor(name: string) {
    super("COLLECTION_DELETED", `Collection deleted: ${name}`);
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

/** What crosses a thread boundary in place of an error object. */
export interface ErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
  /** What was behind it, as text for the log. */
  readonly cause?: string | undefined;
  /** Of a DamagedFile. */
  readonly damage?: Damage;
}

const KNOWN_FAILURES: Partial<Record<ErrorCode, new (options?: ErrorOptions) => VectorDbError>> = {
  OUT_OF_MEMORY: OutOfMemory,
  SEGMENT_FULL: SegmentFull,
  DISK_FULL: DiskFull,
  STORAGE_READ_ONLY: StorageReadOnly,
};

/** Flattens any thrown value for `postMessage`; what is not ours becomes `INTERNAL` and keeps its stack. */
export function toErrorMessage(thrown: unknown): ErrorMessage {
  if (!(thrown instanceof VectorDbError)) {
    return { code: "INTERNAL", message: (thrown as Error)?.message ?? String(thrown), cause: textOf(thrown) };
  }
  return {
    code: thrown.code,
    message: thrown.message,
    cause: thrown.cause ? textOf(thrown.cause) : undefined,
    ...(thrown instanceof DamagedFile && {
      damage: { file: thrown.file, offset: thrown.offset, reason: thrown.reason },
    }),
  };
}

/** The counterpart of {@link toErrorMessage} on the receiving thread: the same class again. */
export function fromErrorMessage({ code, message, cause, damage }: ErrorMessage): VectorDbError {
  const Known = KNOWN_FAILURES[code];
  const options = cause === undefined ? undefined : { cause };
  if (damage) return new DamagedFile(damage.file, damage.offset, damage.reason, options);
  return Known ? new Known(options) : new VectorDbError(code, message, options);
}

function textOf(thrown: unknown): string {
  return (thrown as Error)?.stack ?? String(thrown);
}
