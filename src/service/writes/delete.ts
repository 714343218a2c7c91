// Deletes, by ids or by filter. The decision: however many points match, they are one record, so all of them go or none.
import type { Collection } from "../../core/collection.ts";
import { PackedIds } from "../../core/point-id.ts";
import type { Selection } from "../../schema/point-write.ts";
import type { Change } from "./change.ts";
import { selectedBy } from "./selection.ts";

/** @param where the path of the request, as the beginning of an error text */
export function deleteChange(collection: Collection, request: Selection, where = ""): Change {
  const { ids, filter } = selectedBy(request, where, "points");
  const draft = (gone: PackedIds) =>
    ({ kind: "delete_points", collection: collection.uuid, ids: gone }) as const;
  if (ids) {
    const gone = PackedIds.pack(ids);
    return { looks: false, effect: { removes: ids }, run: (write) => write(draft(gone), 0) };
  }
  return {
    looks: true,
    effect: { removes: "unknown" },
    run: async (write) => {
      const gone = await collection.reading(async () =>
        collection.reads.packedIds(await collection.reads.matching(filter)),
      );
      return write(draft(gone), 0);
    },
  };
}
