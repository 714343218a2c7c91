// Real I/O errors: strace makes the n-th call of every thread of a server process fail with EIO. The decision: no
// acknowledged write is lost, no write is retried, reads continue, and a restart finds a readable log. CALLS is the
// largest n (20).
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type ServerProcess, startServer } from "../support/process.ts";

const CALLS = Number(process.env.CALLS ?? 20);
const WRITERS = 4;
const WRITES = 60;
const POINTS = "/collections/c/points";
const READ_ONLY = "storage is read-only after an I/O error; restart";

async function upsert(url: string, id: number): Promise<string> {
  const points = [{ id, vector: [id, 1], payload: { id } }];
  const response = await fetch(url + POINTS, { method: "PUT", body: JSON.stringify({ points }) });
  const text = await response.text();
  return response.ok ? "" : text;
}

/** Ids by the result of their write. */
interface Outcome {
  readonly acked: number[];
  /** The write failed when the error occurred: it may be durable or not. */
  readonly inDoubt: number[];
  /** The write was refused after the error: it must not be durable. */
  readonly refused: number[];
}

async function writeUntilBroken(url: string): Promise<Outcome> {
  const outcome: Outcome = { acked: [], inDoubt: [], refused: [] };
  const writer = async (first: number) => {
    for (let id = first; id <= WRITES; id += WRITERS) {
      const error = await upsert(url, id);
      if (error === "") outcome.acked.push(id);
      else {
        expect(error).to.include(READ_ONLY);
        outcome.inDoubt.push(id);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, i) => writer(i + 1)));
  if (outcome.inDoubt.length === 0) return outcome;
  for (let id = WRITES + 1; id <= WRITES + 5; id++) {
    expect(await upsert(url, id), "a write after the error").to.include(READ_ONLY);
    outcome.refused.push(id);
  }
  return outcome;
}

async function statusOf(url: string, id: number): Promise<number> {
  const response = await fetch(`${url}${POINTS}/${id}`);
  await response.arrayBuffer();
  return response.status;
}

async function verify(url: string, { acked, refused }: Outcome, what: string): Promise<void> {
  for (const id of acked) expect(await statusOf(url, id), `point ${id}, ${what}`).to.equal(200);
  for (const id of refused) expect(await statusOf(url, id), `point ${id}, ${what}`).to.equal(404);
}

/** @returns whether the start failed, a write failed, or no call */
async function run(killed: string, call: string, nth: number): Promise<"start" | "write" | "never"> {
  const dir = mkdtempSync(join(tmpdir(), "azimuth-eio-"));
  cpSync(killed, dir, { recursive: true });
  const args = ["--data-dir", join(dir, "data")];
  const what = `${call} ${nth}`;
  const trace = ["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`];
  const under = [...trace, "-e", `inject=${call}:error=EIO:when=${nth}`];
  let outcome: Outcome = { acked: [], inDoubt: [], refused: [] };
  let broken: ServerProcess | undefined;
  try {
    broken = await startServer(args, {}, under).catch((error: Error) => {
      expect(error.message, what).to.include("EIO");
      return undefined;
    });
    if (broken !== undefined) {
      outcome = await writeUntilBroken(broken.url);
      await verify(broken.url, outcome, `${what}, still running`);
      const { signal } = await broken.stop("SIGKILL");
      expect(signal).to.equal("SIGKILL");
    }
    const again = await startServer(args);
    await verify(again.url, outcome, `${what}, after a restart`);
    expect(await upsert(again.url, 999), "a write after the restart").to.equal("");
    expect((await again.stop()).code).to.equal(0);
  } finally {
    rmSync(dir, { recursive: true });
  }
  return broken === undefined ? "start" : outcome.inDoubt.length > 0 ? "write" : "never";
}

describe(`a server whose disk fails with EIO, at each of ${CALLS} calls`, () => {
  /** The data directory of a killed server with an empty collection. */
  const killed = mkdtempSync(join(tmpdir(), "azimuth-eio-"));
  before(async () => {
    if (spawnSync("strace", ["-V"]).error)
      throw new Error("This test needs strace, which is not installed: apt-get install strace");
    const server = await startServer(["--data-dir", join(killed, "data")]);
    const config = { vectors_config: { size: 2, distance: "Dot" } };
    const created = await fetch(`${server.url}/collections/c`, {
      method: "PUT",
      body: JSON.stringify(config),
    });
    expect(created.status).to.equal(200);
    await server.stop("SIGKILL");
  });
  after(() => rmSync(killed, { recursive: true }));

  for (const call of ["fdatasync", "pwritev"]) {
    it(`a server whose disk fails with EIO keeps every acknowledged write when ${call} fails`, async () => {
      const count = { start: 0, write: 0, never: 0 };
      for (let nth = 1; nth <= CALLS; nth++) count[await run(killed, call, nth)]++;
      process.stdout.write(
        `      ${call}: ${count.start} starts and ${count.write} writes hit, ${count.never} not reached\n`,
      );
      expect(count.start, "starts that were hit").to.be.greaterThan(0);
      expect(count.write, "writes that were hit").to.be.greaterThan(CALLS / 2);
    });
  }
});
