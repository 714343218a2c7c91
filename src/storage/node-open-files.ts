// How many files this process may have open at a time, and how they are shared out.
// The decision: storage has its part kept free of connections, because what a connection lacks is an answer, and what storage
// lacks is a write or a checkpoint. Node raises the soft limit to the hard one when it starts, so what is read here holds.
import { readFileSync } from "node:fs";

/** The log, its reserve, locks, listeners, and whatever a checkpoint, a snapshot or a backup has open for a moment. */
const OWN_FILES = 64;
/** Of a thread: its event loop, and a file it reads. */
const FILES_OF_THREAD = 6;
/** Besides those that search: writer, log, checkpoint, snapshot. */
const MORE_THREADS = 4;
/** Files of payloads that stay open. */
const MOST_PAYLOAD_FILES = 512;
const PAYLOAD_SHARE = 1 / 8;
/** Whatever else there is: files of vectors grow in number with the collections. */
const LEAST_SHARE = 1 / 4;
/** With less a server is no use. */
const LEAST_CONNECTIONS = 16;

/** Null: there is none, or it cannot be told. */
export function openFilesLimit(): number | null {
  try {
    return readLimit(readFileSync("/proc/self/limits", "latin1"));
  } catch {
    return process.platform === "win32" ? null : reportedLimit();
  }
}

/** @param limits the text of /proc/self/limits */
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

/** How many files of payloads may stay open. */
export function payloadFilesWithin(limit: number | null): number {
  return Math.min(
    MOST_PAYLOAD_FILES,
    Math.max(1, Math.floor((limit ?? Number.POSITIVE_INFINITY) * PAYLOAD_SHARE)),
  );
}

/**
 * How many connections all listeners together may have.
 * @param readers threads that search
 */
export function connectionsWithin(limit: number | null, readers: number): number {
  if (limit === null) return Number.POSITIVE_INFINITY;
  const threads = (readers + MORE_THREADS) * FILES_OF_THREAD;
  const kept = Math.max(OWN_FILES + threads + payloadFilesWithin(limit), Math.floor(limit * LEAST_SHARE));
  return Math.max(LEAST_CONNECTIONS, limit - kept);
}

/** What there is to say when that is less than a listener is to take; undefined: nothing. */
export function fewFilesWarning(
  limit: number | null,
  connections: number,
  wanted: number,
): string | undefined {
  if (limit === null || connections >= wanted) return undefined;
  return (
    `the process may have ${limit} files open, so all listeners together take ${connections} connections instead of ` +
    `${wanted} each; raise the limit (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile= of docker)`
  );
}
