// Collections as gRPC messages: requests that create and change them, and the information about them.

import { expect } from "chai";
import fc from "fast-check";
import { OPERATIONS } from "../../../../src/api/operations/index.ts";
import { validatorOf } from "../../../../src/api/validate.ts";
import * as C from "../../../../src/grpc/convert/collections.ts";
import * as F from "../../../../src/grpc/convert/field-indexes.ts";
import { record } from "../../../../src/grpc/convert/record.ts";
import type { CreateFieldIndexCollection } from "../../../../src/grpc/gen/azimuth.d.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";
import { runWhole } from "../../../../src/scheduling/pause.ts";
import * as drawn from "../../../support/grpc-collections.ts";
import { double, flag, key, many, name, object, text } from "../../../support/grpc-requests.ts";
import { type Row, row, sent } from "../../../support/grpc-wire.ts";

const REQUESTS: readonly Row[] = [
  row("createCollection", C.createCollection, messages.CreateCollection, drawn.create),
  row("updateCollection", C.updateCollection, messages.UpdateCollection, drawn.update),
  row("deleteCollection", C.deleteCollection, messages.DeleteCollection, drawn.remove),
  row(
    "getCollection",
    record(messages.GetCollectionInfoRequest),
    messages.GetCollectionInfoRequest,
    fc.record({ collection_name: text }),
  ),
  row(
    "listCollections",
    record(messages.ListCollectionsRequest),
    messages.ListCollectionsRequest,
    object({ include_deleted: flag }),
  ),
  row("changeAliases", C.changeAliases, messages.ChangeAliases, drawn.changeAliases),
  row("createVectorName", C.createVectorName, messages.CreateVectorNameRequest, drawn.createVector),
  row("deleteVectorName", C.deleteVectorName, messages.DeleteVectorNameRequest, drawn.deleteVector),
  row("createFieldIndex", F.createFieldIndex, messages.CreateFieldIndexCollection, drawn.createIndex),
  row("deleteFieldIndex", F.deleteFieldIndex, messages.DeleteFieldIndexCollection, drawn.deleteIndex),
];

/** The measurements of a graph. */
const measured = fc.record({
  points: many,
  measured: fc.constant("2026-11-26T05:27:15.000Z"),
  queries: many,
  real_queries: many,
  curves: fc.array(
    fc.record({
      share: double,
      k: many,
      walks: fc.array(fc.record({ ef: many, recall: double, low: double, compared: many }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
});

/** The information about a collection with every part of its configuration. */
const info = object(
  {
    status: fc.constantFrom("green", "yellow", "red"),
    optimizer_status: fc.oneof(fc.constant("ok"), fc.record({ error: text })),
    segments_count: many,
    points_count: fc.maxSafeNat(),
    indexed_vectors_count: many,
    config: object(
      {
        params: object(
          {
            ...drawn.copies,
            vectors: drawn.vectors,
            shard_number: many,
            sharding_method: fc.constant("auto"),
          },
          "vectors",
          "shard_number",
          "on_disk_payload",
        ),
        hnsw_config: drawn.hnsw,
        optimizer_config: drawn.optimizers,
        wal_config: drawn.wal,
        quantization_config: drawn.quantization,
        strict_mode_config: drawn.strictMode,
        metadata: drawn.metadata,
      },
      "params",
    ),
    payload_schema: fc.dictionary(
      key,
      object({ data_type: drawn.fieldType, params: drawn.indexParams, points: many }, "data_type"),
      { maxKeys: 3 },
    ),
    warnings: fc.array(fc.record({ message: text }), { minLength: 1, maxLength: 2 }),
    recall: fc.dictionary(name, fc.array(measured, { maxLength: 2 }), { minKeys: 1, noNullPrototype: false }),
  },
  "status",
  "optimizer_status",
  "segments_count",
  "config",
  "payload_schema",
);

describe("gRPC messages about collections", () => {
  for (const [id, codec, wire, requests] of REQUESTS) {
    it(`gRPC messages about collections carry requests of ${id}, and REST's validator accepts them`, () => {
      const validate = validatorOf(OPERATIONS.find((one) => one.id === id)!);
      fc.assert(
        fc.property(requests, (request) => {
          const got = sent(codec, wire, request);
          expect(got).to.deep.equal(request);
          runWhole(validate(got as object, "refused"));
        }),
      );
    });
  }

  it("gRPC messages about collections contain everything about a collection", () => {
    fc.assert(
      fc.property(info, (shown) => {
        expect(sent(C.collectionInfo, messages.CollectionInfo, shown)).to.deep.equal(shown);
      }),
    );
  });

  it("gRPC messages about collections leave out stored options that do not fit the message", () => {
    const strict_mode_config = { enabled: "yes", max_query_limit: -1, max_timeout: 5, sparse_config: [] };
    const config = {
      params: { vectors: { size: 1, distance: "Dot" }, shard_number: 1, on_disk_payload: true },
    };
    const shown = { status: "green", optimizer_status: "ok", segments_count: 1, payload_schema: {} };
    const got = sent(C.collectionInfo, messages.CollectionInfo, {
      ...shown,
      config: { ...config, strict_mode_config, quantization_config: null },
    });
    expect(got).to.deep.equal({ ...shown, config: { ...config, strict_mode_config: { max_timeout: 5 } } });
  });

  it("gRPC messages about collections change the unnamed vector under the name that it has in REST", () => {
    const params = { hnsw_config: undefined, quantization_config: undefined, on_disk: true };
    const vectors_config = { config: { $case: "params" as const, value: params } };
    const message = { collection_name: "a", vectors_config, metadata: new Map() };
    expect(C.updateCollection.read(message, "")).to.deep.equal({
      collection_name: "a",
      vectors_config: { "": { on_disk: true } },
    });
  });

  it("gRPC messages about collections have the number of optimization threads also in the field of old clients", () => {
    const optimizers_config = { deprecated_max_optimization_threads: 3n };
    const message = { collection_name: "a", optimizers_config, metadata: new Map() };
    expect(C.createCollection.read(message, "")).to.deep.equal({
      collection_name: "a",
      optimizers_config: { max_optimization_threads: 3 },
    });
  });

  it("gRPC messages about collections have no distance if none is given, and are refused with an unknown one", () => {
    const create = (distance: number) => {
      const params = { size: 4n, distance: distance as never };
      const vectors_config = { config: { $case: "params" as const, value: params } };
      return C.createCollection.read({ collection_name: "a", metadata: new Map(), vectors_config }, "");
    };
    expect(create(0)).to.deep.equal({ collection_name: "a", vectors_config: { size: 4 } });
    expect(() => create(99)).to.throw(
      "vectors_config.params.distance: expected Cosine, Euclid, Dot or Manhattan, got the number 99",
    );
  });

  it("gRPC messages about collections create an index of the type of its parameters", () => {
    const message = { collection_name: "a", field_name: "b" };
    const index_params = { $case: "geo_index_params" as const, value: {} };
    const read = (field_type: CreateFieldIndexCollection["field_type"]) =>
      F.createFieldIndex.read({ ...message, field_type, field_index_params: { index_params } }, "");
    expect(read(undefined)).to.deep.equal({ ...message, field_schema: { type: "geo" } });
    expect(() => read(0)).to.throw(
      "field_index_params: expected those of the type keyword, got those of geo",
    );
  });

  it("gRPC messages about collections contain the time of a snapshot if it is known", () => {
    const snapshot = { name: "a", size: 5, checksum: null };
    for (const creation_time of ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.123000Z"]) {
      const shown = { name: "a", size: 5, creation_time };
      expect(
        sent(C.snapshotDescription, messages.SnapshotDescription, { ...snapshot, creation_time }),
      ).to.deep.equal(shown);
    }
    const unknown = sent(C.snapshotDescription, messages.SnapshotDescription, {
      ...snapshot,
      creation_time: null,
    });
    expect(unknown).to.deep.equal({ name: "a", size: 5 });
  });
});
