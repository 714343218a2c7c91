// Documents of models that the operator has configured: they are written and searched as the vectors that the model
// makes, over every transport.
import { expect } from "chai";
import {
  type Behaviour,
  DIMENSION,
  json,
  ModelEndpoint,
  vectorOf,
  vectors,
} from "../../support/model-endpoint.ts";
import { AS_QDRANT } from "../../support/rest.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { CODECS } from "../../support/transports/grpc-codecs.ts";
import { OverGrpc, SERVED } from "../../support/transports/over-grpc.ts";
import { asRead, operationOf } from "../../support/transports/transport.ts";

const c = { collection_name: "c" };
const model = "my/model";
const document = (text: string) => ({ text, model });
const TEXTS = ["one fox", "two dogs", "three birds"];
const POINTS = TEXTS.map((text, i) => ({ id: i + 1, vector: document(text) }));

describe("models that are configured", () => {
  let endpoint: ModelEndpoint;
  let contract: Contract;

  before(async () => {
    endpoint = await ModelEndpoint.open();
    const fixed = {
      [model]: { kind: "openai", url: endpoint.url, model: "upstream", batch: 2 },
      cloud: { kind: "qdrant", url: endpoint.url, model: "cloud/upstream" },
    } as const;
    contract = await Contract.open({ models: { fixed } });
  });
  beforeEach(() => endpoint.reset());
  after(async () => {
    await contract.close();
    await endpoint.close();
  });

  const create = (call: Call) =>
    call("createCollection", { ...c, vectors_config: { size: DIMENSION, distance: "Euclid" } });

  it("models that are configured make the vectors of points and queries, over every transport", async () => {
    const answers = await contract.same(async (call) => {
      await create(call);
      await call("upsertPoints", { ...c, points: POINTS });
      await call("scrollPoints", { ...c, with_vectors: true });
      await call("queryPoints", { ...c, query: { nearest: document("two dogs") }, limit: 1 });
      await call("queryBatch", { ...c, searches: [{ query: { nearest: document("one fox") }, limit: 1 }] });
      const prefetch = [{ query: { nearest: document("three birds") }, limit: 1 }];
      await call("queryPoints", { ...c, prefetch, query: { fusion: "rrf" }, limit: 1 });
      const recommend = { positive: [document("two dogs")], strategy: "best_score" };
      await call("queryPoints", { ...c, query: { recommend }, limit: 1 });
      const grouping = { group_by: "kind", group_size: 1, limit: 1 };
      await call("queryGroups", { ...c, query: { nearest: document("two dogs") }, ...grouping });
    });
    const [, , { points }, nearest, [batch], fused, recommended] = answers;
    expect(points.map(({ vector }: { vector: number[] }) => Array.from(vector))).to.deep.equal(
      TEXTS.map((text) => vectorOf(text)),
    );
    expect(nearest.points[0]).to.include({ id: 2, score: 0 });
    expect(batch.points[0]).to.include({ id: 1, score: 0 });
    expect(fused.points[0].id).to.equal(3);
    expect(recommended.points[0].id).to.equal(2);
  });

  describe("one collection", () => {
    beforeEach(async () => {
      const { server } = contract;
      await server.call("PUT", "/collections/c", {
        vectors: { d: { size: DIMENSION, distance: "Cosine" } },
        sparse_vectors: { s: {} },
      });
    });
    afterEach(() => contract.server.call("DELETE", "/collections/c"));

    /** Returns the tokens of the model in the answer to a call, as the message has them. */
    async function usageOf(operation: string, request: object, dialect: "azimuth.v1" | "qdrant") {
      const grpc = new OverGrpc(contract.server.grpcAddress, dialect);
      const message = CODECS[operation]!.request.write(asRead(operationOf(operation), request)) as object;
      const { answered } = grpc.start(SERVED.get(operation)!, message);
      const { usage } = (await answered.finally(() => grpc.close())) as {
        usage?: { inference?: { models: Map<string, { tokens: bigint }> } };
      };
      return usage?.inference?.models.get(model)?.tokens;
    }

    const write = (points: unknown, headers?: Record<string, string>) =>
      contract.server.call("PUT", "/collections/c/points?wait=true", { points }, headers);
    const point = (id: number, d: unknown) => ({ id, vector: { d } });

    it("models that are configured are asked once for equal texts, in calls of a batch", async () => {
      const texts = ["a", "b", "a", "c", "b"];
      const { status } = await write(texts.map((text, i) => point(i, document(text))));
      expect(status).to.equal(200);
      expect(endpoint.calls.map(({ body }) => body)).to.deep.equal([
        { model: "upstream", input: ["a", "b"] },
        { model: "upstream", input: ["c"] },
      ]);
      const asked = { ids: [0, 1, 2, 3, 4], with_vector: true };
      const { body } = await contract.server.call("POST", "/collections/c/points", asked);
      const stored = body.result.map(({ vector }: { vector: { d: number[] } }) => vector.d);
      expect(stored[2]).to.deep.equal(stored[0]);
      expect(stored[4]).to.deep.equal(stored[1]);
      expect(stored[1]).not.to.deep.equal(stored[0]);
    });

    it("models that are configured are told in `usage.inference`, beside what is counted otherwise", async () => {
      const usage = { hardware: null, inference: { models: { [model]: { tokens: 4 } } } };
      const points = [point(1, document("one fox")), point(2, document("two dogs"))];
      expect((await write(points)).body.usage).to.deep.equal(usage);
      expect((await write(points, AS_QDRANT)).body.usage).to.deep.equal(usage);
      expect((await write([point(1, [1, 2, 3, 4])])).body.usage).to.deep.equal({ hardware: null });
      expect((await write([point(1, [1, 2, 3, 4])], AS_QDRANT)).body).not.to.have.property("usage");
    });

    for (const dialect of ["azimuth.v1", "qdrant"] as const) {
      it(`models that are configured are told in the usage of gRPC, package ${dialect}`, async () => {
        await write([point(1, [1, 2, 3, 4])]);
        const query = { ...c, query: { nearest: document("one fox") }, using: "d", limit: 1 };
        const upsert = { ...c, points: [point(2, document("a b c"))] };
        expect(await usageOf("queryPoints", query, dialect)).to.equal(2n);
        expect(await usageOf("upsertPoints", upsert, dialect)).to.equal(3n);
        expect(await usageOf("upsertPoints", { ...c, points: [point(2, [1, 2, 3, 4])] }, dialect)).to.equal(
          undefined,
        );
      });
    }

    it("models that are configured make the vectors of an import, and their tokens are summed up", async () => {
      const lines = TEXTS.map((text, i) => JSON.stringify(point(i, document(text)))).join("\n");
      const { body } = await contract.server.call("POST", "/collections/c/points/import", lines);
      expect(body.result).to.include({ accepted: 3, rejected: 0 });
      expect(body.usage.inference.models).to.deep.equal({ [model]: { tokens: 6 } });
    });

    it("models that are configured may be asked by Qdrant's protocol, with options", async () => {
      const options = { truncate: true };
      const texts = [point(1, { text: "one fox", model: "cloud", options })];
      const { status, body } = await write(texts);
      expect([status, body.usage.inference.models]).to.deep.equal([200, { cloud: { tokens: 2 } }]);
      await contract.server.call("POST", "/collections/c/points/query", {
        query: { text: "x", model: "cloud" },
        using: "d",
      });
      const input = { data_type: "text", model: "cloud/upstream" };
      expect(endpoint.calls.map((call) => call.body)).to.deep.equal([
        { inputs: [{ data: "one fox", ...input, options }], inference: "update", token: null },
        { inputs: [{ data: "x", ...input, options: null }], inference: "search", token: null },
      ]);
    });

    it("models that are configured make no vector that would not have been accepted from a client", async () => {
      const sparse = await write([{ id: 1, vector: { s: document("x") } }]);
      const sent = await write([{ id: 1, vector: { s: [1, 2, 3, 4] } }]);
      expect([sparse.status, sparse.body.status]).to.deep.equal([sent.status, sent.body.status]);
      endpoint.next = [json({ data: [{ index: 0, embedding: [1, 2] }] })];
      const short = await write([point(1, document("x"))]);
      const shortSent = await write([point(1, [1, 2])]);
      expect([short.status, short.body.status]).to.deep.equal([400, shortSent.body.status]);
    });

    it("models that are configured are not asked for a request with another document that is refused", async () => {
      const { status } = await write([
        { id: 1, vector: { d: document("x"), s: { text: "y", model: "bm25", options: { k: -1 } } } },
      ]);
      expect([status, endpoint.calls.length]).to.deep.equal([400, 0]);
    });

    it("models that are configured refuse options that they cannot use, and images", async () => {
      const options = await write([point(1, { ...document("x"), options: { dimensions: 3 } })]);
      expect(options.body.status.error).to.equal(
        "points[0].vector.d.options: model 'my/model' takes no options, its settings have all; leave them out",
      );
      const image = await write([point(1, { image: "http://a/b.png", model })]);
      expect(image.body.status.error).to.equal(
        "points[0].vector.d: Only text input is supported for my/model.",
      );
      expect(endpoint.calls).to.deep.equal([]);
    });

    it("models that are configured are named where another one is asked for", async () => {
      const other = { text: "x", model: "other" };
      const refused = await write([point(1, other)]);
      const text =
        "points[0].vector.d.model: no model 'other' is here, only qdrant/bm25, bm25, my/model and cloud; " +
        "send the vector instead";
      expect([refused.status, refused.body.status.error]).to.deep.equal([400, text]);
      const { status, body } = await write([point(1, other)], AS_QDRANT);
      expect([status, body.status.error]).to.deep.equal([
        400,
        `Bad request: Inference request validation failed: ${text}`,
      ]);
    });

    it("models that are configured make the vector of a walk through the graph", async () => {
      await write([point(1, document("one fox")), point(2, document("two dogs"))]);
      const walk = { vector: "d", query: document("two dogs"), limit: 1 };
      const { body } = await contract.server.call("POST", "/collections/c/graph/walk", walk);
      expect(body.result.result[0].id).to.equal(2);
      expect(body.usage.inference.models).to.deep.equal({ [model]: { tokens: 2 } });
    });

    it("models that are configured are called four at a time at most", async () => {
      // Each of the first calls is answered when the fourth is there.
      const held: (() => void)[] = [];
      const hold: Behaviour = (response, call) => {
        held.push(() => vectors(response, call));
        if (held.length === 4) for (const answer of held) answer();
      };
      endpoint.next = [hold, hold, hold, hold];
      const points = Array.from({ length: 40 }, (_, i) => point(i, document(`text ${i}`)));
      const answers = await Promise.all([write(points.slice(0, 20)), write(points.slice(20))]);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect([endpoint.calls.length, endpoint.most]).to.deep.equal([20, 4]);
    });
  });
});
