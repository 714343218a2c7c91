// Operations that delete points and restore them.
// The decision: these rows come before those of points, because the path of one of them, points/deleted, would also be
// that of a point.
import { CollectionRequestSchema } from "../../schema/collection.ts";
import {
  DeletePointsSchema,
  DeleteResultSchema,
  DeletionListSchema,
  RestoredPointsSchema,
  RestorePointsSchema,
} from "../../schema/deletion.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/points";

export const deletionOperations = [
  operation({
    id: "deletePoints",
    summary:
      "Deletes points by their ids or by a filter; with undo_seconds they can be restored for that long.",
    permission: "write",
    rest: {
      method: "post",
      path: `${PATH}/delete`,
      query: ["wait", "undo_seconds"],
      nativeQuery: ["undo_seconds"],
    },
    rpc: "Points.Delete",
    failure: "Delete failed",
    request: DeletePointsSchema,
    result: DeleteResultSchema,
    run: ({ deletions }, request, rules, { signal }) => deletions.delete(request, rules, signal),
  }),
  operation({
    id: "listDeletions",
    summary: "Lists the deletions of points that can be undone, the newest first.",
    permission: "read",
    rest: { method: "get", path: `${PATH}/deleted` },
    rpc: "Upkeep.ListDeletions",
    failure: "List deletions failed",
    request: CollectionRequestSchema,
    result: DeletionListSchema,
    run: ({ deletions }, request) => deletions.list(request),
  }),
  operation({
    id: "restorePoints",
    summary: "Restores the points of a deletion that was made with undo_seconds.",
    permission: "write",
    errors: ["NOT_FOUND", "COLLECTION_DELETED", "CAPACITY_EXCEEDED", "INTERNAL"],
    rest: { method: "post", path: `${PATH}/restore` },
    rpc: "Upkeep.RestorePoints",
    failure: "Restore points failed",
    lasting: true,
    request: RestorePointsSchema,
    result: RestoredPointsSchema,
    run: ({ deletions }, request, _rules, { signal }) => deletions.restore(request, signal),
  }),
];
