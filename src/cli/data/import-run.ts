// One run of `azimuth import`: rows are read and mapped while earlier ones are being sent.
// The decision: first rows become durable, then rejected ones are written, then the state is written. After an
// interruption in between some rows are sent twice, but none is left out.
import { appendFileSync, existsSync, rmSync, truncateSync } from "node:fs";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { writing } from "./file-faults.ts";
import type { ImportProgress, ImportState } from "./import-state.ts";
import type { Prepared } from "./mapping.ts";
import type { Progress } from "./progress.ts";
import { type Rejected, type UploadParts, upload } from "./upload.ts";

const PART_ROWS = 10_000;
/** Rejected rows that are reported if they are not written to a file. */
const MAX_REPORTED_ERRORS = 10;
const PART_CHARACTERS = 8 * 1024 * 1024;

interface ImportRunParts {
  readonly rows: AsyncIterable<Prepared>;
  readonly upload: UploadParts;
  readonly progress: Progress;
  /** The progress to begin with. */
  readonly from: ImportProgress;
  /** Null: there is no file beside which it could be stored. */
  readonly state: Pick<ImportState, "write" | "remove"> | null;
  /** The file of rejected rows; null: they are not written. */
  readonly rejectedPath: string | null;
  /** How much of the input was read, from 0 to 1. */
  readonly part: () => number | null;
}

export interface Imported {
  readonly accepted: number;
  readonly rejected: number;
  /** All rows up to this one are durable or rejected. */
  readonly row: number;
}

/** An import that ended early. */
export class ImportStopped extends VectorDbError {
  readonly row: number;

  constructor(cause: Error, row: number) {
    super("INTERNAL", cause.message, { cause });
    this.row = row;
  }
}

export class ImportRun {
  readonly #parts: ImportRunParts;
  #done: ImportProgress;

  constructor(parts: ImportRunParts) {
    this.#parts = parts;
    this.#done = parts.from;
    // Lines that were written after the saved state will be written again.
    const { rejectedPath, from } = parts;
    if (rejectedPath === null || !existsSync(rejectedPath)) return;
    if (from.rejectedBytes === 0) rmSync(rejectedPath);
    else truncateSync(rejectedPath, from.rejectedBytes);
  }

  /** All rows up to this one are durable or rejected. */
  get row(): number {
    return this.#done.row;
  }

  /** @throws ImportStopped */
  async run(): Promise<Imported> {
    let part: Prepared[] = [];
    let characters = 0;
    let sending: Promise<Error | null> = Promise.resolve(null);
    const flush = async (isLast: boolean) => {
      this.#ensure(await sending);
      sending = this.#send(part, isLast).catch((error: Error) => error);
      [part, characters] = [[], 0];
    };
    try {
      for await (const row of this.#parts.rows) {
        if (row.row <= this.#parts.from.row) continue;
        if (part.length >= PART_ROWS || characters >= PART_CHARACTERS) await flush(false);
        part.push(row);
        characters += row.line?.length ?? row.source.length;
      }
    } catch (error) {
      // Rows that were read before the input failed are complete, and are sent.
      if (!(error instanceof ImportStopped)) {
        await flush(true);
        this.#ensure(await sending);
        throw new ImportStopped(error as Error, this.#done.row);
      }
      throw error;
    }
    await flush(true);
    this.#ensure(await sending);
    this.#parts.state?.remove();
    const { accepted, rejected, row } = this.#done;
    return { accepted, rejected, row };
  }

  #ensure(failure: Error | null): void {
    if (failure) throw new ImportStopped(failure, this.#done.row);
  }

  /** Reports some of the rejected rows, if there is no file for them. */
  #tell(rejected: readonly Rejected[]): void {
    const left = Math.max(0, MAX_REPORTED_ERRORS - this.#done.rejected);
    for (const { row, error } of rejected.slice(0, left)) this.#parts.progress.say(`row ${row}: ${error}`);
  }

  /** @param isLast true to wait until searches find all rows @returns the error that ends the import */
  async #send(part: readonly Prepared[], isLast: boolean): Promise<Error | null> {
    if (part.length === 0) return null;
    const sent = part.filter(({ line }) => line !== null);
    const uploaded =
      sent.length === 0
        ? { accepted: 0, rejected: [], stopped: null, row: 0 }
        : await upload(this.#parts.upload, sent, isLast);
    const last = uploaded.stopped ? uploaded.row : part.at(-1)!.row;
    const bad = part.filter(({ fault, row }) => fault !== null && row <= last);
    const local: Rejected[] = bad.map(({ row, fault, source }) => ({ row, error: fault!, source }));
    const after = part.findLast(({ row }) => row <= last)?.after ?? this.#done.after;
    this.#settle({ row: last, after }, uploaded.accepted, [...local, ...uploaded.rejected]);
    return uploaded.stopped;
  }

  #settle(at: Pick<ImportProgress, "row" | "after">, accepted: number, rejected: Rejected[]): void {
    const { rejectedPath, state, progress, part } = this.#parts;
    let { rejectedBytes } = this.#done;
    if (rejected.length > 0 && rejectedPath !== null) {
      const text = rejected
        .sort((a, b) => a.row - b.row)
        .map(
          ({ row, error, source }) =>
            `{"row":${row},"error":${JSON.stringify(error)},"source":${asJson(source)}}\n`,
        )
        .join("");
      writing(rejectedPath, () => appendFileSync(rejectedPath, text));
      rejectedBytes += Buffer.byteLength(text);
    }
    if (rejectedPath === null) this.#tell(rejected);
    this.#done = {
      row: Math.max(at.row, this.#done.row),
      accepted: this.#done.accepted + accepted,
      rejected: this.#done.rejected + rejected.length,
      rejectedBytes,
      after: at.after,
    };
    state?.write(this.#done);
    progress.step({ rows: this.#done.row, part: part() });
  }
}

/** Returns a row as JSON; one that is not JSON becomes a string. */
function asJson(source: string): string {
  try {
    JSON.parse(source);
    return source;
  } catch {
    return JSON.stringify(source);
  }
}
