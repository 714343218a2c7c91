// One import under way: portions of rows from the file, points to the server, one request at a time.
// The decision: a batch that the server refuses is halved until the rows that are at fault stand alone; every other failure
// stops the run where it is, and going on begins with the same batch. Which ids were new is asked before each batch,
// because only then undoing can promise to take away nothing else. What exists stays unless the user chose to replace it,
// and what is replaced is kept for the undo, up to as many numbers of vectors as a tab should hold.
import { signal } from "@preact/signals";
import { ask, Failure } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";
import { deletePoints, namedVectors, type Point, readPoints, writePoints } from "../points/point.ts";
import type { FileRows } from "./file-rows.ts";
import { type Mapping, newUuid, type Sizes, toPoint } from "./mapping.ts";
import type { Row } from "./rows.ts";

const ROWS = 200;
const BYTES = 1024 * 1024;
/** Numbers of vectors that a tab should hold for an undo. */
const MOST_KEPT_NUMBERS = 20_000_000;
/** The server's words for a request that is wrong in itself. */
const REFUSALS = [400, 422];

/** What becomes of a row whose id exists: it is left out, it replaces the point, or it gets a new UUID. */
export type OnExisting = "skip" | "replace" | "new";

export interface Rejected {
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
  /** Running, pauses left out. */
  readonly seconds: number;
  readonly error?: string;
}

interface Candidate {
  readonly row: Row;
  readonly point: Point;
}

export class ImportRun {
  readonly #collection: string;
  readonly #rows: FileRows;
  readonly #mapping: Mapping;
  readonly #sizes: Sizes;
  readonly #onExisting: OnExisting;
  readonly rejected: Rejected[] = [];
  /** Ids that were new, by their text. */
  readonly #added = new Map<string, PointId>();
  /** What was replaced, as it was before, by the text of its id. */
  readonly #replaced = new Map<string, Point>();
  #keptNumbers = 0;
  #waiting: Candidate[] = [];
  #index = 0;
  #isEnd = false;
  #isStopping = false;
  readonly progress = signal<Progress>({
    ...{ state: "stopped", read: 0, written: 0, replaced: 0, skipped: 0, rejected: 0, seconds: 0 },
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
      while (!this.#isStopping && !(this.#isEnd && this.#waiting.length === 0)) {
        if (this.#waiting.length === 0) await this.#read();
        await this.#write([...this.#waiting]);
        const now = performance.now();
        this.#add({ seconds: (now - since) / 1000 });
        since = now;
      }
      const isDone = this.#isEnd && this.#waiting.length === 0;
      if (isDone) this.#rows.close();
      this.#set({ state: isDone ? "done" : "stopped" });
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

  /** Deletes the points of this import that were new, and writes back those that it replaced. */
  async undo(): Promise<void> {
    await deletePoints(this.#collection, [...this.#added.values()]);
    await writePoints(this.#collection, [...this.#replaced.values()]);
  }

  async #read(): Promise<void> {
    const portion = await this.#rows.next({ rows: ROWS, bytes: BYTES });
    for (const row of portion.rows) {
      try {
        this.#waiting.push({ row, point: toPoint(row, this.#mapping, this.#sizes, this.#index++) });
      } catch (error) {
        this.#reject(row, (error as Error).message);
      }
    }
    this.#isEnd = portion.isEnd;
    this.#set({ read: portion.read });
    if (portion.error !== undefined) throw new Error(`The file cannot be read further: ${portion.error}`);
  }

  /** Writes the first of those that wait, halved where the server refuses one of them. What is done does not wait any more. */
  async #write(candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    const ids = new Map(candidates.map(({ point: { id } }) => [String(id), id]));
    try {
      const known = await this.#known([...ids.values()]);
      if (this.#onExisting === "replace") await this.#replace(candidates, ids, known);
      else await this.#insert(candidates, known);
      this.#waiting.splice(0, candidates.length);
    } catch (error) {
      if (!(error instanceof Failure) || !REFUSALS.includes(error.status)) throw error;
      if (candidates.length === 1) {
        this.#waiting.shift();
        return this.#reject(candidates[0]!.row, error.message);
      }
      const middle = candidates.length >> 1;
      await this.#write(candidates.slice(0, middle));
      await this.#write(candidates.slice(middle));
    }
  }

  async #replace(
    candidates: readonly Candidate[],
    ids: ReadonlyMap<string, PointId>,
    known: ReadonlySet<string>,
  ): Promise<void> {
    const isOthers = (text: string): boolean => !this.#added.has(text) && !this.#replaced.has(text);
    const others = [...ids].filter(([text]) => known.has(text) && isOthers(text)).map(([, id]) => id);
    const before = this.canUndo && others.length > 0 ? await readPoints(this.#collection, others) : [];
    await writePoints(
      this.#collection,
      candidates.map(({ point }) => point),
    );
    for (const [text, id] of ids) if (!known.has(text)) this.#added.set(text, id);
    for (const point of before) {
      for (const { length } of namedVectors(point).values()) this.#keptNumbers += length;
      this.#replaced.set(String(point.id), point);
    }
    if (!this.canUndo) this.#replaced.clear();
    this.#add({ written: candidates.length, replaced: others.length });
  }

  /** Writes only what is new; of rows with the same id the first one counts. */
  async #insert(candidates: readonly Candidate[], known: ReadonlySet<string>): Promise<void> {
    const fresh = new Map<string, Point>();
    for (const { point } of candidates) {
      const isTaken = known.has(String(point.id)) || fresh.has(String(point.id));
      if (isTaken && this.#onExisting === "skip") continue;
      const id = isTaken ? newUuid() : point.id;
      fresh.set(String(id), { ...point, id });
    }
    if (fresh.size > 0) await writePoints(this.#collection, [...fresh.values()], "insert_only");
    for (const [text, { id }] of fresh) this.#added.set(text, id);
    this.#add({ written: fresh.size, skipped: candidates.length - fresh.size });
  }

  async #known(ids: readonly PointId[]): Promise<Set<string>> {
    const body = { filter: { must: [{ has_id: ids }] }, limit: ids.length, with_payload: false };
    const { points } = await ask<{ points: Point[] }>("POST", pathOf(this.#collection, "/points/scroll"), {
      body,
    });
    return new Set(points.map(({ id }) => String(id)));
  }

  #reject({ line, values }: Row, reason: string): void {
    this.rejected.push({ line, reason, values });
    this.#add({ rejected: 1 });
  }

  #set(some: Partial<Progress>): void {
    this.progress.value = { ...this.progress.value, ...some };
  }

  #add(some: Partial<Record<"written" | "replaced" | "skipped" | "rejected" | "seconds", number>>): void {
    const before = this.progress.value;
    const sums = Object.entries(some).map(([name, value]) => [name, before[name as "written"] + value]);
    this.#set(Object.fromEntries(sums));
  }
}
