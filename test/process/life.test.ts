// The life of a server process: smoke test, signals, kill and restart, and the data directory that only one process may
// have.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { freePort } from "../support/free-port.ts";
import { runMain } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STOP_WHEN_LISTENING = new URL("../support/stop-when-listening.mjs", import.meta.url).href;
const SMOKE = fileURLToPath(new URL("../smoke.sh", import.meta.url));

describe("a server process", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  for (const shell of ["sh", "bash"]) {
    const register = shell === "sh" ? it : itWeekly;
    register(`a server process passes the curl smoke test in ${shell}`, async () => {
      const server = await servers.start(["--data-dir", servers.folder, "--workers", "2"]);
      const { stdout } = await promisify(execFile)(shell, [SMOKE, server.url]);
      expect(stdout)
        .to.match(/all is well\n$/)
        .and.include("closed: POST facet");
    });
  }

  it("a server process that answers otherwise fails the curl smoke test, in any shell", async () => {
    const server = await servers.start(["--data-dir", servers.folder]);
    for (const shell of ["sh", "bash"]) {
      const failure = await promisify(execFile)(shell, [SMOKE, `${server.url}/elsewhere`]).catch(
        (error: { code: number; stderr: string }) => error,
      );
      expect(failure).to.have.property("code", 1);
      expect(failure.stderr).to.match(/^FAILED {2}GET \/\n {2}expected 200 and .*\n {2}got {6}404 and /);
    }
  });

  itWeekly("a server process passes the curl smoke test with --extended-api, too", async () => {
    const server = await servers.start(["--data-dir", servers.folder, "--extended-api"]);
    const { stdout } = await promisify(execFile)("sh", [SMOKE, server.url]);
    expect(stdout)
      .to.match(/all is well\n$/)
      .and.include("take a snapshot");
  });

  it("a server process finishes requests on SIGTERM, exits with 0, and keeps its data", async () => {
    const first = await servers.start();
    await call(first, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
    const points = [{ id: 1, vector: [1, 2], payload: { a: 1 } }];
    await call(first, "PUT", "/collections/c/points", { points });
    expect(await first.stop("SIGTERM")).to.deep.equal({ code: 0, signal: null });
    const second = await servers.start();
    expect(second.output()).to.contain('"unclean":false');
    const { result } = await call(second, "GET", "/collections/c/points/1");
    expect(result).to.deep.equal({ id: 1, payload: { a: 1 }, vector: [1, 2] });
  });

  it("a server process has every acknowledged write after SIGKILL, and opens the directory again", async () => {
    const first = await servers.start();
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

    // unit/storage/lock tests that the lock of a process that has ended is taken over at once.
    const second = await servers.start();
    expect(second.output()).to.contain('"unclean":true');
    const { result } = await call(second, "POST", "/collections/c/points/count", {});
    expect((result as { count: number }).count).to.be.within(acknowledged, acknowledged + 1);
    const search = { vector: [1, 0], limit: 1 };
    const { result: hits } = await call(second, "POST", "/collections/c/points/search", search);
    expect((hits as { id: number }[])[0]!.id).to.be.at.least(acknowledged);
  });

  itWeekly(
    "a server process stops in time although clients keep their connections busy, and loses no acknowledged write",
    async () => {
      // Longer than this test may take: a server that waits for its clients fails it.
      const first = await servers.start(["--data-dir", servers.folder, "--shutdown-timeout", "600"]);
      await call(first, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
      let next = 1;
      const acknowledged: number[] = [];
      const client = async () => {
        for (let id = next++; ; id = next++) {
          const body = JSON.stringify({ points: [{ id, vector: [id, 1] }] });
          const response = await fetch(`${first.url}/collections/c/points`, { method: "PUT", body }).catch(
            () => null,
          );
          if (!response?.ok) return;
          await response.arrayBuffer();
          acknowledged.push(id);
          if (acknowledged.length === 100) first.child.kill("SIGTERM");
        }
      };
      await Promise.all([1, 2, 3, 4].map(client));
      expect((await first.stop("SIGCONT")).code).to.equal(0);
      const second = await servers.start();
      const { result } = await call(second, "POST", "/collections/c/points", {
        ids: acknowledged,
        with_payload: false,
      });
      expect(result).to.have.length(acknowledged.length);
    },
  );

  itWeekly(
    "a server process stops during a replay with exit code 0, and never reports that it is ready",
    async () => {
      const first = await servers.start();
      await call(first, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
      const points = Array.from({ length: 1000 }, (_, id) => ({ id, vector: [id, 1] }));
      await call(first, "PUT", "/collections/c/points", { points });
      await first.stop("SIGKILL");
      const portsFile = join(servers.folder, "ports.json");
      const args = ["serve", "--data-dir", servers.folder, "--rest-port", "0", "--ports-file", portsFile];
      const { code, stdout } = await runMain(args, { NODE_OPTIONS: `--import ${STOP_WHEN_LISTENING}` });
      expect(code).to.equal(0);
      expect(stdout).to.contain('"msg":"listening"').and.contain('"msg":"stopped"');
      expect(stdout).to.not.contain('"msg":"ready"');
      expect(existsSync(portsFile)).to.equal(false);
      const { result } = await call(await servers.start(), "POST", "/collections/c/points/count", {});
      expect(result).to.deep.equal({ count: 1000 });
    },
  );

  it("a server process ends at once when another process has opened its data directory", async () => {
    const server = await servers.start();
    const ended = once(server.child, "close");
    writeFileSync(join(servers.folder, "LOCK"), '{"nonce":"somebody else"}');
    const [code] = await ended;
    expect(code).to.equal(1);
    expect(server.output()).to.contain(`Another server has taken the data directory ${servers.folder} over`);
  });
});

describe("npm start", () => {
  const ANY_PORT = ["--ephemeral", "--ui-port", "0", "--grpc-port", "0"];

  /** Runs `npm start` in a process group of its own, like a terminal, and waits for the server. */
  async function start(...flags: string[]) {
    const npm = spawn("npm", ["start", "--", ...ANY_PORT, ...flags], { cwd: ROOT, detached: true });
    const ended = once(npm, "close");
    let output = "";
    await new Promise<void>((resolve) => {
      npm.stdout.on("data", (chunk) => {
        output += chunk;
        if (output.includes('"msg":"ready"')) resolve();
      });
    });
    return { npm, ended, output: () => output };
  }

  it("npm start passes its flags to the server, and stops it when npm is stopped", async () => {
    const port = await freePort();
    const { npm, ended, output } = await start("--rest-port", String(port));
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
    npm.kill("SIGTERM");
    await ended;
    expect(status).to.equal(200);
    expect(output()).to.contain('"msg":"stopped"');
  });

  itWeekly(
    "npm start stops in order on Ctrl+C, which the terminal sends to all processes and npm sends once more",
    async () => {
      const { npm, ended, output } = await start("--rest-port", "0");
      process.kill(-npm.pid!, "SIGINT");
      await ended;
      expect(output()).to.contain('"msg":"stopped"');
    },
  );
});
