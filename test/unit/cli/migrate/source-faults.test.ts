// `azimuth migrate` when the source fails: by statuses, silence, answers that end early, and answers of something else.
import { expect } from "chai";
import { runCli } from "../../../support/cli.ts";
import { type SourceFault, serveFailing } from "../../../support/failing-source.ts";
import type { LocalSource } from "../../../support/recorded-source.ts";
import { startTestServer, type TestServer } from "../../../support/rest.ts";
import { send } from "../../../support/rest-call.ts";
import { freshDir } from "../../storage/fixtures.ts";

const POINTS = 600;
const SCROLL = "/points/scroll";

describe("azimuth migrate with a source that fails", () => {
  let source: TestServer;
  let target: TestServer;
  let proxy: LocalSource;
  let pauses: number[];
  before(async () => {
    source = await startTestServer({ qdrantPort: true });
    const url = `${source.qdrantUrl}/collections/c`;
    await send(url, "PUT", { vectors: { size: 2, distance: "Euclid" } });
    const points = Array.from({ length: POINTS }, (_, id) => ({ id, vector: [id, 1] }));
    expect((await send(`${url}/points?wait=true`, "PUT", { points })).status).to.equal(200);
  });
  beforeEach(async () => {
    pauses = [];
    target = await startTestServer();
  });
  afterEach(async () => {
    await proxy.close();
    await target.close();
  });
  after(() => source.close());

  /** Runs the command, with a fault for requests by path and by their number from 1 on. */
  async function run(fault: (path: string, number: number) => SourceFault, ...args: string[]) {
    let asked = 0;
    proxy = await serveFailing(source.qdrantUrl, (path) => fault(path, ++asked));
    const pause = async (ms: number) => void pauses.push(ms);
    const flags = ["--url", target.url, "--work-dir", freshDir(), "--batch", "100", ...args];
    return runCli(["migrate", "qdrant", proxy.url, ...flags], { pause });
  }
  const verified = `c: ${POINTS} points written to c\nc: verified: ${POINTS} points of the source, ${POINTS} in c, 100 compared with seed 1\n`;

  for (const fault of [429, 500, 502, 503, 504, "half"] as const) {
    it(`azimuth migrate repeats a request after ${fault}, and takes each point once`, async () => {
      const failing = new Set([5, 6, 8, 12]);
      const { code, stdout, stderr } = await run((_, number) => (failing.has(number) ? fault : null));
      expect([code, stdout], stderr).to.deep.equal([0, verified]);
      expect(pauses).to.deep.equal([500, 1_000, 500, 500]);
      expect(stderr).to.contain("trying again in 0.5 s\n");
    });
  }

  it("azimuth migrate gives up a request after silence, and repeats it", async () => {
    const { code, stdout, stderr } = await run(
      (_, number) => (number === 6 ? "silence" : null),
      "--timeout",
      "0.5",
    );
    expect([code, stdout], stderr).to.deep.equal([0, verified]);
    expect(stderr).to.contain("cannot be asked: nothing arrived for 0.5 s; trying again in 0.5 s\n");
  });

  it("azimuth migrate waits for an answer that arrives slowly but steadily", async () => {
    const { code, stderr } = await run((_, number) => (number === 6 ? "slow" : null), "--timeout", "0.6");
    expect([code, stderr.includes("trying again")], stderr).to.deep.equal([0, false]);
  });

  it("azimuth migrate says after half a minute how to continue, and then continues", async () => {
    let isBroken = true;
    const work = freshDir();
    const broken = await run(
      (path, number) => (isBroken && number > 5 && path.endsWith(SCROLL) ? 503 : null),
      "--work-dir",
      work,
    );
    expect(broken.code).to.equal(1);
    expect(pauses).to.deep.equal([500, 1_000, 2_000, 4_000, 8_000, 15_000]);
    expect(broken.stderr)
      .to.contain('/collections/c/points/scroll with status 503: {"status":{"error":"as the test says"}}')
      .and.to.match(/c: \d+ rows settled; the same command continues after them\n$/);
    isBroken = false;
    const flags = ["--url", target.url, "--work-dir", work, "--batch", "100"];
    const again = await runCli(["migrate", "qdrant", proxy.url, ...flags]);
    expect([again.code, again.stdout], again.stderr).to.deep.equal([0, verified]);
    expect(again.stderr).to.match(/^continuing c after row \d+\n/);
  });

  it("azimuth migrate says at once what a repetition would not change", async () => {
    for (const [fault, text] of [
      [400, "answered /collections with status 400"],
      [401, "AZIMUTH_SOURCE_API_KEY"],
      [403, "AZIMUTH_SOURCE_API_KEY"],
      [404, "with status 404"],
      ["page", "with something unexpected: <h1>Welcome</h1>; is this the address of its REST API?"],
      ["redirect", "it redirects to http://127.0.0.1:1/; give that address"],
    ] as const) {
      const { code, stderr } = await run(() => fault);
      expect([fault, code, stderr.includes(text), pauses], stderr).to.deep.equal([fault, 1, true, []]);
      await proxy.close();
    }
    const none = await runCli(["migrate", "qdrant", "127.0.0.1:9"], {
      pause: async (ms) => void pauses.push(ms),
    });
    expect(none.stderr).to.match(/^azimuth: http:\/\/127\.0\.0\.1:9 cannot be asked: /);
    expect(pauses).to.deep.equal([]);
  });
});
