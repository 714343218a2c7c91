// Import of files that are truncated, damaged or of another format than their names say, and commands that the server
// refuses: the message, the imported rows, and exit code 1.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { runCli } from "../../support/cli.ts";
import { count, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { itWeekly } from "../../support/weekly.ts";
import { freshDir } from "../storage/fixtures.ts";

const ROWS = 40;
const CUTS = 12;
const MORE_THAN_A_CHUNK = 20_000;

describe("azimuth import of a damaged file", () => {
  let server: TestServer;
  let dir: string;
  beforeEach(async () => {
    dir = freshDir();
    server = await startTestServer({ vectors: 100_000 });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const run = (...args: string[]) => runCli([...args, "--url", server.url]);
  const line = (id: number) => `{"id":${id},"vector":[${id},1,0,0.5],"payload":{"n":${id}}}\n`;
  const lines = (many: number) => Array.from({ length: many }, (_, i) => line(i)).join("");

  function file(name: string, content: string | Uint8Array): string {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  }

  /** The file that export writes of the points. */
  async function exported(format: string): Promise<Buffer> {
    const path = join(dir, `all.${format}`);
    await run("import", "c", file("rows.jsonl", lines(ROWS)));
    await run("export", "c", path);
    await server.call("DELETE", "/collections/c");
    await createCollection(server);
    return readFileSync(path);
  }

  itWeekly(
    "azimuth import of a damaged file reports a truncated gzip file, imports the rows before that, and reports their number",
    async () => {
      const packed = gzipSync(lines(MORE_THAN_A_CHUNK));
      const path = file("a.jsonl.gz", packed.subarray(0, packed.length / 2));
      const { code, stderr } = await run("import", "c", path);
      expect(code).to.equal(1);
      expect(stderr).to.match(/a\.jsonl\.gz cannot be read: it is cut off\n/);
      const [, settled] = /rows 1 to (\d+) are settled; the same command goes on behind them\n$/.exec(
        stderr,
      )!;
      expect(Number(settled)).to.be.within(1, MORE_THAN_A_CHUNK - 1);
      expect(await count(server)).to.equal(Number(settled));
      file("a.jsonl.gz", packed);
      // Another file with the same name is another import.
      expect((await run("import", "c", path)).stderr).to.contain(
        "is of an interrupted import that was another",
      );
      expect((await run("import", "c", path, "--restart")).code).to.equal(0);
      expect(await count(server)).to.equal(MORE_THAN_A_CHUNK);
    },
  );

  it("azimuth import of a damaged file reports a .gz file that is not compressed", async () => {
    const { code, stderr } = await run("import", "c", file("a.jsonl.gz", lines(3)));
    expect([code, stderr.split("\n")[0]]).to.deep.equal([
      1,
      `azimuth: ${dir}/a.jsonl.gz cannot be read: it is damaged, or not compressed by gzip`,
    ]);
  });

  it("azimuth import of a damaged file rejects the truncated last line of JSONL", async () => {
    const path = file("a.jsonl", lines(3).slice(0, -10));
    expect((await run("import", "c", path)).code).to.equal(3);
    expect(readFileSync(`${path}.rejected.jsonl`, "utf8")).to.contain('"row":3,"error":"Malformed JSON');
    expect(await count(server)).to.equal(2);
  });

  it("azimuth import of a damaged file rejects a CSV row that is truncated between two cells, and fails within quotes", async () => {
    const path = file("a.csv", "id,vector,n\n1,1 2 3 4,5\n2,1 2 3 4");
    expect((await run("import", "c", path)).code).to.equal(3);
    expect(readFileSync(`${path}.rejected.jsonl`, "utf8")).to.contain("expected 3 cells");
    const quoted = file("b.csv", 'id,vector\n3,"[1,2,3,4]"\n4,"[1,2');
    const { code, stderr } = await run("import", "c", quoted);
    expect(code).to.equal(1);
    expect(stderr).to.contain(`${quoted}: a quote is opened and never closed\n  rows 1 to 1 are settled`);
    expect(await count(server)).to.equal(2);
  });

  for (const format of ["npy", "fvecs", "parquet"]) {
    const register = format === "fvecs" ? itWeekly : it;
    register(
      `azimuth import of a damaged file reports where ${format} is truncated at every tenth of the file, and imports the rows before that`,
      async () => {
        const whole = await exported(format);
        for (let cut = 1; cut <= CUTS; cut++) {
          // A file of fvecs that ends between two vectors is a complete one.
          const length = Math.floor((whole.length * cut) / (CUTS + 1)) | 1;
          const path = file(`cut-${cut}.${format}`, whole.subarray(0, length));
          const { code, stderr } = await run("import", "c", path, "--restart");
          expect(code, `${length} bytes: ${stderr}`).to.equal(1);
          expect(stderr)
            .to.contain(path)
            .and.match(/cut off|is no (npy|Parquet) file/);
          const [, settled = "0"] = /rows 1 to (\d+) are settled/.exec(stderr) ?? [];
          expect(await count(server)).to.equal(Number(settled));
          for (let id = 0; id < Number(settled); id++)
            await server.call("POST", "/collections/c/points/delete", { points: [id] });
        }
      },
    );
  }

  const npy = (header: string) => {
    const head = Buffer.from("\x93NUMPY\x01\x00\0\0", "latin1");
    head.writeUInt16LE(header.length, 8);
    return Buffer.concat([head, Buffer.from(header, "latin1"), Buffer.alloc(64)]);
  };
  for (const [what, bytes, text] of [
    [
      "that is truncated in its header",
      Buffer.from("\x93NUMPY\x01\x00\xff", "latin1"),
      "it is cut off in its header",
    ],
    [
      "that is truncated after the length of its header",
      Buffer.from("\x93NUMPY\x01\x00\xff\0{", "latin1"),
      "cut off in its",
    ],
    [
      "with an invalid shape",
      npy("{'descr': '<f4', 'shape': (x, 4)}"),
      "expected a table, of shape (rows, dimension up to 65536), got (x, 4)",
    ],
    ["with vectors of no dimensions", npy("{'descr': '<f4', 'shape': (4, 0)}"), "got (4, 0)"],
    [
      "with vectors of millions of dimensions",
      npy("{'descr': '<f4', 'shape': (1, 9000000)}"),
      "got (1, 9000000)",
    ],
    ["with three axes", npy("{'descr': '<f4', 'shape': (1, 2, 3)}"), "got (1, 2, 3)"],
    [
      "that is saved by columns",
      npy("{'descr': '<f4', 'fortran_order': True, 'shape': (4, 4)}"),
      "saved by columns",
    ],
    [
      "with numbers of another type",
      npy("{'descr': '>c8', 'shape': (4, 4)}"),
      "expected numbers of one of <f4, <f8",
    ],
  ] as const) {
    it(`azimuth import of a damaged file refuses an npy file ${what}`, async () => {
      const { code, stderr } = await run("import", "c", file("a.npy", bytes));
      expect([code, stderr.includes(text)], stderr).to.deep.equal([1, true]);
    });
  }

  it("azimuth import of a damaged file rejects each row whose vector has another dimension, and names the row", async () => {
    const path = file("a.fvecs", Buffer.concat([4, 3, 4].map((size) => vecOf(size))));
    expect((await run("import", "c", path)).code).to.equal(3);
    const rejected = readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n");
    expect(rejected.map((one) => JSON.parse(one).error)).to.deep.equal([
      "Dimension mismatch for vector '1': expected 4, got 3",
    ]);
  });

  it("azimuth import of a damaged file keeps the rejected rows of an earlier run when it continues", async () => {
    const path = file("a.jsonl", `x\n${line(1)}y\n${line(2)}`);
    expect((await run("import", "c", path)).code).to.equal(3);
    expect((await run("import", "c", path, "--resume-from", "3")).code).to.equal(3);
    const rejected = readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n");
    expect(rejected.map((one) => JSON.parse(one).row)).to.deep.equal([1, 3, 3]);
  });

  it("azimuth import of a damaged file does not begin when rejected rows cannot be stored", async () => {
    const nowhere = join(dir, "none", "bad.jsonl");
    const path = file("a.jsonl", line(1));
    const { code, stderr } = await run("import", "new", path, "--create", "--rejected", nowhere);
    expect([code, stderr]).to.deep.equal([
      1,
      `azimuth: ${nowhere} cannot be written: there is no such file or directory\n`,
    ]);
    expect((await server.call("GET", "/collections/new")).status).to.equal(404);
    expect((await run("import", "c", path, "--rejected", dir)).stderr).to.contain("it is a directory");
  });
});

describe("an error of the server to a command", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  for (const [args, text] of [
    [["collections", "restore", "c"], /^azimuth: .*c.*\n$/],
    [["collections", "restore", "none"], /^azimuth: Collection not found: none\n$/],
    [["collections", "create", "c", "--size", "4"], /^azimuth: Collection already exists: c\n$/],
    [["collections", "create", "d", "--size", "999999999"], /^azimuth: .*size.*65536.*\n$/],
    [
      ["token", "create", "ci"],
      /^azimuth: API key management API requires auth_enabled=true; azimuth auth enable sets it\n$/,
    ],
    [
      ["token", "list"],
      /^azimuth: API key management API requires auth_enabled=true; azimuth auth enable sets it\n$/,
    ],
    [["search", "c", "[1]"], /^azimuth: .*expected 4, got 1.*\n$/],
    [["search", "c", "[1,2,3,4]", "--using", "none"], /^azimuth: .*none.*\n$/],
    [["search", "c", "--like", "7"], /^azimuth: .*7.*\n$/],
    [["search", "c", "[1,2,3,4]", "--filter", '{"musst": []}'], /^azimuth: .*musst.*\n$/],
    [["export", "none", "x.jsonl"], /^azimuth: Collection not found: none\n$/],
    [["export", "none", "x.npy"], /^azimuth: Collection not found: none\n$/],
    [["license", "add", "x"], /^azimuth: .*product key.*\n$/i],
  ] as const) {
    it(`an error of the server to a command is printed, with exit code 1: azimuth ${args.join(" ")}`, async () => {
      const url = args[0] === "license" ? server.uiUrl : server.url;
      const { code, stdout, stderr } = await runCli([...args, "--url", url]);
      expect([code, stdout], stderr).to.deep.equal([1, ""]);
      expect(stderr).to.match(text);
      expect(existsSync("x.jsonl") || existsSync("x.jsonl.part")).to.equal(false);
    });
  }

  it("an error of the server to a command is reported before a file is created: a vector name that the points do not have", async () => {
    const path = join(freshDir(), "x.npy");
    const { code, stderr } = await runCli(["export", "c", path, "--vector", "v", "--url", server.url]);
    expect([code, existsSync(path)], stderr).to.deep.equal([2, false]);
    expect(stderr).to.equal('azimuth: --vector: expected nothing, since the vector has no name, got "v"\n');
  });
});

function vecOf(size: number): Buffer {
  const bytes = Buffer.alloc(4 + 4 * size);
  bytes.writeUInt32LE(size, 0);
  return bytes;
}
