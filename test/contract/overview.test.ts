// The list of all collections with their figures, which the console shows.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect } from "chai";
import { MAX_COLLECTIONS } from "../../src/schema/limits.ts";
import { forEachConcurrently } from "../../src/shared/concurrently.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const MAX_DELAY_MS = 20;
const NS = 1e6;
const REQUESTS_AT_A_TIME = 16;

describe("GET /status/collections", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const overview = async () => (await server.call("GET", "/status/collections")).body.result.collections;

  it("the overview has the counts, the dense vectors and the status of each collection by name", async () => {
    await server.call("PUT", "/collections/b", { vectors: { size: 2, distance: "Dot" } });
    const image = { size: 3, distance: "Cosine" };
    await server.call("PUT", "/collections/a", { vectors: { text: { size: 2, distance: "Euclid" }, image } });
    const points = [1, 2, 3].map((id) => ({ id, vector: [id, 1] }));
    await server.call("PUT", "/collections/b/points", { points });
    const [first, second, ...rest] = await overview();
    expect(rest).to.deep.equal([]);
    expect([first.name, second.name]).to.deep.equal(["a", "b"]);
    expect(first.figures.vectors).to.deep.equal([
      { name: "text", size: 2, distance: "Euclid" },
      { name: "image", ...image },
    ]);
    expect(second.figures).to.deep.equal({
      status: "green",
      indexed_vectors_count: 0,
      points_count: 3,
      segments_count: 1,
      vectors: [{ name: "", size: 2, distance: "Dot" }],
    });
  });

  it("the overview has the figures that GET /collections/{name} shows, warnings included", async () => {
    await server.call("PUT", "/collections/c", {
      vectors: { size: 2, distance: "Dot" },
      sparse_vectors: { words: {} },
      hnsw_config: { payload_m: 4 },
    });
    const info = (await server.call("GET", "/collections/c")).body.result;
    const [{ figures }] = await overview();
    expect(figures.warnings).to.have.length(1);
    for (const [name, value] of Object.entries(figures))
      if (name !== "vectors") expect(value, name).to.deep.equal(info[name]);
    expect(figures.vectors).to.deep.equal([{ name: "", size: 2, distance: "Dot" }]);
  });

  it("the overview has a deleted collection that can be restored, without figures", async () => {
    await createCollection(server);
    await server.call("DELETE", "/collections/c?undo_seconds=60");
    const [deleted] = await overview();
    expect(Object.keys(deleted)).to.deep.equal(["name", "deleted_until"]);
    expect(Date.parse(deleted.deleted_until)).to.be.closeTo(Date.now() + 60_000, 5_000);
  });

  it("the overview of a server without collections is empty", async () => {
    expect(await overview()).to.deep.equal([]);
  });

  const answersMany = async (many: number) => {
    const names = Array.from({ length: many }, (_, i) => `c${i}`);
    const config = { vectors: { size: 2, distance: "Dot" } };
    await forEachConcurrently(names, REQUESTS_AT_A_TIME, async (name) => {
      await server.call("PUT", `/collections/${name}`, config);
    });
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const response = await fetch(`${server.url}/status/collections`);
    const text = await response.text();
    delays.disable();
    expect(JSON.parse(text).result.collections).to.have.length(many);
    return delays.percentile(100) / NS;
  };

  it("the overview of 300 collections is one answer", async () => {
    await answersMany(300);
  });

  itWeekly(
    "the overview of the most collections holds the thread for less than 20 ms at a time",
    async () => {
      expect(await answersMany(MAX_COLLECTIONS)).to.be.below(MAX_DELAY_MS);
    },
  );
});
