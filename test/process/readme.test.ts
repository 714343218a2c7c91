// The README's first minute, run as it is written.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "chai";
import { Servers } from "../support/servers.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The fenced blocks of a language in the section "First minute". */
function blocks(language: string): string[] {
  const section = README.split("## First minute")[1]!.split("\n## ")[0]!;
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

  it("shows commands that work and the answer that comes", async () => {
    const server = await servers.start();
    const [commands] = blocks("sh");
    const script = commands!.replaceAll("localhost:6573", new URL(server.url).host);
    const { stdout } = await promisify(execFile)("bash", ["-euc", script]);
    const answers = stdout.match(/\{"usage".*?"status":"ok","result":.*?\}(?=\{"usage"|$)/gs)!;
    expect(answers).to.have.length(3);
    const withoutTime = (text: string) => text.trim().replace(/"time":[\d.]+/, '"time":0');
    expect(withoutTime(answers[2]!)).to.equal(withoutTime(blocks("json")[0]!));
  });
});
