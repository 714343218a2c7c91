// The rows of a table of any length, fetched page by page as they come into view.
// The decision: scrolling by id knows where a page begins only from the page before, so far jumps first read ids alone,
// ten thousand at once, and keep the first id of each page. One request is under way at a time, for what is in view then:
// what was scrolled past is never asked for. The pages read last are kept.
import { signal } from "@preact/signals";
import { compareIds } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";

const KEPT_PAGES = 40;
const IDS_AT_ONCE = 10_000;

export interface Scrolled<Row> {
  readonly points: readonly Row[];
  readonly next_page_offset: PointId | null;
}

interface Source<Row> {
  rows(offset: PointId | null, limit: number): Promise<Scrolled<Row>>;
  ids(offset: PointId | null, limit: number): Promise<Scrolled<{ readonly id: PointId }>>;
}

export class Pages<Row extends { readonly id: PointId }> {
  readonly #source: Source<Row>;
  readonly #size: number;
  /** The first id of each page that is known; null: the first there is. */
  #starts: (PointId | null)[] = [null];
  #isEnd = false;
  /** Newest last. */
  readonly #kept = new Map<number, readonly Row[]>();
  readonly #stale = new Set<number>();
  #wanted: readonly [number, number] = [0, 0];
  #tail: Promise<unknown> = Promise.resolve();
  #isRunning = false;
  #isClosed = false;
  /** Grows with everything that arrives. */
  readonly arrived = signal(0);
  readonly error = signal<Error | undefined>(undefined);

  constructor(source: Source<Row>, size: number) {
    this.#source = source;
    this.#size = size;
  }

  /** Undefined until it has been fetched. */
  row(index: number): Row | undefined {
    return this.#kept.get(Math.floor(index / this.#size))?.[index % this.#size];
  }

  /** Says which rows are in view. */
  want(first: number, last: number): void {
    this.#wanted = [Math.floor(first / this.#size), Math.floor(last / this.#size)];
    if (!this.#isRunning && !this.#isClosed) void this.#run();
  }

  /** What has been read may have changed: it is shown until it is read again. */
  refresh(): void {
    for (const page of this.#kept.keys()) this.#stale.add(page);
    this.#starts = [null];
    this.#isEnd = false;
    this.want(this.#wanted[0] * this.#size, this.#wanted[1] * this.#size);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Where the row of an id is. */
  find(id: PointId): Promise<number | undefined> {
    return this.#inTurn(() => this.#search(id));
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
        const wanted = page;
        const isKnown = wanted < this.#starts.length;
        await this.#inTurn(() => (isKnown ? this.#fetch(wanted) : this.#learn()));
        this.error.value = undefined;
      }
    } catch (error) {
      if (!this.#isClosed) this.error.value = error as Error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** The first page in view that is not there. */
  #missing(): number | undefined {
    if (this.#isClosed) return undefined;
    const [first, last] = this.#wanted;
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

  /** One after another: the first ids of pages are learnt in order. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
