// The rows of a table of any length, loaded page by page as they become visible.
// The decision: scrolling by id needs the last id of the page before, so a jump first reads only ids, ten thousand at a
// time, and keeps the first id of each page. One request runs at a time, for the rows that are visible when it starts;
// pages that were scrolled past are not requested. The pages that were read last are kept.
import { signal } from "@preact/signals";
import { compareIds } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import type { Scrolled } from "./point.ts";

const KEPT_PAGES = 40;
const IDS_AT_ONCE = 10_000;

export interface Source<Row> {
  rows(offset: PointId | null, limit: number): Promise<Scrolled<Row>>;
  ids(offset: PointId | null, limit: number): Promise<Scrolled<{ readonly id: PointId }>>;
  /** Returns the index of an id where the rows are not in the order of ids. */
  locate?(id: PointId): Promise<number | undefined>;
  /** Is called before the rows are read again. */
  restart?(): void;
}

export class Pages<Row extends { readonly id: PointId }> {
  readonly #source: Source<Row>;
  readonly #size: number;
  /** The first id of each known page; null: the beginning of the collection. */
  #starts: (PointId | null)[] = [null];
  #isEnd = false;
  /** Loaded pages, the newest last. */
  readonly #kept = new Map<number, readonly Row[]>();
  readonly #stale = new Set<number>();
  #visible: readonly [number, number] = [0, 0];
  #tail: Promise<unknown> = Promise.resolve();
  #isRunning = false;
  #isClosed = false;
  /** A counter that increases with every response. */
  readonly arrived = signal(0);
  readonly error = signal<Error | undefined>(undefined);

  constructor(source: Source<Row>, size: number) {
    this.#source = source;
    this.#size = size;
  }

  /** Returns a row; undefined until it is loaded. */
  row(index: number): Row | undefined {
    return this.#kept.get(Math.floor(index / this.#size))?.[index % this.#size];
  }

  /** Sets which rows are visible. */
  show(first: number, last: number): void {
    this.#visible = [Math.floor(first / this.#size), Math.floor(last / this.#size)];
    if (!this.#isRunning && !this.#isClosed) void this.#run();
  }

  /** Loads the pages again; the old rows are shown until then. */
  refresh(): void {
    this.#source.restart?.();
    for (const page of this.#kept.keys()) this.#stale.add(page);
    this.#starts = [null];
    this.#isEnd = false;
    this.show(this.#visible[0] * this.#size, this.#visible[1] * this.#size);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Returns the index of the row of an id. */
  find(id: PointId): Promise<number | undefined> {
    if (this.#source.locate) return this.#source.locate(id);
    return this.#queued(() => this.#search(id));
  }

  /** Returns the ids of adjacent rows, at most ten thousand. */
  ids(first: number, last: number): Promise<PointId[]> {
    return this.#queued(async () => {
      const page = Math.floor(first / this.#size);
      while (!this.#isEnd && this.#starts.length <= page) await this.#learn();
      if (page >= this.#starts.length) return [];
      const from = first - page * this.#size;
      const many = Math.min(IDS_AT_ONCE, last - first + 1);
      const { points } = await this.#source.ids(this.#starts[page]!, from + many);
      return points.slice(from).map(({ id }) => id);
    });
  }

  async #search(id: PointId): Promise<number | undefined> {
    const isBehind = (start: PointId | null) => start !== null && compareIds(start, id) > 0;
    while (!this.#isEnd && !isBehind(this.#starts.at(-1)!)) await this.#learn();
    const after = this.#starts.findIndex(isBehind);
    const page = (after === -1 ? this.#starts.length : after) - 1;
    if (!this.#kept.has(page) || this.#stale.has(page)) await this.#fetch(page);
    const at = this.#kept.get(page)?.findIndex((row) => row.id === id) ?? -1;
    return at === -1 ? undefined : page * this.#size + at;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let page = this.#missing(); page !== undefined; page = this.#missing()) {
        const requested = page;
        const isKnown = requested < this.#starts.length;
        await this.#queued(() => (isKnown ? this.#fetch(requested) : this.#learn()));
        this.error.value = undefined;
      }
    } catch (error) {
      if (!this.#isClosed) this.error.value = error as Error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** Returns the first visible page that is not loaded. */
  #missing(): number | undefined {
    if (this.#isClosed) return undefined;
    const [first, last] = this.#visible;
    for (let page = first; page <= last; page++) {
      if (this.#isEnd && page >= this.#starts.length) return undefined;
      if (!this.#kept.has(page) || this.#stale.has(page)) return page;
    }
    return undefined;
  }

  async #fetch(page: number): Promise<void> {
    const starts = this.#starts;
    const { points, next_page_offset } = await this.#source.rows(starts[page]!, this.#size);
    if (starts !== this.#starts || this.#isClosed) return;
    if (page === starts.length - 1) this.#append(next_page_offset);
    this.#kept.delete(page);
    this.#kept.set(page, points);
    this.#stale.delete(page);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_PAGES) break;
      this.#kept.delete(oldest);
    }
    this.arrived.value++;
  }

  /** Reads ids behind the last page whose first id is known. */
  async #learn(): Promise<void> {
    const starts = this.#starts;
    const limit = Math.max(1, Math.floor(IDS_AT_ONCE / this.#size)) * this.#size;
    const { points, next_page_offset } = await this.#source.ids(starts.at(-1)!, limit);
    if (starts !== this.#starts) return;
    for (let at = this.#size; at < points.length; at += this.#size) starts.push(points[at]!.id);
    this.#append(next_page_offset);
  }

  #append(next: PointId | null): void {
    if (next === null) this.#isEnd = true;
    else this.#starts.push(next);
  }

  /** Runs tasks one after another, because the first ids of pages must be read in order. */
  #queued<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
