// Imports lines: writes them in batches, and reports which of them are written.
// The decision: a batch is an ordinary upsert and is durable before it is counted; the next one is read while it is
// written. If a batch is refused because of one of its points, its points are checked one by one and those without
// faults are written. Any other error of a write ends the import; what was counted before stays.

import { KnownFailure } from "../../errors/failures.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { withoutStacks } from "../../errors/stackless.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { TimeSlice } from "../../scheduling/pause.ts";
import { MAX_LINE_ERRORS, MAX_REJECTED_LINES } from "../../schema/limits.ts";
import type { Point } from "../../schema/point.ts";
import type { ImportReport, LineBatch, LineFault, Lines, NumberedLine } from "../../schema/point-import.ts";

interface LineImportParts {
  /** Makes the vectors of their documents. @throws InvalidArgument */
  readonly prepare: (points: Point[]) => Promise<void>;
  /** Checks that these points can be written, as far as they alone decide it. @throws InvalidArgument */
  readonly check: (points: Point[]) => void;
  /** Writes points. They are durable when the promise resolves. */
  readonly upsert: (points: Point[]) => Promise<void>;
  /** True if the import stops at the first line that cannot be written. */
  readonly stopsAtFault: boolean;
  readonly onBatch?: (progress: object) => void;
}

/** One import; an object is used once. */
export class LineImport {
  readonly #parts: LineImportParts;
  readonly #errors: LineFault[] = [];
  readonly #progress = { accepted: 0, rejected: 0, batches: 0, last_line_durable: 0 };
  #stopped: ImportReport["stopped"] = null;
  /**
   * The reason why the import is over although more lines may follow; `error` null: at a line at which it had to stop.
   */
  #over: { readonly error: unknown } | null = null;
  #onOver = () => {};

  constructor(parts: LineImportParts) {
    this.#parts = parts;
  }

  /** @throws VectorDbError if the import ended before any line was written */
  async read(lines: Lines<Point>): Promise<ImportReport> {
    const batches = lines[Symbol.asyncIterator]();
    let writing = Promise.resolve();
    try {
      for (;;) {
        const next = await this.#unlessOver(batches.next());
        if (next === null || next.done) break;
        await writing;
        if (this.#over) break;
        writing = this.#write(next.value).catch((error) => this.#end(error));
      }
      await writing;
      await this.#unlessOver(writing);
    } catch (error) {
      await writing;
      this.#stopped = this.#reasonOf(error);
    }
    return { ...this.#progress, errors: this.#errors, stopped: this.#stopped };
  }

  #end(error: unknown): void {
    this.#over ??= { error };
    this.#onOver();
  }

  /**
   * Waits for a batch; returns null if the import is over before that. Promise.race with one promise for the end would
   * do the same, but keep every batch in memory until then.
   * @throws the error that ended the import
   */
  #unlessOver<T>(coming: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      this.#onOver = () => {
        const { error } = this.#over!;
        if (error === null) resolve(null);
        else reject(error);
      };
      if (this.#over) this.#onOver();
      coming.then(resolve, reject);
    });
  }

  async #write({ items, faults, last }: LineBatch<Point>): Promise<void> {
    let { sound, bad } = { sound: items, bad: faults };
    try {
      await this.#upsert(this.#before(sound, bad));
    } catch (error) {
      if (!(error instanceof InvalidArgument)) throw error;
      ({ sound, bad } = await this.#sorted(items, faults));
      await this.#upsert(this.#before(sound, bad));
    }
    const told = this.#parts.stopsAtFault ? bad.slice(0, 1) : bad;
    this.#errors.push(...told.slice(0, MAX_LINE_ERRORS - this.#errors.length));
    const [first] = told;
    this.#progress.rejected += told.length;
    const isStopped = this.#parts.stopsAtFault && first !== undefined;
    this.#progress.last_line_durable = isStopped ? first.line - 1 : last;
    this.#parts.onBatch?.(this.#progress);
    if (isStopped) this.#stop(`line ${first.line}: ${first.error}`);
    else if (this.#progress.rejected > MAX_REJECTED_LINES) {
      this.#stop(
        `more than ${MAX_REJECTED_LINES} lines were rejected, the first of them line ${this.#errors[0]!.line}; the lines ` +
          `behind line ${last} were not read`,
      );
    }
  }

  #stop(error: string): void {
    this.#stopped = { code: "INVALID_ARGUMENT", error };
    this.#end(null);
  }

  /** Returns the lines that are written although others are not. */
  #before(items: readonly NumberedLine<Point>[], bad: readonly LineFault[]): readonly NumberedLine<Point>[] {
    const [first] = bad;
    return this.#parts.stopsAtFault && first ? items.filter(({ line }) => line < first.line) : items;
  }

  async #upsert(items: readonly NumberedLine<Point>[]): Promise<void> {
    if (items.length === 0) return;
    await this.#parts.upsert(items.map(({ value }) => value));
    this.#progress.accepted += items.length;
    this.#progress.batches++;
  }

  /** Checks each line alone. */
  async #sorted(items: readonly NumberedLine<Point>[], faults: readonly LineFault[]) {
    const sound: NumberedLine<Point>[] = [];
    const bad = [...faults];
    const slice = new TimeSlice();
    for (const item of items) {
      if (slice.isOver) await slice.next();
      try {
        await this.#parts.prepare([item.value]);
        withoutStacks(() => this.#parts.check([item.value]));
        sound.push(item);
      } catch (error) {
        if (!(error instanceof InvalidArgument)) throw error;
        bad.push({ line: item.line, error: error.message.replace(/^points\[0\]\./, "") });
      }
    }
    return { sound, bad: bad.sort((a, b) => a.line - b.line) };
  }

  /** Returns the reason for the report. @throws the error if nothing was written before, or if it is unexpected */
  #reasonOf(error: unknown): ImportReport["stopped"] {
    const { last_line_durable } = this.#progress;
    if (last_line_durable === 0) throw error;
    const isKnown =
      error instanceof KnownFailure || (error instanceof VectorDbError && error.code !== "INTERNAL");
    if (isKnown) return { code: error.code, error: error.message };
    throw new KnownFailure("INTERNAL", `unexpected error; lines 1 to ${last_line_durable} are written`, {
      cause: error,
    });
  }
}
