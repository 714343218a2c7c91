// Keeps the rows of the tables that were shown last, so that returning to a table shows it at once.
// The decision: rows come with their payloads and without vectors. Of a vector only the summary of the server is read,
// after the rows are there, and only while its column is shown.
import { useEffect, useMemo } from "preact/hooks";
import { ask, returns } from "../../../api/request.ts";
import { credential } from "../../../api/session.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { type Info, pathOf } from "../info.ts";
import { pathTo } from "../things/things.ts";
import type { Sort } from "./address.ts";
import { LoadedFields } from "./filter/cells.ts";
import type { Filter } from "./filter/chips.ts";
import { Pages, type Scrolled, type TableRows } from "./pages.ts";
import type { RowPoint } from "./row.tsx";
import { SortedPages } from "./sorted-pages.ts";

const PAGE_ROWS = 100;
/** The most points of a sorted table. */
export const MAX_SORTED = 10_000;
const KEPT_TABLES = 4;
/** Rows that are older are read again when their table is opened. */
const FRESH_MS = 20_000;

/** The summary of a vector: see the operation summarizeVectors. */
export interface Summary {
  readonly id: PointId;
  readonly means: readonly number[];
  readonly smallest: number;
  readonly largest: number;
  readonly norm: number;
  readonly count: number;
}

interface Found {
  readonly id: PointId;
  readonly payload?: Payload | null;
}

/** One table: its rows, and what was seen in them. */
export class TableData {
  readonly fields: LoadedFields;
  readonly rows: TableRows<RowPoint>;
  readonly sorted: SortedPages<RowPoint> | undefined;
  /** The vector whose summaries are read; undefined: none. */
  vector: string | undefined;
  /** The number of points of the collection when the rows were read, and the time when the table was left. */
  points = 0;
  leftAt = 0;
  /** The number of points that match, as it was counted last. */
  total: number | undefined;
  /** Where the user was in it. */
  place = { row: 0, column: 0, scrollTop: 0 };
  readonly #name: string;
  readonly #summaries = new Map<string, Summary>();

  constructor(name: string, filter: Filter | undefined, sort: Sort | undefined, fields: LoadedFields) {
    this.#name = name;
    this.fields = fields;
    const scroll = <Row>(body: object) =>
      ask<Scrolled<Row>>("POST", pathOf(name, "/points/scroll"), {
        body: { ...body, ...(filter && { filter }) },
      });
    const bare = { with_payload: false, with_vector: false };
    if (sort) {
      this.sorted = new SortedPages<RowPoint>(
        {
          order: async () => {
            const order_by = { key: pathTo(sort.field), direction: sort.descending ? "desc" : "asc" };
            const { points } = await scroll<Found>({ order_by, limit: MAX_SORTED, ...bare });
            return [...new Set(points.map(({ id }) => id))];
          },
          rows: async (ids) => {
            const body = { filter: { must: [{ has_id: ids }] }, limit: ids.length, with_payload: true };
            const path = pathOf(name, "/points/scroll");
            const { points } = await ask<Scrolled<Found>>("POST", path, { body });
            const found = new Map(points.map((point) => [point.id, point]));
            return this.#shown(ids.map((id) => found.get(id) ?? { id }));
          },
        },
        PAGE_ROWS,
      );
    }
    this.rows =
      this.sorted ??
      new Pages<RowPoint>(
        {
          ids: (offset, limit) => scroll({ offset, limit, ...bare }),
          rows: async (offset, limit) => {
            const page = await scroll<Found>({ offset, limit, with_payload: true });
            return { ...page, points: this.#shown(page.points) };
          },
        },
        PAGE_ROWS,
      );
  }

  summary(id: PointId): Summary | undefined {
    return this.#summaries.get(String(id));
  }

  #shown(points: readonly Found[]): RowPoint[] {
    const rows = points.map(({ id, payload }) => ({ id, payload: payload ?? {} }));
    for (const { id, payload } of rows) this.fields.add(id, payload);
    const { vector } = this;
    if (vector !== undefined && rows.length > 0)
      void this.#summarise(
        vector,
        rows.map(({ id }) => id),
      );
    return rows;
  }

  async #summarise(vector: string, ids: readonly PointId[]): Promise<void> {
    try {
      const body = { ids, vector };
      const path = pathOf(this.#name, "/points/vectors/summary");
      const { points } = await ask<{ points: readonly Summary[] }>("POST", path, { body });
      for (const point of points) this.#summaries.set(String(point.id), point);
      this.rows.arrived.value++;
    } catch {
      // The cells of the vector stay empty; the rows tell whether the server answers.
    }
  }
}

const kept = new Map<string, TableData>();
/** The fields that were seen in a collection, in whichever of its tables. */
const seen = new Map<string, LoadedFields>();
let session = "";

/** Returns the table of a filter and an order, and reads rows again that may be out of date. */
export function useTable(
  name: string,
  { filter, filterText, sort }: { filter: Filter | undefined; filterText: string; sort: Sort | undefined },
  info: Info,
  vector: string | undefined,
): TableData {
  const who = `${credential.value?.value} ${returns.value}`;
  const table = useMemo(() => {
    if (who !== session) {
      kept.clear();
      seen.clear();
    }
    session = who;
    const key = JSON.stringify([name, filterText, sort]);
    const fields = seen.get(name) ?? new LoadedFields();
    seen.set(name, fields);
    const found = kept.get(key) ?? new TableData(name, filter, sort, fields);
    kept.delete(key);
    kept.set(key, found);
    for (const [oldest, { rows }] of kept) {
      if (kept.size <= KEPT_TABLES) break;
      rows.close();
      kept.delete(oldest);
    }
    return found;
  }, [name, filterText, sort?.field, sort?.descending, who]);
  const isNew = table.vector !== vector;
  table.vector = vector;
  useEffect(() => {
    const isOld = table.leftAt > 0 && Date.now() - table.leftAt > FRESH_MS;
    if (isOld || (table.points > 0 && (table.points !== info.points_count || isNew))) table.rows.refresh();
    table.points = info.points_count;
    // The number of rows of a sorted table is known when its order is read.
    if (table.sorted?.total.peek() === undefined) table.sorted?.show(0, 0);
    return () => {
      table.leftAt = Date.now();
    };
  }, [table, vector]);
  return table;
}
