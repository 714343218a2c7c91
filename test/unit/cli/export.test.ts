// The command export: import makes an equal collection of its output, however the payloads were formatted.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parseExact } from "../../../src/json/plain.ts";
import { runCli } from "../../support/cli.ts";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

/** Payloads with the white space and line breaks that some clients write, and with JSON inside strings. */
const PAYLOADS = [
  '{"a": 1,\n "b": [1,\n 2]}',
  '{\r\n\t"s": "a\\r\\nb\\tc  d \\u2028",\r\n\t"n": {\r\n\t\t"deep": [\r\n\t\t\t{ "x":\r\n5.0 }\r\n\t\t]\r\n\t}\r\n}',
  '{"u":18446744073709551615,\r"e":1e2 ,"q":"\\"\\n"\n}',
  "{\n}",
  '{"text":"{\\"looks\\": \\"like JSON\\"}","number":"12","list":"[1]"}',
];

describe("azimuth export", () => {
  let server: TestServer;
  let dir: string;
  beforeEach(async () => {
    dir = freshDir();
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  const run = (...args: string[]) => runCli([...args, "--url", server.url]);
  const store = (payloads: readonly string[]) =>
    server.call(
      "PUT",
      "/collections/c/points",
      `{"points": [${payloads.map((payload, i) => `{"id": ${i + 1}, "vector": [${i},0,0.25,1e-9], "payload": ${payload}}`).join(",")}]}`,
    );
  /** All points of a collection, with exact numbers. */
  const contentOf = async (name: string) => {
    const { text } = await server.call("POST", `/collections/${name}/points/scroll`, { with_vector: true });
    return (parseExact(text) as { result: { points: unknown[] } }).result.points;
  };

  for (const format of ["jsonl", "csv", "parquet"]) {
    it(`azimuth export writes ${format} from which an equal collection can be imported, for payloads of several lines`, async () => {
      await store(PAYLOADS);
      const path = join(dir, `c.${format}`);
      expect((await run("export", "c", path)).code).to.equal(0);
      const { code, stderr } = await run("import", "d", path, "--create", "--distance", "Dot");
      expect([code, stderr]).to.deep.equal([0, ""]);
      expect(await contentOf("d")).to.deep.equal(await contentOf("c"));
    });
  }

  for (const format of ["jsonl", "csv"]) {
    it(`azimuth export writes one line of ${format} for each point, whatever line breaks its payload has`, async () => {
      await store(PAYLOADS);
      const path = join(dir, `c.${format}`);
      await run("export", "c", path);
      const lines = readFileSync(path, "utf8").split("\n");
      const heads = format === "csv" ? 1 : 0;
      expect(lines).to.have.lengthOf(heads + PAYLOADS.length + 1);
      expect(lines.join("")).to.not.contain("\r");
      if (format === "jsonl") for (const line of lines.slice(0, -1)) JSON.parse(line);
    });
  }

  it("azimuth export writes one line for each point to a pipe", async () => {
    await store(PAYLOADS);
    const { stdout } = await run("export", "c", "-");
    expect(stdout.split("\n")).to.have.lengthOf(PAYLOADS.length + 1);
  });

  it("azimuth export writes the vectors by default", async () => {
    await store(['{"n":1}']);
    const [full, bare] = [join(dir, "full.jsonl"), join(dir, "bare.jsonl")];
    await run("export", "c", full);
    expect(readFileSync(full, "utf8")).to.equal('{"id":1,"vector":[0,0,0.25,1e-9],"payload":{"n":1}}\n');
    await run("export", "c", bare, "--no-vectors");
    expect(readFileSync(bare, "utf8")).to.equal('{"id":1,"payload":{"n":1}}\n');
    expect((await run("export", "c", full, "--with-vectors", "--force")).code).to.equal(0);
    expect(readFileSync(full, "utf8")).to.contain('"vector":[0,0,0.25,1e-9]');
  });

  it("azimuth export refuses options about vectors that contradict each other or the format", async () => {
    const both = await run("export", "c", join(dir, "a.jsonl"), "--no-vectors", "--with-vectors");
    expect([both.code, both.stderr]).to.deep.equal([
      2,
      "azimuth: --with-vectors and --no-vectors contradict each other: give one of them\n",
    ]);
    const bare = await run("export", "c", join(dir, "a.npy"), "--no-vectors");
    expect([bare.code, bare.stderr]).to.deep.equal([
      2,
      "azimuth: --no-vectors: npy holds nothing but vectors; export to jsonl, csv or parquet\n",
    ]);
  });

  it("azimuth export writes points without a vector or a payload so that import makes an equal collection", async () => {
    await server.call("PUT", "/collections/n", {
      vectors_config: { a: { size: 2, distance: "Dot" }, b: { size: 1, distance: "Euclid" } },
    });
    const points = [
      { id: 1, vector: { a: [1, 2] }, payload: { n: 1 } },
      { id: 2, vector: { a: [1, 2], b: [3] } },
      { id: "550e8400-e29b-41d4-a716-446655440000", vector: {}, payload: {} },
    ];
    expect((await server.call("PUT", "/collections/n/points", { points })).status).to.equal(200);
    for (const format of ["jsonl", "csv"]) {
      const [path, copy] = [join(dir, `n.${format}`), `copy-${format}`];
      await server.call("PUT", `/collections/${copy}`, {
        vectors_config: { a: { size: 2, distance: "Dot" }, b: { size: 1, distance: "Euclid" } },
      });
      await run("export", "n", path);
      const { code, stderr } = await run("import", copy, path);
      expect([code, stderr], format).to.deep.equal([0, ""]);
      expect(await contentOf(copy), format).to.deep.equal(await contentOf("n"));
    }
  });
});

describe("azimuth import", () => {
  it("azimuth import sends a row with line breaks in its cells as one line, and numbers later rows correctly", async () => {
    const server = await startTestServer();
    try {
      await createCollection(server);
      const path = join(freshDir(), "a.csv");
      const rows = ['1,"[1,\n2,3,4]","{""k"": [1,\n2]}"', '2,"[1\n2]",x', '3,"[1, 2, 3, 4]",y'];
      writeFileSync(path, `id,vector,text\n${rows.join("\n")}\n`);
      const { code, stdout } = await runCli(["import", "c", path, "--json", "--url", server.url]);
      expect(code).to.equal(3);
      expect(JSON.parse(stdout)).to.include({ accepted: 2, rejected: 1, row: 3 });
      const rejected = readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n");
      expect(rejected.map((line) => JSON.parse(line).row)).to.deep.equal([2]);
      const { body } = await server.call("GET", "/collections/c/points/1");
      expect(body.result.payload).to.deep.equal({ text: { k: [1, 2] } });
    } finally {
      await server.close();
    }
  });
});
