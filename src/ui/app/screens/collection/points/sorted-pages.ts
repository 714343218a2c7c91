// The rows of a table in the order of an indexed field.
// The decision: the server has no position from which such an order goes on, so the ids of the first ten thousand points
// are read at once, and the points of visible pages by their ids. The other end is the first when the order is reversed.
import { signal } from "@preact/signals";
import type { PointId } from "../../../api/types.ts";
import type { TableRows } from "./pages.ts";

interface Source<Row> {
  /** Returns all ids in order, each once. */
  order(): Promise<readonly PointId[]>;
  rows(ids: readonly PointId[]): Promise<readonly Row[]>;
}

export class SortedPages<Row extends { readonly id: PointId }> implements TableRows<Row> {
  readonly #source: Source<Row>;
  readonly #size: number;
  #order: Promise<readonly PointId[]> | undefined;
  readonly #loaded = new Map<number, Row>();
  readonly #stale = new Set<number>();
  #visible: readonly [number, number] = [0, 0];
  #isRunning = false;
  #isClosed = false;
  readonly arrived = signal(0);
  readonly error = signal<Error | undefined>(undefined);
  /** The number of points in this order; undefined until it is known. */
  readonly total = signal<number | undefined>(undefined);

  constructor(source: Source<Row>, size: number) {
    this.#source = source;
    this.#size = size;
  }

  row(index: number): Row | undefined {
    return this.#loaded.get(index);
  }

  show(first: number, last: number): void {
    this.#visible = [Math.floor(first / this.#size), Math.floor(last / this.#size)];
    if (!this.#isRunning && !this.#isClosed) void this.#run();
  }

  refresh(): void {
    this.#order = undefined;
    for (const index of this.#loaded.keys()) this.#stale.add(Math.floor(index / this.#size));
    this.show(this.#visible[0] * this.#size, this.#visible[1] * this.#size);
  }

  close(): void {
    this.#isClosed = true;
  }

  async find(id: PointId): Promise<number | undefined> {
    const at = (await this.#ordered()).indexOf(id);
    return at < 0 ? undefined : at;
  }

  async ids(first: number, last: number): Promise<PointId[]> {
    return (await this.#ordered()).slice(first, last + 1);
  }

  #ordered(): Promise<readonly PointId[]> {
    this.#order ??= this.#source.order();
    return this.#order;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      const ids = await this.#ordered();
      this.total.value = ids.length;
      for (let page = this.#missing(ids); page !== undefined; page = this.#missing(ids)) {
        const from = page * this.#size;
        const rows = await this.#source.rows(ids.slice(from, from + this.#size));
        for (const [i, row] of rows.entries()) this.#loaded.set(from + i, row);
        this.#stale.delete(page);
        this.arrived.value++;
      }
      this.error.value = undefined;
    } catch (error) {
      this.#order = undefined;
      if (!this.#isClosed) this.error.value = error as Error;
    } finally {
      this.#isRunning = false;
    }
    if (this.#order === undefined && this.error.value === undefined) void this.#run();
  }

  #missing(ids: readonly PointId[]): number | undefined {
    const [first, last] = this.#visible;
    for (let page = first; page <= last && page * this.#size < ids.length && !this.#isClosed; page++)
      if (!this.#loaded.has(page * this.#size) || this.#stale.has(page)) return page;
    return undefined;
  }
}
