// The parts of the document besides schemas: permissions, groups of operations, and the meanings of error codes.
// The decision: a group follows from the path, and the compiler requires a line for every permission and error code, so
// a new operation needs no entry here, and a new code cannot lack one.
import type { ErrorCode } from "../../errors/table.ts";
import type { Permission, WhileOff } from "../operation.ts";

/**
 * The credential of a request. The header `api-key` is accepted, too, but it identifies clients of Qdrant: such a
 * request is read and answered in another dialect than the one that this document describes.
 */
export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "An access token, or the token of a login; needed once authentication is on. Do not send it in the header " +
      "`api-key`: a request with that header is read and answered as a request of Qdrant's API, with other shapes, texts and " +
      "defaults than those described here, and the answer says so by `X-Azimuth-Dialect: qdrant`.",
  },
} as const;

export const SECURITY = [{ bearer: [] }] as const;

export const PERMISSIONS: Readonly<Record<Permission, string>> = {
  none: "Needs no credential",
  read: "Needs the permission read",
  write: "Needs the permission write",
  admin: "Needs the permission admin",
  read_admin: "Needs the permissions read and admin",
  login: "Needs the token of a login",
  setup: "Needs the permission admin, or the setup code, or a request from the machine of the server",
  recovery: "Needs the token of a login, or the setup code",
};

/** Texts after the permission of an operation. */
export const WHILE_OFF: Readonly<Record<WhileOff, string>> = {
  open: "",
  closed: "",
  guarded: ", also while authentication is off",
  local: ", or while authentication is off a request from the machine of the server",
};

/** The groups in the order of the document. */
export const TAGS = [
  {
    name: "collections",
    description: "Create, change, list and remove collections, their field indexes, snapshots and aliases.",
  },
  {
    name: "points",
    description: "Write, read, search, filter, count and remove the points of a collection.",
  },
  { name: "server", description: "The version, health, status, metrics and maintenance of the server." },
  { name: "auth", description: "The admin's account, logins and access tokens." },
  { name: "license", description: "The license, which limits how many vectors the installation may hold." },
] as const;

export function tagOf(path: string): (typeof TAGS)[number]["name"] {
  if (/\/points(\/|$)/.test(path)) return "points";
  if (path.startsWith("/auth/")) return "auth";
  if (path.startsWith("/api/service/licenses/")) return "license";
  return /^\/(collections|aliases)/.test(path) ? "collections" : "server";
}

/** Conditions under which requests fail with a code. */
export const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  INVALID_ARGUMENT: "The request cannot be read, or a value in it is not allowed",
  UNAUTHENTICATED: "There is no credential, or none that is valid",
  PERMISSION_DENIED: "The credential lacks a permission, or the request comes from another web page",
  AUTH_NOT_ENABLED: "Authentication is switched off",
  CONFIGURED: "The configuration of the server says the opposite",
  CAPACITY_EXCEEDED: "The instance holds as many vectors as its license allows",
  TOKEN_EXPIRED: "The access token has expired",
  NOT_FOUND: "Something that the request names does not exist",
  UNKNOWN_ROUTE: "There is no such endpoint",
  METHOD_NOT_ALLOWED: "The endpoint does not take this method",
  ALREADY_EXISTS: "What the request creates exists already",
  ENGINE_NOT_INITIALIZED: "The server is starting: try again in a moment",
  COLLECTION_DELETED: "The collection is marked for deletion",
  REQUEST_TIMEOUT: "The request did not arrive in time, or its body too slowly",
  BODY_TOO_LARGE: "The body is larger than the limit",
  UNSUPPORTED_MEDIA_TYPE: "The operation does not read bodies of this type",
  TOO_MANY_REQUESTS: "The server is busy: try again in a moment",
  INTERNAL: "The operation failed; the text gives the reason where it is a known one",
  OUT_OF_MEMORY: "There is no memory left",
  SEGMENT_FULL: "There is no memory left",
  DEADLINE_EXCEEDED: "The time limit was exceeded",
  IO_ERROR: "The disk failed",
  DISK_FULL: "There is no space left on the disk",
  STORAGE_READ_ONLY: "The storage failed and takes no more writes",
  COLLECTION_DAMAGED: "The collection is damaged",
  NOT_IMPLEMENTED: "Not implemented, or not open without the setting extended_api",
  TOO_MANY_OPEN_FILES: "The server has no free file descriptor: try again in a moment",
  MODEL_FAILED: "The model of a text cannot be reached, or does not answer with vectors",
  MODEL_TIMEOUT: "The model of a text does not answer in time",
  MODEL_BUSY: "The model of a text is busy: try again after the time in Retry-After",
  MODEL_UNAVAILABLE: "The model of a text has failed several times: try again after the time in Retry-After",
  NOT_READY: "The log is being replayed",
  UNAVAILABLE: "The server cannot be reached",
  CLOSED: "The program has closed the database",
  FOLLOWS_LEADER: "The server follows another one, which takes the writes",
  SERVER_REPLACED: "Another server has taken the place of this one",
  NOT_YET_APPLIED: "What X-At-Least asks for has not been applied in time",
  LOG_UNAVAILABLE: "The log of the cluster cannot be reached",
  PLACEMENT_REFUSED: "The shards and servers are not so that the change can be made",
  NO_SUCH_COPY: "No server makes such a copy of a shard",
  SHARD_UNAVAILABLE: "No server that has some shards of the collection answers",
  LOG_FORKED: "The log of the cluster has other entries than this server has applied",
  LOG_TRIMMED: "The log of the cluster no longer has the entries that this server needs",
  WRITE_CONFLICT: "Other servers of the cluster changed the same data meanwhile",
  LAGS_BEHIND: "The follower is further behind its leader than the request allows",
  LOG_UNSUITABLE: "The data of the follower does not continue in the log of this server",
  LEADER_AWAY: "The server that this one follows cannot be told",
  PROMOTION_REFUSED:
    "The leader is there and does not give way, or has records that the follower does not get",
  NOT_A_FOLLOWER: "The server follows no other",
  START_REFUSED: "The server does not start",
};
