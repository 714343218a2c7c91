// Summaries of vectors over REST: a few numbers for each point of a page of a table.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";

const PATH = "/collections/c/points/vectors/summary";

describe("POST /collections/{name}/points/vectors/summary", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", {
      vectors: { a: { size: 5, distance: "Dot" } },
      sparse_vectors: { words: {} },
    });
    await server.call("PUT", "/collections/c/points?wait=true", {
      points: [
        { id: 1, vector: { a: [1, 3, -2, 4, 6], words: { indices: [7, 2], values: [3, 4] } } },
        { id: 2, vector: { a: [0, 0, 0, 0, 0] } },
        { id: 3, vector: {} },
      ],
    });
  });
  after(() => server.close());

  async function summaries(body: object) {
    const { status, text, body: answer } = await server.call("POST", PATH, body);
    expect(status, text).to.equal(200);
    return answer.result.points;
  }

  it("POST .../vectors/summary returns means of adjacent dimensions, the range and the norm", async () => {
    expect(await summaries({ ids: [1], vector: "a", means: 2 })).to.deep.equal([
      { id: 1, count: 5, smallest: -2, largest: 6, norm: 8.124, means: [2, 2.667] },
    ]);
  });

  it("POST .../vectors/summary returns no more means than there are dimensions, and zeros of a zero vector", async () => {
    expect(await summaries({ ids: [2], vector: "a" })).to.deep.equal([
      { id: 2, count: 5, smallest: 0, largest: 0, norm: 0, means: [0, 0, 0, 0, 0] },
    ]);
  });

  it("POST .../vectors/summary leaves out missing points and points without the vector, in the order of ids", async () => {
    const found = await summaries({ ids: [9, 3, 2, 1], vector: "a", means: 1 });
    expect(found.map(({ id }: { id: number }) => id)).to.deep.equal([2, 1]);
  });

  it("POST .../vectors/summary returns the number of entries of a sparse vector and no means", async () => {
    expect(await summaries({ ids: [1, 2], vector: "words" })).to.deep.equal([
      { id: 1, count: 2, smallest: 3, largest: 4, norm: 5, means: [] },
    ]);
  });

  it("POST .../vectors/summary refuses unknown vectors, too many ids and too many means, with the limits", async () => {
    const refusals = [
      [{ ids: [1], vector: "none" }, /none/],
      [{ ids: Array.from({ length: 1_001 }, (_, i) => i), vector: "a" }, /1000/],
      [{ ids: [1], vector: "a", means: 129 }, /means must be 1\.\.128/],
    ] as const;
    for (const [body, message] of refusals) {
      const { status, body: answer } = await server.call("POST", PATH, body);
      expect(status).to.be.oneOf([400, 422]);
      expect(answer.status.error).to.match(message);
    }
  });
});
