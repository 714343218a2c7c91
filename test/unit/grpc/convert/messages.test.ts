// The meaning of gRPC messages that differ from every REST request, and errors that only a message can have.

import { expect } from "chai";
import { InvalidArgument } from "../../../../src/errors/invalid-argument.ts";
import { condition, filter } from "../../../../src/grpc/convert/filters.ts";
import { queryBatch, queryPoints } from "../../../../src/grpc/convert/queries.ts";
import {
  discoverPoints,
  getPoints,
  scrollPoints,
  searchPoints,
} from "../../../../src/grpc/convert/searches.ts";
import { pointId, pointVectors, shownVectors, vector } from "../../../../src/grpc/convert/vectors.ts";
import { updateBatch, upsertPoints } from "../../../../src/grpc/convert/writes.ts";
import type { Match, Vector } from "../../../../src/grpc/gen/azimuth.d.ts";

const OLD: Vector = { data: [], indices: undefined, vectors_count: undefined, vector: undefined };
const NUM = { point_id_options: { $case: "num" as const, value: 1n } };

function refused(read: () => unknown, message: string): void {
  expect(read).to.throw(InvalidArgument, message).with.property("message", message);
}

describe("the vectors of a gRPC message", () => {
  it("the vectors of a gRPC message are read from the fields of old clients", () => {
    expect(vector.read({ ...OLD, data: [1, 2] }, "")).to.deep.equal(Float32Array.of(1, 2));
  });

  it("the vectors of a gRPC message are read if they are sparse, in the old and in the new fields", () => {
    const sparse = { indices: Uint32Array.of(3, 5), values: Float32Array.of(1, 2) };
    expect(vector.read({ ...OLD, data: [1, 2], indices: { data: [3, 5] } }, "")).to.deep.equal(sparse);
    const kind = { $case: "sparse" as const, value: { indices: [3, 5], values: [1, 2] } };
    expect(vector.read({ ...OLD, vector: kind }, "")).to.deep.equal(sparse);
  });

  it("the vectors of a gRPC message are left to the validator if they are multi-vectors, in the old and in the new fields", () => {
    const rows = [
      [1, 2],
      [3, 4],
    ];
    expect(vector.read({ ...OLD, data: [1, 2, 3, 4], vectors_count: 2 }, "")).to.deep.equal(rows);
    const kind = { $case: "multi_dense" as const, value: { vectors: rows.map((data) => ({ data })) } };
    expect(vector.read({ ...OLD, vector: kind }, "")).to.deep.equal(rows);
  });

  it('the vectors of a gRPC message are read under the name "" for a point if they are sparse and have none', () => {
    const sparse = { ...OLD, data: [1, 2], indices: { data: [3, 5] } };
    const vectors = { vectors_options: { $case: "vector" as const, value: sparse } };
    const points = [{ id: NUM, payload: new Map(), vectors }];
    const { points: read } = upsertPoints.read({ collection_name: "a", points }, "") as { points: object[] };
    const { vector: named } = read[0] as { vector: object };
    expect(named).to.deep.equal({ "": { indices: Uint32Array.of(3, 5), values: Float32Array.of(1, 2) } });
  });

  it("the vectors of a gRPC message are refused if they are several of different lengths", () => {
    refused(
      () => vector.read({ ...OLD, data: [1, 2, 3], vectors_count: 2 }, "points[0].vectors.vector"),
      "points[0].vectors.vector.data: expected as many numbers for each of 2 vectors, got 3 in all",
    );
    expect(vector.read({ ...OLD, vectors_count: 2 ** 32 - 1 }, "")).to.deep.equal([]);
  });

  it("the vectors of a gRPC message are refused if they are neither one vector nor named vectors", () => {
    refused(
      () => pointVectors.read({ vectors_options: undefined }, "points[2].vectors"),
      "points[2].vectors: expected vector or vectors, got none of them",
    );
  });

  it("the vectors of a gRPC message are written to the one field that all current clients read", () => {
    const { vectors_options: shown } = shownVectors.write(Float32Array.of(1, 2));
    expect(shown).to.deep.equal({
      $case: "vector",
      value: {
        data: [],
        indices: undefined,
        vectors_count: undefined,
        vector: { $case: "dense", value: { data: Float32Array.of(1, 2) } },
      },
    });
    expect(shownVectors.write({})).to.deep.equal({
      vectors_options: { $case: "vectors", value: { vectors: new Map() } },
    });
  });
});

describe("the point ids of a gRPC message", () => {
  it("the point ids of a gRPC message have to be a number or a UUID", () => {
    refused(
      () => pointId.read({ point_id_options: undefined }, "ids[1]"),
      "ids[1]: expected num or uuid, got none of them",
    );
  });

  it("the point ids of a gRPC message are exact integers of 64 bits", () => {
    const id = (value: bigint) => pointId.read({ point_id_options: { $case: "num", value } }, "");
    expect(id(13570027672830659665n)).to.equal(13570027672830659665n);
    expect(id(2n ** 53n - 1n)).to.equal(2 ** 53 - 1);
  });

  it("the point ids of a gRPC message are left to the validator if they are missing, which names them", () => {
    const point = { id: undefined, payload: new Map(), vectors: undefined };
    const request = upsertPoints.read({ collection_name: "a", points: [point] }, "");
    expect(request).to.deep.equal({ collection_name: "a", points: [{}] });
  });
});

describe("the filter of a gRPC message", () => {
  const field = { interiors: undefined };
  const onField = (parts: object) =>
    condition.read(
      { condition_one_of: { $case: "field", value: { key: "a", ...field, ...parts } as never } },
      "filter.must[0]",
    );

  it("the filter of a gRPC message may have datetimes in a range of its own, to the microsecond", () => {
    const gte = { seconds: -1n, nanos: 999_999_999 };
    expect(onField({ datetime_range: { gte } })).to.deep.equal({
      key: "a",
      range: { gte: "1969-12-31T23:59:59.999999Z" },
    });
  });

  it("the filter of a gRPC message is refused with both kinds of ranges at once", () => {
    refused(
      () => onField({ datetime_range: { lt: { seconds: 0n, nanos: 0 } }, range: { lt: 1 } }),
      "filter.must[0].field: give range or datetime_range, not both",
    );
  });

  for (const [seconds, nanos] of [
    [253_402_300_800n, 0],
    [-62_135_596_801n, 0],
    [0n, -1],
    [0n, 1_000_000_000],
  ] as const) {
    it(`the filter of a gRPC message is refused with a datetime of ${seconds} s ${nanos} ns`, () => {
      refused(
        () => onField({ datetime_range: { lt: { seconds, nanos } } }),
        `filter.must[0].field.datetime_range.lt: expected a moment of the years 1 to 9999, got ${seconds} s ${nanos} ns`,
      );
    });
  }

  it("the filter of a gRPC message is refused with a bound that is not finite", () => {
    refused(
      () => onField({ range: { gte: NaN } }),
      "filter.must[0].field.range.gte: expected a finite number, got NaN",
    );
  });

  it("the filter of a gRPC message is refused without a kind of condition or of match", () => {
    const nothing = { condition_one_of: undefined };
    const kinds = "field, is_empty, has_id, filter, is_null, nested, has_vector or slice";
    refused(
      () => filter.read({ must: [], should: [nothing], must_not: [], min_should: undefined }, "filter"),
      `filter.should[0]: expected ${kinds}, got none of them`,
    );
    const match: Match = { match_value: undefined };
    expect(() => onField({ match })).to.throw("filter.must[0].field.match: expected keyword, integer, ");
  });

  it("the filter of a gRPC message matches everything when it is empty", () => {
    expect(filter.read({ must: [], should: [], must_not: [], min_should: undefined }, "")).to.deep.equal({});
  });
});

describe("the writes of a gRPC message", () => {
  const selector = { points_selector_one_of: { $case: "points" as const, value: { ids: [NUM] } } };

  it("the writes of a gRPC message are read from the fields of old clients", () => {
    const operations = (["delete_deprecated", "clear_payload_deprecated"] as const).map(($case) => ({
      operation: { $case, value: selector },
    }));
    expect(updateBatch.read({ collection_name: "a", operations }, "")).to.deep.equal({
      collection_name: "a",
      operations: [{ delete: { points: [1] } }, { clear_payload: { points: [1] } }],
    });
  });

  it("the writes of a gRPC message are refused without a kind, with the position and the known kinds", () => {
    expect(() =>
      updateBatch.read({ collection_name: "a", operations: [{ operation: undefined }] }, ""),
    ).to.throw(
      InvalidArgument,
      /^operations\[0\]: expected upsert, set_payload, .* or clear_payload, got none/,
    );
  });

  it("the writes of a gRPC message are refused with an unknown value of an enum, with the known values", () => {
    refused(
      () => upsertPoints.read({ collection_name: "a", points: [], update_mode: 9 as never }, ""),
      "update_mode: expected upsert, insert_only or update_only, got the number 9",
    );
  });
});

describe("the search of a gRPC message", () => {
  const search = { filter: undefined, with_payload: undefined, params: undefined };

  it("the search of a gRPC message has a name for the vector only if one is given", () => {
    const named = { collection_name: "a", vector: [1], limit: 3n, ...search };
    const read = (message: typeof named & { vector_name?: string }) =>
      (searchPoints.read(message, "") as { vector: unknown }).vector;
    expect(read(named)).to.deep.equal(Float32Array.of(1));
    expect(read({ ...named, vector_name: "" })).to.deep.equal({ name: "", vector: Float32Array.of(1) });
  });

  it("the search of a gRPC message leaves the payload unspecified if the message does, so that the rule of the dialect applies", () => {
    expect(getPoints.read({ collection_name: "a", ids: [NUM], with_payload: undefined }, "")).to.deep.equal({
      collection_name: "a",
      ids: [1],
    });
  });

  it("the search of a gRPC message is refused without a kind of payload selector", () => {
    refused(
      () =>
        getPoints.read({ collection_name: "a", ids: [], with_payload: { selector_options: undefined } }, ""),
      "with_payload: expected enable, include or exclude, got none of them",
    );
  });

  it("the search of a gRPC message may have a limit that no double holds exactly, for the validator to refuse", () => {
    const message = { collection_name: "a", prefetch: [], limit: 2n ** 64n - 1n };
    expect(queryPoints.read(message, "")).to.deep.equal({ collection_name: "a", limit: 2 ** 64 });
  });

  it("the search of a gRPC message is refused without a kind of query, also in prefetches", () => {
    const empty = { prefetch: [], query: { variant: undefined } };
    expect(() => queryPoints.read({ collection_name: "a", prefetch: [empty] }, "")).to.throw(
      InvalidArgument,
      /^prefetch\[0\]\.query: expected nearest, recommend, .* relevance_feedback, text or hybrid, got none of them$/,
    );
  });

  it("the search of a gRPC message is refused with a score or weight that is not finite", () => {
    refused(
      () => queryPoints.read({ collection_name: "a", prefetch: [], score_threshold: -Infinity }, ""),
      "score_threshold: expected a finite number, got -Infinity",
    );
  });

  it("the search of a gRPC message uses the collection of its batch", () => {
    const one = (collection_name: string) => ({ collection_name, prefetch: [], limit: 1n });
    const batch = { collection_name: "a", query_points: [one("a"), one("")] };
    expect(queryBatch.read(batch, "")).to.deep.equal({
      collection_name: "a",
      searches: [{ limit: 1 }, { limit: 1 }],
    });
    refused(
      () => queryBatch.read({ ...batch, query_points: [one("a"), one("b")] }, ""),
      'query_points[1].collection_name: expected "a", the collection of the batch, got "b"',
    );
  });

  it("the search of a gRPC message can begin at a datetime if it is ordered by a field", () => {
    const start_from = { value: { $case: "timestamp" as const, value: { seconds: 0n, nanos: 1000 } } };
    const message = { collection_name: "a", filter: undefined, with_payload: undefined };
    const request = scrollPoints.read({ ...message, order_by: { key: "at", start_from } }, "");
    expect(request).to.deep.equal({
      collection_name: "a",
      order_by: { key: "at", start_from: "1970-01-01T00:00:00.000001Z" },
    });
  });

  it("the search of a gRPC message is refused for discovery with an empty target", () => {
    const message = { collection_name: "a", context: [], limit: 1n, ...search };
    refused(
      () => discoverPoints.read({ ...message, target: { target: undefined } }, ""),
      "target: expected single, got none of them",
    );
  });
});
