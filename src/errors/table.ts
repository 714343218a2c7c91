// The one table that maps the code of an error to a transport's status.
// The decision: it is keyed by code, never by HTTP status, because two codes may share a status in one transport and
// differ in another (both 412s do). Only src/ui/app/api/statuses.ts repeats some of the numbers, because the console
// contains no code of the server.

/**
 * The party that can correct the error: `client` errors are only answered; `server` errors are logged with their
 * cause.
 */
interface ErrorKind {
  readonly http: number;
  /** gRPC status code, numbered as in google.rpc.Code. */
  readonly grpc: number;
  readonly blame: "client" | "server";
  /** The kind of the error in the Qdrant dialect, unless its table of texts has an entry for the class. */
  readonly qdrant: QdrantKind;
  /** Sent as `Retry-After` where trying again is what to do. */
  readonly retryAfterSeconds?: number;
}

/** The kinds of errors that the qdrant dialect tells apart: their status, and how their texts begin. */
export const QDRANT_ERRORS = {
  wrong_input: { http: 400, grpc: 3, prefix: "Wrong input: " },
  bad_request: { http: 400, grpc: 3, prefix: "Bad request: " },
  /** An error whose text has no prefix. */
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
  /** Errors of replication, whose texts are the same in both dialects. */
  follows: { http: 403, grpc: 9, prefix: "" },
  replaced: { http: 503, grpc: 14, prefix: "" },
  no_storage: { http: 507, grpc: 8, prefix: "Insufficient storage: " },
} as const;

export type QdrantKind = keyof typeof QDRANT_ERRORS;

export const ERROR_STATUS = {
  INVALID_ARGUMENT: { http: 400, grpc: 3, blame: "client", qdrant: "wrong_input" },
  UNAUTHENTICATED: { http: 401, grpc: 16, blame: "client", qdrant: "unauthenticated" },
  PERMISSION_DENIED: { http: 403, grpc: 7, blame: "client", qdrant: "forbidden" },
  AUTH_NOT_ENABLED: { http: 403, grpc: 9, blame: "client", qdrant: "forbidden" },
  CONFIGURED: { http: 403, grpc: 9, blame: "client", qdrant: "forbidden" },
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
  UNSUPPORTED_MEDIA_TYPE: { http: 415, grpc: 3, blame: "client", qdrant: "refused" },
  TOO_MANY_REQUESTS: { http: 429, grpc: 8, blame: "client", qdrant: "rate_limited", retryAfterSeconds: 1 },
  INTERNAL: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
  OUT_OF_MEMORY: { http: 500, grpc: 8, blame: "server", qdrant: "internal" },
  SEGMENT_FULL: { http: 500, grpc: 8, blame: "server", qdrant: "internal" },
  DEADLINE_EXCEEDED: { http: 500, grpc: 4, blame: "client", qdrant: "timeout" },
  IO_ERROR: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
  DISK_FULL: { http: 500, grpc: 8, blame: "server", qdrant: "no_storage" },
  STORAGE_READ_ONLY: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
  COLLECTION_DAMAGED: { http: 500, grpc: 15, blame: "server", qdrant: "internal" },
  NOT_IMPLEMENTED: { http: 501, grpc: 12, blame: "client", qdrant: "not_implemented" },
  TOO_MANY_OPEN_FILES: { http: 503, grpc: 14, blame: "server", qdrant: "unavailable", retryAfterSeconds: 1 },
  /** Errors of models that make vectors elsewhere. */
  MODEL_FAILED: { http: 502, grpc: 13, blame: "server", qdrant: "internal" },
  MODEL_TIMEOUT: { http: 504, grpc: 4, blame: "server", qdrant: "internal" },
  MODEL_BUSY: { http: 429, grpc: 8, blame: "client", qdrant: "rate_limited", retryAfterSeconds: 1 },
  MODEL_UNAVAILABLE: { http: 503, grpc: 14, blame: "client", qdrant: "internal", retryAfterSeconds: 1 },
  NOT_READY: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable", retryAfterSeconds: 1 },
  /** No server responds at the address. Used by the client of the library, which does not retry. */
  UNAVAILABLE: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable", retryAfterSeconds: 1 },
  CLOSED: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable" },
  FOLLOWS_LEADER: { http: 403, grpc: 9, blame: "client", qdrant: "follows" },
  SERVER_REPLACED: { http: 503, grpc: 14, blame: "client", qdrant: "replaced" },
  NOT_YET_APPLIED: { http: 503, grpc: 14, blame: "client", qdrant: "replaced", retryAfterSeconds: 1 },
  LAGS_BEHIND: { http: 503, grpc: 14, blame: "client", qdrant: "replaced", retryAfterSeconds: 1 },
  LOG_UNAVAILABLE: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable", retryAfterSeconds: 1 },
  /** A change of where shards are that cannot be made. */
  PLACEMENT_REFUSED: { http: 400, grpc: 3, blame: "client", qdrant: "bad_request" },
  NO_SUCH_COPY: { http: 404, grpc: 5, blame: "client", qdrant: "not_found" },
  /** No server answers for some shards of a collection. */
  SHARD_UNAVAILABLE: { http: 503, grpc: 14, blame: "client", qdrant: "replaced", retryAfterSeconds: 1 },
  LOG_FORKED: { http: 500, grpc: 15, blame: "server", qdrant: "internal" },
  LOG_TRIMMED: { http: 500, grpc: 15, blame: "server", qdrant: "internal" },
  WRITE_CONFLICT: { http: 503, grpc: 14, blame: "client", qdrant: "unavailable", retryAfterSeconds: 1 },
  LEADER_AWAY: { http: 503, grpc: 14, blame: "client", qdrant: "replaced", retryAfterSeconds: 1 },
  LOG_UNSUITABLE: { http: 409, grpc: 9, blame: "client", qdrant: "refused" },
  PROMOTION_REFUSED: { http: 409, grpc: 9, blame: "client", qdrant: "refused" },
  NOT_A_FOLLOWER: { http: 409, grpc: 9, blame: "client", qdrant: "refused" },
  START_REFUSED: { http: 500, grpc: 13, blame: "server", qdrant: "internal" },
} as const satisfies Record<string, ErrorKind>;

export function kindOf(code: ErrorCode): ErrorKind {
  return ERROR_STATUS[code];
}

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Statuses of the endpoint of a model: a text is refused, it is busy, it does not accept the key. */
export const MODEL_ANSWERS = { refused: [400, 422], busy: 429, keyless: [401, 403] } as const;

/** Statuses of an object store: nothing is there, a method that it does not have, and what may pass. */
export const S3_ANSWERS = { missing: 404, unknown: 501, passing: [429, 500, 502, 503, 504] } as const;

/** Statuses of another database whose data is read: the key is refused, nothing is there, and what may pass. */
export const SOURCE_ANSWERS = {
  keyless: [401, 403],
  missing: 404,
  passing: [408, 425, 429, 500, 502, 503, 504],
} as const;

/** The success status of every operation. */
export const HTTP_OK = 200;

/** To a browser that asks before it sends a request (CORS preflight). */
export const HTTP_NO_CONTENT = 204;
/** The copy in the cache of the browser is up to date. */
export const HTTP_NOT_MODIFIED = 304;
