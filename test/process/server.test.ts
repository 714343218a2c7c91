// The server as a process, from its built files: start, ports, signals, data directory, kill and restart.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { runMain, type ServerProcess, startServer } from "../support/process.ts";

const SMOKE = fileURLToPath(new URL("../smoke.sh", import.meta.url));

describe("azimuth serve", () => {
  let folder: string;
  const servers: ServerProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-process-"));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(
    args: readonly string[] = ["--data-dir", folder],
    env?: NodeJS.ProcessEnv,
  ): Promise<ServerProcess> {
    const server = await startServer(args, env);
    servers.push(server);
    return server;
  }

  async function call(
    server: ServerProcess,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ result: unknown }> {
    const response = await fetch(server.url + path, { method, body: JSON.stringify(body) });
    expect(response.status, await response.clone().text()).to.equal(200);
    return (await response.json()) as { result: unknown };
  }

  it("passes the curl smoke test", async () => {
    const server = await start();
    const { stdout } = await promisify(execFile)("bash", [SMOKE, server.url]);
    expect(stdout).to.match(/all is well\n$/);
  });

  it("answers localhost on IPv4 and IPv6 by default", async () => {
    const server = await start();
    const port = new URL(server.url).port;
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
      expect((await fetch(`http://${host}:${port}/readyz`)).status, host).to.equal(200);
    }
  });

  it("finishes what it is asked and exits with 0 at SIGTERM, and keeps the data", async () => {
    const first = await start();
    await call(first, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
    const points = [{ id: 1, vector: [1, 2], payload: { a: 1 } }];
    await call(first, "PUT", "/collections/c/points", { points });
    expect(await first.stop("SIGTERM")).to.deep.equal({ code: 0, signal: null });
    const second = await start();
    expect(second.output()).to.contain('"unclean":false');
    const { result } = await call(second, "GET", "/collections/c/points/1");
    expect(result).to.deep.equal({ id: 1, payload: { a: 1 }, vector: [1, 2] });
  });

  it("has everything it acknowledged after SIGKILL, and takes the directory over at once", async () => {
    const first = await start();
    await call(first, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
    let acknowledged = 0;
    const writing = (async () => {
      for (let id = 1; ; id++) {
        const points = [{ id, vector: [id, 1] }];
        const response = await fetch(`${first.url}/collections/c/points`, {
          method: "PUT",
          body: JSON.stringify({ points }),
        });
        if (!response.ok) return;
        acknowledged = id;
        if (id === 50) first.child.kill("SIGKILL");
      }
    })().catch(() => {});
    await writing;
    expect(acknowledged).to.be.at.least(50);

    const started = performance.now();
    const second = await start();
    expect(performance.now() - started).to.be.lessThan(5000);
    expect(second.output()).to.contain('"unclean":true');
    const { result } = await call(second, "POST", "/collections/c/points/count", {});
    expect((result as { count: number }).count).to.be.within(acknowledged, acknowledged + 1);
    const search = { vector: [1, 0], limit: 1 };
    const { result: hits } = await call(second, "POST", "/collections/c/points/search", search);
    expect((hits as { id: number }[])[0]!.id).to.be.at.least(acknowledged);
  });

  it("refuses a second server on the same directory, and says who has it", async () => {
    const first = await start();
    const { code, stderr } = await runMain(["serve", "--rest-port", "0", "--data-dir", folder]);
    expect(code).to.equal(1);
    expect(stderr).to.contain(folder).and.to.contain(String(first.child.pid));
  });

  it("with --ephemeral leaves nothing behind", async () => {
    const server = await start(["--ephemeral"]);
    const path = /"path":"([^"]*azimuth-[^"]*)","reason":"temporary/.exec(server.output())?.[1];
    expect(path && existsSync(path)).to.equal(true);
    await server.stop();
    expect(existsSync(path!)).to.equal(false);
  });

  it("takes its settings from the environment", async () => {
    const server = await start([], { AZIMUTH_DATA_DIR: folder, AZIMUTH_WORKERS: "1" });
    expect(server.output()).to.contain(`"path":"${folder}"`);
  });

  it("prefers a flag to the environment", async () => {
    const server = await start(["--data-dir", folder], { AZIMUTH_DATA_DIR: "/nowhere" });
    expect(server.output()).to.contain(`"path":"${folder}"`);
  });

  it("warns about an open address at the start and in GET /", async () => {
    const server = await start(["--data-dir", folder, "--host", "0.0.0.0"]);
    const info = (await (await fetch(server.url)).json()) as { warnings: string[] };
    expect(info.warnings[0]).to.contain("listening on 0.0.0.0 without authentication");
    expect(server.output()).to.contain("without authentication");
  });

  it("never falls back from a directory it cannot use, and names path, user and mode", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "", { mode: 0o640 });
    const path = join(file, "data");
    const { code, stderr } = await runMain(["serve", "--rest-port", "0", "--data-dir", path]);
    expect(code).to.equal(1);
    expect(stderr).to.contain(`The data directory ${path} cannot be used by user`);
    expect(stderr).to.contain(`${file} has owner`).and.to.contain("mode 0640").and.to.contain("--data-dir");
  });

  it("says which port is in use", async () => {
    const first = await start();
    const port = new URL(first.url).port;
    const { code, stderr } = await runMain(["serve", "--ephemeral", "--rest-port", port]);
    expect(code).to.equal(1);
    expect(stderr).to.contain(`Port ${port}`).and.to.contain("in use");
  });

  for (const [args, error] of [
    [["--rest-port", "x"], '--rest-port: expected a port from 0 to 65535, got "x"'],
    [["--rest-port", "65536"], '--rest-port: expected a port from 0 to 65535, got "65536"'],
    [["--workers", "0"], "--workers: expected a number of threads from 1 to 62"],
    [["--log-level", "loud"], "--log-level: expected one of trace, debug"],
    [["--ephemeral", "--data-dir", "x"], "--ephemeral and --data-dir contradict each other"],
  ] as const) {
    it(`refuses ${args.join(" ")}`, async () => {
      const { code, stderr } = await runMain(["serve", ...args]);
      expect(code).to.equal(1);
      expect(stderr).to.contain(error);
    });
  }

  it("refuses an unknown flag with a suggestion", async () => {
    const { code, stderr } = await runMain(["serve", "--rest-prot", "1"]);
    expect(code).to.equal(2);
    expect(stderr).to.contain("--rest-port");
  });
});

describe("azimuth wait", () => {
  it("returns when the server is ready", async () => {
    const server = await startServer(["--ephemeral"]);
    const { code } = await runMain(["wait", "--timeout", "5", "--url", server.url]);
    await server.stop();
    expect(code).to.equal(0);
  });

  it("gives up after the timeout", async () => {
    const { code, stderr } = await runMain(["wait", "--timeout", "0.2", "--url", "http://127.0.0.1:9"]);
    expect([code, stderr]).to.deep.equal([
      1,
      "azimuth wait: http://127.0.0.1:9 was not ready within 0.2 s\n",
    ]);
  });
});
