// Every request that a service understands, sent as a message: what is read from the bytes is what was meant, and it is
// what REST's validator takes.
import { expect } from "chai";
import fc from "fast-check";
import { OPERATIONS } from "../../../../src/api/operations/index.ts";
import { validatorOf } from "../../../../src/api/validate.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { filter as filterCodec } from "../../../../src/grpc/convert/filters.ts";
import * as Q from "../../../../src/grpc/convert/queries.ts";
import * as S from "../../../../src/grpc/convert/searches.ts";
import * as W from "../../../../src/grpc/convert/writes.ts";
import { Filter } from "../../../../src/grpc/gen/azimuth/v1/filters.ts";
import * as query from "../../../../src/grpc/gen/azimuth/v1/query.ts";
import * as search from "../../../../src/grpc/gen/azimuth/v1/search.ts";
import * as write from "../../../../src/grpc/gen/azimuth/v1/writes.ts";
import { atOnce } from "../../../../src/pause.ts";
import { reads } from "../../../support/grpc-queries.ts";
import { filter, writes } from "../../../support/grpc-requests.ts";
import { type Row, row, sent } from "../../../support/grpc-wire.ts";

const ROWS: readonly Row[] = [
  row("upsertPoints", W.upsertPoints, write.UpsertPoints, writes.upsert),
  row("deletePoints", W.deletePoints, write.DeletePoints, writes.delete),
  row("updateVectors", W.updatePointVectors, write.UpdatePointVectors, writes.updateVectors),
  row("deleteVectors", W.deletePointVectors, write.DeletePointVectors, writes.deleteVectors),
  row("setPayload", W.setPointPayload, write.SetPayloadPoints, writes.setPayload),
  row("overwritePayload", W.setPointPayload, write.SetPayloadPoints, writes.setPayload),
  row("deletePayload", W.deletePointPayload, write.DeletePayloadPoints, writes.deletePayload),
  row("clearPayload", W.clearPointPayload, write.ClearPayloadPoints, writes.delete),
  row("batchUpdate", W.updateBatch, write.UpdateBatchPoints, writes.batch),
  row("retrievePoints", S.getPoints, search.GetPoints, reads.retrieve),
  row("scrollPoints", S.scrollPoints, search.ScrollPoints, reads.scroll),
  row("countPoints", S.countPoints, search.CountPoints, reads.count),
  row("searchPoints", S.searchPoints, search.SearchPoints, reads.search),
  row("searchBatch", S.searchBatch, search.SearchBatchPoints, reads.searchBatch),
  row("searchGroups", S.searchGroups, search.SearchPointGroups, reads.searchGroups),
  row("recommendPoints", S.recommendPoints, search.RecommendPoints, reads.recommend),
  row("recommendBatch", S.recommendBatch, search.RecommendBatchPoints, reads.recommendBatch),
  row("recommendGroups", S.recommendGroups, search.RecommendPointGroups, reads.recommendGroups),
  row("discoverPoints", S.discoverPoints, search.DiscoverPoints, reads.discover),
  row("discoverBatch", S.discoverBatch, search.DiscoverBatchPoints, reads.discoverBatch),
  row("queryPoints", Q.queryPoints, query.QueryPoints, reads.query),
  row("queryBatch", Q.queryBatch, query.QueryBatchPoints, reads.queryBatch),
  row("queryGroups", Q.queryGroups, query.QueryPointGroups, reads.queryGroups),
  row("facet", Q.facet, query.FacetCounts, reads.facet),
  row("matrixPairs", Q.matrix, query.SearchMatrixPoints, reads.matrix),
];

describe("requests as messages", () => {
  for (const [id, codec, wire, requests] of ROWS) {
    it(`carry ${id}, and REST's validator takes it`, () => {
      const validate = validatorOf(OPERATIONS.find((one) => one.id === id)!);
      fc.assert(
        fc.property(requests, (request) => {
          const got = sent(codec, wire, request);
          expect(got).to.deep.equal(request);
          atOnce(validate(got as object, "refused"));
        }),
      );
    });
  }

  it("carry filters that can be read", () => {
    fc.assert(
      fc.property(filter, (json) => {
        const got = sent(filterCodec, Filter, json);
        expect(got).to.deep.equal(json);
        parseFilter(got);
      }),
    );
  });
});
