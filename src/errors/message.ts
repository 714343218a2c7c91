// Errors as plain data, for crossing from one thread to another and becoming the same class again there.
// The decision: only what the other side can act on keeps its class; everything else arrives as its code and its text.
import {
  type Damage,
  DamagedFile,
  DiskFull,
  type ErrorCode,
  OutOfMemory,
  SegmentFull,
  StorageReadOnly,
  VectorDbError,
} from "../errors.ts";

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
