// The RPCs of points: writes, reads and searches.

import { createFieldIndex, deleteFieldIndex } from "../convert/field-indexes.ts";
import * as queries from "../convert/queries.ts";
import * as results from "../convert/results.ts";
import * as searches from "../convert/searches.ts";
import * as writes from "../convert/writes.ts";
import { services } from "../wire/messages.ts";
import { call, fields, service } from "./rpc.ts";

const { PointsService } = services;

const FIXED_VECTORS = {
  unsupported:
    "vector names are fixed when a collection is created; create a new collection with the names that you need",
  permission: "write",
} as const;

const written = results.pointsOperation;

export const points = service(
  PointsService,
  {
    upsert: call("upsertPoints", fields(writes.upsertPoints), written),
    delete: call("deletePoints", fields(writes.deletePoints), written),
    updateVectors: call("updateVectors", fields(writes.updatePointVectors), written),
    deleteVectors: call("deleteVectors", fields(writes.deletePointVectors), written),
    setPayload: call("setPayload", fields(writes.setPointPayload), written),
    overwritePayload: call("overwritePayload", fields(writes.setPointPayload), written),
    deletePayload: call("deletePayload", fields(writes.deletePointPayload), written),
    clearPayload: call("clearPayload", fields(writes.clearPointPayload), written),
    updateBatch: call("batchUpdate", fields(writes.updateBatch), results.updateBatch),
    createFieldIndex: call("createFieldIndex", fields(createFieldIndex), written),
    deleteFieldIndex: call("deleteFieldIndex", fields(deleteFieldIndex), written),
    createVectorName: FIXED_VECTORS,
    deleteVectorName: FIXED_VECTORS,
    get: {
      operation: "retrievePoints",
      decode: fields(searches.getPoints),
      encode: results.retrieved,
      inQdrant: { with_payload: false },
    },
    scroll: call("scrollPoints", fields(searches.scrollPoints), results.scrolled),
    count: call("countPoints", fields(searches.countPoints), results.counted),
    facet: call("facet", fields(queries.facet), results.facets),
    searchMatrixPairs: call("matrixPairs", fields(queries.matrix), results.matrixPairs),
    searchMatrixOffsets: call("matrixOffsets", fields(queries.matrix), results.matrixOffsets),
    query: call("queryPoints", fields(queries.queryPoints), results.found),
    queryBatch: call("queryBatch", fields(queries.queryBatch), results.foundBatch),
    queryGroups: call("queryGroups", fields(queries.queryGroups), results.grouped),
    search: call("searchPoints", fields(searches.searchPoints), results.searched),
    searchBatch: call("searchBatch", fields(searches.searchBatch), results.searchedBatch),
    searchGroups: call("searchGroups", fields(searches.searchGroups), results.grouped),
    recommend: call("recommendPoints", fields(searches.recommendPoints), results.searched),
    recommendBatch: call("recommendBatch", fields(searches.recommendBatch), results.searchedBatch),
    recommendGroups: call("recommendGroups", fields(searches.recommendGroups), results.grouped),
    discover: call("discoverPoints", fields(searches.discoverPoints), results.searched),
    discoverBatch: call("discoverBatch", fields(searches.discoverBatch), results.searchedBatch),
  },
  "qdrant",
);
