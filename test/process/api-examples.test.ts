// The examples of src/docs/api.md, run in their order as a reader would. The decision: every operation has an example.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "chai";
import { OPERATIONS } from "../../src/api/operations/index.ts";
import { ThrowAwayIssuer } from "../support/license.ts";
import { Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const PAGE = readFileSync(new URL("../../src/docs/api.md", import.meta.url), "utf8");
const SCRIPT = Array.from(PAGE.matchAll(/```sh\n(.*?)```/gs), ([, text]) => text!).join("\n");

/** Returns method and path of every example. */
function examples(): { method: string; path: string }[] {
  return SCRIPT.replaceAll("$SNAPSHOT", "x.snapshot")
    .split(/\bcurl /)
    .slice(1)
    .map((call) => {
      const method = /^-X (\w+)/.exec(call)?.[1]?.toLowerCase() ?? "get";
      return { method, path: /localhost:657[35]([^\s'?)]*)/.exec(call)![1]! };
    });
}

describe("the examples of src/docs/api.md", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  it("the examples of src/docs/api.md cover every operation of the API", () => {
    const missing = OPERATIONS.filter(({ rest }) => {
      const pattern = new RegExp(`^${rest.path.replace(/\{\w+\}/g, "[^/]+")}$`);
      return !examples().some(({ method, path }) => method === rest.method && pattern.test(path));
    });
    expect(missing.map(({ rest }) => `${rest.method} ${rest.path}`)).to.deep.equal([]);
  });

  itWeekly("the examples of src/docs/api.md succeed one after another", async () => {
    const issuer = new ThrowAwayIssuer();
    const server = await servers.start(undefined, {
      AZIMUTH_EXTENDED_API: "true",
      AZIMUTH_LICENSE__PUBLIC_KEYS: issuer.setting,
    });
    const script = SCRIPT.replaceAll("localhost:6573", new URL(server.url).host)
      .replaceAll("localhost:6575", new URL(server.uiUrl).host)
      .replaceAll("$PRODUCT_KEY", issuer.key(6_000));
    const strict = `curl() { command curl -sS --fail-with-body "$@" || { echo "curl $*" >&2; exit 1; }; }\n`;
    const run = promisify(execFile)("bash", ["-euc", strict + script], { cwd: servers.folder });
    const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stderr}\n${error.stdout.slice(-500)}`);
    });
    expect(stdout).to.contain('"status":"ok"');
  });
});
