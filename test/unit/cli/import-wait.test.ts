// The command import with --wait, which ends when the graphs of the collection are complete.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../../support/cli.ts";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

describe("azimuth import --wait", () => {
  let server: TestServer;
  let path: string;
  beforeEach(async () => {
    path = join(freshDir(), "a.jsonl");
    writeFileSync(path, '{"id":1,"vector":[1,1,0,0]}');
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  const run = (args: readonly string[], options = {}) => runCli([...args, "--url", server.url], options);

  it("azimuth import --wait waits for complete graphs, and shows their progress", async () => {
    const collection = server.database.collection("c");
    const state = { indexed: 0, segments: 1, busy: true, reached: new Map() };
    const work = { done: 40, total: 100, rate: 12 };
    collection.indexState = async () => ({ ...state, work });
    let pauses = 0;
    const { code, stderr } = await run(["import", "c", path, "--wait"], {
      clock: () => pauses * 10_000,
      pause: async () => {
        pauses++;
        if (pauses === 2) collection.indexState = async () => ({ ...state, busy: false, work: null });
      },
    });
    expect(code).to.equal(0);
    expect(pauses).to.equal(2);
    expect(stderr).to.equal("graph: 40 %, 12 vectors/s, 5 s left\n");
  });

  it("azimuth import --wait reports what was imported before it waits, so a wait that fails hides nothing", async () => {
    const collection = server.database.collection("c");
    const before = collection.indexState;
    collection.indexState = async () => ({ ...(await before.call(collection)), busy: true });
    const pause = async () => {
      collection.indexState = () => Promise.reject(new Error("no state"));
    };
    const { code, stdout } = await run(["import", "c", path, "--wait"], { pause });
    expect(code).to.equal(1);
    expect(stdout).to.match(/^1 point imported into c/);
  });

  it("azimuth import --wait fails when the graphs have not grown for five minutes, and says what is indexed", async () => {
    const collection = server.database.collection("c");
    const before = collection.indexState;
    collection.indexState = async () => ({ ...(await before.call(collection)), indexed: 7, busy: true });
    let pausedMs = 0;
    const pause = async (ms: number) => {
      pausedMs += ms;
      if (pausedMs > 600_000) throw new Error("still waiting");
    };
    const { code, stderr } = await run(["import", "c", path, "--wait"], { pause });
    expect(code).to.equal(1);
    expect(stderr).to.include("the graphs of c have not grown for 5 minutes, at 7 indexed vectors");
    expect(pausedMs).to.equal(300_000);
  });
});
