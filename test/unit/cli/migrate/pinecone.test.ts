// `azimuth migrate pinecone-export`: JSONL and Parquet files of vectors, alone and in folders of namespaces.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { parquetWriteBuffer } from "hyparquet-writer";
import { uuid5 } from "../../../../src/cli/migrate/uuid5.ts";
import { runCli } from "../../../support/cli.ts";
import { startTestServer, type TestServer } from "../../../support/rest.ts";
import { freshDir } from "../../storage/fixtures.ts";

describe("azimuth migrate pinecone-export", () => {
  let target: TestServer;
  let dir: string;
  let work: string;
  beforeEach(async () => {
    [dir, work] = [freshDir(), freshDir()];
    target = await startTestServer();
  });
  afterEach(() => target.close());

  const run = (path: string, ...args: string[]) =>
    runCli(["migrate", "pinecone-export", path, "--url", target.url, "--work-dir", work, ...args]);
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  const pointOf = async (name: string, id: string) =>
    (await target.call("GET", `/collections/${name}/points/${uuid5(id)}`)).text;

  it("azimuth migrate pinecone-export takes vectors, sparse vectors and metadata of JSONL", async () => {
    const rows = [
      '{"id":"a","values":[0.1,0.2],"metadata":{"big":9007199254740993,"f":5.0,"tags":["x","é ☃"]}}',
      '{"id":"b","values":[1,2],"sparse_values":{"indices":[4,9],"values":[0.5,1]}}',
      '{"id":"c","values":[3,4],"sparseValues":{"values":[2],"indices":[4294967295]},"metadata":null}',
    ];
    const { code, stdout } = await run(file("movies.jsonl", rows.join("\n")), "--distance", "Dot");
    expect([code, stdout]).to.deep.equal([
      0,
      "movies: 3 points written to movies\nmovies: verified: 3 points of the source, 3 in movies, 3 compared with seed 1\n",
    ]);
    expect(await pointOf("movies", "a")).to.contain(
      '"payload":{"big":9007199254740993,"f":5.0,"tags":["x","é ☃"],"original_id":"a"}',
    );
    expect(JSON.parse(await pointOf("movies", "c")).result.vector).to.deep.equal({
      "": [3, 4],
      sparse: { indices: [4294967295], values: [2] },
    });
  });

  it("azimuth migrate pinecone-export takes each folder of Parquet files as a collection", async () => {
    const parquet = (ids: readonly string[]) =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: "id", data: [...ids], type: "STRING" },
            { name: "values", data: ids.map((_, i) => [i, 0.5]), type: "JSON" },
            { name: "metadata", data: ids.map((id) => JSON.stringify({ id, n: null })), type: "STRING" },
          ],
        }),
      );
    for (const [name, files] of [
      ["north", [["a", "b"], ["c"]]],
      ["south", [["a"]]],
    ] as const) {
      mkdirSync(join(dir, name));
      for (const [i, ids] of files.entries()) writeFileSync(join(dir, name, `${i}.parquet`), parquet(ids));
    }
    const { code, stdout, stderr } = await run(dir);
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain("north: 3 points written").and.to.contain("south: 1 point written");
    expect(await pointOf("north", "c")).to.contain('"payload":{"id":"c","n":null,"original_id":"c"}');
  });

  it("azimuth migrate pinecone-export reports rows that it cannot take, with the reason", async () => {
    const rows = [
      '{"id":"a","values":[1,2]}',
      '{"id":"b","values":[1,NaN]}',
      '{"id":"c","values":[1,2,3]}',
      '{"values":[1,2]}',
      '{"id":"d","values":[1,2],"metadata":{"original_id":"x"}}',
      '{"id":"e","values":[1,2],"sparse_values":{"indices":[1]}}',
      '{"id":"f","values":[1,2],"metadata":[]}',
      "[]",
      '{"id":"g","values":[1,1e99]}',
    ];
    const { code, stdout } = await run(file("m.jsonl", rows.join("\n")));
    const path = join(work, "azimuth-migrate-m.rejected.jsonl");
    expect(stdout).to.contain(`m: 1 point written to m; 8 rows rejected, see ${path}\n`);
    expect(code).to.equal(3);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const rejected = lines.map((one) => JSON.parse(one) as { row: number; error: string });
    expect(rejected.map(({ row }) => row)).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [i, text] of [
      "Malformed JSON",
      "expected 2, got 3",
      'it has no field "id" with a text',
      'it has a field "original_id" already: say --id-field NAME',
      "sparse_values: expected indices and values",
      "metadata: expected an object",
      "expected an object on each line",
      "",
    ].entries())
      expect(rejected[i]!.error).to.contain(text);
  });

  it("azimuth migrate pinecone-export keeps the last of several rows with one id", async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `{"id":"${n % 10}","values":[${n},1]}`);
    const path = file("m.jsonl.gz", gzipSync(rows.join("\n")));
    const { stdout: plan } = await run(path, "--dry-run");
    expect(plan).to.contain("m note: 30 of 40 rows have no id, or that of a later row\n");
    const { code, stdout } = await run(path, "--distance", "Euclid");
    expect([code, stdout]).to.deep.equal([
      0,
      "m: 40 points written to m\nm: verified: 10 points of the source, 10 in m, 10 compared with seed 1\n",
    ]);
    expect(JSON.parse(await pointOf("m", "3")).result.vector).to.deep.equal([33, 1]);
  });

  it("azimuth migrate pinecone-export asks for another name where Azimuth does not allow that of the source", async () => {
    const path = file("a:b.jsonl", '{"id":"a","values":[1,2]}\n');
    const refused = await run(path);
    expect(refused.code).to.equal(1);
    expect(refused.stderr)
      .to.contain(
        'a:b is not taken: a collection of Azimuth cannot have the name "a:b": it has 1 to 255 characters',
      )
      .and.to.contain("azimuth: no collection can be taken; --dry-run shows them all\n");
    expect((await run(path, "--collection", "a:b", "--as", "ab ☃")).code).to.equal(0);
  });

  it("azimuth migrate pinecone-export refuses what it cannot read", async () => {
    const empty = freshDir();
    for (const [path, text] of [
      [join(dir, "none.jsonl"), "none.jsonl cannot be read: there is no such file or directory"],
      [empty, "has no JSONL or Parquet files"],
      [file("x.csv", "id\n1"), "the name of"],
      [file("y.jsonl", '{"id":"a"}\n'), "y is not taken: none of its rows has a vector"],
      [file("z.jsonl", ""), "is empty"],
    ] as const) {
      const { code, stderr } = await run(path);
      expect([path, code === 0, stderr.includes(text)], stderr).to.deep.equal([path, false, true]);
    }
  });
});
