// Threads that end unexpectedly, and errors without a handler. The decision: a server whose writer or log has ended
// exits with an error, and a database in a program fails every call.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type ServerProcess, startServer } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startHere } from "../support/server-here.ts";
import { itWeekly } from "../support/weekly.ts";

const PRELOAD = new URL("../support/end-thread.mjs", import.meta.url).href;
const LIBRARY = new URL("../../dist/lib/index.js", import.meta.url).href;
const FAILED = 70;

const envFor = (thread: string) => ({ NODE_OPTIONS: `--import ${PRELOAD}`, END_THREAD: thread });

const put = async (server: { readonly url: string }, path: string, body: object) =>
  (
    await fetch(`${server.url}${path}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).status;

const point = (id: number) => ({ points: [{ id, vector: [id, 1] }] });
const USUAL = { vector: [1, 1], limit: 10, params: { exact: true } };
const find = async (server: { readonly url: string }, collection = "c", body: object = USUAL) => {
  const answer = await fetch(`${server.url}/collections/${collection}/points/search`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { result?: { id: number }[] }).result?.map(({ id }) => id);
};

const SIZE = 1024;

/** Makes a collection whose exact searches compare more than the calling thread does by itself. */
async function fillLarge(server: { readonly url: string }): Promise<void> {
  await put(server, "/collections/large", { vectors_config: { size: SIZE, distance: "Dot" } });
  const points = Array.from({ length: 2_500 }, (_, id) => ({ id, vector: new Array(SIZE).fill(id) }));
  expect(await put(server, "/collections/large/points", { points })).to.equal(200);
}

const findLarge = (server: { readonly url: string }) =>
  find(server, "large", { vector: new Array(SIZE).fill(1), limit: 1, params: { exact: true } });

describe("a server", () => {
  let dir: string;

  beforeEach(() => {
    dir = scratchFolder("azimuth-dead-");
  });

  afterEach(() => rmSync(dir, { recursive: true }));

  async function startedWith(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
    const args = ["--data-dir", dir, "--workers", "1", "--log-format", "json"];
    const server = await startServer(args, env);
    if (process.platform === "win32") return server;
    expect(await put(server, "/collections/c", { vectors_config: { size: 2, distance: "Dot" } })).to.equal(
      200,
    );
    expect(await put(server, "/collections/c/points", point(1))).to.equal(200);
    return server;
  }

  for (const [what, thread, message] of [
    ["the thread that writes vectors has ended", "0", "The thread that writes vectors has ended"],
    ["the thread that writes the log has ended", "log", "The thread that writes the log has ended"],
    ["a promise is rejected that nobody handles", "rejection", "An unhandled rejection"],
    ["an error is thrown that nobody handles", "exception", "An unhandled error"],
  ] as const) {
    const test = thread === "0" ? it : itWeekly;
    test(`a server exits with code ${FAILED} and the reason when ${what}; the next start has all acknowledged writes`, async () => {
      // Windows does not have these signals.
      if (process.platform === "win32") return;
      const server = await startedWith(envFor(thread));
      const { code, signal } = await server.stop("SIGUSR2");
      expect({ code, signal }).to.deep.equal({ code: FAILED, signal: null });
      const fatal = server
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { level: number | string; msg: string })
        .filter(({ msg }) => msg.startsWith(message));
      expect(fatal, server.output()).to.have.length(1);
      const again = await startHere({ dataDir: dir });
      expect(await find(again)).to.deep.equal([1]);
      expect(await put(again, "/collections/c/points", point(2))).to.equal(200);
      await again.stop();
    });
  }

  itWeekly("a server continues when one of its search threads has ended", async () => {
    if (process.platform === "win32") return;
    const server = await startedWith(envFor("1"));
    await fillLarge(server);
    // The thread that writes answers the first search, and the search thread is started for the next one.
    for (let i = 0; i < 2; i++) expect(await findLarge(server)).to.have.length(1);
    server.child.kill("SIGUSR2");
    expect(await put(server, "/collections/c/points", point(2))).to.equal(200);
    // The request that the thread had fails; later ones do not.
    let found = await findLarge(server);
    for (let i = 0; i < 20 && found === undefined; i++) found = await findLarge(server);
    expect(found).to.have.length(1);
    expect((await find(server))?.sort()).to.deep.equal([1, 2]);
    expect((await server.stop()).code).to.equal(0);
  });
});

/** A program that opens a database, waits until a thread of it has ended, and prints the results of calls. */
const PROGRAM = `
// An open database does not keep a program running, so a timer does.
setInterval(() => {}, 1000);
const { open } = await import(process.env.LIBRARY);
const warnings = [];
const hook = {};
const warned = new Promise((resolve) => { hook.warn = (text) => { warnings.push(text); resolve(); }; });
const db = await open({ dataDir: process.env.DIR, threads: 1, onWarning: (text) => hook.warn(text) });
await db.createCollection({ collection_name: "c", vectors_config: { size: 2, distance: "Dot" } });
await db.upsertPoints({ collection_name: "c", points: [{ id: 1, vector: [1, 1] }] });
process.kill(process.pid, "SIGUSR2");
await warned;
const tell = (work) => work.then((value) => value, (error) => error.code + ": " + error.message);
const search = await tell(db.searchPoints({ collection_name: "c", vector: [1, 1], limit: 1 }));
const upsert = await tell(db.upsertPoints({ collection_name: "c", points: [{ id: 2, vector: [1, 1] }] }));
await db.close().catch(() => {});
const again = await open({ dataDir: process.env.DIR, threads: 1 });
const count = await again.countPoints({ collection_name: "c" });
await again.close();
console.log(JSON.stringify({ search, upsert, warnings: warnings.length, count }));
process.exit(0);
`;

describe("a program with an open database", () => {
  for (const [what, thread] of [
    ["writes vectors", "0"],
    ["writes the log", "log"],
  ] as const) {
    const test = thread === "log" ? it : itWeekly;
    test(`a program with an open database continues when the thread that ${what} has ended: calls fail with advice, and the database can be opened again`, async () => {
      if (process.platform === "win32") return;
      const dir = scratchFolder("azimuth-dead-");
      const program = join(dir, "program.mjs");
      writeFileSync(program, PROGRAM);
      const env = { ...process.env, ...envFor(thread), LIBRARY, DIR: join(dir, "data") };
      const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (chunk) => {
        output += chunk;
      });
      const [code] = await once(child, "close");
      expect(code).to.equal(0);
      const { search, upsert, warnings, count } = JSON.parse(output);
      for (const told of [search, upsert])
        expect(told).to.match(
          /^CLOSED: a worker thread died: .*; what was written is kept: close this database and open it again$/,
        );
      expect(warnings).to.equal(1);
      expect(count).to.deep.equal({ count: 1 });
      rmSync(dir, { recursive: true });
    });
  }
});
