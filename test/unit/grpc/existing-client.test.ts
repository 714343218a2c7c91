// Qdrant's own client, unchanged, against our definitions: the server reads its requests, and it reads the responses.
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { QdrantClient } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { encoderOf } from "../../../src/grpc/convert/answers.ts";
import type { Codec } from "../../../src/grpc/convert/codec.ts";
import { createCollection } from "../../../src/grpc/convert/collections.ts";
import { queryPoints } from "../../../src/grpc/convert/queries.ts";
import { upsertPoints } from "../../../src/grpc/convert/writes.ts";
import { DESCRIPTORS } from "../../../src/grpc/gen/descriptors.ts";
import { asQdrant } from "../../../src/grpc/server.ts";
import type { MessageCodec } from "../../../src/grpc/wire/codec.ts";
import { Descriptors } from "../../../src/grpc/wire/descriptors.ts";
import { type Methods, messages, services } from "../../../src/grpc/wire/messages.ts";
import { RawJson } from "../../../src/schema/leaf.ts";
import { GrpcFixture } from "../../support/grpc.ts";

const { CollectionsService, PointsService, ServerService, SnapshotsService } = services;

const SERVICES: readonly Methods[] = [CollectionsService, PointsService, ServerService, SnapshotsService];
const BIG = 13570027672830659665n;

describe("the services under the names of existing clients", () => {
  it("the services under the names of existing clients have the methods of the derived package", () => {
    const descriptors = new Descriptors(DESCRIPTORS);
    const paths = SERVICES.flatMap((service) => Object.values(asQdrant(service)).map(({ path }) => path));
    expect(paths).to.have.lengthOf(48);
    for (const path of paths) {
      const symbol = path.slice(1).replace("/", ".");
      expect(symbol).to.match(/^qdrant\./);
      expect(descriptors.fileDeclaring(symbol), symbol).not.to.equal(undefined);
    }
  });
});

describe("an existing Qdrant client", () => {
  let server: GrpcFixture;
  let client: QdrantClient;
  let request: unknown;

  /** A call that records its request and returns the given result. */
  function call<Message>(codec: Codec<Message>, response: MessageCodec, result: unknown) {
    return (received: ServerUnaryCall<Message, unknown>, answer: sendUnaryData<unknown>) => {
      request = codec.read(received.request, "");
      answer(null, encoderOf(response)(result, 0.5));
    };
  }

  before(async () => {
    const hit = {
      id: BIG,
      version: 7,
      score: 0.25,
      payload: new RawJson(Buffer.from('{"n": 9007199254740993, "x": 1.0}'), 1),
      vector: { image: Float32Array.of(1, 2) },
    };
    const nothing: Codec<unknown> = { read: () => ({}), write: () => ({}) };
    server = await GrpcFixture.serving([
      [
        asQdrant(ServerService),
        { healthCheck: call(nothing, messages.HealthCheckReply, { title: "a", version: "1.18.2" }) },
      ],
      [
        asQdrant(CollectionsService),
        { create: call(createCollection, messages.CollectionOperationResponse, true) },
      ],
      [
        asQdrant(PointsService),
        {
          upsert: call(upsertPoints, messages.PointsOperationResponse, {
            operation_id: 5,
            status: "Completed",
          }),
          query: call(queryPoints, messages.QueryResponse, { points: [hit] }),
        },
      ],
    ]);
    client = new QdrantClient({ host: "127.0.0.1", port: server.port, checkCompatibility: false });
  });

  after(() => server.kill());

  it("an existing Qdrant client reads the version of the server", async () => {
    const { title, version } = await client.api("service").healthCheck({});
    expect([title, version]).to.deep.equal(["a", "1.18.2"]);
  });

  it("an existing Qdrant client creates a collection", async () => {
    const { result } = await client.api("collections").create({
      collectionName: "a",
      vectorsConfig: { config: { case: "params", value: { size: 4n, distance: 1 } } },
      hnswConfig: { m: 32n },
    });
    expect(result).to.equal(true);
    expect(request).to.deep.equal({
      collection_name: "a",
      vectors_config: { size: 4, distance: "Cosine" },
      hnsw_config: { m: 32 },
    });
  });

  it("an existing Qdrant client writes points", async () => {
    const { result, time } = await client.api("points").upsert({
      collectionName: "a",
      wait: true,
      points: [
        {
          id: { pointIdOptions: { case: "num", value: BIG } },
          vectors: {
            vectorsOptions: { case: "vector", value: { vector: { case: "dense", value: { data: [1, 2] } } } },
          },
          payload: { n: { kind: { case: "integerValue", value: 9007199254740993n } } },
        },
      ],
    });
    expect([result!.operationId, result!.status, time]).to.deep.equal([5n, 2, 0.5]);
    const payload = new RawJson(Buffer.from('{"n":9007199254740993}'), 1);
    expect(request).to.deep.equal({
      collection_name: "a",
      wait: true,
      points: [{ id: BIG, vector: Float32Array.of(1, 2), payload }],
    });
  });

  it("an existing Qdrant client queries points and reads the hits", async () => {
    const { result } = await client.api("points").query({
      collectionName: "a",
      query: { variant: { case: "nearest", value: { variant: { case: "dense", value: { data: [1, 2] } } } } },
      using: "image",
      filter: {
        must: [
          {
            conditionOneOf: {
              case: "field",
              value: { key: "city", match: { matchValue: { case: "keyword", value: "Berlin" } } },
            },
          },
        ],
      },
      limit: 3n,
      withPayload: { selectorOptions: { case: "enable", value: true } },
    });
    expect(request).to.deep.equal({
      collection_name: "a",
      query: { nearest: Float32Array.of(1, 2) },
      using: "image",
      filter: { must: [{ key: "city", match: { value: "Berlin" } }] },
      limit: 3,
      with_payload: true,
    });
    const [hit] = result;
    expect(hit!.id!.pointIdOptions).to.deep.equal({ case: "num", value: BIG });
    expect(hit!.payload.n!.kind).to.deep.equal({ case: "integerValue", value: 9007199254740993n });
    expect(hit!.payload.x!.kind).to.deep.equal({ case: "doubleValue", value: 1 });
    const vectors = hit!.vectors!.vectorsOptions;
    if (vectors.case !== "vectors") throw new Error("expected vectors by name");
    expect(vectors.value.vectors.image!.vector)
      .to.have.nested.property("value.data")
      .that.deep.equals([1, 2]);
  });
});
