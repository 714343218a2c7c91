// Writes that search for their points by a filter. The decision: the time limit or the end of the client stops such a
// write between two operations, never within one.
import { expect } from "chai";
import { NATIVE_RULES } from "../../src/schema/rules.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const COUNT = 3_000;

describe("a write that searches for its points", () => {
  let server: TestServer;
  afterEach(() => server.close());

  /** @param searchTimeout in seconds */
  async function serve(searchTimeout?: number): Promise<void> {
    server = await startTestServer(searchTimeout === undefined ? {} : { searchTimeout });
    await createCollection(server, { size: 1, distance: "Dot" });
    for (let from = 0; from < COUNT; from += 1000) {
      const points = Array.from({ length: 1000 }, (_, i) => ({
        id: from + i,
        vector: [1],
        payload: { n: from + i },
      }));
      expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
    }
  }

  const noneMatches = { must: [{ key: "n", match: { value: -1 } }] };

  async function count(): Promise<number> {
    const { points } = server.services;
    return (await points.count({ collection_name: "c", exact: true })).count;
  }

  it("a write that searches for its points ends a batch between two operations at its time limit, and reports how many operations are done", async () => {
    await serve(1e-6);
    const operations = [
      { delete: { points: [0, 1] } },
      { delete: { points: [2] } },
      { delete: { filter: noneMatches } },
    ];
    const { status, body } = await server.call("POST", `${POINTS}/batch`, { operations });
    expect(status).to.equal(500);
    expect(body.status.error).to.match(/of 3 operations the first 2 are done and the others are not/);
    expect(await count()).to.equal(COUNT - 3);
  });

  it("a write that searches for its points changes nothing when the time limit is reached before the points are found", async () => {
    await serve(1e-6);
    const { status, body } = await server.call("POST", `${POINTS}/delete`, {
      filter: { must_not: [noneMatches] },
    });
    expect([status, body.status.error]).to.deep.equal([
      500,
      "Delete failed: it took longer than looking for points may take, or its client left: nothing was changed; index the " +
        "fields of its filters, write in smaller parts, or start the server with a longer --search-timeout",
    ]);
    expect(await count()).to.equal(COUNT);
  });

  it("a write that searches for its points ends a batch whose client has disconnected, so that other writes can run", async () => {
    await serve();
    const { points } = server.services;
    let asked = 0;
    const signal = {
      get aborted() {
        return ++asked > 4;
      },
    };
    const operations = Array.from({ length: 1000 }, () => ({ delete: { filter: noneMatches } }));
    const batch = points.batch({ collection_name: "c", operations }, NATIVE_RULES, signal);
    const failure = await batch.then(
      () => "none",
      (error: Error) => error.message,
    );
    expect(failure).to.match(/of 1000 operations the first \d+ are done and the others are not/);
    expect(asked).to.equal(5);
  });

  it("a write that searches for its points executes a single write that was received completely although its client has disconnected", async () => {
    await serve();
    const { points } = server.services;
    const request = { collection_name: "c", points: [{ id: COUNT, vector: Float32Array.of(1) }] };
    await points.upsert(request, NATIVE_RULES, { aborted: true });
    expect(await count()).to.equal(COUNT + 1);
  });

  it("a write that searches for its points is not ended by its time limit while it waits for other writes", async () => {
    await serve(1e-6);
    const { status } = await server.call("POST", `${POINTS}/delete`, { points: [0, 1, 2] });
    expect(status).to.equal(200);
    expect(await count()).to.equal(COUNT - 3);
  });
});
