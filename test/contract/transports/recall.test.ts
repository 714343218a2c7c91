// Searches that ask for a recall, over every transport: each says beside the result what to expect. The decision: the
// graphs here are not measured, so an answer has the ef that was chosen and no expectation.
import { expect } from "chai";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { OverGrpc } from "../../support/transports/over-grpc.ts";
import { c, vectorOf } from "../../support/transports/sample.ts";

const POINTS = 1_000;
const near = vectorOf(3.5);
const params = { recall: 0.8 };
const chosen = { asked: 0.8, expected: null };
const setting = { vectors_config: { size: 4, distance: "Cosine" }, hnsw_config: { full_scan_threshold: 10 } };

async function fill(call: Call, more: object = {}): Promise<void> {
  const points = Array.from({ length: POINTS }, (_, id) => ({
    id,
    vector: vectorOf(id),
    payload: { city: id % 3 },
  }));
  await call("createCollection", { ...c, ...setting, ...more });
  await call("upsertPoints", { ...c, points, wait: true });
}

describe("a recall that is asked for over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  /** @returns the responses to the requests about the filled collection */
  async function asked(requests: readonly (readonly [operation: string, request: object])[], more?: object) {
    const answers = await contract.same(async (call, { database }) => {
      await fill(call, more);
      for (const { vectors } of database.collection("c").segments.all) await vectors.indexed();
      for (const [operation, request] of requests) await call(operation, { ...c, ...request });
    });
    return answers.slice(2);
  }

  it("a recall that is asked for is answered beside the result of a search, a query, a recommendation and a discovery", async () => {
    const answers = await asked([
      ["searchPoints", { vector: near, limit: 2, params }],
      ["queryPoints", { query: near, limit: 2, params, with_payload: true }],
      ["recommendPoints", { positive: [1], negative: [2], limit: 2, params }],
      ["discoverPoints", { target: near, limit: 2, params }],
    ]);
    for (const { recall } of answers) expect(recall).to.include(chosen);
    expect(answers[0].recall.ef).to.be.within(2, POINTS);
    expect(answers[1].result.points).to.have.lengthOf(2);
  });

  it("a recall that is asked for is answered for each search of a batch, and as null for those that ask for none", async () => {
    const mixed = [{ limit: 2, params }, { limit: 2 }];
    const answers = await asked([
      ["searchBatch", { searches: mixed.map((one) => ({ ...one, vector: near })) }],
      ["queryBatch", { searches: mixed.map((one) => ({ ...one, query: near })) }],
      ["recommendBatch", { searches: mixed.map((one) => ({ ...one, positive: [1] })) }],
      ["discoverBatch", { searches: mixed.map((one) => ({ ...one, target: near })) }],
      ["searchBatch", { searches: [{ vector: near, limit: 2 }] }],
    ]);
    for (const { recall } of answers.slice(0, 4)) {
      expect(recall[0]).to.include(chosen);
      expect(recall[1]).to.equal(null);
    }
    expect(answers[4]).to.have.lengthOf(1);
  });

  it("a recall that is asked for is answered beside groups", async () => {
    const groups = { group_by: "city", limit: 2, group_size: 1, params };
    const answers = await asked([
      ["searchGroups", { vector: near, ...groups }],
      ["queryGroups", { query: near, ...groups }],
      ["recommendGroups", { positive: [1], ...groups }],
    ]);
    for (const { result, recall } of answers) {
      expect(result.groups).to.have.lengthOf(2);
      expect(recall).to.include(chosen);
    }
  });

  it("a recall that is asked for by the collection is shown in its description, and answered by its searches", async () => {
    const search = ["searchPoints", { vector: near, limit: 2 }] as const;
    const answers = await asked(
      [["getCollection", {}], search, ["updateCollection", { hnsw_config: { recall: 1 } }], search],
      { hnsw_config: { ...setting.hnsw_config, recall: 0.8 } },
    );
    expect(answers[0].config.hnsw_config.recall).to.equal(0.8);
    expect(answers[1].recall).to.include(chosen);
    expect(answers[3].recall).to.deep.equal({ asked: 1, expected: 1, ef: null });
  });

  it("a recall that is asked for by the collection is no longer set after a change to 0 over gRPC", async () => {
    const hnsw_config = { ...setting.hnsw_config, recall: 0.8 };
    let recall: unknown;
    await contract.same(async (call, { grpcAddress }) => {
      await call("createCollection", { ...c, ...setting, hnsw_config });
      const native = new OverGrpc(grpcAddress);
      await native.call("updateCollection", { ...c, hnsw_config: { recall: 0 } });
      native.close();
      ({ recall } = (await call("getCollection", c)).config.hnsw_config);
    });
    expect(recall).to.equal(undefined);
  });

  it("a recall that is asked for has to be from 0.5 to 1, and to be alone", async () => {
    const wrong = [{ recall: 0.4 }, { recall: 1.1 }, { recall: 0.9, hnsw_ef: 64 }];
    const answers = await contract.same(async (call) => {
      await call("createCollection", { ...c, ...setting });
      for (const params of wrong) {
        await call("searchPoints", { ...c, vector: near, limit: 2, params });
        await call("queryPoints", { ...c, query: near, limit: 2, params });
        await call("searchGroups", { ...c, vector: near, group_by: "city", limit: 2, group_size: 1, params });
        await call("queryBatch", { ...c, searches: [{ query: near, limit: 2, params }] });
      }
      for (const recall of [0.4, 1.1]) await call("updateCollection", { ...c, hnsw_config: { recall } });
    });
    const range = (path: string) =>
      [0.4, 1.1].map((got) => `${path}.recall: expected a number from 0.5 to 1, got ${got}`);
    const [low, high] = range("params");
    const both =
      "params: hnsw_ef 64 and recall 0.9 exclude each other: recall chooses the number of candidates";
    expect(answers.slice(1).map(({ message }) => message)).to.deep.equal([
      ...[low, low, low, `searches[0].${low}`],
      ...[high, high, high, `searches[0].${high}`],
      ...[both, both, both, `searches[0].${both}`],
      ...range("hnsw_config"),
    ]);
  });

  it("a recall that is asked for in the package qdrant rules, and the answer has no field for it", async () => {
    const answers: unknown[] = [];
    await contract.same(async (call, { grpcAddress }) => {
      await fill(call);
      const qdrant = new OverGrpc(grpcAddress, "qdrant");
      answers.push(await qdrant.call("searchPoints", { ...c, vector: near, limit: 2, params }));
      qdrant.close();
    });
    expect(answers[0]).to.have.lengthOf(2);
  });
});
