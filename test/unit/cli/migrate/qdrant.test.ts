// `azimuth migrate qdrant` between two servers: the source speaks Qdrant's dialect on the port that is for it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../../../support/cli.ts";
import { addLicense } from "../../../support/license.ts";
import { seededRandom } from "../../../support/random.ts";
import { startTestServer, type TestServer } from "../../../support/rest.ts";
import { send } from "../../../support/rest-call.ts";
import { freshDir } from "../../storage/fixtures.ts";

const MAX_U64 = "18446744073709551615";
const UUID = "550e8400-e29b-41d4-a716-446655440000";

describe("azimuth migrate qdrant", () => {
  let source: TestServer;
  let target: TestServer;
  let dir: string;
  beforeEach(async () => {
    dir = freshDir();
    source = await startTestServer({ qdrantPort: true, vectors: 100_000 });
    target = await startTestServer({ vectors: 100_000 });
  });
  afterEach(async () => {
    await source.close();
    await target.close();
  });

  const run = (args: readonly string[] = [], options = {}) =>
    runCli(["migrate", "qdrant", source.qdrantUrl, "--url", target.url, "--work-dir", dir, ...args], options);
  const atSource = async (method: string, path: string, body: unknown) => {
    const answer = await send(source.qdrantUrl + path, method, body, {});
    expect(answer.status, answer.text).to.equal(200);
  };
  const create = (name: string, body: object) =>
    atSource("PUT", `/collections/${encodeURIComponent(name)}`, body);
  const plain = { vectors: { size: 3, distance: "Euclid" } };
  const fill = (name: string, points: string) =>
    atSource("PUT", `/collections/${name}/points?wait=true`, `{"points":${points}}`);
  const pointOf = async (name: string, id: string) =>
    (await target.call("GET", `/collections/${name}/points/${id}`)).text;

  it("azimuth migrate qdrant keeps ids at the limits, and the digits of payloads", async () => {
    await create("c", plain);
    const payload =
      '{"big":9223372036854775807,"f":5.0,"n":null,"deep":{"a":[{"b":[]}]},"né ☃":"🚢 \\"x\\"\\n"}';
    await fill(
      "c",
      `[{"id":0,"vector":[1,2,3],"payload":${payload}},{"id":${MAX_U64},"vector":[0.1,1e-9,3]},{"id":"${UUID}","vector":[0,0,0]}]`,
    );
    const { code, stdout } = await run();
    expect(code, stdout).to.equal(0);
    expect(stdout).to.equal(
      "c: 3 points written to c\nc: verified: 3 points of the source, 3 in c, 3 compared with seed 1\n",
    );
    expect(await pointOf("c", "0")).to.contain(payload.slice(0, -1).replace("🚢", "🚢"));
    expect(await pointOf("c", MAX_U64))
      .to.contain(`"id":${MAX_U64}`)
      .and.to.contain("[0.1,1e-9,3]");
    expect(await pointOf("c", UUID)).to.contain(UUID);
    expect(readdirSync(dir)).to.deep.equal([]);
  });

  it("azimuth migrate qdrant creates named, sparse and unnamed vectors, settings and payload indexes", async () => {
    await create("films", {
      vectors: { plot: { size: 2, distance: "Dot" }, poster: { size: 3, distance: "Euclid" } },
      sparse_vectors: { words: { modifier: "idf" }, other: {} },
      hnsw_config: { m: 24, ef_construct: 77 },
      quantization_config: { binary: {} },
    });
    await atSource("PUT", "/collections/films/index", { field_name: "year", field_schema: "integer" });
    const text = { type: "text", tokenizer: "word", lowercase: true, phrase_matching: true };
    await atSource("PUT", "/collections/films/index", { field_name: "title", field_schema: text });
    await fill(
      "films",
      '[{"id":1,"vector":{"plot":[1,2],"words":{"indices":[7,4294967295],"values":[0.5,2]}},"payload":{"year":1999}},{"id":2,"vector":{}}]',
    );
    const { code, stdout, stderr } = await run();
    expect(code, stdout + stderr).to.equal(0);
    const { config, payload_schema } = (await target.call("GET", "/collections/films")).body.result;
    expect(config.params.vectors).to.have.nested.property("plot.distance", "Dot");
    expect(config.params.vectors).to.have.nested.property("poster.size", 3);
    expect(config.params.sparse_vectors).to.deep.equal({ words: { modifier: "idf" }, other: {} });
    expect(config.hnsw_config).to.include({ m: 24, ef_construct: 77 });
    expect(config.quantization_config).to.have.property("binary");
    expect(payload_schema.year.data_type).to.equal("integer");
    expect(payload_schema.title.params).to.include({ tokenizer: "word", phrase_matching: true });
    expect(JSON.parse(await pointOf("films", "1")).result.vector).to.deep.equal({
      plot: [1, 2],
      words: { indices: [7, 4294967295], values: [0.5, 2] },
    });
  });

  it("azimuth migrate qdrant verifies vectors that Cosine has normalised", async () => {
    const seed = 7;
    const random = seededRandom(seed);
    await create("c", { vectors: { size: 50, distance: "Cosine" } });
    const vectors = Array.from({ length: 300 }, (_, id) => ({
      id,
      vector: Array.from({ length: 50 }, () => (random() - 0.5) * 100),
    }));
    await atSource("PUT", "/collections/c/points?wait=true", { points: vectors });
    const { code, stdout } = await run(["--sample", "300", "--batch", "7"]);
    expect([code, stdout], `seed ${seed}`).to.deep.equal([
      0,
      "c: 300 points written to c\nc: verified: 300 points of the source, 300 in c, 300 compared with seed 1\n",
    ]);
  });

  it("azimuth migrate qdrant takes empty collections and those with one point", async () => {
    await create("none", plain);
    await create("one", plain);
    await fill("one", '[{"id":5,"vector":[1,1,1]}]');
    const { code, stdout } = await run(["--json"]);
    expect(code).to.equal(0);
    const told = JSON.parse(stdout) as { target: string; written: number; isSame: boolean }[];
    expect(told.map(({ target: name, written, isSame }) => [name, written, isSame])).to.deep.equal([
      ["none", 0, true],
      ["one", 1, true],
    ]);
  });

  it("azimuth migrate qdrant takes the collections that are named, under other names", async () => {
    for (const name of ["a", "b", "c"]) await create(name, plain);
    const { code, stdout } = await run(["--collection", "a", "--as", "x", "--collection", "c"]);
    expect(code).to.equal(0);
    expect(stdout).to.contain("a: 0 points written to x\n").and.to.contain("c: 0 points written to c\n");
    const { collections } = (await target.call("GET", "/collections")).body.result;
    expect(collections.map(({ name }: { name: string }) => name).sort()).to.deep.equal(["c", "x"]);
  });

  it("azimuth migrate qdrant shows with --dry-run what it would take, and writes nothing", async () => {
    await create("films", { vectors: { size: 3, distance: "Dot" }, sparse_vectors: { words: {} } });
    await atSource("PUT", "/collections/films/index", { field_name: "year", field_schema: "integer" });
    await fill(
      "films",
      '[{"id":1,"vector":[1,2,3],"payload":{"year":1,"t":"x"}},{"id":2,"vector":[1,2,3],"payload":{"year":0.5,"l":[],"n":null}}]',
    );
    const { code, stdout } = await run(["--dry-run"]);
    expect([code, stdout]).to.deep.equal([
      0,
      "COLLECTION  BECOMES  POINTS  VECTORS\n" +
        "films       films         2  3 Dot, words: sparse\n" +
        "films payload: year (float or integer), t (text), l (list), n (null)\n" +
        "films payload indexes: year (integer)\n",
    ]);
    expect((await target.call("GET", "/collections")).body.result.collections).to.deep.equal([]);
  });

  it("azimuth migrate qdrant does not write to a collection with other vectors or with points of others", async () => {
    await create("c", plain);
    await fill("c", '[{"id":1,"vector":[1,1,1]}]');
    await target.call("PUT", "/collections/c", { vectors_config: { size: 4, distance: "Dot" } });
    const other = await run();
    expect([other.code, other.stderr]).to.deep.equal([
      1,
      "azimuth: c exists with other vectors: 4 Dot instead of 3 Euclid; say --as with another name\n",
    ]);
    await target.call("PUT", "/collections/d", { vectors_config: { size: 3, distance: "Euclid" } });
    await target.call("PUT", "/collections/d/points?wait=true", { points: [{ id: 9, vector: [1, 1, 1] }] });
    const full = await run(["--collection", "c", "--as", "d"]);
    expect(full.code).to.equal(1);
    expect(full.stderr).to.contain("d has 1 points already: say --verify-only");
    expect((await run(["--collection", "c", "--as", "d", "--overwrite"])).code).to.equal(0);
  });

  it("azimuth migrate qdrant fails with --verify-only when a point is lost, changed or added", async () => {
    await create("c", plain);
    const points = Array.from({ length: 40 }, (_, id) => ({ id, vector: [id, 1, 2], payload: { n: id } }));
    await atSource("PUT", "/collections/c/points?wait=true", { points });
    expect((await run()).code).to.equal(0);
    expect((await run(["--verify-only"])).code).to.equal(0);
    await target.call("POST", "/collections/c/points/delete?wait=true", { points: [3] });
    await target.call("PUT", "/collections/c/points?wait=true", {
      points: [
        { id: 4, vector: [4, 1, 3], payload: { n: 4 } },
        { id: 5, vector: [5, 1, 2], payload: { n: 6 } },
        { id: 99, vector: [0, 0, 0] },
      ],
    });
    const { code, stdout, stderr } = await run(["--verify-only"]);
    expect([code, stdout], stderr).to.deep.equal([
      1,
      "c: DIFFERS: 40 points of the source, 40 in c, 39 compared with seed 1\n" +
        "  1 point missing in c: 3\n" +
        "  1 point of c not in the source\n" +
        `  2 points different: ${stdout.includes("5: payload.n; 4") ? "5: payload.n; 4: vector" : "4: vector; 5: payload.n"}\n`,
    ]);
  });

  describe("when it was interrupted", () => {
    const points = 25_000;
    const verified = `c: ${points} points written to c\nc: verified: ${points} points of the source, ${points} in c, 100 compared with seed 1\n`;
    const state = () => JSON.parse(readFileSync(join(dir, readdirSync(dir)[0]!), "utf8")).progress.c;

    beforeEach(async () => {
      await create("c", plain);
      for (let from = 0; from < points; from += 5_000) {
        const part = Array.from({ length: 5_000 }, (_, i) => ({ id: from + i, vector: [i, 1, 2] }));
        await atSource("PUT", "/collections/c/points?wait=true", { points: part });
      }
      await target.close();
      // Without a license the server refuses the points after 5,000.
      target = await startTestServer();
      const { code, stderr } = await run(["--batch", "2000"]);
      expect(code).to.equal(1);
      expect(stderr)
        .to.contain("Vector limit reached")
        .and.to.contain("the same command continues after them");
      await addLicense(target.uiUrl, target.issuer.key(100_000));
    });

    it("azimuth migrate qdrant continues after the last settled row, and writes each point once", async () => {
      expect(readdirSync(dir)[0]).to.match(/^azimuth-migrate-qdrant-[0-9a-f]{8}\.state\.json$/);
      const { row, after } = state();
      expect(String(row - 1)).to.equal(after);
      const { code, stdout, stderr } = await run(["--batch", "2000"]);
      expect(stderr).to.contain(`continuing c after row ${row}\n`);
      expect([code, stdout]).to.deep.equal([0, verified]);
      expect(readdirSync(dir)).to.deep.equal([]);
    });

    it("azimuth migrate qdrant begins again with --restart, and writes all rows with --overwrite", async () => {
      const again = await run(["--restart", "--overwrite"]);
      expect([again.code, again.stdout, again.stderr]).to.deep.equal([0, verified, ""]);
      expect((await run(["--overwrite", "--no-verify"])).stdout).to.equal(
        `c: ${points} points written to c\n`,
      );
    });

    it("azimuth migrate qdrant says on Ctrl+C how far it is", async () => {
      const { row } = state();
      const { stderr } = await run([], { interrupted: (press: () => void) => press() });
      expect(stderr).to.contain(
        `azimuth: interrupted: c: ${row} rows settled; the same command continues after them\n`,
      );
    });

    it("azimuth migrate qdrant begins again when the collection was removed", async () => {
      expect(state().row).to.be.above(0);
      await target.call("DELETE", "/collections/c");
      const { code, stdout, stderr } = await run();
      expect([code, stdout, stderr]).to.deep.equal([0, verified, ""]);
    });
  });

  it("azimuth migrate qdrant explains wrong flags before it asks anything", async () => {
    for (const [args, text] of [
      [["--as", "x"], "--as follows the --collection that it renames"],
      [["--collection", "a", "--as", "x", "--as", "y"], "--as follows the --collection"],
      [["--collection", "a", "--collection", "a"], "--collection a is given twice"],
      [["--batch", "0"], '--batch: expected a number from 1 on, got "0"'],
      [["--batch", "10001"], "--batch: expected a number from 1 to 10000"],
      [["--seed", "-1"], "--seed: expected a number below"],
      [["--timeout", "x"], "--timeout: expected a number of seconds"],
      [["--verify-only", "--dry-run"], "--verify-only does nothing but compare"],
    ] as const) {
      const { code, stderr } = await run(args);
      expect([args, code, stderr.includes(text)], stderr).to.deep.equal([args, 2, true]);
    }
    const none = await run(["--work-dir", join(dir, "none"), "--collection", "x"]);
    expect(none.code).to.equal(1);
  });
});
