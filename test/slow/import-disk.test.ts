// Imports and exports by the built command with files that it may not read or write, and with full disks of the command
// and of the server. The decision: a limit on the size of files simulates a full disk without privileges.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { licensed, runMain, type ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";

/** The log of these points has about 24 MB, which three parts of an import write. */
const POINTS = 3_000;
const TEXT = "x".repeat(8_000);
/** Allows the log to contain some batches of the import, and not all. */
const SERVER_FILE_KIB = 20 * 1024 + 512;
const COMMAND_FILE_KIB = 64;
/** A user without privileges, for runs of the tests by root. */
const NOBODY = 65_534;
const NO_ROOM = /no space left/;

const underLimit = (kib: number) => ["bash", "-c", `ulimit -S -f ${kib}; exec "$@"`, "bash"];

describe("azimuth import and export", () => {
  let servers: Servers;
  let server: ServerProcess;
  let dir: string;
  beforeEach(() => {
    servers = new Servers({ isOnDisk: true });
    dir = mkdtempSync(join(tmpdir(), "azimuth-import-disk-"));
    chmodSync(dir, 0o755);
  });
  afterEach(async () => {
    await servers.close();
    rmSync(dir, { recursive: true });
  });

  async function start(under: readonly string[] = [], size = 2): Promise<void> {
    server = await servers.start(undefined, undefined, under);
    await call(server, "PUT", "/collections/c", { vectors_config: { size, distance: "Dot" } });
  }

  const run = (args: readonly string[], under: readonly string[] = []) =>
    runMain([...args, "--url", server.url], {}, undefined, { under });
  /** Runs the command as a user to whom permissions apply. */
  const runPlainly = (args: readonly string[]) =>
    runMain([...args, "--url", server.url], {}, undefined, process.getuid!() === 0 ? { user: NOBODY } : {});

  const lineOf = (id: number, size: number, payload: string) =>
    `{"id":${id},"vector":[${Array(size).fill((id % 9) + 1)}],"payload":${payload}}\n`;
  const lines = (many: number, { size = 2, payload = "{}" } = {}) =>
    Array.from({ length: many }, (_, id) => lineOf(id, size, payload)).join("");
  const file = (name: string, content: string, mode = 0o644) => {
    writeFileSync(join(dir, name), content);
    chmodSync(join(dir, name), mode);
    return join(dir, name);
  };
  const count = async () =>
    ((await call(server, "POST", "/collections/c/points/count", {})).result as { count: number }).count;

  it("azimuth import and export report a file that the user may not read", async () => {
    await start();
    for (const name of ["a.jsonl", "a.parquet", "a.npy", "a.csv"]) {
      const path = file(name, lines(1), 0o000);
      const { code, stderr } = await runPlainly(["import", "c", path]);
      expect([code, stderr.split("\n").at(-2)], stderr).to.deep.equal([
        1,
        `azimuth: ${path} cannot be read: permission denied`,
      ]);
    }
    expect(await count()).to.equal(0);
  });

  it("azimuth import and export report a file that the user may not write, and leave its content", async () => {
    await start();
    const path = file("a.jsonl", lines(3));
    const out = await runPlainly(["export", "c", join(dir, "out.jsonl")]);
    expect([out.code, out.stderr]).to.deep.equal([
      1,
      `azimuth: ${dir}/out.jsonl.part cannot be written: permission denied\n`,
    ]);
    const bad = file("bad.jsonl", "kept\n");
    const { code, stderr } = await runPlainly(["import", "c", path, "--rejected", bad]);
    expect([code, stderr.split("\n").at(-2)]).to.deep.equal([
      1,
      `azimuth: ${bad} cannot be written: permission denied`,
    ]);
    expect([readFileSync(bad, "utf8"), await count()]).to.deep.equal(["kept\n", 0]);
  });

  it("azimuth import and export read from a directory that is not writable, and report rejected rows on stderr", async () => {
    await start();
    const path = file("a.jsonl", `${lines(3)}x\n`);
    const { code, stderr } = await runPlainly(["import", "c", path]);
    expect([code, await count()], stderr).to.deep.equal([3, 3]);
    expect(stderr).to.contain(`nothing can be written beside ${path}`).and.contain("row 4: ");
  });

  it("azimuth import and export leave no file of an export when the disk is full", async () => {
    const size = 128;
    await start([], size);
    const path = file("a.jsonl", lines(1_000, { size }));
    expect((await run(["import", "c", path])).code).to.equal(0);
    for (const format of ["jsonl", "csv", "npy", "fvecs", "parquet"]) {
      const out = join(dir, `out.${format}`);
      const { code, stdout, stderr } = await run(["export", "c", out], underLimit(COMMAND_FILE_KIB));
      expect([code, stdout], stderr).to.deep.equal([1, ""]);
      expect(stderr).to.contain(`${out} cannot be written: `).and.match(NO_ROOM);
      expect([existsSync(out), existsSync(`${out}.part`)]).to.deep.equal([false, false]);
    }
  });

  it("azimuth import and export stop when rejected rows cannot be stored, and continue later at the same row", async () => {
    await start();
    await licensed(server);
    const bad = `{"id":"x","text":"${"x".repeat(400)}"}\n`.repeat(500);
    const path = file("a.jsonl", lines(10_000) + bad + lines(2));
    const { code, stderr } = await run(["import", "c", path], underLimit(COMMAND_FILE_KIB));
    expect(code).to.equal(1);
    expect(stderr).to.contain(`${path}.rejected.jsonl cannot be written: `).and.match(NO_ROOM);
    expect(stderr).to.match(/rows 1 to 10000 are settled; the same command goes on behind them\n$/);
    const again = await run(["import", "c", path, "--json"]);
    expect([again.code, JSON.parse(again.stdout).rejected]).to.deep.equal([3, 500]);
    const kept = readFileSync(`${path}.rejected.jsonl`, "utf8").trimEnd().split("\n");
    expect(kept.map((line) => JSON.parse(line).row)).to.deep.equal(
      Array.from({ length: 500 }, (_, i) => 10_001 + i),
    );
    expect(await count()).to.equal(10_000);
  });

  it("azimuth import and export stop when the server's disk is full, report exactly what was written, and continue when there is space", async () => {
    await start(underLimit(SERVER_FILE_KIB));
    const path = file("a.jsonl", lines(POINTS, { payload: JSON.stringify({ text: TEXT }) }));
    const { code, stdout, stderr } = await run(["import", "c", path]);
    expect([code, stdout], stderr).to.deep.equal([1, ""]);
    expect(stderr).to.match(NO_ROOM);
    const settled = Number(
      /rows 1 to (\d+) are settled; the same command goes on behind them\n$/.exec(stderr)?.[1],
    );
    expect(settled).to.be.within(1, POINTS - 1);
    // An acknowledged point may become visible a moment later.
    await until(async () => (await count()) >= settled);
    expect(await count()).to.be.lessThan(POINTS);
    execFileSync("prlimit", ["--pid", String(server.child.pid), "--fsize=unlimited:"]);
    const again = await run(["import", "c", path]);
    expect(again.code, again.stderr).to.equal(0);
    expect(again.stderr).to.contain(`continuing after row ${settled} of ${path}`);
    expect(await count()).to.equal(POINTS);
    await server.stop("SIGKILL");
    server = await servers.start();
    expect(await count()).to.equal(POINTS);
  });

  it("azimuth import and export do not create a missing directory", async () => {
    await start();
    mkdirSync(join(dir, "out.jsonl.part"));
    const { code, stderr } = await run(["export", "c", join(dir, "out.jsonl")]);
    expect([code, stderr]).to.deep.equal([
      1,
      `azimuth: ${dir}/out.jsonl.part cannot be written: it is a directory\n`,
    ]);
  });
});
