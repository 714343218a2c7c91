// `azimuth migrate` as a process of its own that is killed again and again: the same command goes on where it stopped.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { count, startTestServer, type TestServer } from "../support/rest.ts";
import { send } from "../support/rest-call.ts";
import { until } from "../support/until.ts";
import { freshDir } from "../unit/storage/fixtures.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const POINTS = 30_000;
const PART = 5_000;

describe("azimuth migrate, killed in the middle", () => {
  let source: TestServer;
  let target: TestServer;
  let dir: string;
  before(async () => {
    source = await startTestServer({ qdrantPort: true, vectors: POINTS });
    const url = `${source.qdrantUrl}/collections/c`;
    await send(url, "PUT", { vectors: { size: 4, distance: "Dot" } });
    for (let from = 0; from < POINTS; from += PART) {
      const points = Array.from({ length: PART }, (_, i) => ({
        id: from + i,
        vector: [i, 1, 2, 3],
        payload: { i },
      }));
      expect((await send(`${url}/points?wait=true`, "PUT", { points })).status).to.equal(200);
    }
  });
  beforeEach(async () => {
    dir = freshDir();
    target = await startTestServer({ vectors: POINTS });
  });
  afterEach(() => target.close());
  after(() => source.close());

  /** Starts the command. @returns its process, and all that it prints until it ends */
  function start() {
    const args = [
      "migrate",
      "qdrant",
      source.qdrantUrl,
      "--url",
      target.url,
      "--work-dir",
      dir,
      "--batch",
      "1000",
    ];
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
    const ended = once(child, "close").then(() => text);
    return { child, ended };
  }

  it("azimuth migrate, killed twice in the middle, loses no point and writes none twice", async () => {
    const pointsNow = async () =>
      (await target.call("GET", "/collections/c")).status === 200 ? await count(target) : 0;
    for (const least of [1, 10_001]) {
      const { child, ended } = start();
      await until(async () => child.exitCode !== null || (await pointsNow()) >= least);
      child.kill("SIGKILL");
      expect(child.exitCode, await ended).to.equal(null);
      expect(await pointsNow()).to.be.within(least, POINTS - 1);
      expect(readdirSync(dir)).to.have.lengthOf(1);
    }
    const { child, ended } = start();
    const text = await ended;
    expect(child.exitCode, text).to.equal(0);
    expect(text).to.match(/^continuing c after row [1-9]\d*\n/);
    expect(text).to.contain(
      `c: verified: ${POINTS} points of the source, ${POINTS} in c, 100 compared with seed 1\n`,
    );
    expect(await count(target)).to.equal(POINTS);
    expect(readdirSync(dir)).to.deep.equal([]);
  });
});
