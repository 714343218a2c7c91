// The limit of open files of this process, and its division among storage, threads and connections.
// The decision: storage gets its part first, because a refused connection costs one response, but a file that cannot be
// opened costs a write or a checkpoint. Node raises the soft limit to the hard one when it starts, so the limit read
// here is the final one.
import { readFileSync } from "node:fs";

/**
 * The log, its reserve, locks, listeners, and files that a checkpoint, a snapshot or a backup opens for a short time.
 */
const OWN_FILES = 64;
/** The descriptors of one thread: its event loop, and a file that it reads. */
const FILES_OF_THREAD = 6;
/** The threads besides those that search: writer, log, checkpoint, snapshot. */
const MORE_THREADS = 4;
/** The most payload files that stay open. */
const MAX_PAYLOAD_FILES = 512;
const PAYLOAD_SHARE = 1 / 8;
/** The least share kept free of connections: the number of files of vectors grows with the collections. */
const MIN_SHARE = 1 / 4;
/** The least number of connections, below which a server is useless. */
const MIN_CONNECTIONS = 16;

/** Returns the limit of open files, or null if there is none or it is unknown. */
export function openFilesLimit(): number | null {
  try {
    return readLimit(readFileSync("/proc/self/limits", "latin1"));
  } catch {
    return process.platform === "win32" ? null : reportedLimit();
  }
}

/** Reads the soft limit. @param limits the text of /proc/self/limits */
export function readLimit(limits: string): number | null {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? null : Number(soft);
}

function reportedLimit(): number | null {
  const report = process.report?.getReport() as
    | { userLimits?: Record<string, { soft: unknown }> }
    | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : null;
}

/** Returns how many payload files may stay open. */
export function payloadFilesWithin(limit: number | null): number {
  return Math.min(
    MAX_PAYLOAD_FILES,
    Math.max(1, Math.floor((limit ?? Number.POSITIVE_INFINITY) * PAYLOAD_SHARE)),
  );
}

/**
 * Returns how many connections all listeners together may have.
 * @param readers the number of threads that search
 */
export function connectionsWithin(limit: number | null, readers: number): number {
  if (limit === null) return Number.POSITIVE_INFINITY;
  const threads = (readers + MORE_THREADS) * FILES_OF_THREAD;
  const kept = Math.max(OWN_FILES + threads + payloadFilesWithin(limit), Math.floor(limit * MIN_SHARE));
  return Math.max(MIN_CONNECTIONS, limit - kept);
}

/** Returns the warning for a limit that allows fewer connections than configured; undefined if it is sufficient. */
export function openFilesWarning(
  limit: number | null,
  connections: number,
  configured: number,
): string | undefined {
  if (limit === null || connections >= configured) return undefined;
  return (
    `the process may have ${limit} files open, so all listeners together take ${connections} connections instead of ` +
    `${configured} each; raise the limit (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile= of docker)`
  );
}
