// Qdrant's JavaScript client, on which most tools build, unchanged, with a server in a process of its own.
import { QdrantClient } from "@qdrant/js-client-rest";
import { expect } from "chai";
import { Servers } from "../../support/servers.ts";

const BERLIN = "550e8400-e29b-41d4-a716-446655440000";
const LONDON = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

describe("@qdrant/js-client-rest", () => {
  let servers: Servers;
  let client: QdrantClient;

  before(async () => {
    servers = new Servers();
    const { url } = await servers.start();
    client = new QdrantClient({ url });
  });
  after(() => servers.close());

  beforeEach(async () => {
    await client.deleteCollection("places");
    await client.createCollection("places", { vectors: { size: 4, distance: "Cosine" } });
    await client.upsert("places", {
      wait: true,
      points: [
        { id: BERLIN, vector: [1, 0, 0, 0], payload: { city: "Berlin", rank: 1, tags: ["a", "b"] } },
        { id: LONDON, vector: [0, 1, 0, 0], payload: { city: "London", rank: 2, tags: ["b"] } },
        { id: 3, vector: [0, 0, 1, 0], payload: { city: "Paris", rank: 3 } },
      ],
    });
  });

  it("@qdrant/js-client-rest creates, returns and lists collections", async () => {
    expect((await client.getCollections()).collections).to.deep.equal([{ name: "places" }]);
    const info = await client.getCollection("places");
    expect(info.status).to.equal("green");
    expect(info.points_count).to.equal(3);
    expect(info.config.params.vectors).to.deep.equal({ size: 4, distance: "Cosine" });
    expect((await client.collectionExists("places")).exists).to.equal(true);
    expect((await client.collectionExists("nowhere")).exists).to.equal(false);
  });

  it("@qdrant/js-client-rest recognises errors by their status and text", async () => {
    const refusal = async (work: Promise<unknown>) => {
      const { status, data } = (await work.then(
        () => ({}),
        (error: object) => error,
      )) as { status: number; data: { status: { error: string } } };
      return [status, data.status.error];
    };
    expect(await refusal(client.getCollection("nowhere"))).to.deep.equal([
      404,
      "Not found: Collection `nowhere` doesn't exist!",
    ]);
    const again = client.createCollection("places", { vectors: { size: 4, distance: "Dot" } });
    expect(await refusal(again)).to.deep.equal([409, "Wrong input: Collection `places` already exists!"]);
    expect(await refusal(client.query("places", { query: [1, 2] }))).to.deep.equal([
      400,
      "Wrong input: Vector dimension error: expected dim: 4, got 2",
    ]);
  });

  it("@qdrant/js-client-rest queries with a filter, with and without an index", async () => {
    const filter = { must: [{ key: "tags", match: { any: ["b"] } }], must_not: [{ has_id: [LONDON] }] };
    for (const indexed of [false, true]) {
      if (indexed)
        await client.createPayloadIndex("places", {
          field_name: "tags",
          field_schema: "keyword",
          wait: true,
        });
      const { points } = await client.query("places", {
        query: [0, 1, 0, 0],
        filter,
        with_payload: ["city"],
      });
      expect(points.map(({ id, payload }) => [id, payload])).to.deep.equal([[BERLIN, { city: "Berlin" }]]);
    }
    const { payload_schema } = await client.getCollection("places");
    expect(payload_schema.tags).to.deep.equal({ data_type: "keyword", points: 2 });
    await client.deletePayloadIndex("places", "tags", { wait: true });
    expect((await client.getCollection("places")).payload_schema).to.deep.equal({});
  });

  it("@qdrant/js-client-rest writes payloads and vectors, one at a time and in batches", async () => {
    await client.setPayload("places", { wait: true, payload: { seen: true }, points: [BERLIN] });
    await client.overwritePayload("places", { wait: true, payload: { only: 1 }, points: [3] });
    await client.deletePayload("places", { wait: true, keys: ["rank"], points: [BERLIN] });
    await client.clearPayload("places", { wait: true, points: [LONDON] });
    await client.updateVectors("places", { wait: true, points: [{ id: 3, vector: [0, 0, 0, 1] }] });
    const results = await client.batchUpdate("places", {
      wait: true,
      operations: [
        { upsert: { points: [{ id: 4, vector: [1, 1, 1, 1], payload: { n: 4 } }] } },
        { set_payload: { payload: { m: 5 }, points: [4] } },
      ],
    });
    expect(results.map(({ status }) => status)).to.deep.equal(["completed", "completed"]);
    const records = await client.retrieve("places", { ids: [BERLIN, LONDON, 3, 4, 99], with_vector: true });
    expect(records.map(({ id, payload }) => [id, payload])).to.deep.equal([
      [BERLIN, { city: "Berlin", tags: ["a", "b"], seen: true }],
      [LONDON, {}],
      [3, { only: 1 }],
      [4, { n: 4, m: 5 }],
    ]);
    expect(records[2]!.vector).to.deep.equal([0, 0, 0, 1]);
  });

  it("@qdrant/js-client-rest scrolls, counts, facets, recommends, fuses and groups", async () => {
    const page = await client.scroll("places", { limit: 2 });
    expect([page.points.map(({ id }) => id), page.next_page_offset]).to.deep.equal([[3, BERLIN], LONDON]);
    await client.createPayloadIndex("places", { field_name: "rank", field_schema: "integer", wait: true });
    await client.createPayloadIndex("places", { field_name: "city", field_schema: "keyword", wait: true });
    const ordered = await client.scroll("places", { order_by: { key: "rank", direction: "desc" }, limit: 1 });
    expect(ordered.points[0]!.id).to.equal(3);
    const count = await client.count("places", {
      filter: { must: [{ key: "rank", range: { gte: 2 } }] },
      exact: true,
    });
    expect(count.count).to.equal(2);
    expect((await client.facet("places", { key: "city" })).hits).to.have.length(3);
    const recommended = await client.query("places", { query: { recommend: { positive: [BERLIN] } } });
    expect(recommended.points.map(({ id }) => id)).not.to.include(BERLIN);
    const fused = await client.query("places", {
      prefetch: [{ query: [1, 0, 0, 0] }, { query: [0, 1, 0, 0] }],
      query: { fusion: "rrf" },
    });
    expect(fused.points).to.have.length(3);
    const { groups } = await client.queryGroups("places", {
      query: [1, 0, 0, 0],
      group_by: "city",
      limit: 2,
    });
    expect(groups[0]!.id).to.equal("Berlin");
    const matrix = await client.searchMatrixPairs("places", { sample: 3, limit: 2 });
    expect(matrix.pairs).to.have.length(6);
  });

  it("@qdrant/js-client-rest swaps an alias and finds points through it", async () => {
    await client.updateCollectionAliases({
      actions: [{ create_alias: { collection_name: "places", alias_name: "cities" } }],
    });
    expect((await client.count("cities")).count).to.equal(3);
    expect((await client.getAliases()).aliases).to.deep.equal([
      { alias_name: "cities", collection_name: "places" },
    ]);
    await client.updateCollectionAliases({ actions: [{ delete_alias: { alias_name: "cities" } }] });
    expect((await client.collectionExists("cities")).exists).to.equal(false);
  });

  it("@qdrant/js-client-rest takes a snapshot and recovers from it", async () => {
    const snapshot = await client.createSnapshot("places");
    await client.delete("places", {
      wait: true,
      filter: { must: [{ key: "city", match: { value: "Berlin" } }] },
    });
    expect((await client.count("places")).count).to.equal(2);
    await client.recoverSnapshot("places", { location: snapshot!.name });
    expect((await client.count("places")).count).to.equal(3);
    expect((await client.listSnapshots("places")).map(({ name }) => name)).to.include(snapshot!.name);
    expect(await client.deleteSnapshot("places", snapshot!.name)).to.equal(true);
  });

  it("@qdrant/js-client-rest deletes by id and by filter", async () => {
    await client.delete("places", { wait: true, points: [3] });
    await client.delete("places", { wait: true, filter: {} });
    expect((await client.count("places")).count).to.equal(0);
  });
});
