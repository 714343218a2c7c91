// The example of the README's section "gRPC", run as it is written.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { Servers } from "../support/servers.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SECTION = readFileSync(`${ROOT}README.md`, "utf8").split("\n## gRPC\n")[1]!.split("\n## ")[0]!;
const EXAMPLE = /```js\n(.*?)```/s.exec(SECTION)![1]!;

describe("the example of the README's gRPC section", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("finds what it wrote", async () => {
    const { grpcAddress } = await servers.start();
    const script = EXAMPLE.replaceAll("localhost:6574", grpcAddress);
    const args = ["--input-type=module", "--eval", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    expect(stdout).to.equal("1 1\n");
  });
});
