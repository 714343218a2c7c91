// Qdrant's own gRPC client, unchanged, with a server in this process: queries, searches, scrolls, counts and
// facets.
import {
  Direction,
  FieldType,
  Fusion,
  type QdrantClient,
  RecommendStrategy,
  Sample,
} from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { BERLIN, clientOf, LONDON, makePlaces, PARIS, places, waiting } from "../../support/qdrant-grpc.ts";
import {
  EVERYTHING,
  id,
  ids,
  include,
  keyword,
  like,
  near,
  nearest,
  plainId,
  plainPayload,
  vector,
} from "../../support/qdrant-messages.ts";
import { Servers } from "../../support/servers.ts";

describe("searches of @qdrant/js-client-grpc", () => {
  let servers: Servers;
  let client: QdrantClient;

  before(async () => {
    servers = new Servers();
    client = clientOf(await servers.here());
    await makePlaces(client);
    const index = (fieldName: string, fieldType: FieldType) =>
      client.api("points").createFieldIndex({ ...waiting, fieldName, fieldType });
    await index("city", FieldType.FieldTypeKeyword);
    await index("rank", FieldType.FieldTypeInteger);
  });
  after(() => servers.close());

  const points = () => client.api("points");
  const inLondon = { must: [keyword("city", "London")] };

  describe("with a query", () => {
    it("searches of @qdrant/js-client-grpc find the nearest points with the requested parts", async () => {
      const { result, time } = await points().query({
        ...places,
        query: nearest(0, 1, 0.5, 0),
        limit: 2n,
        withPayload: include("city"),
        withVectors: EVERYTHING,
        params: { hnswEf: 64n, exact: true },
      });
      expect(ids(result)).to.deep.equal([LONDON, PARIS]);
      expect(result.map(({ payload }) => plainPayload(payload))).to.deep.equal([
        { city: "London" },
        { city: "Paris" },
      ]);
      expect(result[0]!.score).to.be.closeTo(0.894, 0.001);
      expect(result[0]!.vectors!.vectorsOptions.case).to.equal("vector");
      expect(time).to.be.above(0);
    });

    it("searches of @qdrant/js-client-grpc return no payloads and no vectors by default", async () => {
      const [first] = (await points().query({ ...places, query: nearest(1, 0, 0, 0) })).result;
      expect([plainId(first!.id), first!.payload, first!.vectors]).to.deep.equal([BERLIN, {}, undefined]);
    });

    it("searches of @qdrant/js-client-grpc accept an id, a threshold and an offset", async () => {
      const query = { variant: { case: "nearest" as const, value: like(BERLIN) } };
      expect(ids((await points().query({ ...places, query })).result)).to.have.members([LONDON, PARIS]);
      const near = { ...places, query: nearest(1, 0, 0, 0) };
      expect(ids((await points().query({ ...near, scoreThreshold: 0.5 })).result)).to.deep.equal([BERLIN]);
      expect((await points().query({ ...near, offset: 1n, limit: 1n })).result).to.have.length(1);
    });

    for (const [kind, query] of Object.entries({
      recommend: {
        positive: [like(BERLIN)],
        negative: [near(0, 0, 1, 0)],
        strategy: RecommendStrategy.BestScore,
      },
      discover: {
        target: near(0, 1, 0, 0),
        context: { pairs: [{ positive: like(LONDON), negative: like(PARIS) }] },
      },
      context: { pairs: [{ positive: like(LONDON), negative: like(PARIS) }] },
    })) {
      it(`searches of @qdrant/js-client-grpc recommend, discover and explore: ${kind}`, async () => {
        const variant = { case: kind, value: query } as never;
        const { result } = await points().query({ ...places, query: { variant } });
        expect(result).not.to.have.length(0);
      });
    }

    it("searches of @qdrant/js-client-grpc order points by a field, in both directions and beginning at a value", async () => {
      const startFrom = { value: { case: "integer" as const, value: 2n } };
      const value = { key: "rank", direction: Direction.Desc, startFrom };
      const query = { variant: { case: "orderBy" as const, value } };
      expect(ids((await points().query({ ...places, query })).result)).to.deep.equal([LONDON, BERLIN]);
    });

    it("searches of @qdrant/js-client-grpc fuse several lists", async () => {
      const prefetch = [
        { query: nearest(1, 0, 0, 0), limit: 1n },
        { query: nearest(0, 1, 0, 0), filter: inLondon },
      ];
      for (const value of [Fusion.RRF, Fusion.DBSF]) {
        const query = { variant: { case: "fusion" as const, value } };
        const { result } = await points().query({ ...places, prefetch, query });
        expect(ids(result)).to.have.members([BERLIN, LONDON]);
      }
      const rrf = { variant: { case: "rrf" as const, value: { k: 2, weights: [3, 1] } } };
      expect(ids((await points().query({ ...places, prefetch, query: rrf })).result)).to.deep.equal([
        BERLIN,
        LONDON,
      ]);
    });

    it("searches of @qdrant/js-client-grpc score by a formula", async () => {
      const rank = { variant: { case: "variable" as const, value: "rank" } };
      const bonus = { variant: { case: "condition" as const, value: keyword("city", "Berlin") } };
      const ten = { variant: { case: "constant" as const, value: 10 } };
      const bonuses = { variant: { case: "mult" as const, value: { mult: [ten, bonus] } } };
      const expression = { variant: { case: "sum" as const, value: { sum: [rank, bonuses] } } };
      const query = { variant: { case: "formula" as const, value: { expression } } };
      const prefetch = [{ query: nearest(1, 1, 1, 0) }];
      const { result } = await points().query({ ...places, prefetch, query });
      expect(result.map(({ id, score }) => [plainId(id), score])).to.deep.equal([
        [BERLIN, 11],
        [PARIS, 3],
        [LONDON, 2],
      ]);
    });

    it("searches of @qdrant/js-client-grpc sample points, and find diverse points", async () => {
      const sample = { variant: { case: "sample" as const, value: Sample.Random } };
      expect((await points().query({ ...places, query: sample, limit: 2n })).result).to.have.length(2);
      const value = { nearest: near(1, 0.1, 0, 0), mmr: { diversity: 0.9, candidatesLimit: 3 } };
      const diverse = { variant: { case: "nearestWithMmr" as const, value } };
      const { result } = await points().query({ ...places, query: diverse, limit: 2n });
      expect(plainId(result[0]!.id)).to.equal(BERLIN);
    });

    it("searches of @qdrant/js-client-grpc are answered in batches", async () => {
      const queryPoints = [
        { ...places, query: nearest(1, 0, 0, 0), limit: 1n },
        { ...places, query: nearest(0, 0, 1, 0), limit: 1n, withPayload: EVERYTHING },
      ];
      const { result } = await points().queryBatch({ ...places, queryPoints });
      expect(result.map(({ result: found }) => ids(found))).to.deep.equal([[BERLIN], [PARIS]]);
      expect(plainPayload(result[1]!.result[0]!.payload)).to.deep.equal({ city: "Paris", rank: 3n });
    });

    it("searches of @qdrant/js-client-grpc form groups, with the points of another collection by the value of the group", async () => {
      const query = { ...places, query: nearest(1, 0, 0, 0), groupBy: "rank", limit: 2n, groupSize: 1n };
      const withLookup = { collection: "places", withPayload: EVERYTHING };
      const { groups } = (await points().queryGroups({ ...query, withLookup })).result!;
      const { kind } = groups[0]!.id!;
      expect([kind.case, kind.value, ids(groups[0]!.hits)]).to.deep.equal(["unsignedValue", 1n, [BERLIN]]);
      expect(groups).to.have.length(2);
      const cities = await points().queryGroups({ ...query, groupBy: "city" });
      expect(cities.result!.groups[0]!.id!.kind).to.deep.equal({ case: "stringValue", value: "Berlin" });
    });
  });

  describe("with the deprecated calls", () => {
    it("deprecated calls of @qdrant/js-client-grpc search, alone, in batches and in groups", async () => {
      const search = { ...places, vector: [0, 1, 0, 0], limit: 1n, filter: inLondon };
      expect(ids((await points().search(search)).result)).to.deep.equal([LONDON]);
      const { result } = await points().searchBatch({ ...places, searchPoints: [search, search] });
      expect(result.map(({ result: found }) => ids(found))).to.deep.equal([[LONDON], [LONDON]]);
      const grouped = { ...places, vector: [0, 1, 0, 0], groupBy: "city", limit: 3, groupSize: 1 };
      const { groups } = (await points().searchGroups(grouped)).result!;
      expect(ids(groups[0]!.hits)).to.deep.equal([LONDON]);
    });

    it("deprecated calls of @qdrant/js-client-grpc recommend, alone, in batches and in groups", async () => {
      const wanted = { ...places, positive: [id(BERLIN)], negativeVectors: [vector(0, 0, 1, 0)] };
      const recommend = { ...wanted, limit: 1n };
      expect(ids((await points().recommend(recommend)).result)).to.deep.equal([LONDON]);
      const { result } = await points().recommendBatch({ ...places, recommendPoints: [recommend] });
      expect(ids(result[0]!.result)).to.deep.equal([LONDON]);
      const grouped = { ...wanted, groupBy: "city", limit: 1, groupSize: 1 };
      const { groups } = (await points().recommendGroups(grouped)).result!;
      expect(groups[0]!.id!.kind.value).to.equal("London");
    });

    it("deprecated calls of @qdrant/js-client-grpc discover, alone and in batches", async () => {
      const example = { case: "vector" as const, value: vector(0, 1, 0, 0) };
      const target = { target: { case: "single" as const, value: { example } } };
      const of = (value: bigint) => ({ example: { case: "id" as const, value: id(value) } });
      const discover = {
        ...places,
        target,
        context: [{ positive: of(LONDON), negative: of(PARIS) }],
        limit: 1n,
      };
      expect(ids((await points().discover(discover)).result)).to.deep.equal([BERLIN]);
      const { result } = await points().discoverBatch({ ...places, discoverPoints: [discover] });
      expect(ids(result[0]!.result)).to.deep.equal([BERLIN]);
    });
  });

  describe("over all points", () => {
    it("reads of @qdrant/js-client-grpc scroll page by page, with payloads by default", async () => {
      const first = await points().scroll({ ...places, limit: 2 });
      expect([ids(first.result), plainId(first.nextPageOffset)]).to.deep.equal([[PARIS, LONDON], BERLIN]);
      expect(plainPayload(first.result[0]!.payload)).to.deep.equal({ city: "Paris", rank: 3n });
      const last = await points().scroll({ ...places, limit: 2, offset: first.nextPageOffset });
      expect([ids(last.result), last.nextPageOffset]).to.deep.equal([[BERLIN], undefined]);
    });

    it("reads of @qdrant/js-client-grpc scroll in the order of a field", async () => {
      const orderBy = { key: "rank", direction: Direction.Desc };
      const { result } = await points().scroll({ ...places, orderBy, limit: 2 });
      expect(ids(result)).to.deep.equal([PARIS, LONDON]);
      expect(result[0]!.orderValue!.variant).to.deep.equal({ case: "int", value: 3n });
    });

    it("reads of @qdrant/js-client-grpc count the points that match a filter", async () => {
      const ofLondon = await points().count({ ...places, filter: inLondon, exact: true });
      expect(ofLondon.result!.count).to.equal(1n);
    });

    it("reads of @qdrant/js-client-grpc count the values of a field", async () => {
      const { hits } = await points().facet({ ...places, key: "city", limit: 2n });
      expect(hits.map(({ value, count }) => [value!.variant.value, count])).to.deep.equal([
        ["Berlin", 1n],
        ["London", 1n],
      ]);
      const ranks = await points().facet({ ...places, key: "rank" });
      expect(ranks.hits[0]!.value!.variant).to.deep.equal({ case: "integerValue", value: 1n });
    });

    it("reads of @qdrant/js-client-grpc return distances between points", async () => {
      const matrix = { ...places, sample: 3n, limit: 2n };
      expect((await points().searchMatrixPairs(matrix)).result!.pairs).to.have.length(6);
      const {
        offsetsRow,
        offsetsCol,
        scores,
        ids: all,
      } = (await points().searchMatrixOffsets(matrix)).result!;
      expect([offsetsRow.length, offsetsCol.length, scores.length]).to.deep.equal([6, 6, 6]);
      expect(all.map(plainId)).to.have.members([BERLIN, LONDON, PARIS]);
    });
  });
});
