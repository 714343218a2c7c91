// The requests that are sent as messages: operation, codec, message, and a generator of requests.
import * as Q from "../../src/grpc/convert/queries.ts";
import * as S from "../../src/grpc/convert/searches.ts";
import * as W from "../../src/grpc/convert/writes.ts";
import { messages } from "../../src/grpc/wire/messages.ts";
import { reads } from "./grpc-queries.ts";
import { writes } from "./grpc-requests.ts";
import { type Row, row } from "./grpc-wire.ts";

export const REQUEST_ROWS: readonly Row[] = [
  row("upsertPoints", W.upsertPoints, messages.UpsertPoints, writes.upsert),
  row("deletePoints", W.deletePoints, messages.DeletePoints, writes.delete),
  row("updateVectors", W.updatePointVectors, messages.UpdatePointVectors, writes.updateVectors),
  row("deleteVectors", W.deletePointVectors, messages.DeletePointVectors, writes.deleteVectors),
  row("setPayload", W.setPointPayload, messages.SetPayloadPoints, writes.setPayload),
  row("overwritePayload", W.setPointPayload, messages.SetPayloadPoints, writes.setPayload),
  row("deletePayload", W.deletePointPayload, messages.DeletePayloadPoints, writes.deletePayload),
  row("clearPayload", W.clearPointPayload, messages.ClearPayloadPoints, writes.delete),
  row("batchUpdate", W.updateBatch, messages.UpdateBatchPoints, writes.batch),
  row("retrievePoints", S.getPoints, messages.GetPoints, reads.retrieve),
  row("scrollPoints", S.scrollPoints, messages.ScrollPoints, reads.scroll),
  row("countPoints", S.countPoints, messages.CountPoints, reads.count),
  row("searchPoints", S.searchPoints, messages.SearchPoints, reads.search),
  row("searchBatch", S.searchBatch, messages.SearchBatchPoints, reads.searchBatch),
  row("searchGroups", S.searchGroups, messages.SearchPointGroups, reads.searchGroups),
  row("recommendPoints", S.recommendPoints, messages.RecommendPoints, reads.recommend),
  row("recommendBatch", S.recommendBatch, messages.RecommendBatchPoints, reads.recommendBatch),
  row("recommendGroups", S.recommendGroups, messages.RecommendPointGroups, reads.recommendGroups),
  row("discoverPoints", S.discoverPoints, messages.DiscoverPoints, reads.discover),
  row("discoverBatch", S.discoverBatch, messages.DiscoverBatchPoints, reads.discoverBatch),
  row("queryPoints", Q.queryPoints, messages.QueryPoints, reads.query),
  row("queryBatch", Q.queryBatch, messages.QueryBatchPoints, reads.queryBatch),
  row("queryGroups", Q.queryGroups, messages.QueryPointGroups, reads.queryGroups),
  row("facet", Q.facet, messages.FacetCounts, reads.facet),
  row("matrixPairs", Q.matrix, messages.SearchMatrixPoints, reads.matrix),
];
