// The RPCs of points: writes, reads and searches.

import { createFieldIndex, deleteFieldIndex } from "../convert/field-indexes.ts";
import * as large from "../convert/large-writes.ts";
import * as queries from "../convert/queries.ts";
import * as results from "../convert/results.ts";
import * as searches from "../convert/searches.ts";
import * as writes from "../convert/writes.ts";
import { services } from "../wire/messages.ts";
import { fields, service } from "./rpc.ts";

const { PointsService } = services;

const FIXED_VECTORS = {
  unserved:
    "vector names are fixed when a collection is created; create a new collection with the names that you need",
  permission: "write",
} as const;

const written = results.pointsOperation;

export const points = service(
  PointsService,
  {
    upsert: {
      operation: "upsertPoints",
      decode: fields(writes.upsertPoints, large.upsertPoints),
      encode: written,
    },
    delete: { operation: "deletePoints", decode: fields(writes.deletePoints), encode: written },
    updateVectors: {
      operation: "updateVectors",
      decode: fields(writes.updatePointVectors, large.updatePointVectors),
      encode: written,
    },
    deleteVectors: { operation: "deleteVectors", decode: fields(writes.deletePointVectors), encode: written },
    setPayload: { operation: "setPayload", decode: fields(writes.setPointPayload), encode: written },
    overwritePayload: {
      operation: "overwritePayload",
      decode: fields(writes.setPointPayload),
      encode: written,
    },
    deletePayload: { operation: "deletePayload", decode: fields(writes.deletePointPayload), encode: written },
    clearPayload: { operation: "clearPayload", decode: fields(writes.clearPointPayload), encode: written },
    updateBatch: {
      operation: "batchUpdate",
      decode: fields(writes.updateBatch, large.updateBatch),
      encode: results.updateBatch,
    },
    createFieldIndex: { operation: "createFieldIndex", decode: fields(createFieldIndex), encode: written },
    deleteFieldIndex: { operation: "deleteFieldIndex", decode: fields(deleteFieldIndex), encode: written },
    createVectorName: FIXED_VECTORS,
    deleteVectorName: FIXED_VECTORS,
    get: {
      operation: "retrievePoints",
      decode: fields(searches.getPoints),
      encode: results.retrieved,
      inQdrant: { with_payload: false },
    },
    scroll: { operation: "scrollPoints", decode: fields(searches.scrollPoints), encode: results.scrolled },
    count: { operation: "countPoints", decode: fields(searches.countPoints), encode: results.counted },
    facet: { operation: "facet", decode: fields(queries.facet), encode: results.facets },
    searchMatrixPairs: {
      operation: "matrixPairs",
      decode: fields(queries.matrix),
      encode: results.matrixPairs,
    },
    searchMatrixOffsets: {
      operation: "matrixOffsets",
      decode: fields(queries.matrix),
      encode: results.matrixOffsets,
    },
    query: { operation: "queryPoints", decode: fields(queries.queryPoints), encode: results.found },
    queryBatch: { operation: "queryBatch", decode: fields(queries.queryBatch), encode: results.foundBatch },
    queryGroups: { operation: "queryGroups", decode: fields(queries.queryGroups), encode: results.grouped },
    search: { operation: "searchPoints", decode: fields(searches.searchPoints), encode: results.searched },
    searchBatch: {
      operation: "searchBatch",
      decode: fields(searches.searchBatch),
      encode: results.searchedBatch,
    },
    searchGroups: {
      operation: "searchGroups",
      decode: fields(searches.searchGroups),
      encode: results.grouped,
    },
    recommend: {
      operation: "recommendPoints",
      decode: fields(searches.recommendPoints),
      encode: results.searched,
    },
    recommendBatch: {
      operation: "recommendBatch",
      decode: fields(searches.recommendBatch),
      encode: results.searchedBatch,
    },
    recommendGroups: {
      operation: "recommendGroups",
      decode: fields(searches.recommendGroups),
      encode: results.grouped,
    },
    discover: {
      operation: "discoverPoints",
      decode: fields(searches.discoverPoints),
      encode: results.searched,
    },
    discoverBatch: {
      operation: "discoverBatch",
      decode: fields(searches.discoverBatch),
      encode: results.searchedBatch,
    },
  },
  "qdrant",
);
