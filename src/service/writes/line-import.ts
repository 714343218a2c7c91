// An import: lines as they come, written in batches, and the account of which of them are in.
// The decision: a batch is an ordinary upsert, durable before it is counted, and while one is written the next is read. A
// batch that is refused for what one of its points says is looked through point by point, and written without those;
// anything else that a write fails with ends the import, and what was counted before stays.

import { KnownFailure } from "../../errors/failures.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { withoutStacks } from "../../errors/stackless.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { TimeSlice } from "../../scheduling/pause.ts";
import { MAX_LINE_ERRORS, MAX_REJECTED_LINES } from "../../schema/limits.ts";
import type { Point } from "../../schema/point.ts";
import type { ImportReport, Line, LineBatch, LineFault, Lines } from "../../schema/point-import.ts";

interface LineImportParts {
  /** Whether these points can be written, as far as they themselves go. @throws InvalidArgument */
  readonly check: (points: Point[]) => void;
  /** Durable when it resolves. */
  readonly upsert: (points: Point[]) => Promise<void>;
  /** The first line that cannot be written is the last that is looked at. */
  readonly stopsAtFault: boolean;
  readonly onBatch?: (progress: object) => void;
}

/** One import, once. */
export class LineImport {
  readonly #parts: LineImportParts;
  readonly #errors: LineFault[] = [];
  readonly #progress = { accepted: 0, rejected: 0, batches: 0, last_line_durable: 0 };
  #stopped: ImportReport["stopped"] = null;
  /** Why it is over, whether or not more lines are coming; null in it: at a line at which it was to stop. */
  #over: { readonly error: unknown } | null = null;
  #onOver = () => {};

  constructor(parts: LineImportParts) {
    this.#parts = parts;
  }

  /** @throws VectorDbError when it ended before there was anything to tell */
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
   * What comes, or null when it is over before that. Promise.race with one promise of the end would do the same, and keep every
   * batch that has ever come until then. @throws what it is over for
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

  /** Those that are written although others are not. */
  #before(items: readonly Line<Point>[], bad: readonly LineFault[]): readonly Line<Point>[] {
    const [first] = bad;
    return this.#parts.stopsAtFault && first ? items.filter(({ line }) => line < first.line) : items;
  }

  async #upsert(items: readonly Line<Point>[]): Promise<void> {
    if (items.length === 0) return;
    await this.#parts.upsert(items.map(({ value }) => value));
    this.#progress.accepted += items.length;
    this.#progress.batches++;
  }

  /** Each asked about alone. */
  async #sorted(items: readonly Line<Point>[], faults: readonly LineFault[]) {
    const sound: Line<Point>[] = [];
    const bad = [...faults];
    const slice = new TimeSlice();
    for (const item of items) {
      if (slice.isOver) await slice.next();
      try {
        withoutStacks(() => this.#parts.check([item.value]));
        sound.push(item);
      } catch (error) {
        if (!(error instanceof InvalidArgument)) throw error;
        bad.push({ line: item.line, error: error.message.replace(/^points\[0\]\./, "") });
      }
    }
    return { sound, bad: bad.sort((a, b) => a.line - b.line) };
  }

  /** @throws whatever it is, when it was the first thing that happened, or nobody foresaw it */
  #reasonOf(error: unknown): ImportReport["stopped"] {
    const { last_line_durable } = this.#progress;
    if (last_line_durable === 0) throw error;
    const isKnown =
      error instanceof KnownFailure || (error instanceof VectorDbError && error.code !== "INTERNAL");
    if (isKnown) return { code: error.code, error: error.message };
    throw new KnownFailure("INTERNAL", `unforeseen; lines 1 to ${last_line_durable} are in`, {
      cause: error,
    });
  }
}
