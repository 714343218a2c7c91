// Errors as plain data, for crossing from one thread to another and becoming the same class again there.
// The decision: only what the other side can act on keeps its class; everything else arrives as its code and its text.
import { type Damage, DamagedFile, DiskFull, OutOfMemory, SegmentFull, StorageReadOnly } from "./failures.ts";
import { fileFailureOf, IoFailure, TooManyOpenFiles } from "./files.ts";
import type { ErrorCode } from "./table.ts";
import { type ErrorId, VectorDbError } from "./vector-db-error.ts";

/** The form of an error that is sent to another thread. */
export interface ErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
  /** The cause, as text for the log. */
  readonly cause?: string | undefined;
  readonly missing?: readonly ErrorId[];
  readonly hint?: string;
  readonly damage?: Damage;
}

const KNOWN_FAILURES: Partial<Record<ErrorCode, new (options?: ErrorOptions) => VectorDbError>> = {
  OUT_OF_MEMORY: OutOfMemory,
  SEGMENT_FULL: SegmentFull,
  DISK_FULL: DiskFull,
  STORAGE_READ_ONLY: StorageReadOnly,
  TOO_MANY_OPEN_FILES: TooManyOpenFiles,
  IO_ERROR: IoFailure,
};

/**
 * Converts any thrown value for `postMessage`. An unknown error becomes the file system error behind it, or `INTERNAL`
 * with its stack.
 */
export function toErrorMessage(thrown: unknown): ErrorMessage {
  const known = isUnexpected(thrown) ? fileFailureOf(thrown) : undefined;
  if (known) return { code: known.code, message: known.message, cause: textOf(thrown) };
  if (!(thrown instanceof VectorDbError)) {
    return { code: "INTERNAL", message: (thrown as Error)?.message ?? String(thrown), cause: textOf(thrown) };
  }
  return {
    code: thrown.code,
    message: thrown.message,
    cause: thrown.cause ? textOf(thrown.cause) : undefined,
    ...(thrown.missing && { missing: thrown.missing }),
    ...(thrown.hint && { hint: thrown.hint }),
    ...(thrown instanceof DamagedFile && {
      damage: { file: thrown.file, offset: thrown.offset, reason: thrown.reason },
    }),
  };
}

/** The counterpart of {@link toErrorMessage} on the receiving thread: the same class again. */
export function fromErrorMessage(sent: ErrorMessage): VectorDbError {
  const { code, message, cause, damage, missing, hint } = sent;
  const Known = KNOWN_FAILURES[code];
  const options = cause === undefined ? undefined : { cause };
  if (damage) return new DamagedFile(damage.file, damage.offset, damage.reason, options);
  const error = Known ? new Known(options) : new VectorDbError(code, message, options);
  return Object.assign(error, missing && { missing }, hint && { hint });
}

function isUnexpected(thrown: unknown): boolean {
  return !(thrown instanceof VectorDbError) || thrown.code === "INTERNAL";
}

function textOf(thrown: unknown): string {
  return (thrown as Error)?.stack ?? String(thrown);
}
