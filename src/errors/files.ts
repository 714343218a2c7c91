// What the file system refuses, in the words of the product.
// The decision: an error is recognised by its code, wherever in the chain of causes it stands, so every operation says why it
// failed without knowing which file it was about. What a free descriptor would mend is told apart: it passes, and says when
// to try again.
import { DiskFull, KnownFailure } from "./failures.ts";
import type { ErrorCode } from "./table.ts";
import type { VectorDbError } from "./vector-db-error.ts";

/** The process, or the machine, has no free file descriptor. Nothing was changed. */
export class TooManyOpenFiles extends KnownFailure {
  constructor(options?: ErrorOptions) {
    super("TOO_MANY_OPEN_FILES", "too many open files", options);
  }
}

/** A device failed to read or write something that the log does not depend on. */
export class IoFailure extends KnownFailure {
  constructor(options?: ErrorOptions) {
    super("IO_ERROR", "input/output error", options);
  }
}

const NO_DESCRIPTORS = new Set(["EMFILE", "ENFILE"]);
/** What Node says when a thread cannot be started, with the code of the system in its message alone. */
const NO_THREAD = "ERR_WORKER_INIT_FAILED";
/** Disk, quota or file size limit. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** What says nothing about a file: the process may do no more of its kind at this moment, or never might. */
const OF_PROCESS = new Set([...NO_DESCRIPTORS, "ENOMEM", "EACCES", "EPERM"]);
const FILE_FAILURES = new Set<ErrorCode>(["TOO_MANY_OPEN_FILES", "DISK_FULL", "IO_ERROR"]);
const MOST_CAUSES = 8;

/** Whether an error means "no free descriptor", which passes. */
export function isOutOfDescriptors(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === NO_THREAD) return message?.includes("EMFILE") === true || message?.includes("ENFILE") === true;
  return NO_DESCRIPTORS.has(code ?? "");
}

/** Whether an error means "no room" (disk, quota or file size limit), which passes. */
export function isDiskFull(error: unknown): boolean {
  return NO_ROOM.has((error as { code?: string } | null)?.code ?? "");
}

/** Whether an error of the file system, which may be the cause of another, is about the process and not about the file. */
export function isOfProcess(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return OF_PROCESS.has(cause?.code ?? code ?? "");
}

/** What the file system refused, if that is what is behind an error; undefined: it is something else. */
export function fileFailureOf(error: unknown): VectorDbError | undefined {
  let one = error;
  for (let depth = 0; one instanceof Error && depth < MOST_CAUSES; depth++, one = one.cause) {
    if (one instanceof KnownFailure && FILE_FAILURES.has(one.code)) return one;
    if (isOutOfDescriptors(one)) return new TooManyOpenFiles({ cause: error });
    if (isDiskFull(one)) return new DiskFull({ cause: error });
    if ((one as { code?: string }).code === "EIO") return new IoFailure({ cause: error });
  }
  return undefined;
}

/**
 * The words of an error for whoever has started the program: what the file system refused, and the call that it refused, which
 * the answers of operations do not name.
 */
export function startFailureText(error: VectorDbError): string {
  const { cause } = error;
  if (!FILE_FAILURES.has(error.code) || cause === undefined) return error.message;
  // From another thread a cause comes as the text of its stack.
  const text =
    cause instanceof Error
      ? cause.message
      : String(cause)
          .split("\n")[0]!
          .replace(/^\w*Error: /, "");
  return text === error.message ? text : `${error.message}: ${text}`;
}
