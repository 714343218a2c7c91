// The examples of src/docs/grpc.md: the program runs as it is, and a client that uses reflection sends the requests
// that grpcurl would send.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { PlainClient, Reflected } from "../support/plain-grpc.ts";
import { Servers } from "../support/servers.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = readFileSync(new URL("../../src/docs/grpc.md", import.meta.url), "utf8");

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(PAGE)![1]!;
}

describe("the examples of src/docs/grpc.md", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("the examples of src/docs/grpc.md contain a program that runs", async () => {
    const { grpcAddress } = await servers.start();
    const program = block("js").replaceAll("localhost:6574", grpcAddress);
    const { stdout } = await promisify(execFile)("node", ["--input-type=module", "-e", program], {
      cwd: ROOT,
    });
    expect(stdout).to.equal("13570027672830659665 3 Berlin\n");
  });

  it("the examples of src/docs/grpc.md contain commands that work with reflection", async () => {
    const { grpcAddress } = await servers.start();
    const reflected = new Reflected(grpcAddress, "v1");
    const commands = block("text").trim().split("\n");
    expect(commands).to.have.length(6);
    let called = 0;
    for (const command of commands) {
      const { data, symbol, path } =
        /^grpcurl -plaintext (?:-d '(?<data>.*)' )?localhost:6574 (?:list|describe (?<symbol>\S+)|(?<path>\S+))$/.exec(
          command,
        )!.groups!;
      if (symbol) await reflected.definitions(symbol);
      if (!path) continue;
      const client = new PlainClient(await reflected.definitions(path.split("/")[0]!), grpcAddress);
      const answer = await client.call(path, JSON.parse(data!));
      if (path.endsWith("Query")) expect(answer.result).to.have.length(1);
      client.close();
      called++;
    }
    expect(called).to.equal(4);
  });
});
