// Sparse vectors in files: an export is imported again as an equal collection, rows of other forms are mapped, and
// wrong rows are rejected one by one.
import { readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { runCli } from "../../support/cli.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

const SPARSE_ONLY = { sparse_vectors: { text: {}, "title.long": {} } };
const POINTS = [
  { id: 1, vector: { text: { indices: [4294967295, 0, 7], values: [0.1, -2, 0] } }, payload: { n: 1 } },
  { id: 2, vector: { text: { indices: [], values: [] }, "title.long": { indices: [3], values: [1e-30] } } },
  { id: "550e8400-e29b-41d4-a716-446655440000", vector: {}, payload: { list: [1] } },
  { id: 4, vector: { "title.long": { indices: [1, 2], values: [1, 2] } } },
];

describe("sparse vectors in files", () => {
  let server: TestServer;
  let dir: string;
  before(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    dir = freshDir();
    for (const name of ["c", "d"]) await server.call("DELETE", `/collections/${name}`);
  });
  after(() => server.close());

  const run = (...args: string[]) => runCli([...args, "--url", server.url]);
  const contentOf = async (name: string) => {
    const scroll = await server.call("POST", `/collections/${name}/points/scroll`, { with_vector: true });
    return scroll.body.result.points;
  };
  const fill = async (config: object, points: readonly object[]) => {
    await server.call("PUT", "/collections/c", config);
    const { status, text } = await server.call("PUT", "/collections/c/points", { points });
    expect(status, text).to.equal(200);
  };
  const imported = async (...args: string[]) => {
    const { code, stderr } = await run("import", "d", ...args);
    expect([code, stderr]).to.deep.equal([0, ""]);
  };

  for (const format of ["jsonl", "csv", "parquet"]) {
    it(`sparse vectors in files of ${format} are imported as they were exported, also where points have none`, async () => {
      await fill(SPARSE_ONLY, POINTS);
      await server.call("PUT", "/collections/d", SPARSE_ONLY);
      const path = join(dir, `c.${format}`);
      expect((await run("export", "c", path)).code).to.equal(0);
      await imported(path);
      expect(await contentOf("d")).to.deep.equal(await contentOf("c"));
    });
  }

  it("sparse vectors in files are lines of JSONL with ascending indices under the name of the vector", async () => {
    await fill(SPARSE_ONLY, POINTS.slice(0, 1));
    const path = join(dir, "c.jsonl");
    await run("export", "c", path);
    expect(readFileSync(path, "utf8")).to.equal(
      '{"id":1,"vector":{"text":{"indices":[0,7,4294967295],"values":[-2,0,0.1]}},"payload":{"n":1}}\n',
    );
  });

  it("sparse vectors in files of Parquet are two columns of lists, beside those of dense vectors", async () => {
    const config = { vectors: { image: { size: 2, distance: "Dot" } }, sparse_vectors: { text: {} } };
    const text = { indices: [4294967295, 5], values: [1, 0.1] };
    await fill(config, [
      { id: 1, vector: { image: [1, 2], text }, payload: { n: 1 } },
      { id: 2, vector: { image: [3, 4] } },
      { id: 3, vector: { text: { indices: [], values: [] } } },
    ]);
    const path = join(dir, "c.parquet");
    await run("export", "c", path);
    const rows = await parquetReadObjects({ file: new Uint8Array(await readFile(path)).buffer });
    const shown = { id: "1", image: [1, 2], payload: '{"n":1}' };
    expect(rows[0]).to.deep.equal({
      ...shown,
      "vector.text.indices": [5, 4294967295],
      "vector.text.values": [Math.fround(0.1), 1],
    });
    expect(rows[1]!["vector.text.indices"]).to.equal(undefined);
    expect(rows[2]).to.deep.include({ "vector.text.indices": [], "vector.text.values": [] });
    await server.call("PUT", "/collections/d", config);
    const { code } = await run("import", "d", path, "--vector", "image=image");
    expect(code).to.equal(3);
    // The point without an image is rejected, because --vector says that rows have one.
    expect(await contentOf("d")).to.deep.equal((await contentOf("c")).slice(0, 2));
  });

  it("sparse vectors in files of other programs are named with --sparse, and --create makes their collection", async () => {
    const path = join(dir, "rows.jsonl");
    const splade = { indices: [9, 2], values: [0.5, 1] };
    writeFileSync(path, `${JSON.stringify({ id: 1, splade, embedding: [1, 2, 3], title: "x" })}\n`);
    await imported(
      path,
      "--sparse",
      "text=splade",
      "--vector",
      "image=embedding",
      "--create",
      "--distance",
      "Dot",
    );
    const text = { indices: [2, 9], values: [1, 0.5] };
    expect(await contentOf("d")).to.deep.equal([
      { id: 1, vector: { image: [1, 2, 3], text }, payload: { title: "x" } },
    ]);
    const { params } = (await server.call("GET", "/collections/d")).body.result.config;
    expect(params.sparse_vectors).to.deep.equal({ text: {} });
    expect(params.vectors.image.size).to.equal(3);
  });

  it("sparse vectors in files may be the only ones, or beside the field of the unnamed vector", async () => {
    const path = join(dir, "rows.jsonl");
    const s = { indices: [1], values: [1] };
    writeFileSync(path, `${JSON.stringify({ id: 1, s })}\n${JSON.stringify({ id: 2, s, vector: [1, 2] })}\n`);
    await server.call("PUT", "/collections/d", {
      vectors: { size: 2, distance: "Dot" },
      sparse_vectors: { text: {} },
    });
    await imported(path, "--sparse", "text=s");
    const shown = (await contentOf("d")).map(({ vector }: { vector: object }) => vector);
    expect(shown).to.deep.equal([{ text: s }, { "": [1, 2], text: s }]);
  });

  it("sparse vectors in files are text in cells of CSV", async () => {
    const path = join(dir, "rows.csv");
    writeFileSync(path, 'id,s\n7,"{""indices"": [3], ""values"": [0.25]}"\n');
    await imported(path, "--sparse", "text=s", "--create");
    expect(await contentOf("d")).to.deep.equal([
      { id: 7, vector: { text: { indices: [3], values: [0.25] } }, payload: {} },
    ]);
  });

  it("sparse vectors in files that are wrong have their rows rejected, and no others", async () => {
    await server.call("PUT", "/collections/d", { sparse_vectors: { text: {} } });
    const path = join(dir, "rows.jsonl");
    const wrong = [
      { indices: [1, 2], values: [1] },
      { indices: [1, 1], values: [1, 2] },
      { indices: [-1], values: [1] },
      { indices: [1] },
      [1, 2],
    ];
    const rows = [{ indices: [1], values: [1] }, ...wrong].map((text, i) => ({ id: i, vector: { text } }));
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const { code } = await run("import", "d", path);
    expect(code).to.equal(3);
    const rejected = readFileSync(`${path}.rejected.jsonl`, "utf8").trim().split("\n");
    expect(rejected).to.have.lengthOf(wrong.length);
    expect(rejected[0]).to.contain("must be the same length as indices");
    expect(rejected[1]).to.contain("must be unique");
    expect(await contentOf("d")).to.have.lengthOf(1);
  });

  it("sparse vectors in files of Parquet with lists of different lengths have their rows rejected", async () => {
    await server.call("PUT", "/collections/d", { sparse_vectors: { text: {} } });
    const path = join(dir, "rows.parquet");
    const columnData = [
      { name: "id", data: [1, 2, 3] },
      { name: "vector.text.indices", data: [[1, 2], [3], [4]] },
      { name: "vector.text.values", data: [[1, 2], [3, 4], null] },
    ];
    await writeFile(path, new Uint8Array(parquetWriteBuffer({ columnData })));
    const { code } = await run("import", "d", path);
    expect(code).to.equal(3);
    expect((await contentOf("d")).map(({ id }: { id: number }) => id)).to.deep.equal([1]);
  });

  it("sparse vectors in files have a name that no dense vector of the same command has", async () => {
    const path = join(dir, "rows.jsonl");
    writeFileSync(path, "{}\n");
    const { code, stderr } = await run("import", "d", path, "--sparse", "a=x", "--vector", "a=y");
    expect([code, stderr]).to.deep.equal([2, 'azimuth: --vector and --sparse both name the vector "a"\n']);
    expect((await run("import", "d", path, "--sparse", "a")).stderr).to.contain(
      "--sparse: expected NAME=FIELD",
    );
  });

  it("sparse vectors in files of npy and fvecs are refused, because these hold dense vectors only", async () => {
    await fill(SPARSE_ONLY, POINTS);
    const { code, stderr } = await run("export", "c", join(dir, "c.npy"));
    expect([code, stderr]).to.deep.equal([
      2,
      "azimuth: c has no dense vectors; export it to jsonl, csv or parquet\n",
    ]);
  });
});
