// Filters, errors and values in messages between servers: what arrives is what was sent.
import { expect } from "chai";
import type { Filter } from "../../../../src/core/filter/filter.ts";
import { type MatchPoint, matches } from "../../../../src/core/filter/match.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import { parsePayload } from "../../../../src/core/filter/value.ts";
import {
  facetAnswer,
  facetValue,
  integerAt,
  integerColumns,
} from "../../../../src/core/sharding/facet-values.ts";
import { receivedError, sentError, sentErrorOf } from "../../../../src/core/sharding/wire/error-shape.ts";
import { filter as filterShape } from "../../../../src/core/sharding/wire/filter-shape.ts";
import { packed, unpacked } from "../../../../src/core/sharding/wire/pack.ts";
import { CollectionDeleted } from "../../../../src/errors/collections.ts";
import { CollectionDamaged, DamagedFile, OutOfMemory } from "../../../../src/errors/failures.ts";
import { DeadlineExceeded, NoFieldIndex } from "../../../../src/errors/query.ts";
import { TooManyRequests } from "../../../../src/errors/server.ts";
import { DamagedMessage, ShardUnavailable } from "../../../../src/errors/sharding.ts";
import { NoTextIndex } from "../../../../src/errors/text.ts";
import { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import { countOf, roundRandom, seedOf } from "../../../support/chance.ts";
import { drawnFilter } from "../../../support/equality/filters.ts";
import { type DrawnPoint, PointDrawer } from "../../../support/equality/points.ts";

const ROUNDS = countOf("ROUNDS", 200);
const sent = (value: unknown) => runWhole(unpacked(runWhole(packed(value))));
const sentFilter = (filter: Filter) => filterShape.read(sent(filterShape.plain(filter)), "filter");

function matchPoint({ id, vector, payload }: DrawnPoint): MatchPoint {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const hasVector = (name: string) => Object.hasOwn(vector, name);
  return { id, payload: parsePayload(bytes), hasVector, textIndex: () => null };
}

const bare = (id: PointId, payload: string): MatchPoint => ({
  id,
  payload: parsePayload(new TextEncoder().encode(payload)),
  hasVector: () => false,
  textIndex: () => null,
});

describe("filters in messages between servers", () => {
  const seed = seedOf();

  it(`a filter that was sent matches the same points (SEED=${seed})`, () => {
    const points = new PointDrawer(roundRandom(seed, 0)).points(40);
    for (let round = 0; round < ROUNDS; round++) {
      const json = drawnFilter(roundRandom(seed, 1 + round), points);
      if (json === null) continue;
      const filter = parseFilter(json);
      const arrived = sentFilter(filter);
      for (const point of points)
        expect(matches(arrived, matchPoint(point)), JSON.stringify(json, String)).to.equal(
          matches(filter, matchPoint(point)),
        );
    }
  });

  it("integers of 64 bits, infinite bounds and every kind of condition arrive as they are", () => {
    const key = "a.b[].c";
    const filter = parseFilter({
      must: [
        { key, match: { value: 2n ** 63n - 1n } },
        { key: "t", range: { gt: "2024-01-01T00:00:00Z" } },
        { key: "n", range: { lte: 1e308, gt: -0.5 } },
        { key: "g", geo_bounding_box: { top_left: { lon: 0, lat: 2 }, bottom_right: { lon: 3, lat: 0 } } },
        {
          key: "g",
          geo_polygon: {
            exterior: {
              points: [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ].map(([lon, lat]) => ({ lon, lat })),
            },
          },
        },
        { key: "l", values_count: { gte: 2 } },
        { is_null: { key: "x" } },
        { slice: { total: 7, index: 3 } },
        { nested: { key: "parts", filter: { must_not: [{ key: "y", match: { phrase: "a b" } }] } } },
      ],
      min_should: { conditions: [{ has_vector: "v" }, { has_id: [1, 2n ** 64n - 1n] }], min_count: 2 },
    });
    const { must, minShould } = sentFilter(filter);
    expect(must).to.deep.equal(filter.must);
    expect(minShould!.minCount).to.equal(2);
    const [, hasId] = minShould!.conditions;
    if (hasId!.kind !== "has_id") throw new Error("another condition");
    expect([1, 2n ** 64n - 1n, 2].map((id) => hasId!.kind === "has_id" && hasId!.ids.has(id))).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it("a list of thousands of values or ids arrives", () => {
    const values = Array.from({ length: 3_000 }, (_, i) => `value ${i}`);
    const ids = Array.from({ length: 3_000 }, (_, i) => 2 * i);
    const filter = sentFilter(parseFilter({ must: [{ key: "k", match: { any: values } }, { has_id: ids }] }));
    expect(matches(filter, bare(4, '{"k":"value 2999"}'))).to.equal(true);
    expect(matches(filter, bare(5, '{"k":"value 2999"}'))).to.equal(false);
    expect(matches(filter, bare(4, '{"k":"value 3000"}'))).to.equal(false);
  });

  it("an unknown kind of condition is refused", () => {
    const plain = { must: [{ kind: "guess", path: "a" }], should: [], mustNot: [], minShould: null };
    expect(() => filterShape.read(plain, "filter")).to.throw(DamagedMessage, "filter.must[0].kind");
  });
});

describe("errors in messages between servers", () => {
  const received = (error: unknown) => receivedError(sent(sentError.plain(sentErrorOf(error))));
  const ERRORS = [
    new NoFieldIndex("order_by", "a.b"),
    new NoTextIndex("using", "t"),
    new TooManyRequests("filters are being worked out"),
    new DeadlineExceeded(),
    new OutOfMemory(),
    new CollectionDamaged("file x at byte 3"),
    new CollectionDeleted("c"),
    new DamagedFile("x", 3, "its checksum"),
    new ShardUnavailable([1, 5], "it does not answer"),
  ];

  for (const error of ERRORS) {
    it(`${error.name} arrives as the same class with the same code, text and members`, () => {
      const arrived = received(error);
      expect(arrived).to.be.instanceOf(error.constructor as new () => Error);
      expect(arrived.message).to.equal(error.message);
      expect({ ...arrived }).to.deep.equal({ ...error });
      expect(arrived.retryAfterSeconds).to.equal(error.retryAfterSeconds);
    });
  }

  it("an error of no class of the product arrives as an internal one with its text", () => {
    const arrived = received(new TypeError("x is not a function"));
    expect(arrived).to.be.instanceOf(VectorDbError);
    expect([arrived.code, arrived.message]).to.deep.equal(["INTERNAL", "x is not a function"]);
  });

  it("a code that this version does not know is an internal error", () => {
    const plain = { name: "Newer", code: "NEWER", message: "m", cause: null, members: [] };
    expect(receivedError(plain).code).to.equal("INTERNAL");
  });
});

describe("values of payload indexes in messages between servers", () => {
  it("values of facets of every kind arrive with their counts", () => {
    const hits = ["", "a", 1, -0, 2 ** 53, 2n ** 63n, -(2n ** 63n), true, false].map((value, i) => ({
      value,
      count: i,
    }));
    const answer = runWhole(facetAnswer(hits));
    expect(hits.map((_, i) => ({ value: facetValue(answer, i), count: answer.counts[i] }))).to.deep.equal(
      hits,
    );
  });

  it("values that order points arrive exactly", () => {
    const values = [0, 1.5, -(2 ** 53), 2n ** 63n - 1n, -(2n ** 63n), 1e300];
    const columns = integerColumns(values);
    expect(values.map((_, i) => integerAt(columns.values, columns.bigs, i))).to.deep.equal(values);
  });
});
