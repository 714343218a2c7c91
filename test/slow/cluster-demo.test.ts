// `azimuth cluster demo`: a real PostgreSQL and three servers, which end with the command.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { postgresFolder } from "../support/postgres-folder.ts";
import { runMain } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const NAMES = ["n1", "n2", "n3"];

class Demo {
  readonly child: ChildProcess;
  text = "";

  constructor(tmp: string, args: readonly string[]) {
    const modules = join(postgresFolder(), "../../../..");
    const env = { PATH: process.env.PATH, TMPDIR: tmp, NODE_PATH: modules };
    this.child = spawn(process.execPath, [MAIN, "cluster", "demo", ...args], { env });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on("data", (chunk) => {
        this.text += chunk;
      });
  }

  async isReady(): Promise<void> {
    await until(() => this.text.includes("Ctrl+C ends everything") || this.child.exitCode !== null);
    expect(this.child.exitCode, this.text).to.equal(null);
  }

  /** The examples that it shows, with the body and the method as curl sends them. */
  get examples(): Example[] {
    return Array.from(
      this.text.matchAll(/curl (?:-X (\w+) )?'?([^\s']+)'?(?: -d '(.*)')?/g),
      ([, method = "GET", url, body]) => ({ method, url: url!, ...(body !== undefined && { body }) }),
    );
  }

  get processes(): number[] {
    return Array.from(this.text.matchAll(/process (\d+)/g), ([, pid]) => Number(pid));
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
    return this.child.exitCode;
  }
}

/** Below the ports that the system gives to connections and to servers that ask for any. */
const FIRST_PORT = 12_000;
const LAST_PORT = 30_000;
/** Those of three servers and of PostgreSQL. */
const OFFSETS = [0, 1, 2, 10, 11, 12, 20, 21, 22, 30];

/** Returns a port which is unused, with all others that the command needs. */
async function freePorts(): Promise<number> {
  for (let first = FIRST_PORT; first < LAST_PORT; first++) {
    const free = await Promise.all(OFFSETS.map((offset) => isFree(first + offset)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`no free ports from ${FIRST_PORT} to ${LAST_PORT}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  const isUnused = await isListening;
  server.close();
  return isUnused;
}

interface Example {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
}

async function answerOf({ url, ...request }: Example): Promise<{ result: unknown }> {
  const response = await fetch(url, request);
  expect(response.status, url).to.equal(200);
  return (await response.json()) as { result: unknown };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("azimuth cluster demo", () => {
  let tmp: string;
  let port: number;
  let demo: Demo | null = null;
  beforeEach(async () => {
    tmp = scratchFolder("azimuth-demo-test-");
    chmodSync(tmp, 0o755); // PostgreSQL runs as another user if the tests run as root
    port = await freePorts();
  });
  afterEach(async () => {
    if (demo?.child.exitCode === null && demo.child.signalCode === null) await demo.end("SIGINT");
  });

  it("azimuth cluster demo runs three servers whose examples succeed, and removes its folder after Ctrl+C", async () => {
    demo = new Demo(tmp, ["--port", String(port)]);
    await demo.isReady();
    const answers: { result: unknown }[] = [];
    for (const example of demo.examples) answers.push(await answerOf(example));
    expect(answers).to.have.length(4);
    const { nodes } = answers[2]!.result as { nodes: { name: string; state: string }[] };
    expect(nodes.map(({ name, state }) => `${name} ${state}`)).to.deep.equal(
      NAMES.map((name) => `${name} Active`),
    );
    expect(answers[3]!.result).to.have.nested.property("[0].id", 1);
    expect(await demo.end("SIGINT")).to.equal(0);
    expect(readdirSync(tmp)).to.deep.equal([]);
    expect(demo.processes.filter(isRunning)).to.deep.equal([]);
  });

  it("azimuth cluster demo goes on when a server is killed, and all of its processes end when it is killed itself", async () => {
    demo = new Demo(tmp, ["--port", String(port)]);
    await demo.isReady();
    const [first, , third] = demo.processes;
    process.kill(first!, "SIGKILL");
    await until(() => demo!.text.includes("n1 has ended (SIGKILL); the others go on"));
    const made = await fetch(`http://127.0.0.1:${port + 10}/collections/c`, {
      method: "PUT",
      body: JSON.stringify({ vectors_config: { size: 2, distance: "Dot" } }),
    });
    expect(made.status).to.equal(200);
    await until(async () => (await fetch(`http://127.0.0.1:${port + 20}/collections/c`)).status === 200);
    await demo.end("SIGKILL");
    await until(() => !isRunning(third!));
    const [folder] = readdirSync(tmp);
    await until(() => !readdirSync(join(tmp, folder!, "postgres")).includes("postmaster.pid"));
  });

  it("azimuth cluster demo keeps what is written with --data-dir", async () => {
    const dataDir = join(tmp, "kept");
    mkdirSync(dataDir);
    const args = ["--port", String(port), "--data-dir", dataDir, "--nodes", "1"];
    demo = new Demo(tmp, args);
    await demo.isReady();
    const url = `http://127.0.0.1:${port}/collections/c`;
    const body = JSON.stringify({ vectors_config: { size: 2, distance: "Dot" } });
    expect((await fetch(url, { method: "PUT", body })).status).to.equal(200);
    expect(await demo.end("SIGINT")).to.equal(0);
    demo = new Demo(tmp, args);
    await demo.isReady();
    expect((await fetch(url)).status).to.equal(200);
  });

  it("azimuth cluster demo says what a server that does not start has said", async () => {
    const { code, stderr } = await runMain([
      "cluster",
      "demo",
      "--port",
      String(port),
      "--log-url",
      "http://x",
    ]);
    expect([code, stderr.includes("does not start: azimuth: --cluster-log-url")]).to.deep.equal([1, true]);
  });
});
