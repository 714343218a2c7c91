// One import under way: portions of rows from the file, points to the server, one request at a time.
// The decision: a batch that the server refuses is halved until the rows that are at fault stand alone; every other failure
// stops the run where it is, and going on sends the same rows under the same ids. A batch whose answer was
// lost may have been written, so the undo covers it, too. What is replaced is kept for the undo up to as many numbers of
// vectors as a tab should hold.
import { signal } from "@preact/signals";
import { Failure } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { deletePoints, namedVectors, type Point, writePoints } from "../points/point.ts";
import type { FileRows } from "./file-rows.ts";
import { type Candidate, type OnExisting, type Planned, planBatch } from "./import-plan.ts";
import { type Mapping, type Sizes, toPoint } from "./mapping.ts";
import type { Row } from "./rows.ts";

const ROWS = 200;
const BYTES = 1024 * 1024;
/** Numbers of vectors that a tab should hold for an undo. */
const MOST_KEPT_NUMBERS = 20_000_000;
/** The server's words for a request that is wrong in itself. */
const REFUSALS = [400, 422];
/** From here on answers say that the server has failed, and perhaps after it had written. */
const FAULTS = 500;

interface Rejected {
  readonly line: number;
  readonly reason: string;
  readonly values: Row["values"];
}

export interface Progress {
  readonly state: "running" | "stopped" | "done";
  readonly read: number;
  readonly written: number;
  readonly replaced: number;
  /** Rows that were left out because their id exists. */
  readonly skipped: number;
  readonly rejected: number;
  /** Rows that were sent and not answered: they may have been written. */
  readonly unanswered: number;
  /** Running, pauses left out. */
  readonly seconds: number;
  readonly error?: string;
}

export class ImportRun {
  readonly #collection: string;
  readonly #rows: FileRows;
  readonly #mapping: Mapping;
  readonly #sizes: Sizes;
  readonly #onExisting: OnExisting;
  readonly rejected: Rejected[] = [];
  /** Ids that were new, by their text; those of rows that are under way, too. */
  readonly #added = new Map<string, PointId>();
  /** Ids of points that were replaced, by their text. */
  readonly #replaced = new Set<string>();
  /** What was replaced, as it was before the import. */
  #originals: Point[] = [];
  #keptNumbers = 0;
  /** Read, and not planned yet. */
  #read: Candidate[] = [];
  /** What is sent next, or again. */
  #waiting: Planned[] = [];
  #index = 0;
  #isEnd = false;
  #isStopping = false;
  readonly progress = signal<Progress>({
    ...{
      state: "stopped",
      read: 0,
      written: 0,
      replaced: 0,
      skipped: 0,
      rejected: 0,
      unanswered: 0,
      seconds: 0,
    },
  });

  constructor(
    collection: string,
    rows: FileRows,
    mapping: Mapping,
    sizes: Sizes,
    onExisting: OnExisting = "skip",
  ) {
    this.#collection = collection;
    this.#rows = rows;
    this.#mapping = mapping;
    this.#sizes = sizes;
    this.#onExisting = onExisting;
  }

  /** Begins, or goes on. */
  async go(): Promise<void> {
    this.#isStopping = false;
    const { error: _, ...before } = this.progress.value;
    this.progress.value = { ...before, state: "running" };
    let since = performance.now();
    try {
      while (!this.#isStopping && !this.#isDone) {
        if (this.#waiting.length === 0) {
          if (this.#read.length === 0) await this.#readOn();
          await this.#plan();
        }
        await this.#write([...this.#waiting]);
        const now = performance.now();
        this.#add({ seconds: (now - since) / 1000 });
        since = now;
      }
      if (this.#isDone) this.#rows.close();
      this.#set({ state: this.#isDone ? "done" : "stopped" });
    } catch (error) {
      this.#set({ state: "stopped", error: (error as Error).message });
    }
  }

  /** After the batch that is under way. */
  stop(): void {
    this.#isStopping = true;
  }

  close(): void {
    this.stop();
    this.#rows.close();
  }

  /** Whether everything that was replaced has been kept. */
  get canUndo(): boolean {
    return this.#keptNumbers <= MOST_KEPT_NUMBERS;
  }

  /** What an undo takes away and puts back; of rows whose answer was lost this is the most that it may be. */
  get undoable(): { readonly added: number; readonly replaced: number } {
    return { added: this.#added.size, replaced: this.#replaced.size };
  }

  /** Deletes the points of this import that were new, and writes back those that it replaced. */
  async undo(): Promise<void> {
    await deletePoints(this.#collection, [...this.#added.values()]);
    await writePoints(this.#collection, this.#originals);
  }

  get #isDone(): boolean {
    return this.#isEnd && this.#read.length === 0 && this.#waiting.length === 0;
  }

  async #readOn(): Promise<void> {
    const portion = await this.#rows.next({ rows: ROWS, bytes: BYTES });
    for (const row of portion.rows) {
      try {
        this.#read.push({ row, point: toPoint(row, this.#mapping, this.#sizes, this.#index++) });
      } catch (error) {
        this.#reject(row, (error as Error).message);
      }
    }
    this.#isEnd = portion.isEnd;
    this.#set({ read: portion.read });
    if (portion.error !== undefined) throw new Error(`The file cannot be read further: ${portion.error}`);
  }

  /** Decides what becomes of the rows that were read. */
  async #plan(): Promise<void> {
    const isOwn = (id: string): boolean => this.#added.has(id) || this.#replaced.has(id);
    const { rows, skipped } = await planBatch(
      this.#collection,
      this.#read,
      this.#onExisting,
      isOwn,
      this.canUndo,
    );
    this.#read = [];
    this.#waiting = [...rows];
    this.#add({ skipped });
  }

  /** Writes the first of those that wait, halved where the server refuses one of them. What is done does not wait any more. */
  async #write(rows: readonly Planned[]): Promise<void> {
    if (rows.length === 0) return;
    this.#set({ unanswered: 0 });
    try {
      const points = rows.map(({ point }) => point);
      await writePoints(this.#collection, points, this.#onExisting === "replace" ? "upsert" : "insert_only");
      this.#waiting.splice(0, rows.length);
      this.#note(rows);
      this.#add({ written: rows.length });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!REFUSALS.includes(error.status)) {
        if (isUnanswered(error)) {
          this.#note(rows);
          this.#set({ unanswered: rows.length });
        }
        throw error;
      }
      if (rows.length === 1) {
        this.#waiting.shift();
        return this.#reject(rows[0]!.row, error.message);
      }
      const middle = rows.length >> 1;
      await this.#write(rows.slice(0, middle));
      await this.#write(rows.slice(middle));
    }
  }

  /** What an undo has to take away and put back for these rows. */
  #note(rows: readonly Planned[]): void {
    for (const { point, isNew, original } of rows) {
      const text = String(point.id);
      if (isNew) this.#added.set(text, point.id);
      if (isNew || this.#added.has(text) || this.#replaced.has(text)) continue;
      this.#replaced.add(text);
      if (!original || !this.canUndo) continue;
      this.#originals.push(original);
      for (const { length } of namedVectors(original).values()) this.#keptNumbers += length;
    }
    if (!this.canUndo) this.#originals = [];
    this.#set({ replaced: this.#replaced.size });
  }

  #reject({ line, values }: Row, reason: string): void {
    this.rejected.push({ line, reason, values });
    this.#add({ rejected: 1 });
  }

  #set(some: Partial<Progress>): void {
    this.progress.value = { ...this.progress.value, ...some };
  }

  #add(some: Partial<Record<"written" | "skipped" | "rejected" | "seconds", number>>): void {
    const before = this.progress.value;
    const sums = Object.entries(some).map(([name, value]) => [name, before[name as "written"] + value]);
    this.#set(Object.fromEntries(sums));
  }
}

/** Whether the server may have written what it did not confirm. */
function isUnanswered({ status }: Failure): boolean {
  return status === 0 || status >= FAULTS;
}
