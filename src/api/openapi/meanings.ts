// What each error code means, in one line for readers of the document.
// The decision: the compiler asks for a line of every code, so a new code cannot be left without one.
import type { ErrorCode } from "../../errors/table.ts";

/** What has to be fulfilled for a request to fail so. */
export const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  INVALID_ARGUMENT: "The request cannot be read, or a value in it is not allowed",
  UNAUTHENTICATED: "There is no credential, or none that is valid",
  PERMISSION_DENIED: "The credential lacks a permission, or the request comes from another web page",
  AUTH_NOT_ENABLED: "Authentication is switched off",
  CONFIGURED: "The configuration of the server says the opposite",
  CAPACITY_EXCEEDED: "The instance holds as many vectors as its license allows",
  TOKEN_EXPIRED: "The access token has expired",
  NOT_FOUND: "What is named does not exist",
  UNKNOWN_ROUTE: "There is no such endpoint",
  METHOD_NOT_ALLOWED: "The endpoint does not take this method",
  ALREADY_EXISTS: "It exists already",
  ENGINE_NOT_INITIALIZED: "The server is starting: try again in a moment",
  COLLECTION_DELETED: "The collection is marked for deletion",
  REQUEST_TIMEOUT: "The request did not arrive in time, or its body too slowly",
  BODY_TOO_LARGE: "The body is larger than the limit",
  UNSUPPORTED_MEDIA_TYPE: "The body is in another form than the operation reads",
  TOO_MANY_REQUESTS: "Too much is under way: try again in a moment",
  INTERNAL: "The operation failed; the text gives the reason where it is a known one",
  OUT_OF_MEMORY: "There is no memory left",
  SEGMENT_FULL: "There is no memory left",
  DEADLINE_EXCEEDED: "The time that was given is over",
  IO_ERROR: "The disk failed",
  DISK_FULL: "There is no space left on the disk",
  STORAGE_READ_ONLY: "The storage failed and takes no more writes",
  COLLECTION_DAMAGED: "The collection is damaged",
  NOT_IMPLEMENTED: "Not implemented, or not open without the setting extended_api",
  TOO_MANY_OPEN_FILES: "The server has no free file descriptor: try again in a moment",
  NOT_READY: "The log is being replayed",
  UNAVAILABLE: "The server cannot be reached",
  CLOSED: "The program that asks has closed the database.",
  START_REFUSED: "The server does not start",
};
