// Rows to a server, part by part: what became of each, and trying again where that helps.
// The decision: a part is one request to the bulk endpoint, so what it says of lines is what is known of rows. Upserts can be
// repeated, so a connection that breaks is tried again with all that was not said to be durable.
import type { ImportReport } from "../../schema/point-import.ts";
import { exchange, Refused, refusalOf, type Server, Unreachable } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import type { Prepared } from "./mapping.ts";

export interface UploadParts {
  readonly server: Server;
  readonly collection: string;
  readonly pause: (ms: number) => Promise<void>;
  /** Says that it is tried again, and why. */
  readonly onRetry: (why: string, ms: number) => void;
}

export interface Rejected {
  readonly row: number;
  readonly error: string;
  readonly source: string;
}

/** What became of rows that were sent. */
interface Uploaded {
  readonly accepted: number;
  readonly rejected: readonly Rejected[];
  /** Why those behind them were not; null: there are none. */
  readonly stopped: Error | null;
  /** The last one of which that is known. */
  readonly row: number;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** Reasons that pass. */
const PASSING = new Set([
  "ENGINE_NOT_INITIALIZED",
  "NOT_READY",
  "TOO_MANY_REQUESTS",
  "TOO_MANY_OPEN_FILES",
  "CLOSED",
]);

/**
 * Sends rows. It does not throw for what a server or the way to it does.
 * @param wait until they are found by searches, and all that was sent before; without it they are durable
 */
export async function upload(
  parts: UploadParts,
  rows: readonly Prepared[],
  wait: boolean,
): Promise<Uploaded> {
  const rejected: Rejected[] = [];
  let left = rows;
  let tries = 0;
  let accepted = 0;
  for (;;) {
    const { settled, report, failure } = await attempt(parts, left, wait);
    for (const { line, error } of report.errors) {
      if (line <= settled.length)
        rejected.push({ row: left[line - 1]!.row, error, source: left[line - 1]!.source });
    }
    accepted +=
      settled.filter(({ line }) => line !== null).length -
      report.errors.filter(({ line }) => line <= settled.length).length;
    left = left.slice(settled.length);
    if (left.length === 0) return { accepted, rejected, stopped: null, row: rows.at(-1)?.row ?? 0 };
    if (failure === null) continue;
    if (settled.length > 0) tries = 0;
    const ms = PAUSES_MS[tries++];
    if (ms === undefined || !isPassing(failure)) {
      return { accepted, rejected, stopped: failure, row: left[0]!.row - 1 };
    }
    parts.onRetry(failure.message, ms);
    await parts.pause(ms);
  }
}

interface Attempt {
  /** Those of which it is known what became of them. */
  readonly settled: readonly Prepared[];
  readonly report: Pick<ImportReport, "errors">;
  readonly failure: Error | null;
}

async function attempt(
  { server, collection }: UploadParts,
  rows: readonly Prepared[],
  wait: boolean,
): Promise<Attempt> {
  const text = rows.map(({ line }) => line ?? "").join("\n");
  try {
    const path = pathOf(collection, `/points/import?wait=${wait}`);
    const exchanged = await exchange(server, "POST", path, { type: "application/x-ndjson", text });
    const report = reportIn(exchanged.bytes.toString());
    if (!report) return { settled: [], report: { errors: [] }, failure: refusalOf(exchanged, server) };
    // Of more than it lists it is not known which: those behind the last of them are sent again.
    const isCut = report.rejected > report.errors.length;
    const known = isCut
      ? report.errors.at(-1)!.line
      : report.stopped
        ? report.last_line_durable
        : rows.length;
    const failure = report.stopped && !isCut ? new Refused(report.stopped.error, report.stopped.code) : null;
    return { settled: rows.slice(0, known), report, failure };
  } catch (error) {
    return { settled: [], report: { errors: [] }, failure: error as Error };
  }
}

/** Also of a part of which nothing was accepted, which is refused with an account of it. */
function reportIn(text: string): ImportReport | null {
  try {
    return (JSON.parse(text) as { readonly result?: ImportReport }).result ?? null;
  } catch {
    return null;
  }
}

function isPassing(failure: Error): boolean {
  return (
    failure instanceof Unreachable || (failure instanceof Refused && PASSING.has(failure.serverCode ?? ""))
  );
}
