// The check for known vulnerabilities, with registries that answer and registries that do not. The decision: it fails
// for high and critical ones in what is shipped, and reports when it could not check.
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
const SHIPPED: readonly unknown[] = JSON.parse(readFileSync(`${ROOT}dist/sbom.cdx.json`, "utf8")).components;

/** Returns the versions of a package in the lock file, in the form of a registry. */
function versionsOf(name: string): Record<string, object> {
  const copies = Object.entries(LOCK.packages as Record<string, { version: string; dependencies?: object }>)
    .filter(([key]) => key.endsWith(`node_modules/${name}`))
    .map(([, { version, dependencies = {} }]) => [version, { name, version, dependencies }]);
  return Object.fromEntries(copies);
}

/** Runs the check against a registry. @param cache a folder for npm's cache, one for each registry */
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

  /** A registry that knows these advisories, and has the installed version of each package. */
  const advisories = (of: object) =>
    registry(({ method, url = "" }, response) => {
      const name = decodeURIComponent(url.slice(1));
      const answer = method === "POST" ? of : { name, versions: versionsOf(name) };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    });
  const advisory = (severity: string, name = "jose") => ({
    [name]: [
      { id: 1, url: "https://example.org/1", title: "Lets anybody in", severity, vulnerable_versions: "*" },
    ],
  });

  it("the check for known vulnerabilities passes when no vulnerability is known", async () => {
    const { code, said } = await audit(await advisories({}), cache);
    expect(said).to.equal(
      `npm audit: no known vulnerabilities in the ${SHIPPED.length} packages that are shipped\n`,
    );
    expect(code).to.equal(0);
  });

  const named = (severity: string, name: string) =>
    new RegExp(`${name} .*: ${severity} \\(Lets anybody in https://example.org/1\\)`);

  it("the check for known vulnerabilities fails for high or critical ones in packages of the server or the console, and names them", async () => {
    const high = ["jose", "uplot", "@codemirror/view", "on-finished"];
    const all = high.map((name) => advisory("high", name));
    const of = Object.assign(advisory("critical", "preact"), ...all);
    const { code, said } = await audit(await advisories(of), cache);
    expect(said).to.contain("5 packages with known vulnerabilities, 5 of them high or critical");
    for (const name of high) expect(said).to.match(named("high", name));
    expect(said).to.match(named("critical", "preact"));
    expect(code).to.equal(1);
  });

  it("the check for known vulnerabilities passes for lower severities and for packages that are not shipped, and names them", async () => {
    // mocha is for development only; yargs is used by a package of which other parts are shipped.
    const notShipped = { ...advisory("critical", "mocha"), ...advisory("critical", "yargs") };
    const of = { ...advisory("moderate"), ...notShipped };
    const { code, said } = await audit(await advisories(of), cache);
    expect(said).to.match(/jose .*: moderate/);
    expect(said).to.match(/not judged, because they are not shipped: (?:mocha, yargs|yargs, mocha)\n/);
    expect(code).to.equal(0);
  });

  it("the check for known vulnerabilities reports that nothing was checked when the registry has no such service", async () => {
    const refusing = await registry((_request, response) => void response.writeHead(405).end());
    const { code, said } = await audit(refusing, cache);
    expect(said).to.contain("nothing was checked, because the registry did not respond: 405");
    expect(code).to.equal(0);
  });

  it("the check for known vulnerabilities reports that nothing was checked when the registry cannot be reached", async () => {
    const { code, said } = await audit(`http://127.0.0.1:${await freePort()}/`, cache);
    expect(said).to.contain("nothing was checked, because the registry did not respond");
    expect(said).to.contain("ECONNREFUSED");
    expect(code).to.equal(0);
  });
});
