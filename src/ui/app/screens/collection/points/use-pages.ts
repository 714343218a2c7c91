// Keeps the rows of the tables that were shown last, so that returning to a table shows it at once.
// The decision: rows come with their payloads and without vectors. Of a vector only the summary of the server is read,
// after the rows are there, and only while its column is shown.
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { VectorSummary } from "../../../../../schema/vector-summary.ts";
import { ask, returns } from "../../../api/request.ts";
import { credential } from "../../../api/session.ts";
import type { Payload, PointId } from "../../../api/types.ts";
import { type Info, pathOf } from "../info.ts";
import { pathTo } from "../things/things.ts";
import type { Sort } from "./address.ts";
import { LoadedFields } from "./filter/cells.ts";
import type { Filter } from "./filter/chips.ts";
import { Pages } from "./pages.ts";
import { type Scrolled, scroll } from "./point.ts";
import { sortedSource } from "./sorted-source.ts";

const PAGE_ROWS = 100;
const BARE = { with_payload: false, with_vector: false };
/** The most points of a sorted table. */
export const MAX_SORTED = 10_000;
const KEPT_TABLES = 4;
/** Rows that are older are read again when their table is opened. */
const FRESH_MS = 20_000;

/** A row of the table. */
export interface RowPoint {
  readonly id: PointId;
  readonly payload: Payload;
}

interface Found {
  readonly id: PointId;
  readonly payload?: Payload | null;
}

/** One table: its rows, and what was seen in them. */
class TableData {
  readonly fields: LoadedFields;
  readonly rows: Pages<RowPoint>;
  /** The number of points in the order of a field; undefined by id, and its value until it is known. */
  readonly sortedTotal: ReadonlySignal<number | undefined> | undefined;
  /** The vector whose summaries are read; undefined: none. */
  vector: string | undefined;
  /** The number of points of the collection when the rows were read, and the time when the table was left. */
  points = 0;
  leftAt = 0;
  /** The number of points that match, as it was counted last. */
  total: number | undefined;
  /** Where the user was in it. */
  place = { row: 0, column: 0, scrollTop: 0 };
  readonly name: string;
  readonly #summaries = new Map<string, VectorSummary>();

  constructor(name: string, filter: Filter | undefined, sort: Sort | undefined, fields: LoadedFields) {
    this.name = name;
    this.fields = fields;
    const read = <Row>(body: object) => scroll<Row>(name, { ...body, ...(filter && { filter }) });
    const sorted = sort && this.#sorted(sort, read);
    this.sortedTotal = sorted?.total;
    this.rows = new Pages<RowPoint>(
      sorted?.source ?? {
        ids: (offset, limit) => read({ offset, limit, ...BARE }),
        rows: async (offset, limit) => {
          const page = await read<Found>({ offset, limit, with_payload: true });
          return { ...page, points: this.#shown(page.points) };
        },
      },
      PAGE_ROWS,
    );
  }

  #sorted(sort: Sort, read: <Row>(body: object) => Promise<Scrolled<Row>>) {
    const order_by = { key: pathTo(sort.field), direction: sort.descending ? "desc" : "asc" };
    return sortedSource<RowPoint>(
      async () => {
        const { points } = await read<Found>({ order_by, limit: MAX_SORTED, ...BARE });
        return [...new Set(points.map(({ id }) => id))];
      },
      async (ids) => {
        const body = { filter: { must: [{ has_id: ids }] }, limit: ids.length, with_payload: true };
        const { points } = ids.length > 0 ? await scroll<Found>(this.name, body) : { points: [] };
        const found = new Map(points.map((point) => [point.id, point]));
        return this.#shown(ids.map((id) => found.get(id) ?? { id }));
      },
    );
  }

  summary(id: PointId): VectorSummary | undefined {
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
      const path = pathOf(this.name, "/points/vectors/summary");
      const { points } = await ask<{ points: readonly VectorSummary[] }>("POST", path, { body });
      for (const point of points) this.#summaries.set(String(point.id), point);
      this.rows.arrived.value++;
    } catch {
      // The cells of the vector stay empty; the rows tell whether the server answers.
    }
  }
}

const kept = new Map<string, TableData>();
/** The fields that were seen in a collection, in whichever of its tables. */
const fieldsOf = new Map<string, LoadedFields>();
let session = "";

/** Notes that points of a collection have changed: its tables read their rows again when they are opened. */
export function markOutdated(name: string): void {
  for (const table of kept.values()) if (table.name === name) table.leftAt = 1;
}

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
      fieldsOf.clear();
    }
    session = who;
    const key = JSON.stringify([name, filterText, sort]);
    const fields = fieldsOf.get(name) ?? new LoadedFields();
    fieldsOf.set(name, fields);
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
    if (table.sortedTotal && table.sortedTotal.peek() === undefined) table.rows.show(0, 0);
    return () => {
      table.leftAt = Date.now();
    };
  }, [table, vector]);
  return table;
}
