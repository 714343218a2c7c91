// The examples that users copy. Each runs as it is, with a real server or the built library, and its output is compared
// with the expected one.
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { useBrowser } from "../support/browser.ts";
import type { ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLES = join(ROOT, "src/examples");
const MAX_LINES = 60;

/** Replaces parts of the output that differ in each run. */
function steady(text: string): string {
  return text
    .replace(/"time":[\d.]+/g, '"time":0')
    .replace(/"version":\d+/g, '"version":0')
    .replace(/, in [\d.]+ s, \d+ rows\/s/g, "")
    .replace(/ in [\d.]+ s$/gm, "");
}

describe("the examples:", () => {
  let servers: Servers;
  let server: ServerProcess;
  let home: string;
  let pages: Server | undefined;
  const browser = useBrowser();

  before(async () => {
    servers = new Servers();
    server = await servers.start();
    home = mkdtempSync(join(tmpdir(), "azimuth-examples-"));
    const bin = join(home, "bin");
    mkdirSync(bin);
    const command = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "dist/main.js")}" "$@"\n`;
    writeFileSync(join(bin, "azimuth"), command, { mode: 0o755 });
  });
  after(async () => {
    pages?.close();
    await servers.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** Runs an example as its first lines say. @returns its output, errors after results */
  async function run(name: string, ...args: string[]): Promise<string> {
    const file = join(EXAMPLES, name);
    const [command, ...before] = name.endsWith(".sh")
      ? [file]
      : [process.execPath, ...(name.endsWith(".ts") ? ["--import", "tsx"] : []), file];
    const env = { ...process.env, PATH: `${join(home, "bin")}${delimiter}${process.env.PATH}` };
    const { stdout, stderr } = await promisify(execFile)(command!, [...before, ...args], { cwd: ROOT, env });
    return steady(stdout + stderr);
  }

  const expectLines = (text: string, lines: readonly string[]) =>
    expect(text.trimEnd().split("\n")).to.deep.equal(lines);

  it("curl.sh finds the nearest cities of a country", async () => {
    const [, , found] = (await run("curl.sh", server.url)).split("\n");
    expect(found).to.equal(
      '{"usage":{"hardware":null},"time":0,"status":"ok","result":[' +
        '{"id":3,"version":0,"score":0.97690934,"payload":{"city":"Munich"}},' +
        '{"id":1,"version":0,"score":0.88955957,"payload":{"city":"Berlin"}}]}',
    );
  });

  itWeekly("client.ts finds books with exact ids, and prints an error", async () => {
    expectLines(await run("client.ts", server.url), [
      "13570027672830659665 0.980 Ubik",
      "2 0.957 Solaris",
      "INVALID_ARGUMENT: Dimension mismatch for vector '': expected 4, got 2",
    ]);
  });

  itWeekly("embedded.js finds its notes again after the directory was closed and opened", async () => {
    expectLines(await run("embedded.js", join(home, "embedded")), [
      "1.00 water the plants",
      "0.94 buy new pots",
    ]);
    expect(existsSync(join(home, "embedded", "wal"))).to.equal(true);
  });

  it("in-memory.js finds colours and leaves no file", async () => {
    const before = readdirSync(ROOT);
    expectLines(await run("in-memory.js"), ["orange, gold", "5 navy true"]);
    expect(readdirSync(ROOT)).to.deep.equal(before);
  });

  it("semantic-search.js finds texts by meaning and by filters", async () => {
    expectLines(await run("semantic-search.js", server.url), [
      "ships sailing the ocean: How sailing ships crossed the ocean | Sailing ships return to cargo routes",
      "ships sailing the ocean: Sailing ships return to cargo routes | Bread without yeast",
      "a boat: Repairing a sailing boat in winter | Bread without yeast",
    ]);
  });

  it("hybrid.js finds texts by words, phrases and vectors, and marks the words", async () => {
    const [first, second] = [
      "*Runs* well on roads, in *rain* and snow",
      "A light shoe for *running* on trails",
    ];
    expectLines(await run("hybrid.js", server.url), [
      `by words: ${first} | ${second}`,
      "a phrase and a beginning: A boot for *long hikes*, *waterproof*",
      `by words and vector: ${first} | ${second}`,
    ]);
  });

  const ANSWERS = [
    "Holidays are booked in the calendar two weeks before.",
    "Invoices are paid within thirty days.",
  ];

  itWeekly("rag-langchain.js answers questions from texts", async () => {
    expectLines(await run("rag-langchain.js", server.url), ANSWERS);
  });

  itWeekly("rag-llamaindex.js answers questions from texts", async () => {
    expectLines(await run("rag-llamaindex.js", server.url), ANSWERS);
  });

  it("rag-ai-sdk.js answers questions from texts", async () => {
    expectLines(await run("rag-ai-sdk.js", server.url), ANSWERS);
  });

  itWeekly("import.sh imports a table, searches it and exports it", async () => {
    const said = (await run("import.sh", server.url)).replace(/ \S+\/rivers\.jsonl/, " rivers.jsonl");
    expectLines(said, [
      "3 points imported into rivers",
      "ID  SCORE     PAYLOAD",
      '2   0.754829  {"name":"Danube","length_km":2850}',
      "3 points of rivers written to rivers.jsonl",
      '{"id":1,"vector":[0.9878783,0.10976426,0.10976426],"payload":{"name":"Rhine","length_km":1230}}',
      "rivers is deleted",
    ]);
  });

  itWeekly(
    "backup.sh makes a backup beside a running server, and restores it for another server",
    async () => {
      await call(server, "PUT", "/collections/kept", { vectors_config: { size: 1, distance: "Dot" } });
      await call(server, "PUT", "/collections/kept/points", { points: [{ id: 7, vector: [1] }] });
      const target = join(home, "copies");
      const said = await run("backup.sh", servers.folder, target);
      expect(said).to.contain(`${servers.folder} is backed up in ${join(target, "backup")}\n`);
      expect(said).to.contain("\nnothing is damaged\n");
      expect(said).to.match(/, is restored in \S+\/restored\n/);
      const restored = await servers.start(["--data-dir", join(target, "restored")]);
      const { result } = await call(restored, "GET", "/collections/kept/points/7");
      expect(result).to.include({ id: 7 });
    },
  );

  it("qdrant-client.js prints what it prints with Qdrant", async () => {
    expectLines(await run("qdrant-client.js", server.url), [
      "2 Solaris",
      "550e8400-e29b-41d4-a716-446655440000 Stalker",
      "1 4",
    ]);
  });

  itWeekly("grpc.js finds a point by an id of 64 bits", async () => {
    expectLines(await run("grpc.js", server.grpcAddress), ["13570027672830659665 3 Berlin"]);
  });

  it("mcp.sh stores a text and finds it by other forms of its words", async () => {
    const [stored, found] = (await run("mcp.sh", server.url)).trim().split("\n");
    const textOf = (line: string) => JSON.parse(JSON.parse(line).result.content[0].text);
    expect(textOf(stored!)).to.deep.equal({ id: 1, collection: "memories" });
    const [{ id, score, payload }] = textOf(found!).points;
    expect([id, payload]).to.deep.equal([1, { about: "Ada", text: "Ada prefers tea in the morning" }]);
    expect(score).to.be.above(0);
  });

  it("browser-page.html searches in the page, and searches again when another colour is chosen", async () => {
    pages = createServer(({ url = "" }, response) => {
      const [, module] = /^\/node_modules\/azimuth-db\/(dist\/lib\/[\w-]+\.js)$/.exec(url) ?? [];
      const file = module === undefined ? join(EXAMPLES, "browser-page.html") : join(ROOT, module);
      response.writeHead(200, { "Content-Type": module === undefined ? "text/html" : "text/javascript" });
      response.end(readFileSync(file));
    });
    await new Promise<void>((done) => pages?.listen(0, "127.0.0.1", done));
    const { page } = await browser.visit(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    const shown = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await shown("orange, red");
    await page.locator("input").fill("#000070");
    await shown("navy, teal");
  });

  for (const name of readdirSync(EXAMPLES))
    it(`${name} has at most 60 lines, a test whose title begins with its name, and a link in the README`, () => {
      const text = readFileSync(join(EXAMPLES, name), "utf8");
      expect(text.split("\n").length - 1).to.be.within(5, MAX_LINES);
      expect(readFileSync(fileURLToPath(import.meta.url), "utf8")).to.match(
        new RegExp(`it\\w*\\(\\s*"${name} `),
      );
      expect(readFileSync(join(ROOT, "README.md"), "utf8")).to.contain(`(src/examples/${name})`);
    });
});
