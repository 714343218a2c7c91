// A running import: it reads rows from the file and sends points to the server, one request at a time.
// The decision: a batch that the server refuses is halved until the wrong rows are alone. After any other failure the
// run stops, and continuing sends the same rows with the same ids. A batch without a response may have been written, so
// the undo includes it. Replaced points are kept for the undo, with every digit, up to a limit of characters.
import { signal } from "@preact/signals";
import { RawJson } from "../../../api/json.ts";
import { Failure } from "../../../api/request.ts";
import { BAD_REQUEST, SERVER_ERROR, UNPROCESSABLE } from "../../../api/statuses.ts";
import type { PointId } from "../../../api/types.ts";
import { deletePoints, textOf, writePointTexts } from "../points/point.ts";
import type { FileRows } from "./file-rows.ts";
import { type Candidate, type OnExisting, type Planned, planBatch } from "./import-plan.ts";
import { type Mapping, type Sizes, toPoint } from "./mapping.ts";
import type { Row } from "./rows.ts";

const ROWS = 200;
const BYTES = 1024 * 1024;
/** The most characters of replaced points that a tab keeps for an undo. */
const MAX_UNDO_LENGTH = 160_000_000;
/** The statuses of requests that are wrong in themselves. */
const REFUSALS = [BAD_REQUEST, UNPROCESSABLE];

interface Rejected {
  readonly line: number;
  readonly reason: string;
  readonly values: Row["values"] | RawJson;
}

export interface Progress {
  readonly state: "running" | "stopped" | "done";
  readonly read: number;
  readonly written: number;
  readonly replaced: number;
  /** Rows that were skipped because their id exists. */
  readonly skipped: number;
  readonly rejected: number;
  /** Rows that were sent without a response; they may have been written. */
  readonly unanswered: number;
  /** The running time without pauses. */
  readonly seconds: number;
  readonly error?: string;
}

const NOTHING = { read: 0, written: 0, replaced: 0, skipped: 0, rejected: 0, unanswered: 0, seconds: 0 };

interface ImportOrder {
  readonly collection: string;
  readonly rows: FileRows;
  readonly mapping: Mapping;
  readonly sizes: Sizes;
  readonly onExisting: OnExisting;
}

export class ImportRun {
  readonly #order: ImportOrder;
  readonly rejected: Rejected[] = [];
  /** Ids of new points by their text, those of a request in progress included. */
  readonly #added = new Map<string, PointId>();
  /** Ids of replaced points by their text. */
  readonly #replaced = new Set<string>();
  /** The texts of the replaced points as they were before the import. */
  #originals: string[] = [];
  #keptLength = 0;
  /** Rows that were read and not planned. */
  #read: Candidate[] = [];
  /** Rows that will be sent next, or again. */
  #waiting: Planned[] = [];
  #index = 0;
  #isEnd = false;
  #isStopping = false;
  readonly progress = signal<Progress>({ state: "stopped", ...NOTHING });

  constructor(order: ImportOrder) {
    this.#order = order;
  }

  /** Starts or continues the import. */
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
      if (this.#isDone) this.#order.rows.close();
      this.#set({ state: this.#isDone ? "done" : "stopped" });
    } catch (error) {
      this.#set({ state: "stopped", error: (error as Error).message });
    }
  }

  /** Stops the import after the current batch. */
  stop(): void {
    this.#isStopping = true;
  }

  close(): void {
    this.stop();
    this.#order.rows.close();
  }

  /** Whether all replaced points have been kept. */
  get canUndo(): boolean {
    return this.#keptLength <= MAX_UNDO_LENGTH;
  }

  /** The numbers of points that an undo deletes and writes back. Rows without a response are counted as written. */
  get undoable(): { readonly added: number; readonly replaced: number } {
    return { added: this.#added.size, replaced: this.#replaced.size };
  }

  /** Deletes the new points of this import and writes back those that it replaced. */
  async undo(): Promise<void> {
    await deletePoints(this.#order.collection, [...this.#added.values()]);
    await writePointTexts(this.#order.collection, this.#originals);
  }

  get #isDone(): boolean {
    return this.#isEnd && this.#read.length === 0 && this.#waiting.length === 0;
  }

  async #readOn(): Promise<void> {
    const portion = await this.#order.rows.next({ rows: ROWS, bytes: BYTES });
    for (const row of portion.rows) {
      try {
        this.#read.push({ row, point: toPoint(row, this.#order.mapping, this.#order.sizes, this.#index++) });
      } catch (error) {
        this.#reject(row, (error as Error).message);
      }
    }
    this.#isEnd = portion.isEnd;
    this.#set({ read: portion.read });
    if (portion.error !== undefined) throw new Error(`The file cannot be read further: ${portion.error}`);
  }

  /** Plans the rows that were read. */
  async #plan(): Promise<void> {
    const isOwn = (id: string): boolean => this.#added.has(id) || this.#replaced.has(id);
    const { rows, skipped } = await planBatch(
      this.#order.collection,
      this.#read,
      this.#order.onExisting,
      isOwn,
      this.canUndo,
    );
    this.#read = [];
    this.#waiting = [...rows];
    this.#add({ skipped });
  }

  /** Writes rows, halving them where the server refuses one, and removes them from the waiting ones. */
  async #write(rows: readonly Planned[]): Promise<void> {
    if (rows.length === 0) return;
    this.#set({ unanswered: 0 });
    try {
      const points = rows.map(({ point }) => textOf(point));
      await writePointTexts(
        this.#order.collection,
        points,
        this.#order.onExisting === "replace" ? "upsert" : "insert_only",
      );
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

  /** Notes what an undo has to delete and write back for these rows. */
  #note(rows: readonly Planned[]): void {
    for (const { point, isNew, original } of rows) {
      const text = String(point.id);
      if (isNew) this.#added.set(text, point.id);
      if (isNew || this.#added.has(text) || this.#replaced.has(text)) continue;
      this.#replaced.add(text);
      if (!original || !this.canUndo) continue;
      this.#originals.push(original);
      this.#keptLength += original.length;
    }
    if (!this.canUndo) this.#originals = [];
    this.#set({ replaced: this.#replaced.size });
  }

  #reject({ line, values, text }: Row, reason: string): void {
    this.rejected.push({ line, reason, values: text === undefined ? values : new RawJson(text) });
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

/** Returns whether the server may have written a request that it did not confirm. */
function isUnanswered({ status }: Failure): boolean {
  return status === 0 || status >= SERVER_ERROR;
}
