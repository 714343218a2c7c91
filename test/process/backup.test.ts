// Backups of a running server with `azimuth backup`, and servers on what `azimuth restore` makes of them. The decision:
// a backup contains every write that was acknowledged before it began.

import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { runCli } from "../support/cli.ts";
import { licensed, runMain } from "../support/process.ts";
import { leftByKill, refusedHere } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { itWeekly } from "../support/weekly.ts";

const BATCH = 20;
const CLIENTS = 2;
/** The pause between the batches of a client, which leaves the processor to the commands. */
const PAUSE_MS = 5;
const IDS_AT_ONCE = 5000;
const COLLECTION = "/collections/c";

type Server = { readonly url: string };

/** Clients that write until they are stopped. They record which writes were acknowledged, outside of the server. */
class Writers {
  readonly acknowledged: number[] = [];
  readonly #server: Server;
  #next: number;
  #stopped = false;
  readonly #running: Promise<void>[];

  /** @param first the smallest id to write; the others follow */
  constructor(server: Server, first: number) {
    this.#server = server;
    this.#next = first;
    this.#running = Array.from({ length: CLIENTS }, () => this.#write());
  }

  /** Resolves when this number of points was acknowledged. */
  async reached(count: number): Promise<void> {
    await until(() => this.acknowledged.length >= count);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #write(): Promise<void> {
    while (!this.#stopped) {
      const ids = Array.from({ length: BATCH }, () => this.#next++);
      const points = ids.map((id) => ({ id, vector: [id, 1, 2, 3], payload: { id, text: "x".repeat(200) } }));
      await call(this.#server, "PUT", `${COLLECTION}/points`, { points });
      this.acknowledged.push(...ids);
      await setTimeout(PAUSE_MS);
    }
  }
}

describe("azimuth backup and azimuth restore", () => {
  let servers: Servers;
  let dataDir: string;
  beforeEach(() => {
    servers = new Servers();
    dataDir = join(servers.folder, "data");
  });
  afterEach(() => servers.close());

  const start = (dir = dataDir) => servers.here({ dataDir: dir });
  const at = (name: string) => join(servers.folder, name);

  async function well(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stderr }, stdout).to.deep.equal({ code: 0, stderr: "" });
    return stdout;
  }

  async function createCollection(server: Server): Promise<void> {
    await call(server, "PUT", COLLECTION, { vectors_config: { size: 4, distance: "Dot" } });
  }

  /** Returns the ids of the points that a server lacks, or has with another vector or payload. */
  async function missing(server: Server, all: readonly number[]): Promise<number[]> {
    const lost: number[] = [];
    for (let from = 0; from < all.length; from += IDS_AT_ONCE) {
      const ids = all.slice(from, from + IDS_AT_ONCE);
      const wanted = { ids, with_payload: true, with_vector: true };
      const { result } = await call(server, "POST", `${COLLECTION}/points`, wanted);
      const points = result as { id: number; vector: number[]; payload: { id: number } }[];
      const found = new Set(
        points.filter((p) => p.vector[0] === p.id && p.payload.id === p.id).map(({ id }) => id),
      );
      lost.push(...ids.filter((id) => !found.has(id)));
    }
    return lost;
  }

  /** Makes backups, one after another, while clients write, and restores them. */
  async function backUpAndRestore(names: readonly string[]): Promise<void> {
    const first = await start();
    await createCollection(first);
    const early = new Writers(first, 1);
    await early.reached(200);
    await early.stop();
    await first.stop(); // stop() takes a checkpoint
    const server = await licensed(await start());
    const writers = new Writers(server, 1_000_001);
    const promised: number[][] = [];
    for (const backup of names) {
      await writers.reached(200 * (promised.length + 1));
      promised.push([...early.acknowledged, ...writers.acknowledged]);
      const command = ["backup", at(backup), "--data-dir", dataDir, "--json"];
      const { code, stdout, stderr } = await runMain(command);
      expect({ code, stderr }, stdout).to.deep.equal({ code: 0, stderr: "" });
      const report = JSON.parse(stdout);
      expect(report.checkpoint).to.equal(1);
      expect(report.collections[0]).to.include({ name: "c", points: early.acknowledged.length });
      expect(await well("verify", "--data-dir", dataDir)).to.contain("nothing is damaged");
    }
    await writers.stop();
    const written = early.acknowledged.length + writers.acknowledged.length;
    expect(written).to.be.greaterThan(promised.at(-1)!.length);
    await server.stop();
    for (const [i, ids] of promised.entries()) {
      await well("restore", at(names[i]!), "--data-dir", at(`restored-${i}`));
      const restored = await start(at(`restored-${i}`));
      expect(restored.output()).to.contain('"unclean":false');
      expect(await missing(restored, ids)).to.deep.equal([]);
      await restored.stop();
      expect(await well("verify", at(`restored-${i}`))).to.contain("nothing is damaged");
    }
  }

  it("azimuth backup and azimuth restore copy every write that was acknowledged before they began, while writing continues", () =>
    backUpAndRestore(["backup-0"]));

  itWeekly(
    "azimuth backup and azimuth restore copy every write that was acknowledged before they began, the second time, too",
    () => backUpAndRestore(["backup-0", "backup-1"]),
  );

  it("azimuth backup and azimuth restore copy the directory of a stopped server, too, and print what it contains", async () => {
    const server = await start();
    await createCollection(server);
    await call(server, "PUT", `${COLLECTION}/points`, { points: [{ id: 7, vector: [1, 2, 3, 4] }] });
    await server.stop();
    const text = await well("backup", `${at("backup")}/`, "--data-dir", dataDir);
    expect(text).to.match(
      /is backed up in .*backup\n[\s\S]* up to LSN 2\n[\s\S]*it contains no secrets: .*\n$/,
    );
    expect(await well("restore", at("backup"), "--data-dir", at("restored"))).to.contain("start the server");
    await well("verify", at("restored"));
  });

  it("azimuth backup and azimuth restore exit with code 1 when the target is not empty, and with 2 when the command is wrong", async () => {
    const none = await runMain(["backup", at("backup"), "--data-dir", at("nothing")]);
    expect(none.code).to.equal(1);
    expect(none.stderr).to.equal(
      `azimuth: ${at("nothing")} is not a data directory; name it with --data-dir\n`,
    );
    expect((await runMain(["restore", at("nothing")])).code).to.equal(1);
    expect((await runMain(["backup"])).code).to.equal(2);
    expect(readdirSync(servers.folder)).to.deep.equal([]);
  });

  it("azimuth backup and azimuth restore make directories that a server refuses: a backup itself, and an incomplete restore", async () => {
    const server = await start();
    await server.stop();
    await well("backup", at("backup"), "--data-dir", dataDir);
    const served = await refusedHere({ dataDir: at("backup") });
    expect(served.code).to.equal(1);
    expect(served.said).to.match(/is a backup \(it has BACKUP\.json\)/);
    await well("restore", at("backup"), "--data-dir", at("restored"));
    writeFileSync(at("restored/RESTORE-NOT-FINISHED"), "");
    const half = await refusedHere({ dataDir: at("restored") });
    expect(half.said).to.match(/was being restored and is not complete/);
  });

  it("azimuth backup and azimuth restore work with azimuth verify, which exits with 1 for damage, and dump-log, which prints the records around it", async () => {
    const server = await start();
    await createCollection(server);
    for (const id of [1, 2, 3]) {
      const points = [{ id, vector: [id, 0, 0, 0], payload: { n: id } }];
      await call(server, "PUT", `${COLLECTION}/points`, { points });
    }
    // A stop would take a checkpoint, and the log would begin behind it.
    const left = leftByKill(dataDir, at("left"));
    const dumped = await well("dump-log", "--data-dir", left, "--from", "2", "--to", "3", "--payloads");
    expect(dumped).to.match(
      /^ +2 {2}upsert_points +\S{36} "c" {2}1 point: 1 .*\n +1: {"n":1}\n +3 .*\n +2: {"n":2}\n$/,
    );
    const path = join(left, "wal/00000001.wal");
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('{"n":2}')]! ^= 1;
    writeFileSync(path, bytes);
    const verified = await runCli(["verify", "--data-dir", left]);
    expect(verified.code).to.equal(1);
    expect(verified.stdout).to.match(
      /DAMAGED .*00000001\.wal at byte \d+, LSN 3: the body does not match its CRC/,
    );
    const { code, stdout } = await runCli(["dump-log", "--data-dir", left, "--json"]);
    expect(code).to.equal(1);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ lsn, damage }) => lsn ?? damage.lsn)).to.deep.equal([1, 2, 3, 4]);
    expect(lines[2].damage).to.include({ file: path, nextLsn: 4 });
    expect(lines[3]).to.include({ type: "upsert_points", name: "c", points: 1 });
  });

  it("azimuth backup and azimuth restore work with azimuth verify, which reports an incomplete end of the log", async () => {
    const server = await start();
    await createCollection(server);
    await server.stop();
    appendFileSync(join(dataDir, "wal/00000001.wal"), "half a frame");
    expect(await well("verify", dataDir)).to.match(/LSN 2 was not finished .*\n +it was not acknowledged/);
  });
});
