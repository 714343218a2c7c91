// Errors of the file system as errors of the product.
// The decision: an error is recognised by its code, anywhere in the chain of causes, so an operation can give the
// reason of its failure without knowing the file. A lack of file descriptors has its own error, because it passes and a
// retry helps.
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
/** The code of Node's error for a thread that cannot be started; only the message has the code of the system. */
const NO_THREAD = "ERR_WORKER_INIT_FAILED";
/** Disk, quota or file size limit. */
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** Codes that depend on the limits or permissions of the process and say nothing about the file. */
const OF_PROCESS = new Set([...NO_DESCRIPTORS, "ENOMEM", "EACCES", "EPERM"]);
const FILE_FAILURES = new Set<ErrorCode>(["TOO_MANY_OPEN_FILES", "DISK_FULL", "IO_ERROR"]);
const MAX_CAUSES = 8;

/** Whether an error means "no free descriptor", which passes. */
export function isOutOfDescriptors(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === NO_THREAD) return message?.includes("EMFILE") === true || message?.includes("ENFILE") === true;
  return NO_DESCRIPTORS.has(code ?? "");
}

/** Returns the code that the system gave an error, such as ENOENT. */
export function systemCodeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}

/** Whether an error means "no room" (disk, quota or file size limit), which passes. */
export function isDiskFull(error: unknown): boolean {
  return FULL_CODES.has(systemCodeOf(error) ?? "");
}

/** Tells whether an error of the file system, or its cause, is about the process and not about the file. */
export function isOfProcess(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return OF_PROCESS.has(cause?.code ?? code ?? "");
}

/** Returns the file system error behind an error, or undefined if there is none. */
export function fileFailureOf(error: unknown): VectorDbError | undefined {
  let current = error;
  for (let depth = 0; current instanceof Error && depth < MAX_CAUSES; depth++, current = current.cause) {
    if (current instanceof KnownFailure && FILE_FAILURES.has(current.code)) return current;
    if (isOutOfDescriptors(current)) return new TooManyOpenFiles({ cause: error });
    if (isDiskFull(current)) return new DiskFull({ cause: error });
    if (systemCodeOf(current) === "EIO") return new IoFailure({ cause: error });
  }
  return undefined;
}

/**
 * Returns the text of an error for the person who starts the program: the refusal of the file system and the refused
 * call. Responses of operations do not name the call.
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
