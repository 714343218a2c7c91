// Sends rows to a server in parts, with the result for each row, and repeats requests where that helps.
// The decision: a part is one request to the bulk endpoint, whose report about lines gives the results of rows. Upserts
// can be repeated, so after a broken connection all rows that are not known to be durable are sent again.
import type { ImportReport } from "../../schema/point-import.ts";
import { exchange, Refused, refusalOf, type Server, Unreachable } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import type { Prepared } from "./mapping.ts";

export interface UploadParts {
  readonly server: Server;
  readonly collection: string;
  readonly pause: (ms: number) => Promise<void>;
  /** Reports that a request is repeated, and why. */
  readonly onRetry: (why: string, ms: number) => void;
}

export interface Rejected {
  readonly row: number;
  readonly error: string;
  readonly source: string;
}

/** The results of rows that were sent. */
interface Uploaded {
  readonly accepted: number;
  readonly rejected: readonly Rejected[];
  /** The error because of which the rows after them were not written; null: there is none. */
  readonly stopped: Error | null;
  /** The last row whose result is known. */
  readonly row: number;
}

/** Milliseconds before each repetition of a request. */
export const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** Codes of errors that pass with time. */
const PASSING = new Set([
  "ENGINE_NOT_INITIALIZED",
  "NOT_READY",
  "TOO_MANY_REQUESTS",
  "TOO_MANY_OPEN_FILES",
  "MODEL_BUSY",
  "MODEL_UNAVAILABLE",
  "CLOSED",
]);

/**
 * Sends rows. It does not throw errors of the server or of the network.
 * @param wait true to wait until these rows and all before them are found by searches; otherwise until they are durable
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
  /** The rows whose results are known. */
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
    // The report lists only some of the rejected rows, so those after the last one listed are sent again.
    const isIncomplete = report.rejected > report.errors.length;
    const known = isIncomplete
      ? report.errors.at(-1)!.line
      : report.stopped
        ? report.last_line_durable
        : rows.length;
    const failure =
      report.stopped && !isIncomplete ? new Refused(report.stopped.error, report.stopped.code) : null;
    return { settled: rows.slice(0, known), report, failure };
  } catch (error) {
    return { settled: [], report: { errors: [] }, failure: error as Error };
  }
}

/** Returns the report in a response, also in the error for a part of which nothing was accepted. */
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
