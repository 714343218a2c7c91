// The check for known vulnerabilities, before registries that answer and registries that do not.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { freePort } from "../support/process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LOCK = JSON.parse(readFileSync(`${ROOT}package-lock.json`, "utf8"));
const JOSE: string = LOCK.packages["node_modules/jose"].version;

/** @param registry its address @param cache where npm keeps what it was told: not among what others told it */
function audit(registry: string, cache: string): Promise<{ code: number; said: string }> {
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: cache };
  const script = ["--import", "tsx", "src/library/audit.ts"];
  return new Promise((resolve) => {
    execFile(process.execPath, script, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

describe("the check for known vulnerabilities", () => {
  let server: Server | undefined;
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), "azimuth-audit-"));
  });
  afterEach(() => {
    server?.close();
    rmSync(cache, { recursive: true, force: true });
  });

  async function registry(answer: RequestListener): Promise<string> {
    server = createServer(answer).listen(0, "127.0.0.1");
    await new Promise((done) => server!.once("listening", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** One that knows these advisories, and of each package what it has installed here. */
  const advisories = (of: object) =>
    registry(({ method, url = "" }, response) => {
      const name = decodeURIComponent(url.slice(1));
      const answer = method === "POST" ? of : { name, versions: { [JOSE]: { name, version: JOSE } } };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  const advisory = (severity: string) => ({
    jose: [
      { id: 1, url: "https://example.org/1", title: "Lets anybody in", severity, vulnerable_versions: "*" },
    ],
  });

  it("passes when none are known", async () => {
    const { code, said } = await audit(await advisories({}), cache);
    expect(said).to.match(/^npm audit: no known vulnerabilities in \d+ packages\n$/);
    expect(code).to.equal(0);
  });

  for (const severity of ["high", "critical"]) {
    it(`fails for one of ${severity} severity, and names it`, async () => {
      const { code, said } = await audit(await advisories(advisory(severity)), cache);
      expect(said).to.contain("1 package with known vulnerabilities, 1 of them high or critical");
      expect(said).to.match(new RegExp(`jose .*: ${severity} \\(Lets anybody in https://example.org/1\\)`));
      expect(code).to.equal(1);
    });
  }

  it("names those that are less, and passes", async () => {
    const { code, said } = await audit(await advisories(advisory("moderate")), cache);
    expect(said).to.match(/jose .*: moderate/);
    expect(code).to.equal(0);
  });

  it("says that nothing was checked when the registry has no such service", async () => {
    const refusing = await registry((_request, response) => void response.writeHead(405).end());
    const { code, said } = await audit(refusing, cache);
    expect(said).to.contain("nothing was checked, since the registry has not answered: 405");
    expect(code).to.equal(0);
  });

  it("says that nothing was checked when there is no registry", async () => {
    const { code, said } = await audit(`http://127.0.0.1:${await freePort()}/`, cache);
    expect(said).to.contain("nothing was checked, since the registry has not answered");
    expect(said).to.contain("ECONNREFUSED");
    expect(code).to.equal(0);
  });
});
