// Concurrent requests that create and delete a collection of one name. The decision: each request succeeds or is
// refused as if the requests had come one after another.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { COLLECTIONS } from "../../src/storage/checkpoints.ts";
import { countOf } from "../support/chance.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";

const ROUNDS = countOf("ROUNDS", 2);
const AT_ONCE = 20;
const C = "/collections/c";
const CREATE = { vectors: { size: 2, distance: "Dot" } };

describe("creating and deleting a collection concurrently", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true, checkpoints: true });
  });
  afterEach(() => server.close());

  /** Sends creations and deletions alternately; every third request is in the qdrant dialect. */
  const race = () =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => {
        const headers = i % 3 === 0 ? AS_QDRANT : {};
        return i % 2 === 0
          ? server.call("PUT", C, CREATE, headers)
          : server.call("DELETE", C, undefined, headers);
      }),
    );
  const isThere = async () => (await server.call("GET", `${C}/exists`)).body.result.exists;

  it("the concurrent creation and deletion of a collection answers 200 or 409, and successes account for whether the collection exists", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await isThere();
      const answers = await race();
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).to.deep.equal([]);
      const won = (wanted: number) =>
        answers.filter(({ status, body }, i) => i % 2 === wanted && status === 200 && body.result === true)
          .length;
      expect(Number(await isThere())).to.equal(Number(before) + won(0) - won(1));
    }
  });

  it("the concurrent creation and deletion of a collection leaves a collection that works, or none", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await race();
      const exists = await isThere();
      const { collections } = (await server.call("GET", "/collections")).body.result;
      expect(collections).to.deep.equal(exists ? [{ name: "c" }] : []);
      const points = [{ id: round, vector: [1, 2] }];
      expect((await server.call("PUT", `${C}/points`, { points })).status).to.equal(exists ? 200 : 404);
      const { status, body } = await server.call("POST", `${C}/points/count`, {});
      expect([status, body.result]).to.deep.equal(exists ? [200, { count: 1 }] : [404, undefined]);
      await server.call("DELETE", C);
    }
  });

  it("the concurrent creation and deletion of a collection leaves no reserved memory and no files of deleted collections, and nothing after a restart", async () => {
    const { memory } = server.database;
    await race();
    await server.call("DELETE", C);
    await server.call("POST", "/checkpoint");
    const used = memory.used;
    for (let round = 0; round < ROUNDS; round++) {
      await race();
      await server.call("PUT", `${C}/points`, { points: [{ id: 1, vector: [1, 2] }] });
    }
    await server.call("DELETE", C);
    await server.call("POST", "/checkpoint");
    expect(memory.used).to.be.at.most(used);
    expect(readdirSync(join(server.dataDir, COLLECTIONS))).to.deep.equal([]);
    const again = await startTestServer({ copyOf: server.dataDir, checkpoints: true });
    const { collections } = (await again.call("GET", "/collections?include_deleted=true")).body.result;
    await again.close();
    expect(collections).to.deep.equal([]);
  });

  it("the concurrent creation and deletion of a collection lets concurrent writes and searches succeed or fail because the collection is missing", async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const writes = Array.from({ length: AT_ONCE }, (_, id) =>
        server.call("PUT", `${C}/points`, { points: [{ id, vector: [1, 2] }] }),
      );
      const searches = Array.from({ length: AT_ONCE }, () =>
        server.call("POST", `${C}/points/search`, { vector: [1, 0] }),
      );
      for (const { status } of (await Promise.all([race(), ...writes, ...searches])).flat())
        statuses.add(status);
    }
    // A request during a deletion is answered with 412.
    expect([...statuses].filter((status) => ![200, 404, 409, 412].includes(status))).to.deep.equal([]);
  });

  it("the concurrent creation and deletion of a collection ends a running rebuild, which reports that the collection is gone", async () => {
    const points = Array.from({ length: 200 }, (_, id) => ({ id, vector: [id, 1] }));
    const said = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      await server.call("PUT", C, CREATE);
      await server.call("PUT", `${C}/points`, { points });
      const renewals = ["rebuild_index", "optimize"].map((what) =>
        server.call("POST", `${C}/operations/${what}`),
      );
      const answers = await Promise.all([...renewals, server.call("DELETE", C)]);
      for (const { status, body } of answers)
        said.add(status === 200 ? "200" : `${status} ${body.status.error}`);
    }
    const allowed = /^(200|404 .*|412 .*Collection deleted: c)$/;
    expect([...said].filter((text) => !allowed.test(text))).to.deep.equal([]);
  });
});
