// Collections with on_disk, whose vectors are in a file: their responses equal those of a collection in memory.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";
import type { Answer } from "../support/rest-call.ts";

const MEMORY = "/collections/memory";
const DISK = "/collections/disk";
const SIZE = 3;

/** Returns the same vector for an id in every run. */
const vectorOf = (id: number) =>
  Array.from({ length: SIZE }, (_, i) => Math.sin(id * 7 + i * 3) * (1 + (id % 5)));

describe("a collection with on_disk", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    for (const [path, on_disk] of [
      [MEMORY, false],
      [DISK, true],
    ] as const) {
      const vectors = { size: SIZE, distance: "Cosine", on_disk };
      const plain = { size: SIZE, distance: "Euclid" };
      await server.call("PUT", path, {
        vectors_config: { one: vectors, two: { ...vectors, distance: "Dot" }, plain },
      });
    }
  });
  afterEach(() => server.close());

  async function write(method: string, path: string, body: unknown): Promise<void> {
    for (const collection of [MEMORY, DISK]) {
      const { status, text } = await server.call(method, collection + path, body);
      expect(status, text).to.equal(200);
    }
  }

  /** Sends a request to both collections, and returns the result that both have. */
  async function both(method: string, path: string, body?: unknown): Promise<unknown> {
    const [memory, disk] = await Promise.all([
      server.call(method, MEMORY + path, body),
      server.call(method, DISK + path, body),
    ]);
    expect(memory!.status, memory!.text).to.equal(200);
    // Versions differ: a version is the LSN of the write.
    const result = ({ text }: Answer) => JSON.parse(text.replace(/"version":\d+/g, '"version":0')).result;
    expect(result(disk!)).to.deep.equal(result(memory!));
    return disk!.body.result;
  }

  it("a collection with on_disk returns the same as a collection in memory after upserts, overwrites and deletions", async () => {
    const points = Array.from({ length: 300 }, (_, id) => ({
      id,
      vector: { ...(id % 3 && { one: vectorOf(id) }), two: vectorOf(id + 1), plain: vectorOf(id + 2) },
      payload: { id },
    }));
    await write("PUT", "/points", { points: points.slice(0, 200) });
    await write("PUT", "/points", { points: points.slice(100) });
    await write("POST", "/points/delete", { points: [0, 5, 150, 299] });
    for (const name of ["one", "two", "plain"]) {
      for (const params of [{}, { exact: true }, { quantization: { ignore: true } }, { hnsw_ef: 500 }]) {
        const search = { vector: { name, vector: vectorOf(1000) }, limit: 20, params, with_vector: true };
        const hits = (await both("POST", "/points/search", search)) as unknown[];
        expect(hits, name).to.have.length(20);
      }
    }
    const found = (await both("POST", "/points", { ids: [1, 3, 7], with_vector: true })) as unknown[];
    expect(found).to.have.length(3);
    expect(await both("POST", "/points/count", {})).to.deep.equal({ count: 296 });
  });

  it("a collection with on_disk can be deleted while a collection in memory stays", async () => {
    const points = [{ id: 1, vector: { one: vectorOf(1), two: vectorOf(2), plain: vectorOf(3) } }];
    await write("PUT", "/points", { points });
    expect((await server.call("DELETE", DISK)).status).to.equal(200);
    const { body } = await server.call("GET", `${MEMORY}/points/1`);
    expect(body.result.id).to.equal(1);
  });
});
