// Models that a whole server computes with the real package @huggingface/transformers; the test writes the models.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { scratchFolder } from "../support/scratch.ts";
import { refusedHere, type ServerHere, startHere } from "../support/server-here.ts";
import { call as request } from "../support/servers.ts";
import { writeTinyModel } from "../support/tiny-model.ts";

const PACKAGE = "@huggingface/transformers@4.3.1";
const TABLE = { "[PAD]": [9, 9], "[UNK]": [0, 1], fox: [3, 4], dog: [1, 0] };
/** The mean of the words, with length 1; what fills a batch up is not part of it. */
const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  fox: [0.6, 0.8],
  "dog nobody": [Math.SQRT1_2, Math.SQRT1_2],
  "dog dog dog": [1, 0],
};

/** A model that takes much longer than five seconds for a batch, and less for one word. */
const WIDTH = 1_024;
const ROUNDS = 300;
const WORDS = 400;

/** Any answer of the server. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the form of its answers.
const call = request as (...args: Parameters<typeof request>) => Promise<any>;

describe("local models with the real package", () => {
  let directory: string;
  let server: ServerHere | null = null;

  before(() => {
    directory = scratchFolder("azimuth-transformers-");
    const install = [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefix",
      directory,
      PACKAGE,
    ];
    execFileSync("npm", install, { stdio: "pipe" });
    writeTinyModel(join(directory, "tiny/words"), TABLE);
    writeTinyModel(join(directory, "broken"), TABLE);
    writeFileSync(join(directory, "broken/onnx/model.onnx"), "no model");
  });
  afterEach(async () => {
    await server?.stop();
    server = null;
  });

  function flags(models: object): Record<string, unknown> {
    const config = join(scratchFolder("azimuth-settings-"), "azimuth.yaml");
    writeFileSync(config, JSON.stringify({ inference: { directory, models } }));
    return { config, ephemeral: true };
  }

  it("local models with the real package make vectors that are means of length 1, and count tokens", async () => {
    server = await startHere(flags({ tiny: { kind: "local", model: "tiny/words", batch: 2 } }));
    await call(server, "PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    const points = Object.keys(EXPECTED).map((text, id) => ({ id, vector: { text, model: "tiny" } }));
    const written = await call(server, "PUT", "/collections/c/points?wait=true", { points });
    expect(written.usage.inference.models.tiny).to.deep.equal({ tokens: 6 });
    const { result } = await call(server, "POST", "/collections/c/points/scroll", { with_vector: true });
    const vectors = result.points.map(({ vector }: { vector: number[] }) => vector);
    Object.values(EXPECTED).forEach((expected, i) => {
      for (const [j, value] of expected.entries()) expect(vectors[i][j]).to.be.closeTo(value, 1e-6);
    });
    const query = { query: { text: "fox fox", model: "tiny" }, limit: 1 };
    const found = await call(server, "POST", "/collections/c/points/query", query);
    expect(found.result.points[0].id).to.equal(0);
  });

  it("local models with the real package are loaded by requests, and again after they were deleted", async () => {
    server = await startHere(flags({}));
    await call(server, "PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    const settings = { kind: "local", model: "tiny/words" };
    for (let round = 0; round < 3; round++) {
      await call(server, "PUT", "/inference/models/tiny", settings);
      const points = [{ id: 1, vector: { text: "fox", model: "tiny" } }];
      await call(server, "PUT", "/collections/c/points", { points });
      await call(server, "DELETE", "/inference/models/tiny");
    }
    expect(server.output()).not.to.contain("has failed");
  });

  it("local models with the real package that take too long end, and the server does not", async () => {
    const row = new Array<number>(WIDTH).fill(1);
    writeTinyModel(join(directory, "heavy"), { "[PAD]": row, "[UNK]": row }, ROUNDS);
    server = await startHere(flags({ heavy: { kind: "local", timeout_ms: 5_000, batch: 256 } }));
    await call(server, "PUT", "/collections/c", { vectors: { size: WIDTH, distance: "Euclid" } });
    const write = (count: number) => {
      const vector = (i: number) => ({ text: `${"word ".repeat(i === 0 ? 1 : WORDS)}${i}`, model: "heavy" });
      const points = Array.from({ length: count }, (_, id) => ({ id, vector: vector(id) }));
      const body = JSON.stringify({ points });
      return fetch(`${server!.url}/collections/c/points`, { method: "PUT", body });
    };
    expect((await write(1)).status).to.equal(200);
    expect((await write(200)).status).to.equal(504);
    expect((await write(1)).status).to.equal(200);
    expect(server.output()).not.to.contain("has failed");
  });

  it("local models with the real package that are damaged or not complete end the start", async () => {
    writeFileSync(join(directory, "tiny/config.json"), "{}");
    for (const model of ["broken", "tiny"]) {
      const { code, said } = await refusedHere(flags({ m: { kind: "local", model } }));
      expect(code).to.equal(2);
      expect(said).to.contain(`inference.models.m.model: ${model} cannot be loaded: `);
    }
  });
});
