// Imports any number of points, from an iterable or a stream, in requests to the bulk endpoint.
// The decision: it sends separate parts, each with its own response, as `azimuth import` does. One endless body would
// not do: most browsers cannot send it, and after a broken connection it would be unknown which points were written.
// One part is gathered while the part before it is in flight; no more is read from the source meanwhile.

import type { Given } from "../embedded/types.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { writePlain } from "../json/plain.ts";
import type { Point } from "../schema/point.ts";
import type { ImportReport } from "../schema/point-import.ts";
import { lenientNumbersIn } from "./request.ts";

export interface ImportPointsRequest {
  readonly collection_name: string;
  readonly points: Iterable<Given<Point>> | AsyncIterable<Given<Point>>;
  readonly wait?: boolean | undefined;
  readonly on_error?: "skip" | "stop" | undefined;
  /** Called with the report so far after each part of some thousand points. */
  readonly on_progress?: ((sofar: ImportReport) => void) | undefined;
}

/** Sends lines to the endpoint, together with the other fields of the request. */
type SendLines = (request: object) => Promise<unknown>;

const PART_POINTS = 5_000;
const PART_CHARACTERS = 4 * 1024 * 1024;
const MAX_ERRORS = 1_000;

/**
 * Imports points.
 * @returns a report in which `errors` and `last_line_durable` count points of the source from 1
 * @throws errors of the source, and errors of the server before any point was accepted; later ones are in `stopped`
 */
export async function importPoints(
  { points, on_progress, ...rest }: ImportPointsRequest,
  send: SendLines,
): Promise<ImportReport> {
  const parts = partsOf(points);
  let account = NOTHING;
  let sending: Promise<ImportReport> | null = null;
  /** The number of points in finished parts, and in the part that is in flight. */
  let first = 0;
  let size = 0;
  try {
    for (;;) {
      const gathering = parts.next();
      // An error of the source is thrown when `gathering` is awaited, after the part that is in flight.
      gathering.catch(() => {});
      if (sending) {
        const sent = await outcomeOf(sending, account);
        account = together(account, sent, first);
        on_progress?.(account);
        if (account.stopped) return account;
        first += size;
      }
      const { value: lines, done } = await gathering;
      if (done) return account;
      size = lines.length;
      sending = send({ ...rest, lines: lines.join("\n") }) as Promise<ImportReport>;
      sending.catch(() => {});
    }
  } finally {
    // Does not wait for a source that is itself waiting.
    void parts.return(undefined).catch(() => {});
  }
}

const NOTHING: ImportReport = {
  accepted: 0,
  rejected: 0,
  batches: 0,
  last_line_durable: 0,
  errors: [],
  stopped: null,
};

/** @throws VectorDbError if no earlier part was accepted */
async function outcomeOf(sending: Promise<ImportReport>, before: ImportReport): Promise<ImportReport> {
  try {
    return await sending;
  } catch (error) {
    if (before === NOTHING || !(error instanceof VectorDbError)) throw error;
    return { ...NOTHING, stopped: { code: error.code, error: error.message } };
  }
}

/** @param first the number of points before those of `after` */
function together(before: ImportReport, after: ImportReport, first: number): ImportReport {
  const errors = after.errors.map(({ line, error }) => ({ line: first + line, error }));
  return {
    accepted: before.accepted + after.accepted,
    rejected: before.rejected + after.rejected,
    batches: before.batches + after.batches,
    last_line_durable: first + after.last_line_durable,
    errors: [...before.errors, ...errors].slice(0, MAX_ERRORS),
    stopped: after.stopped,
  };
}

/** Groups points, as lines of JSON, into parts of the size of one request. */
async function* partsOf(points: ImportPointsRequest["points"]): AsyncGenerator<string[], void, undefined> {
  let lines: string[] = [];
  let characters = 0;
  for await (const point of points) {
    const line = writePlain(point, "float", lenientNumbersIn);
    lines.push(line);
    characters += line.length;
    if (lines.length < PART_POINTS && characters < PART_CHARACTERS) continue;
    yield lines;
    [lines, characters] = [[], 0];
  }
  if (lines.length > 0) yield lines;
}
