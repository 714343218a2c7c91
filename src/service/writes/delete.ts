// Deletes by ids or by filter.
// The decision: all points that match are deleted by one record, so all of them are deleted or none. The record is
// applied in slices.
import type { Collection } from "../../core/collection/collection.ts";
import { PackedIds } from "../../core/slots/point-id.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { Selection } from "../../schema/point-write.ts";
import { each } from "../common/each.ts";
import type { Change } from "./change.ts";
import { selectedBy } from "./selection.ts";
import { idsMatching } from "./vector-forecast.ts";

/** @param where the path of the request, as the beginning of an error text */
export function* deleteChange(collection: Collection, request: Selection, where = ""): Sliced<Change> {
  const { ids, filter } = selectedBy(request, where, "points", "left_out");
  const draft = (gone: PackedIds) =>
    ({ kind: "delete_points", collection: collection.uuid, ids: gone }) as const;
  if (ids) {
    const gone = yield* PackedIds.packInSlices(ids);
    return {
      reads: "none",
      effect: { removes: ids },
      mayAdd: 0,
      estimate: async (forecast) => {
        await forecast.readVectorNames(ids);
        await runInSlices(each(ids, (id) => forecast.remove(id)));
      },
      run: (write) => write(draft(gone), 0),
    };
  }
  return {
    reads: "unknown",
    effect: { removes: "unknown" },
    mayAdd: 0,
    estimate: async (forecast) => {
      const found = await idsMatching(filter, forecast);
      if (found === null) forecast.loseCertainty();
      else await runInSlices(each(found, (id) => forecast.remove(id)));
    },
    run: async (write, signal) => {
      const reads = collection.reads.inWrite(signal);
      const gone = await collection.reading(async () => reads.manyPackedIds(await reads.matching(filter)));
      return write(draft(gone), 0);
    },
  };
}
