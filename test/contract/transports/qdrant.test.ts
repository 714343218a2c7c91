// The gRPC package `qdrant`: its results and errors equal those of REST in the qdrant dialect.
import { expect } from "chai";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { OverGrpc, SERVED } from "../../support/transports/over-grpc.ts";
import { BIG_ID, c, fillSample, UUID, vectorOf } from "../../support/transports/sample.ts";
import { Refused } from "../../support/transports/transport.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests read messages at every depth.
type Json = Record<string, any>;

const near = vectorOf(3.5);

/** Enums have numbers over gRPC; the codecs read them with the native names. */
const SPELLED = { left: ["status"] };

describe("the package qdrant beside REST in the qdrant dialect", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open({ checkpoints: true });
  });
  after(() => contract.close());

  it("the package qdrant creates, returns and removes collections and aliases", async () => {
    const answers = await contract.sameAsQdrant(async (call) => {
      await call("getServerInfo");
      await call("createCollection", { ...c, vectors_config: { a: { size: 4, distance: "Dot" } } });
      await call("getCollection", c);
      await call("updateCollection", { ...c, optimizers_config: { indexing_threshold: 1000 } });
      await call("changeAliases", { actions: [{ create_alias: { ...c, alias_name: "other" } }] });
      await call("listAliases");
      await call("listCollections");
      await call("collectionExists", { collection_name: "other" });
      await call("deleteCollection", c);
    });
    expect(answers[0].version).to.equal("1.19.0");
  });

  it("the package qdrant leaves options that were never set out of the configuration of a collection", async () => {
    const shown: Json[] = [];
    const ours = new OverGrpc(contract.server.grpcAddress, "qdrant");
    await contract.sameAsQdrant(async (call) => {
      await call("createCollection", { ...c, vectors_config: { a: { size: 4, distance: "Dot" } } });
      const served = SERVED.get("getCollection")!;
      const { result } = (await ours.start(served, { collection_name: "c" }, {}).answered) as Json;
      shown.push(result);
    });
    ours.close();
    const [{ config }] = shown as [Json];
    const params = config.params.vectors_config.config.value.map.get("a");
    expect(params).to.deep.include({ size: 4n, distance: 3 });
    const given = Object.keys(params).filter((name) => params[name] !== undefined);
    expect(given).to.deep.equal(["size", "distance"]);
  });

  it("the package qdrant acknowledges writes before they are applied, unless the request waits", async () => {
    const answers = await contract.sameAsQdrant(async (call) => {
      await fillSample(call);
      for (const wait of [undefined, true, false]) {
        const how = { ...c, ...(wait !== undefined && { wait }) };
        await call("upsertPoints", { ...how, points: [{ id: 7, vector: near }] });
        await call("setPayload", { ...how, payload: { a: 1 }, points: [7] });
        await call("batchUpdate", { ...how, operations: [{ clear_payload: { points: [7] } }] });
        await call("deletePoints", { ...how, points: [7] });
      }
    }, SPELLED);
    const states = answers.slice(-12).map((answer) => [answer].flat()[0].status.toLowerCase());
    expect(states.slice(0, 4)).to.deep.equal(Array(4).fill("acknowledged"));
    expect(states.slice(4, 8)).to.deep.equal(Array(4).fill("completed"));
  });

  it("the package qdrant changes the existing points of a list with missing ids without wait", async () => {
    const writes: [string, object][] = [
      ["setPayload", { payload: { z: 1 } }],
      ["deletePayload", { keys: ["n"] }],
      ["overwritePayload", { payload: { z: 2 } }],
      ["clearPayload", {}],
      ["deleteVectors", { vectors: [""] }],
    ];
    const points = [1, 404];
    for (const wait of [undefined, false]) {
      const how = { ...c, ...(wait !== undefined && { wait }) };
      const answers = await contract.sameAsQdrant(async (call) => {
        await fillSample(call, false);
        for (const [operation, request] of writes) await call(operation, { ...how, ...request, points });
        const both = [7, 404].map((id) => ({ id, vector: near }));
        await call("updateVectors", { ...how, points: both });
        await call("batchUpdate", { ...how, operations: [{ set_payload: { payload: { y: 1 }, points } }] });
        await call("upsertPoints", { ...c, points: [{ id: 99, vector: near }], wait: true });
        await call("retrievePoints", { ...c, ids: [1, 7, 404], with_payload: true, with_vectors: true });
      }, SPELLED);
      const states = answers.slice(2, 9).map((answer) => [answer].flat()[0].status.toLowerCase());
      expect(states).to.deep.equal(Array(7).fill("acknowledged"));
      const [one, seven, ...others] = answers.at(-1);
      expect(others).to.deep.equal([]);
      expect(JSON.parse(JSON.stringify(one.payload))).to.deep.equal({ y: 1 });
      expect(one.vector).to.deep.equal({});
      expect([...seven.vector][0]).to.be.closeTo(near[0]! / Math.hypot(...near), 1e-6);
    }
  });

  it("the package qdrant changes no point of a list with wait when a point is missing", async () => {
    const answers = await contract.sameAsQdrant(async (call) => {
      await fillSample(call, false);
      const how = { ...c, wait: true, points: [1, 404] };
      await call("setPayload", { ...how, payload: { z: 1 } });
      await call("clearPayload", how);
      await call("updateVectors", { ...how, points: [1, 404].map((id) => ({ id, vector: near })) });
      await call("retrievePoints", { ...c, ids: [1], with_payload: ["z", "n"] });
    }, SPELLED);
    const refused = answers.slice(2, 5).map(({ message }) => message);
    expect(refused).to.deep.equal(Array(3).fill("Not found: No point with id 404 found"));
    expect(JSON.parse(JSON.stringify(answers.at(-1)[0].payload))).to.deep.equal({ n: 1 });
  });

  it("the package qdrant reports a collection that exists, whatever configuration the request has", async () => {
    const answers = await contract.sameAsQdrant(async (call) => {
      await call("createCollection", { ...c, vectors_config: { size: 4, distance: "Cosine" } });
      const sparse_vectors = { bm25: { modifier: "idf" } };
      await call("createCollection", {
        ...c,
        vectors_config: { size: 4, distance: "Cosine" },
        sparse_vectors,
      });
      await call("createCollection", { ...c, sharding_method: "custom" });
    });
    const said = "Wrong input: Collection `c` already exists!";
    expect(answers.slice(1).map(({ message }) => message)).to.deep.equal([said, said]);
  });

  it("the package qdrant returns the same results for reads and searches", async () => {
    await contract.sameAsQdrant(async (call) => {
      await fillSample(call);
      const ask: Call = (operation, request) => call(operation, { ...c, ...request });
      await ask("retrievePoints", { ids: [BIG_ID, UUID, 404], with_payload: true, with_vectors: true });
      await ask("scrollPoints", { filter: { must: [{ key: "even", match: { value: true } }] } });
      await ask("scrollPoints", { order_by: { key: "n", direction: "desc" }, limit: 3 });
      await ask("countPoints", { exact: true });
      await ask("searchPoints", { vector: near, limit: 3 });
      await ask("searchPoints", { vector: near, limit: 1_000_000, with_payload: true });
      await ask("searchBatch", { searches: [{ vector: near, limit: 1 }] });
      await ask("recommendPoints", { positive: [1], negative: [UUID], limit: 3, with_payload: true });
      await ask("discoverPoints", { target: 3, context: [{ positive: 1, negative: BIG_ID }], limit: 4 });
      await ask("queryPoints", { query: { nearest: near }, score_threshold: 0.5 });
      await ask("queryPoints", { prefetch: [{ query: near }, { query: BIG_ID }], query: { fusion: "rrf" } });
      await ask("queryGroups", { query: near, group_by: "city", group_size: 2, limit: 2 });
      await ask("facet", { key: "city" });
      await ask("matrixOffsets", { sample: 5, limit: 2, filter: { must: [{ key: "n", range: { lt: 5 } }] } });
    }, SPELLED);
  });

  it("the package qdrant refuses with the same errors", async () => {
    const answers = await contract.sameAsQdrant(async (call) => {
      await call("getCollection", c);
      await call("createCollection", { ...c, vectors_config: { size: 0, distance: "Dot" } });
      await fillSample(call);
      await call("createCollection", { ...c, vectors_config: { size: 4, distance: "Dot" } });
      await call("upsertPoints", { ...c, points: [{ id: 1, vector: [1] }], wait: true });
      await call("searchPoints", { ...c, vector: [1], limit: 1 });
      await call("searchPoints", { ...c, vector: near, limit: 0 });
      await call("queryPoints", { ...c, query: 404 });
      await call("queryPoints", { ...c, query: near, using: "absent" });
      await call("recommendPoints", { ...c, negative: [1], limit: 1 });
      await call("scrollPoints", { ...c, order_by: { key: "nowhere" } });
      await call("facet", { ...c, key: "nowhere" });
      await call("deleteSnapshot", { ...c, snapshot_name: "none.snapshot" });
      await call("changeAliases", { actions: [{ delete_alias: { alias_name: "none" } }] });
      await call("createFieldIndex", {
        ...c,
        field_name: "w",
        field_schema: { type: "integer", lookup: false, range: false },
      });
    }, SPELLED);
    expect(answers[0].message).to.equal("Not found: Collection `c` doesn't exist!");
    expect(answers.filter((answer) => answer instanceof Refused).length).to.equal(13);
  });
});
