// The commands and programs of the README, run as they are.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "chai";
import { Servers } from "../support/servers.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const STRICT = `curl() { command curl -sS --fail-with-body "$@" || { echo "curl $*" >&2; exit 1; }; echo; }\n`;

/** Returns the fenced blocks of a language in a section. */
function blocks(heading: string, language: string): string[] {
  const section = README.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;
  return Array.from(
    section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs")),
    ([, text]) => text!,
  );
}

describe("the README", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  /** @returns the responses to the calls */
  async function answers(commands: string): Promise<string[]> {
    const server = await servers.start();
    const script = STRICT + commands.replaceAll("localhost:6573", new URL(server.url).host);
    const options = { cwd: servers.folder };
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], options);
    return stdout.trim().split(/\n+/);
  }

  it("the README shows commands that work, with the responses they really get", async () => {
    const [first] = blocks("First minute", "sh");
    const all = await answers(first!);
    expect(all).to.have.length(3);
    const withoutTime = (text: string) => text.trim().replace(/"time":[\d.]+/, '"time":0');
    expect(withoutTime(all[2]!)).to.equal(withoutTime(blocks("First minute", "json")[0]!));
  });

  it("the README shows how texts are found without a model", async () => {
    const [first, second] = blocks("First minute", "sh");
    const results = (await answers(first! + second!)).map((text) => JSON.parse(text).result);
    const [byWords, both] = results.slice(-2);
    expect(byWords.points.map(({ id }: { id: number }) => id)).to.deep.equal([2, 1]);
    expect(both.points[0]).to.deep.include({ id: 2, highlights: { about: [[16, 21]] } });
  });

  it("the README shows a call of each kind that does what the text says", async () => {
    const [look] = blocks("The API at a glance", "sh");
    const results = (await answers(look!)).map((text) => JSON.parse(text).result);
    const titles = (points: { payload: { title: string } }[]) => points.map(({ payload }) => payload.title);
    expect(results).to.have.length(8);
    expect(results[2]).to.include({ accepted: 1, rejected: 0 });
    expect(titles(results[5])).to.deep.equal(["Metropolis", "Alphaville"]);
    expect(results[6].points[0].id).to.equal(1);
    expect(results[7].points[0].id).to.equal("550e8400-e29b-41d4-a716-446655440000");
  });
});
