// The examples of src/docs/recall.md, run as a reader would.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { Servers } from "../support/servers.ts";

const PAGE = readFileSync(new URL("../../src/docs/recall.md", import.meta.url), "utf8");
const STRICT = `curl() { command curl -sS --fail-with-body "$@" || { echo "curl $*" >&2; exit 1; }; echo; }\n`;
const LIBRARY = new URL("../../dist/lib/index.js", import.meta.url);

const blocks = (language: string) =>
  Array.from(PAGE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs")), ([, text]) => text!);

describe("the examples of src/docs/recall.md", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("the examples of src/docs/recall.md get the responses that the page shows", async () => {
    const server = await servers.start();
    const script = STRICT + blocks("sh").join("").replaceAll("localhost:6573", new URL(server.url).host);
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script]);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { result, recall } = answers[2];
    expect({ result, recall }).to.deep.equal(JSON.parse(blocks("json")[0]!));
    expect(answers.at(-1).result.config.hnsw_config.recall).to.equal(0.99);
  });

  it("the examples of src/docs/recall.md for the library print what the page says", async () => {
    const file = join(servers.folder, "recall.mjs");
    const program = blocks("js")[0]!;
    writeFileSync(file, program.replace('"azimuth-db"', JSON.stringify(LIBRARY.href)));
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout.trim()).to.equal(/console\.log\(found\.recall\); \/\/ (.*)/.exec(program)![1]);
  });
});
