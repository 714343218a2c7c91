// Requests at the memory limit of the process. The decision: a refused request changes nothing and releases its memory;
// reads, searches and deletions continue.
import { expect } from "chai";
import { MemoryLimit } from "../../src/memory/memory-limit.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const LIMIT = 16 * 2 ** 20;
const POINTS = "/collections/c/points";

const pointsFrom = (first: number, number: number, text: string) =>
  Array.from({ length: number }, (_, i) => ({
    id: first + i,
    vector: [1, 2, 3, first + i],
    payload: { text },
  }));

describe("a server at its memory limit", () => {
  let server: TestServer;
  let memory: MemoryLimit;
  beforeEach(async () => {
    memory = MemoryLimit.of(LIMIT);
    server = await startTestServer({ memory });
    await createCollection(server);
  });
  afterEach(() => server.close());

  /** @returns the number of points that were written, and the first response that refused more */
  async function fill() {
    for (let points = 0; ; points += 50) {
      const body = { points: pointsFrom(points, 50, "x".repeat(10_000)) };
      const answer = await server.call("PUT", POINTS, body);
      if (answer.status !== 200) return { points, answer };
    }
  }

  it("a server at its memory limit refuses writes with 500 and the documented error, and changes nothing", async () => {
    const { points, answer } = await fill();
    expect(answer.status).to.equal(500);
    expect(answer.body.status).to.deep.equal({
      error: "Upsert failed: out of memory",
      code: "OUT_OF_MEMORY",
    });
    expect(points).to.be.above(500);
    expect(await count(server)).to.equal(points);
  });

  it("a server at its memory limit continues to read, search and delete, and accepts writes again when a collection is deleted", async () => {
    const { points } = await fill();
    const last = points - 1;
    const search = { vector: [0, 0, 0, 1], limit: 1 };
    const { body } = await server.call("POST", `${POINTS}/search`, search);
    expect(body.result[0].id).to.equal(last);
    expect((await server.call("GET", `${POINTS}/${last}`)).body.result.payload.text).to.have.length(10_000);
    expect((await server.call("POST", `${POINTS}/delete`, { points: [last] })).status).to.equal(200);
    expect(await count(server)).to.equal(points - 1);
    expect((await server.call("DELETE", "/collections/c")).status).to.equal(200);
    await createCollection(server);
    expect((await fill()).points).to.be.closeTo(points, points / 10);
  });

  it("a server at its memory limit refuses a body that alone exceeds the memory with out of memory, after reading it to its end", async () => {
    const answer = await server.call("PUT", POINTS, { points: pointsFrom(0, 20, "x".repeat(500_000)) });
    expect(answer.status).to.equal(500);
    expect(answer.body.status.error).to.equal("Upsert failed: out of memory");
    expect(await count(server)).to.equal(0);
  });

  it("a server at its memory limit keeps no memory for requests that were answered, whatever the status was", async () => {
    const before = memory.used;
    for (const body of ["{", { points: [{ id: 1, vector: [1] }] }, { points: "none" }, { ids: [1, 2] }]) {
      await server.call("PUT", POINTS, body);
    }
    expect(memory.used).to.equal(before);
  });
});
