// Results as gRPC messages: every part of a result is in its message.

import { expect } from "chai";
import fc from "fast-check";
import { encoderOf } from "../../../../src/grpc/convert/answers.ts";
import { collectionReport } from "../../../../src/grpc/convert/collections.ts";
import { record as codecOf } from "../../../../src/grpc/convert/record.ts";
import * as R from "../../../../src/grpc/convert/results.ts";
import type { MessageCodec } from "../../../../src/grpc/wire/codec.ts";
import { enums, messages } from "../../../../src/grpc/wire/messages.ts";
import { RawJson } from "../../../../src/schema/leaf.ts";
import {
  double,
  float,
  id,
  integer,
  many,
  object,
  payload,
  text,
  vectors,
} from "../../../support/grpc-requests.ts";
import { row, sent } from "../../../support/grpc-wire.ts";

const orderValue = fc.oneof(integer, fc.constant(1.5));
const parts = { id, payload, vector: vectors, order_value: orderValue };
const point = object(parts, "id", "payload");
const scored = object({ ...parts, score: float, version: many }, "id", "payload", "score", "version");

/** The message of a result, encoded and decoded. */
function answered<Message extends object>(wire: MessageCodec<Message>, result: unknown): Message {
  return wire.decode(Uint8Array.from(wire.encode(encoderOf(wire)(result, 0.5) as Message)));
}

const record = (num: bigint) => ({
  id: { point_id_options: { $case: "num", value: num } },
  payload: new Map(),
  vectors: undefined,
  shard_key: undefined,
  order_value: undefined,
});
const hit = (num: bigint) => ({ ...record(num), score: 0.25, version: 7n, highlights: [] });
const found = (one: number) => ({ id: one, score: 0.25, version: 7 });
const around = { time: 0.5, usage: undefined };

describe("gRPC messages of results", () => {
  it("gRPC messages of results contain all parts of a point", () => {
    for (const [, codec, wire, points] of [
      row("found by id", R.retrievedPoint, messages.RetrievedPoint, point),
      row("found by a search", R.scoredPoint, messages.ScoredPoint, scored),
    ]) {
      fc.assert(
        fc.property(points, (one) => {
          expect(sent(codec, wire, one)).to.deep.equal(one);
        }),
      );
    }
  });

  it("gRPC messages of results contain no payload and no vectors if none were requested", () => {
    expect(answered(messages.GetResponse, [{ id: 1 }])).to.deep.equal({
      result: [record(1n)],
      ...around,
    });
  });

  it("gRPC messages of results distinguish integers of a payload from other numbers", () => {
    const stored = new RawJson(Buffer.from('{"a": 5, "b": 5.0}'), 1);
    const [got] = answered(messages.GetResponse, [{ id: 1, payload: stored }]).result;
    expect([...got!.payload.values()].map(({ kind }) => kind?.$case)).to.deep.equal([
      "integer_value",
      "double_value",
    ]);
  });

  it("gRPC messages of results contain the status of a write", () => {
    const written = { operation_id: 2 ** 50, status: "Completed" };
    const none = { deletion: undefined };
    const completed = { operation_id: 2n ** 50n, status: enums.UpdateStatus.Completed, ...none };
    expect(answered(messages.PointsOperationResponse, written)).to.deep.equal({
      result: completed,
      ...around,
    });
    const all = [written, { operation_id: 1, status: "Acknowledged" }];
    expect(answered(messages.UpdateBatchResponse, all).result).to.deep.equal([
      completed,
      { operation_id: 1n, status: enums.UpdateStatus.Acknowledged, ...none },
    ]);
  });

  it("gRPC messages of results contain the hits of one search and of several", () => {
    expect(answered(messages.SearchResponse, [found(1)]).result).to.deep.equal([hit(1n)]);
    expect(answered(messages.QueryResponse, { points: [found(1)] }).result).to.deep.equal([hit(1n)]);
    const two = [{ result: [hit(1n)] }, { result: [] }];
    expect(answered(messages.SearchBatchResponse, [[found(1)], []]).result).to.deep.equal(two);
    const queried = [{ points: [found(1)] }, { points: [] }];
    expect(answered(messages.QueryBatchResponse, queried).result).to.deep.equal(two);
  });

  it("gRPC messages of results contain groups with texts, and with numbers of either sign", () => {
    const groups = ["a", 5, -5, 2n ** 60n].map((group) => ({ id: group, hits: [found(1)] }));
    const got = answered(messages.QueryGroupsResponse, { groups }).result!.groups;
    expect(got.map((group) => group.id!.kind)).to.deep.equal([
      { $case: "string_value", value: "a" },
      { $case: "unsigned_value", value: 5n },
      { $case: "integer_value", value: -5n },
      { $case: "unsigned_value", value: 2n ** 60n },
    ]);
    expect(got[0]!.hits).to.deep.equal([hit(1n)]);
  });

  it("gRPC messages of results contain the point that was looked up for a group", () => {
    const groups = [{ id: "a", hits: [], lookup: { id: 9 } }];
    expect(answered(messages.QueryGroupsResponse, { groups }).result!.groups[0]!.lookup).to.deep.equal(
      record(9n),
    );
  });

  it("gRPC messages of results contain the offset of the next page, if there is one", () => {
    const next = (offset: unknown) =>
      answered(messages.ScrollResponse, { points: [{ id: 1 }], next_page_offset: offset });
    expect(next(null)).to.deep.equal({ next_page_offset: undefined, result: [record(1n)], ...around });
    expect(next(2n ** 63n).next_page_offset).to.deep.equal(record(2n ** 63n).id);
  });

  it("gRPC messages of results contain the count of points", () => {
    expect(answered(messages.CountResponse, { count: 5 }).result).to.deep.equal({ count: 5n });
  });

  it("gRPC messages of results contain facets of every type", () => {
    const hits = ["a", -5, 2n ** 60n, true].map((value) => ({ value, count: 2 }));
    expect(answered(messages.FacetResponse, { hits }).hits.map(({ value }) => value!.variant)).to.deep.equal([
      { $case: "string_value", value: "a" },
      { $case: "integer_value", value: -5n },
      { $case: "integer_value", value: 2n ** 60n },
      { $case: "bool_value", value: true },
    ]);
  });

  it("gRPC messages of results contain distance matrices in both forms", () => {
    const pairs = [{ a: 1, b: 2, score: 0.5 }];
    const [pair] = answered(messages.SearchMatrixPairsResponse, { pairs }).result!.pairs;
    expect(pair).to.deep.equal({ a: record(1n).id, b: record(2n).id, score: 0.5 });
    const offsets = { offsets_row: [0], offsets_col: [1], scores: [0.5], ids: [1, 2] };
    expect(answered(messages.SearchMatrixOffsetsResponse, offsets).result).to.deep.equal({
      offsets_row: [0n],
      offsets_col: [1n],
      scores: Float32Array.of(0.5),
      ids: [record(1n).id, record(2n).id],
    });
  });

  it("gRPC messages of results contain booleans and lists", () => {
    expect(encoderOf(messages.CollectionOperationResponse)(false, 1)).to.deep.equal({
      result: false,
      time: 1,
    });
    expect(encoderOf(messages.CollectionExistsResponse)({ exists: true }, 1)).to.deep.equal({
      result: { exists: true },
      time: 1,
    });
    expect(encoderOf(messages.ListCollectionsResponse)({ collections: [{ name: "a" }] }, 1)).to.deep.equal({
      collections: [{ name: "a", deleted_until: undefined }],
      time: 1,
    });
    const aliases = [{ alias_name: "a", collection_name: "b" }];
    expect(encoderOf(messages.ListAliasesResponse)({ aliases }, 1)).to.deep.equal({ aliases, time: 1 });
  });

  it("gRPC messages of results contain the version and the warnings of the server", () => {
    expect(encoderOf(messages.HealthCheckReply)({ title: "azimuth", version: "1" }, 1)).to.deep.equal({
      title: "azimuth",
      version: "1",
      commit: undefined,
      warnings: [],
    });
  });
});

describe("gRPC messages of administration", () => {
  const token = {
    id: 3,
    name: "a",
    description: "",
    created_at: "x",
    will_expire: false,
    permission: "read",
  };
  const log = {
    first_lsn: 1,
    last_lsn: 2 ** 50,
    bytes: 3,
    segments: 1,
    commits: 4,
    sync_ms: { p50: 0.5, p99: 1.5, max: 2 },
  };
  const memory = { used_bytes: 1, limit_bytes: 2 };
  const status = {
    state: "degraded",
    problems: [{ kind: "disk_full", message: "x" }],
    warnings: ["y"],
    version: "1",
    uptime_seconds: 1.5,
    collections_count: 2,
    vectors: { used: 3, cap: 5_000 },
    auth_enabled: true,
    extended_api: true,
    log,
    memory,
  };
  const report = {
    status: "green",
    optimizer_status: { error: "x" },
    points_count: 5,
    indexed_vectors_count: 4,
    segments: [{ number: 1, points: 5, deleted: 0, open: true }],
    last_operation_id: 9,
    saved: true,
  };

  for (const [what, codec, wire, results] of [
    row(
      "a new token",
      codecOf(messages.NewToken),
      messages.NewToken,
      fc.constant({ ...token, api_key: "k", message: "m" }),
    ),
    row(
      "a login",
      codecOf(messages.LoginResponse),
      messages.LoginResponse,
      fc.constant({ token: "t", message: "m", expires_in: 60 }),
    ),
    row(
      "a license",
      codecOf(messages.LicenseStatus),
      messages.LicenseStatus,
      fc.constant({ edition: "e", max_vectors: 5000 }),
    ),
    row("the server's status", codecOf(messages.ServerStatus), messages.ServerStatus, fc.constant(status)),
    row("a collection's status", collectionReport, messages.CollectionStatusReport, fc.constant(report)),
  ]) {
    it(`gRPC messages of administration carry ${what}`, () => {
      const [result] = fc.sample(results, 1);
      expect(sent(codec, wire, result)).to.deep.equal(result);
    });
  }

  it("gRPC messages of administration leave out what is null", () => {
    const nulls = { ...token, expired_at: null, api_key: "k", message: "m" };
    expect(sent(codecOf(messages.NewToken), messages.NewToken, nulls)).to.not.have.property("expired_at");
    const given = {
      ...status,
      checkpoint: null,
      file_system: null,
      memory: { ...memory, resident_bytes: null },
    };
    expect(sent(codecOf(messages.ServerStatus), messages.ServerStatus, given)).to.deep.equal(status);
  });

  it("gRPC messages of administration keep doubles of the status", () => {
    fc.assert(
      fc.property(double, text, (uptime_seconds, version) => {
        const given = { ...status, uptime_seconds, version };
        expect(sent(codecOf(messages.ServerStatus), messages.ServerStatus, given)).to.deep.equal(given);
      }),
    );
  });
});
