// A hook that keeps the pages of the table while it shows the same filter.
import { useEffect, useMemo } from "preact/hooks";
import { ask } from "../../../api/request.ts";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { bins, type LoadedFields } from "./filter/cells.ts";
import type { Filter } from "./filter/chips.ts";
import { Pages, type Scrolled } from "./pages.ts";
import { namedVectors, type Point, sparseVectors } from "./point.ts";
import type { RowPoint } from "./row.tsx";

/** The most values of vectors in one page. */
const PAGE_VALUES = 200_000;
const PAGE_ROWS = 100;

export function usePages(
  name: string,
  filter: Filter | undefined,
  filterText: string,
  info: Info,
  loaded: LoadedFields,
): Pages<RowPoint> {
  const [[vector, { size }] = ["", { size: 1 }]] = vectorsOf(info);
  const pages = useMemo(() => {
    const scroll = <Row>(body: object) =>
      ask<Scrolled<Row>>("POST", pathOf(name, "/points/scroll"), {
        body: { ...body, ...(filter && { filter }) },
      });
    const rowOf = (point: Point): RowPoint => {
      loaded.add(point.id, point.payload);
      return {
        id: point.id,
        payload: point.payload ?? {},
        bins: bins(namedVectors(point).get(vector) ?? []),
        entries: entriesOf(point),
      };
    };
    return new Pages<RowPoint>(
      {
        ids: (offset, limit) => scroll({ offset, limit, with_payload: false, with_vector: false }),
        rows: async (offset, limit) => {
          const with_vector = vector === "" ? true : [vector];
          const page = await scroll<Point>({ offset, limit, with_payload: true, with_vector });
          return { ...page, points: page.points.map(rowOf) };
        },
      },
      Math.max(10, Math.min(PAGE_ROWS, Math.floor(PAGE_VALUES / size))),
    );
  }, [name, filterText]);
  useEffect(() => () => pages.close(), [pages]);
  return pages;
}

/** Returns the number of entries of the first sparse vector; undefined if the point has none. */
function entriesOf(point: Point): number | undefined {
  const [first] = sparseVectors(point).values();
  return first?.indices.length;
}
