// The commands import and export against a server: formats, options, rejected rows, and interruptions.
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { runCli } from "../../support/cli.ts";
import { addLicense } from "../../support/license.ts";
import { count, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

describe("azimuth import", () => {
  let server: TestServer;
  let dir: string;
  beforeEach(async () => {
    dir = freshDir();
    server = await startTestServer({ vectors: 100_000 });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const run = (args: readonly string[], options = {}) => runCli([...args, "--url", server.url], options);
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  const pointOf = async (id: string | number) =>
    (await server.call("GET", `/collections/c/points/${id}`)).body.result;
  const line = (id: number, vector: unknown = [id, 1, 0, 0]) => JSON.stringify({ id, vector });
  const lines = (first: number, many: number) =>
    Array.from({ length: many }, (_, i) => `${line(first + i)}\n`).join("");

  it("azimuth import sends points of JSONL unchanged, and removes its temporary files", async () => {
    const path = file(
      "a.jsonl",
      '{"id":13570027672830659665,"vector":[1,2,3,4],"payload":{"f":5.0}}\n\n{"id":2,"vector":[1,2,3,4]}',
    );
    const { code, stdout } = await run(["import", "c", path]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^2 points imported into c, in [\d.]+ s, \d+ rows\/s\n$/);
    const { text } = await server.call("GET", "/collections/c/points/13570027672830659665");
    expect(text).to.contain('"id":13570027672830659665').and.to.contain('"f":5.0');
    expect(existsSync(`${path}.import-state.json`)).to.equal(false);
    expect(existsSync(`${path}.rejected.jsonl`)).to.equal(false);
  });

  it("azimuth import puts every field that is neither id nor vector into the payload", async () => {
    const row = '{"id":1,"vector":[1,2,3,4],"city":"Bern","payload":{"n":1}}';
    await run(["import", "c", file("a.jsonl", row)]);
    expect((await pointOf(1)).payload).to.deep.equal({ city: "Bern", n: 1 });
  });

  it("azimuth import reads compressed files and pipes", async () => {
    expect((await run(["import", "c", file("a.jsonl.gz", gzipSync(lines(0, 100)))])).code).to.equal(0);
    const packed = gzipSync(lines(200, 50));
    for (const chunks of [
      [Buffer.from(lines(100, 50))],
      [packed],
      [packed.subarray(0, 1), packed.subarray(1)],
    ])
      expect(
        (await run(["import", "c", "-", "--format", "jsonl"], { stdin: Readable.from(chunks) })).code,
      ).to.equal(0);
    expect(await count(server)).to.equal(200);
    const cut = Readable.from([packed.subarray(0, 30)]);
    expect((await run(["import", "c", "-", "--format", "jsonl"], { stdin: cut })).stderr).to.contain(
      "it is cut off",
    );
  });

  it("azimuth import makes points of the fields that its options name", async () => {
    const rows = ['{"key":7,"emb":[1,2,3,4],"title":"A","year":5.0,"payload":{"inner":true}}'];
    const flags = ["--id-field", "key", "--vector-field", "emb"];
    await run(["import", "c", file("a.jsonl", rows.join("\n")), ...flags]);
    expect((await pointOf(7)).payload).to.deep.equal({ title: "A", year: 5, inner: true });
    await run([
      "import",
      "c",
      file("b.jsonl", rows.join("\n")),
      ...flags,
      "--payload",
      "title",
      "--start-id",
      "40",
    ]);
    expect((await pointOf(40)).payload).to.deep.equal({ title: "A" });
  });

  it("azimuth import reads CSV with quotes, types, empty cells, and vectors in one cell", async () => {
    const text =
      'id,vector,title,n,none\r\n1,"[1, 2, 3, 4]","a ""b"",\nc",12,\r\n2,1 2 3 4,true,"""7""",\r\n';
    expect((await run(["import", "c", file("a.csv", text)])).code).to.equal(0);
    expect((await pointOf(1)).payload).to.deep.equal({ title: 'a "b",\nc', n: 12 });
    expect(await pointOf(2)).to.deep.equal({ id: 2, vector: [1, 2, 3, 4], payload: { title: true, n: "7" } });
    expect((await run(["import", "c", file("a.tsv", "id\tvector\n3\t1,2,3,4\n")])).code).to.equal(0);
    expect((await pointOf(3)).vector).to.deep.equal([1, 2, 3, 4]);
  });

  it("azimuth import creates a missing collection, with named vectors if the rows have them", async () => {
    const path = file("a.jsonl", '{"id":1,"p":[1,2],"q":[1,2,3]}\n');
    const flags = ["--vector", "plot=p", "--vector", "poster=q"];
    const refused = await run(["import", "films", path, ...flags]);
    expect(refused.stderr).to.equal("azimuth: Collection not found: films; say --create to make it\n");
    expect((await run(["import", "films", path, ...flags, "--create", "--distance", "Dot"])).code).to.equal(
      0,
    );
    const { body } = await server.call("GET", "/collections/films");
    expect(body.result.config.params.vectors).to.have.nested.property("poster.size", 3);
    expect(body.result.config.params.vectors).to.have.nested.property("plot.distance", "Dot");
  });

  for (const format of ["jsonl", "csv", "parquet", "npy", "fvecs"]) {
    it(`azimuth import restores an exported ${format} file`, async () => {
      const points = [1, 2, 3].map(
        (id) => `{"id":${id},"vector":[${id},0.1,0.25,1e-9],"payload":{"f":5.0,"t":"\\u00fc, \\"x\\""}}\n`,
      );
      await run(["import", "c", file("a.jsonl", points.join(""))]);
      const path = join(dir, `b.${format}`);
      expect((await run(["export", "c", path])).code).to.equal(0);
      expect(existsSync(`${path}.part`)).to.equal(false);
      await server.call("DELETE", "/collections/c");
      expect(
        (await run(["import", "c", path, "--create", "--distance", "Dot", "--rejected", join(dir, "bad")]))
          .code,
      ).to.equal(0);
      const { text } = await server.call("POST", "/collections/c/points/scroll", { with_vector: true });
      const isBare = format === "npy" || format === "fvecs";
      expect(text).to.contain("[3,0.1,0.25,1e-9]");
      expect(text).to.contain(isBare ? '"id":2' : '"f":5.0');
    });
  }

  it("azimuth import writes rejected rows with the reason, in their order, and sets its exit code", async () => {
    const text = `${line(1)}\n{"id":\n${line(3, [1])}\n[]\n${line(5)}\n`;
    const path = file("a.jsonl", text);
    const { code, stdout } = await run(["import", "c", path, "--json"]);
    expect(code).to.equal(3);
    expect(JSON.parse(stdout)).to.include({
      accepted: 2,
      rejected: 3,
      row: 5,
      rejected_file: `${path}.rejected.jsonl`,
    });
    const rejected = readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n");
    expect(rejected.map((one) => JSON.parse(one))).to.deep.equal([
      { row: 2, error: "Malformed JSON at byte 6", source: '{"id":' },
      {
        row: 3,
        error: "Dimension mismatch for vector '3': expected 4, got 1",
        source: { id: 3, vector: [1] },
      },
      { row: 4, error: "expected an object on each line", source: [] },
    ]);
  });

  it("azimuth import identifies each of thousands of rejected rows", async () => {
    const path = file(
      "a.jsonl",
      Array.from({ length: 3_500 }, (_, i) => line(i, i % 7 === 0 ? [1, 2, 3, 4] : [1])).join("\n"),
    );
    const { code } = await run(["import", "c", path]);
    expect(code).to.equal(3);
    const rejected = readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n");
    expect(rejected.map((one) => JSON.parse(one).row)).to.deep.equal(
      Array.from({ length: 3_500 }, (_, i) => i + 1).filter((row) => (row - 1) % 7 !== 0),
    );
    expect(await count(server)).to.equal(500);
  });

  it("azimuth import continues an interrupted run when the same command is run again", async () => {
    await server.close();
    server = await startTestServer();
    await createCollection(server);
    const path = file("a.jsonl", `${line(0, [1])}\n${lines(1, 24_000)}`);
    const first = await run(["import", "c", path]);
    expect(first.code).to.equal(1);
    expect(first.stderr)
      .to.contain("Vector limit reached")
      .and.to.contain("the same command goes on behind them");
    const before = await count(server);
    await addLicense(server.uiUrl, server.issuer.key(100_000));
    const other = await run(["import", "other", path]);
    expect(other.stderr).to.contain("is of an interrupted import that was another");
    const second = await run(["import", "c", path, "--json"]);
    expect(second.stderr).to.match(/^continuing after row \d+ of /);
    expect(second.code).to.equal(3);
    expect(JSON.parse(second.stdout)).to.include({ accepted: 24_000, rejected: 1, row: 24_001 });
    expect([before < 24_000, await count(server)]).to.deep.equal([true, 24_000]);
    expect(readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n")).to.have.lengthOf(1);
    expect(existsSync(`${path}.import-state.json`)).to.equal(false);
  });

  it("azimuth import retries when the server is gone, and then says how to continue", async () => {
    const pauses: number[] = [];
    const target = server;
    const stdin = Readable.from(
      (async function* () {
        yield Buffer.from(lines(0, 20_000));
        while ((await target.database.collection("c").points) < 10_000)
          await new Promise((resolve) => setImmediate(resolve));
        await target.close();
        yield Buffer.from(lines(20_000, 10_000));
      })(),
    );
    const pause = async (ms: number) => void pauses.push(ms);
    const { code, stderr } = await run(["import", "c", "-", "--format", "jsonl"], { stdin, pause });
    expect(code).to.equal(1);
    expect(pauses).to.deep.equal([500, 1_000, 2_000, 4_000, 8_000, 15_000]);
    expect(stderr).to.contain("trying again in 0.5 s").and.to.contain("is the server running?");
    expect(stderr).to.match(/rows 1 to [12]0000 are settled; go on with --resume-from [12]0001\n$/);
    server = await startTestServer();
  });

  it("azimuth import says how to continue when it is interrupted", async () => {
    let press = (): void => {};
    const target = server;
    const stdin = Readable.from(
      (async function* () {
        yield Buffer.from(lines(0, 20_000));
        yield Buffer.from(lines(20_000, 10));
        // The second part is sent when the server has acknowledged the first.
        while ((await target.database.collection("c").points) < 20_000)
          await new Promise((resolve) => setImmediate(resolve));
        press();
      })(),
    );
    const interrupted = (given: () => void) => {
      press = given;
      press();
    };
    const { stderr } = await run(["import", "c", "-", "--format", "jsonl"], { stdin, interrupted });
    expect(stderr).to.contain("azimuth: interrupted: no row is settled yet; the same command begins again\n");
    expect(stderr).to.match(/azimuth: interrupted: rows 1 to [12]0000 are settled; go on with --resume-from/);
  });

  it("azimuth import reports at once that no server answers", async () => {
    const path = file("a.jsonl", lines(0, 1));
    const { code, stderr } = await runCli(["import", "c", path, "--url", "127.0.0.1:9"]);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^azimuth: http:\/\/127.0.0.1:9 cannot be asked: .*; is the server running\?\n$/);
  });

  it("azimuth import refuses unsupported files with the reason", async () => {
    mkdirSync(join(dir, "folder.csv"));
    const parquet = join(dir, "cut.parquet");
    await run(["import", "c", file("a.jsonl", lines(0, 10))]);
    await run(["export", "c", parquet]);
    truncateSync(parquet, 100);
    const fvecs = join(dir, "cut.fvecs");
    await run(["export", "c", fvecs]);
    truncateSync(fvecs, 30);
    for (const [path, args, text] of [
      [join(dir, "folder.csv"), [], "is a directory; name a file in it"],
      [join(dir, "none.csv"), [], "there is no such file"],
      [file("empty.csv", ""), [], "is empty: there is nothing to import"],
      [file("what.ever", "x"), [], "does not say its format: say --format with one of jsonl, csv"],
      [file("b.csv", 'id,vector\n1,"[1'), [], "a quote is opened and never closed"],
      [file("c.npy", "nonsense"), [], "is no npy file"],
      [parquet, [], "is no Parquet file, or cut off"],
      [fvecs, [], "is cut off in vector 2; those before it are in"],
      ["-", ["--format", "parquet"], "it cannot come by a pipe"],
      [
        file("d.jsonl", lines(0, 1)),
        ["--start-id", "x"],
        '--start-id: expected an unsigned integer of 64 bits, got "x"',
      ],
      [file("e.jsonl", lines(0, 1)), ["--vector", "x"], '--vector: expected NAME=FIELD, got "x"'],
      [file("f.jsonl", lines(0, 1)), ["--resume-from", "0"], "--resume-from: expected the number of a row"],
    ] as const) {
      const { code, stderr } = await run(["import", "c", path, ...args]);
      const isUsage = args.length > 0 || path.endsWith(".ever");
      expect([path, code, stderr.includes(text)], stderr).to.deep.equal([path, isUsage ? 2 : 1, true]);
    }
  });
});
