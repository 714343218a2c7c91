// Vectors that are added to a living collection and removed from it, over every transport and in both dialects.
import { expect } from "chai";
import { type Mistake, validation, wrongInput } from "../../support/both-dialects.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const DENSE = { size: 2, distance: "Dot" };
const VECTORS = "/collections/c/vectors";

describe("vector names over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("vector names over every transport are added, shown and removed, and points that were there lack a new one", async () => {
    // Segments are merged in the background.
    const left = ["segments_count", "status"];
    const answers = await contract.same(
      async (call) => {
        await call("createCollection", { ...c, vectors_config: { a: DENSE } });
        await call("upsertPoints", { ...c, points: [{ id: 1, vector: { a: [1, 2] } }] });
        await call("createVectorName", { ...c, vector_name: "b", dense: { ...DENSE, size: 3 } });
        await call("createVectorName", {
          ...c,
          vector_name: "s",
          sparse: { modifier: "idf", datatype: "float16" },
        });
        await call("upsertPoints", { ...c, points: [{ id: 2, vector: { a: [1, 1], b: [3, 2, 1] } }] });
        await call("retrievePoints", { ...c, ids: [1, 2], with_vectors: ["a", "b"] });
        await call("searchPoints", { ...c, vector: { name: "b", vector: [1, 1, 1] }, limit: 5 });
        await call("getCollection", c);
        await call("deleteVectorName", { ...c, vector_name: "a" });
        await call("deleteVectorName", { ...c, vector_name: "s" });
        await call("retrievePoints", { ...c, ids: [1, 2], with_vectors: ["b"] });
        await call("getCollection", c);
      },
      { left },
    );
    expect(answers[2].status).to.equal("Completed");
    const { params } = answers[7].config;
    expect(params.vectors).to.deep.equal({ a: DENSE, b: { ...DENSE, size: 3 } });
    expect(params.sparse_vectors).to.deep.equal({ s: { index: { datatype: "float16" }, modifier: "idf" } });
    expect(answers[6].map(({ id }: { id: number }) => id)).to.deep.equal([2]);
    expect(answers[11].config.params.vectors).to.deep.equal({ b: { ...DENSE, size: 3 } });
    expect(answers[11].config.params).to.not.have.property("sparse_vectors");
  });

  it("vector names over every transport are added and removed with the same results in the package qdrant", async () => {
    const answers = await contract.sameAsQdrant(
      async (call) => {
        await call("createCollection", { ...c, sparse_vectors: { s: {} } });
        await call("createVectorName", { ...c, vector_name: "a", dense: DENSE, wait: true });
        await call("createVectorName", { ...c, vector_name: "t", sparse: {}, wait: false });
        await call("createVectorName", { ...c, vector_name: "t", sparse: { modifier: "none" }, wait: true });
        await call("createVectorName", { ...c, vector_name: "t", sparse: { modifier: "idf" } });
        await call("deleteVectorName", { ...c, vector_name: "s", wait: true });
        await call("deleteVectorName", { ...c, vector_name: "s" });
        await call("getCollection", c);
      },
      { left: ["status"] },
    );
    const [, first, second, again, other, , unknown, { config }] = answers;
    expect([first.status, second.status]).to.deep.equal(["completed", "acknowledged"]);
    expect(again.operation_id).to.equal(second.operation_id);
    expect(other.message).to.equal(
      "Wrong input: Sparse vector `t` already exists with a different configuration",
    );
    expect(unknown.message).to.equal("Wrong input: Not existing vector name error: s");
    expect(config.params).to.deep.include({ vectors: { a: DENSE }, sparse_vectors: { t: {} } });
  });

  it("vector names over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await call("createVectorName", { ...c, vector_name: "a", sparse: {} });
      await call("createCollection", { ...c, vectors_config: { a: DENSE }, sparse_vectors: { s: {} } });
      await call("createVectorName", { ...c, vector_name: "a" });
      await call("createVectorName", { ...c, vector_name: "a", sparse: {} });
      await call("createVectorName", { ...c, vector_name: "s", dense: DENSE });
      await call("createVectorName", { ...c, vector_name: "a", dense: { ...DENSE, size: 9 } });
      await call("createVectorName", { ...c, vector_name: "x", dense: { ...DENSE, size: 0 } });
      await call("deleteVectorName", { ...c, vector_name: "x" });
      await call("searchPoints", { ...c, vector: { name: "x", vector: [1, 1] }, limit: 1 });
    });
    expect(answers.filter((_, i) => i !== 1).map(({ message }) => message)).to.deep.equal([
      "Collection not found: c",
      "expected either dense or sparse, got neither",
      "vector_name: Vector `a` already exists as a dense vector",
      "vector_name: Vector `s` already exists as a sparse vector",
      "vector_name: Vector `a` already exists with a different configuration",
      "dense.size: expected an integer from 1 to 65536, got 0",
      "vector_name: Not existing vector name error: x",
      "vector: collection 'c' has no vector named 'x'; it has 'a', 's'",
    ]);
  });
});

describe("vector names over REST", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", { vectors: { a: DENSE }, sparse_vectors: { s: {} } });
  });
  afterEach(() => server.close());

  const paramsNow = async () => (await server.call("GET", "/collections/c")).body.result.config.params;

  it("vector names over REST are decoded once from the path", async () => {
    for (const name of ["a b", "é%20", "x%2Fy"]) {
      const path = `${VECTORS}/${encodeURIComponent(name)}`;
      expect((await server.call("PUT", path, { sparse: {} })).status).to.equal(200);
      expect((await paramsNow()).sparse_vectors).to.have.property(name);
      expect((await server.call("DELETE", path)).body.result.status).to.equal("Completed");
      expect((await paramsNow()).sparse_vectors).to.not.have.property(name);
    }
  });

  it("vector names over REST may be removed until there is none, and added again", async () => {
    await server.call("PUT", "/collections/c/points", {
      points: [{ id: 1, vector: { a: [1, 2] }, payload: { k: 1 } }],
    });
    for (const name of ["a", "s"])
      expect((await server.call("DELETE", `${VECTORS}/${name}`)).status).to.equal(200);
    expect(await paramsNow()).to.deep.include({ vectors: {} });
    const point = await server.call("GET", "/collections/c/points/1");
    expect(point.body.result).to.deep.include({ payload: { k: 1 } });
    expect((await server.call("PUT", `${VECTORS}/a`, { dense: { ...DENSE, size: 3 } })).status).to.equal(200);
    const found = await server.call("POST", "/collections/c/points/search", {
      vector: { name: "a", vector: [1, 1, 1] },
      limit: 3,
    });
    expect(found.body.result).to.deep.equal([]);
  });

  const LONG = "n".repeat(201);
  const FULL = { ...Object.fromEntries(Array.from({ length: 256 }, (_, i) => [`v${i}`, DENSE])) };
  for (const [what, path, body, where, reason] of [
    [
      "a name of 201 bytes",
      LONG,
      { sparse: {} },
      "vector_name",
      `Invalid sparse vector name \`${LONG}\`: vector name must be at most 200 bytes long`,
    ],
    [
      "a name with a slash",
      "x%2Fy",
      { sparse: {} },
      "vector_name",
      'Invalid sparse vector name `x/y`: vector name cannot contain "/" char',
    ],
  ] as const) {
    it(`vector names over REST are refused for ${what}, and nothing changes`, async () => {
      await isRefused({
        request: ["PUT", `${VECTORS}/${path}`, body],
        native: [400, `${where}: ${reason}`],
        qdrant: wrongInput(reason),
      });
    });
  }

  it("vector names over REST are refused for the datatype turbo4, and nothing changes", async () => {
    const path = "sparse.index.datatype";
    const text = "sparse vectors do not support the `turbo4` datatype";
    await isRefused({
      request: ["PUT", `${VECTORS}/x`, { sparse: { datatype: "turbo4" } }],
      native: [400, `${path}: ${text}`],
      qdrant: validation(`${path}: Validation error: ${text} [{}]`),
    });
  });

  it("vector names over REST are refused beyond the number of vectors that a collection may have", async () => {
    await server.call("PUT", "/collections/full", { vectors: FULL });
    const { status, body } = await server.call("PUT", "/collections/full/vectors/x", { sparse: {} });
    const error =
      "vector_name: expected at most 256 vectors in a collection, got one more; remove another first";
    expect([status, body.status.error]).to.deep.equal([400, error]);
  });

  it("vector names over REST need a write permission and a collection", async () => {
    for (const method of ["PUT", "DELETE"] as const) {
      const body = method === "PUT" ? { sparse: {} } : undefined;
      expect((await server.call(method, "/collections/none/vectors/x", body)).status).to.equal(404);
    }
  });

  it("a search with a vector name that is removed meanwhile is answered or refused like an unknown name", async () => {
    const points = Array.from({ length: 200 }, (_, id) => ({ id, vector: { a: [id, 1] } }));
    await server.call("PUT", "/collections/c/points", { points });
    const search = () =>
      server.call("POST", "/collections/c/points/query", {
        query: [1, 1],
        using: "a",
        limit: 5,
        with_vector: ["a"],
      });
    const answers = [];
    const removing = server.call("DELETE", `${VECTORS}/a`);
    for (let i = 0; i < 20; i++) answers.push(search());
    await removing;
    answers.push(search());
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 400)).to.deep.equal([]);
    expect(statuses.at(-1)).to.equal(400);
  });

  async function isRefused({ request: [method, path, body], native, qdrant }: Mistake): Promise<void> {
    const before = await paramsNow();
    for (const [told, headers] of [
      [native, {}],
      [qdrant, AS_QDRANT],
    ] as const) {
      const answer = await server.call(method, path, body, headers);
      expect([answer.status, answer.body.status.error]).to.deep.equal(told);
    }
    expect(await paramsNow()).to.deep.equal(before);
  }
});
