// The pages of a table in the order of an indexed field.
// The decision: the server has no position from which such an order goes on, so the ids of the first ten thousand
// points are read at once, pages begin at positions among them, and the points of a page are read by their ids. The
// other end comes first when the order is reversed.
import { signal } from "@preact/signals";
import type { PointId } from "../../../api/types.ts";
import type { Source } from "./pages.ts";

/** @param order returns all ids in order, each once @param rows returns the points with these ids, in their order */
export function sortedSource<Row>(
  order: () => Promise<readonly PointId[]>,
  rows: (ids: readonly PointId[]) => Promise<readonly Row[]>,
) {
  const total = signal<number | undefined>(undefined);
  let reading: Promise<readonly PointId[]> | undefined;
  const restart = (): void => {
    reading = undefined;
  };
  const ordered = async (): Promise<readonly PointId[]> => {
    reading ??= order();
    reading.catch(restart);
    const ids = await reading;
    total.value = ids.length;
    return ids;
  };
  const page = async (offset: PointId | null, limit: number) => {
    const ids = await ordered();
    const from = Number(offset ?? 0);
    const end = from + limit;
    const points = ids.slice(from, end).map((id) => ({ id }));
    return { points, next_page_offset: end < ids.length ? end : null };
  };
  const source: Source<Row> = {
    restart,
    ids: page,
    rows: async (offset, limit) => {
      const { points, next_page_offset } = await page(offset, limit);
      return { points: await rows(points.map(({ id }) => id)), next_page_offset };
    },
    locate: async (id) => {
      const at = (await ordered()).indexOf(id);
      return at < 0 ? undefined : at;
    },
  };
  return { source, total };
}
