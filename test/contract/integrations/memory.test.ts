// Mastra and mem0: their requests as they send them, for memories of agents.
import { expect } from "chai";
import { Integration, idsOf, JS_CLIENT } from "../../support/integration.ts";

const A = "1b1d9a0c-5c3e-4a53-9d21-7f0a5b6c0001";
const B = "1b1d9a0c-5c3e-4a53-9d21-7f0a5b6c0002";

describe("Mastra", () => {
  const STORE = "/collections/store";
  let mastra: Integration;
  beforeEach(async () => {
    mastra = await Integration.start(JS_CLIENT);
    await mastra.ok("PUT", STORE, { vectors: { size: 3, distance: "Cosine" } });
    const points = [
      { id: A, vector: [1, 0, 0], payload: { text: "a", price: 10, tags: ["x", "y"], at: { city: "Rome" } } },
      { id: B, vector: [0, 1, 0], payload: { text: "b", price: 25, tags: [], at: { city: "Oslo" } } },
    ];
    await mastra.ok("PUT", `${STORE}/points?wait=true`, { points });
  });
  afterEach(() => mastra.close());

  const query = async (filter: object, with_vector = false) =>
    (
      await mastra.ok("POST", `${STORE}/points/query`, {
        query: [1, 0, 0],
        limit: 10,
        filter,
        with_payload: true,
        with_vector,
      })
    ).points;

  it("Mastra uses an existing collection when its size and distance are equal", async () => {
    const [status, text] = await mastra.refused("PUT", STORE, { vectors: { size: 3, distance: "Cosine" } });
    expect(status).to.equal(409);
    expect(text).to.contain("already exists");
    const { config, points_count } = await mastra.ok("GET", STORE);
    const { size, distance } = config.params.vectors;
    expect({ size, distance, points_count }).to.deep.equal({ size: 3, distance: "Cosine", points_count: 2 });
  });

  it("Mastra queries with filters that it translates from Mongo's syntax", async () => {
    const price = { must: [{ key: "price", range: { gte: 10, lt: 20 } }] };
    const found = await query(price, true);
    expect(found[0].vector).to.deep.equal([1, 0, 0]);
    expect(found[0].payload.text).to.equal("a");
    expect(idsOf(found)).to.deep.equal([A]);
    const either = {
      must: [
        {
          should: [
            { key: "at.city", match: { value: "Oslo" } },
            { must_not: [{ key: "tags", match: { any: ["x"] } }] },
          ],
        },
      ],
    };
    expect(idsOf(await query(either))).to.deep.equal([B]);
    expect(idsOf(await query({ must: [{ key: "tags", values_count: { gt: 0 } }] }))).to.deep.equal([A]);
    expect(idsOf(await query({ must: [{ is_null: { key: "price" } }] }))).to.deep.equal([]);
    expect(idsOf(await query({ must_not: [{ is_empty: { key: "tags" } }] }))).to.deep.equal([A]);
  });

  it("Mastra changes a payload and a vector separately", async () => {
    const payload = { price: 99 };
    await mastra.ok("POST", `${STORE}/points/payload?wait=true`, { payload, points: [A] });
    await mastra.ok("PUT", `${STORE}/points/vectors?wait=true`, { points: [{ id: A, vector: [0, 0, 2] }] });
    const [point] = await mastra.ok("POST", `${STORE}/points`, {
      ids: [A],
      with_payload: true,
      with_vector: true,
    });
    expect(point.payload).to.deep.equal({ text: "a", price: 99, tags: ["x", "y"], at: { city: "Rome" } });
    expect(point.vector).to.deep.equal([0, 0, 1]);
  });

  it("Mastra creates and deletes payload indexes", async () => {
    const index = { field_name: "price", field_schema: "integer" };
    await mastra.ok("PUT", `${STORE}/index?wait=true`, index);
    const schema = async () => (await mastra.ok("GET", STORE)).payload_schema;
    expect(await schema()).to.deep.equal({ price: { data_type: "integer", points: 2 } });
    await mastra.ok("DELETE", `${STORE}/index/price?wait=true`);
    expect(await schema()).to.deep.equal({});
  });

  it("Mastra deletes by id and by filter, lists collections and deletes one", async () => {
    await mastra.ok("POST", `${STORE}/points/delete?wait=true`, { points: [A] });
    const filter = { must: [{ key: "at.city", match: { value: "Oslo" } }] };
    await mastra.ok("POST", `${STORE}/points/delete?wait=true`, { filter });
    expect((await mastra.ok("GET", STORE)).points_count).to.equal(0);
    expect((await mastra.ok("GET", "/collections")).collections).to.deep.equal([{ name: "store" }]);
    expect(await mastra.ok("DELETE", STORE)).to.equal(true);
    expect((await mastra.refused("GET", STORE))[0]).to.equal(404);
  });
});

describe("mem0", () => {
  const MEMORIES = "/collections/memories";
  const USERS = "/collections/memory_migrations";
  let mem0: Integration;
  beforeEach(async () => {
    mem0 = await Integration.start({ "user-agent": "qdrant-js/1.13.0" });
    await mem0.ok("PUT", MEMORIES, { vectors: { size: 2, distance: "Cosine" } });
    const points = [
      { id: A, vector: [1, 0], payload: { data: "likes tea", userId: "ann", hash: "1" } },
      { id: B, vector: [0, 1], payload: { data: "likes rain", userId: "bob", hash: "2" } },
    ];
    await mem0.ok("PUT", `${MEMORIES}/points?wait=true`, { points });
  });
  afterEach(() => mem0.close());

  const of = (user: string) => ({ must: [{ key: "userId", match: { value: user } }] });

  it("mem0 accepts 409 for a collection that exists", async () => {
    const body = { vectors: { size: 2, distance: "Cosine" } };
    expect((await mem0.refused("PUT", MEMORIES, body))[0]).to.equal(409);
    expect((await mem0.ok("GET", MEMORIES)).config.params.vectors.size).to.equal(2);
  });

  it("mem0 keeps its user in a collection with vectors of one dimension", async () => {
    await mem0.ok("PUT", USERS, { vectors: { size: 1, distance: "Cosine" } });
    const scroll = () => mem0.ok("POST", `${USERS}/points/scroll`, { limit: 1, with_payload: true });
    expect(await scroll()).to.deep.equal({ points: [], next_page_offset: null });
    const points = [{ id: A, vector: [0], payload: { user_id: "ann" } }];
    await mem0.ok("PUT", `${USERS}/points?wait=true`, { points });
    expect((await scroll()).points).to.deep.equal([{ id: A, payload: { user_id: "ann" } }]);
  });

  it("mem0 searches with the endpoint that newer clients no longer use", async () => {
    const found = await mem0.ok("POST", `${MEMORIES}/points/search`, {
      vector: [0, 1],
      filter: of("ann"),
      limit: 5,
      offset: 0,
      with_payload: true,
      with_vector: false,
    });
    expect(found.map(({ id, payload }: never) => [id, payload])).to.deep.equal([
      [A, { data: "likes tea", userId: "ann", hash: "1" }],
    ]);
  });

  it("mem0 gets, replaces, lists and deletes memories", async () => {
    const get = () => mem0.ok("POST", `${MEMORIES}/points`, { ids: [A], with_payload: true });
    expect((await get())[0].payload.data).to.equal("likes tea");
    const points = [{ id: A, vector: [1, 0], payload: { data: "likes coffee", userId: "ann" } }];
    await mem0.ok("PUT", `${MEMORIES}/points?wait=true`, { points });
    expect((await get())[0].payload).to.deep.equal({ data: "likes coffee", userId: "ann" });
    const page = await mem0.ok("POST", `${MEMORIES}/points/scroll`, {
      limit: 100,
      filter: of("ann"),
      with_payload: true,
      with_vectors: false,
    });
    expect(idsOf(page.points)).to.deep.equal([A]);
    await mem0.ok("POST", `${MEMORIES}/points/delete?wait=true`, { points: [A] });
    expect(await get()).to.deep.equal([]);
  });
});
