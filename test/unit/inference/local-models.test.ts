// Models that the server computes itself, in a process, with a package of the operator: here one that stands for it.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { ModelSettings } from "../../../src/schema/inference.ts";
import { DIMENSION, localModels } from "../../support/fake-transformers.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../support/rest.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { refusedHere, startHere } from "../../support/server-here.ts";

const MODEL = "/inference/models/my%2Fmodel";
const LOCAL = { kind: "local" } as const;

describe("a model of the kind local", () => {
  let server: TestServer | null = null;
  let log: Record<string, unknown>[];

  afterEach(async () => {
    await server?.close();
    server = null;
  });

  async function start(directory: string | undefined, settings: Partial<ModelSettings> | null = {}) {
    log = [];
    const fixed: NonNullable<TestServerOptions["models"]>["fixed"] =
      settings === null ? {} : { "my/model": { ...LOCAL, ...settings } };
    server = await startTestServer({
      models: { fixed, ...(directory !== undefined && { directory }) },
      log: (line) => log.push(line),
    });
    await server.call("PUT", "/collections/c", { vectors: { size: DIMENSION, distance: "Euclid" } });
    return server;
  }

  async function write(texts: readonly string[]) {
    const points = texts.map((text, i) => ({ id: i + 1, vector: { text, model: "my/model" } }));
    const { status, body } = await server!.call("PUT", "/collections/c/points?wait=true", { points });
    return { status, error: body.status.error, usage: body.usage?.inference };
  }

  async function vectors(): Promise<number[][]> {
    const { body } = await server!.call("POST", "/collections/c/points/scroll", { with_vector: true });
    return body.result.points.map(({ vector }: { vector: number[] }) => vector);
  }

  it("a model of the kind local makes vectors in batches, one after another, and never from the network", async () => {
    await start(localModels({ "my/model": {} }), { batch: 2 });
    expect((await write(["a", "bb", "ccc"])).status).to.equal(200);
    expect(await vectors()).to.deep.equal([
      [2, 1, 1],
      [2, 2, 1],
      [1, 3, 1],
    ]);
  });

  it("a model of the kind local gets one batch at a time, whatever the number of requests", async () => {
    await start(localModels({ "my/model": {} }), { batch: 1 });
    const write = (id: number) => {
      const points = [1, 2].map((i) => ({ id: id + i, vector: { text: "x".repeat(i), model: "my/model" } }));
      return server!.call("PUT", "/collections/c/points?wait=true", { points });
    };
    await Promise.all([10, 20, 30, 40, 50].map(write));
    expect((await vectors()).map(([calls, , isAlone]) => [calls, isAlone])).to.deep.equal(
      new Array(10).fill([1, 1]),
    );
  });

  it("a model of the kind local makes the vectors of queries", async () => {
    await start(localModels({ "my/model": {} }));
    await write(["a", "bb"]);
    const query = { query: { text: "x", model: "my/model" }, limit: 1 };
    const { body } = await server!.call("POST", "/collections/c/points/query", query);
    expect(body.result.points[0].id).to.equal(1);
  });

  it("a model of the kind local may be in a folder of another name, below others", async () => {
    await start(localModels({ "a/b/c": {} }), { model: "a/b/c" });
    expect((await write(["a"])).status).to.equal(200);
  });

  it("a model of the kind local counts the tokens that its tokenizer makes, without those that fill up", async () => {
    await start(localModels({ "my/model": { tokens: true } }), { batch: 2 });
    expect((await write(["a", "bb", "ccc"])).usage).to.deep.equal({ models: { "my/model": { tokens: 6 } } });
  });

  it("a model of the kind local without a count of tokens has used 0", async () => {
    await start(localModels({ "my/model": {} }));
    expect((await write(["a"])).usage).to.deep.equal({ models: { "my/model": { tokens: 0 } } });
  });

  for (const [text, reason] of [
    ["nan", "a vector in its answer is not finite"],
    ["few", "its answer has 1 vectors for 2 texts"],
    ["cut", "its answer has 5 numbers for 2 vectors of 3"],
    ["words", "its answer has no vectors"],
    ["list", "its answer has no vectors"],
    ["throw", "its program failed"],
    ["die", "its process has ended"],
  ] as const) {
    it(`a model of the kind local that goes wrong with a text changes nothing, and works for the next one: ${text}`, async () => {
      await start(localModels({ "my/model": {} }));
      const { status, error } = await write(["a", text]);
      expect([status, error]).to.deep.equal([502, `model 'my/model' made no vector: ${reason}`]);
      expect(await vectors()).to.deep.equal([]);
      expect((await write(["a"])).status).to.equal(200);
      expect(JSON.stringify(log)).not.to.contain("secret");
    });
  }

  it("a model of the kind local that takes too long is ended, and works for the next text", async () => {
    await start(localModels({ "my/model": {} }), { timeout_ms: 1_500 });
    await write(["a"]);
    const { status, error } = await write(["hang"]);
    expect(status).to.equal(504);
    expect(error).to.equal("model 'my/model' made no vector: it did not answer within 1500 ms");
    expect((await write(["b"])).status).to.equal(200);
  });

  it("a model of the kind local must make vectors of the length in its settings", async () => {
    await start(localModels({ "my/model": {} }), { dimensions: 4 });
    expect((await write(["a"])).error).to.equal(
      "model 'my/model' made no vector: a vector in its answer has 3 numbers instead of 4",
    );
  });

  it("a model of the kind local takes no options", async () => {
    await start(localModels({ "my/model": {} }));
    const points = [{ id: 1, vector: { text: "a", model: "my/model", options: { a: 1 } } }];
    expect((await server!.call("PUT", "/collections/c/points", { points })).status).to.equal(400);
  });

  it("a model of the kind local is loaded by the request that sets it, and is not known any more when it is deleted", async () => {
    await start(localModels({ "my/model": {} }), null);
    const { status, body } = await server!.call("PUT", MODEL, LOCAL);
    expect([status, body.result]).to.deep.equal([200, { name: "my/model", ...LOCAL, source: "api" }]);
    expect((await write(["a"])).status).to.equal(200);
    expect((await server!.call("DELETE", MODEL)).status).to.equal(200);
    expect((await write(["a"])).status).to.equal(400);
  });

  it("a model of the kind local that cannot be loaded any more is told to clients without a path", async () => {
    const directory = localModels({ "my/model": {} });
    await start(directory);
    rmSync(join(directory, "my"), { recursive: true });
    expect((await write(["a"])).error).to.equal("model 'my/model' made no vector: it cannot be loaded");
    expect(JSON.stringify(log)).to.contain("has no folder");
  });

  /** A function that makes the folder, settings beside the kind, and the text of the refusal. */
  for (const [what, folder, settings, error] of [
    [
      "no directory",
      () => undefined,
      {},
      "kind: local needs the setting inference.directory, the folder with the models; set it and restart the server",
    ],
    [
      "no folder of the model",
      () => localModels({}),
      {},
      'model: inference.directory (DIR) has no folder "my/model"; put the files of the model there',
    ],
    [
      "a file in place of the folder",
      () => {
        const directory = localModels({});
        writeFileSync(join(directory, "file"), "");
        return directory;
      },
      { model: "file" },
      'model: inference.directory (DIR) has no folder "file"; put the files of the model there',
    ],
    [
      "a path to the outside",
      () => localModels({}),
      { model: "../x" },
      'model: expected the name of a folder in inference.directory, got "../x"',
    ],
    [
      "the directory itself",
      () => localModels({}),
      { model: "a/.." },
      'model: expected the name of a folder in inference.directory, got "a/.."',
    ],
    [
      "an absolute path",
      () => localModels({}),
      { model: "/etc" },
      'model: expected the name of a folder in inference.directory, got "/etc"',
    ],
    [
      "a link to the outside",
      () => {
        const directory = localModels({});
        mkdirSync(join(directory, "a"));
        symlinkSync(scratchFolder("azimuth-outside-"), join(directory, "a", "link"));
        return directory;
      },
      { model: "a/link" },
      'model: expected the name of a folder in inference.directory, got "a/link"',
    ],
    [
      "no package",
      () => localModels({ "my/model": {} }, false),
      {},
      "kind: local needs the package @huggingface/transformers, which is not installed; " +
        "install it with: npm install --prefix DIR @huggingface/transformers@4",
    ],
    [
      "a model that the package refuses",
      () => localModels({ "my/model": { broken: "x" } }),
      {},
      "model: my/model cannot be loaded: Unsupported model type: x",
    ],
    [
      "a model that ends the process",
      () => localModels({ "my/model": { exits: true } }),
      {},
      "model: it cannot be loaded: its process ended with exit code 3",
    ],
    [
      "a url",
      () => localModels({ "my/model": {} }),
      { url: "https://models.example/v1" },
      "url: a model of the kind local has no endpoint; leave it out",
    ],
  ] as const) {
    it(`a model of the kind local is refused, and nothing is kept: ${what}`, async () => {
      const directory = folder();
      await start(directory, null);
      const { status, body } = await server!.call("PUT", MODEL, { ...LOCAL, ...settings });
      expect([status, body.status.error]).to.deep.equal([400, error.replace("DIR", directory ?? "")]);
      expect((await server!.call("GET", "/inference/models")).body.result.models).to.deep.equal([]);
    });
  }

  it("a model of the kind local is loaded before the server is ready", async () => {
    const inference = { directory: localModels({ m: {} }), models: { m: LOCAL } };
    const here = await startHere({ config: settingsFile({ inference }), ephemeral: true });
    await here.stop();
    expect(here.output()).not.to.contain("has failed");
  });

  it("a model of the kind local that cannot be loaded ends the start, with the name of the setting", async () => {
    const inference = { directory: localModels({ m: { broken: "x" } }), models: { m: LOCAL } };
    const { code, said } = await refusedHere({ config: settingsFile({ inference }), ephemeral: true });
    expect(code).to.equal(2);
    expect(said).to.contain("inference.models.m.model: m cannot be loaded: Unsupported model type: x");
  });
});

function settingsFile(settings: object): string {
  const path = join(scratchFolder("azimuth-settings-"), "azimuth.yaml");
  writeFileSync(path, JSON.stringify(settings));
  return path;
}
