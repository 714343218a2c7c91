// A full disk and server_params.btr: the parameters can still be changed, so that the token of a client that has filled
// the disk can be revoked. The change uses the space of server_params.reserve.
import {
  chmodSync,
  chownSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect } from "chai";
import { DiskFull } from "../../../src/errors/failures.ts";
import { takeOver } from "../../../src/storage/format.ts";
import { readFile } from "../../../src/storage/fs.ts";
import { fsOwnedBy, nodeFs } from "../../../src/storage/node-fs.ts";
import type { Params } from "../../../src/storage/params.ts";
import { LocalParams, readParams, writeParams } from "../../../src/storage/params-file.ts";
import { findParams } from "../../../src/storage/params-start.ts";
import { ServerParams } from "../../../src/storage/server-params.ts";
import { countOf, roundRandom, seedOf } from "../../support/chance.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { IoError } from "./broken-fs.ts";
import { freshDir, rejection } from "./fixtures.ts";
import { NEW, PARAMS, TOKEN } from "./params-fixtures.ts";
import { QuotaFs } from "./quota-fs.ts";

/** Power cuts. */
const ROUNDS = countOf("ROUNDS", 64);

const STEP = 2 ** 16;
const LIMIT = 2 ** 20;
const CAN_WAIT = { canWait: true };

/** A generation of parameters with the given number of tokens. */
const generation = (number: number, count = 2): Params => ({
  ...PARAMS,
  generation: number,
  tokens: Array.from({ length: count }, (_, i) => ({ ...TOKEN, id: i + 1 })),
  nextTokenId: 100_000,
});

describe("the disk reserve of the parameters", () => {
  let dir: string;
  let path: string;
  let fs: QuotaFs;
  let store: LocalParams;
  beforeEach(() => {
    dir = freshDir();
    path = join(dir, "server_params.reserve");
    fs = new QuotaFs(dir, LIMIT);
    store = new LocalParams(fs, dir);
  });

  const kept = () => readParams(nodeFs, dir);
  const modeOf = (name: string) => statSync(join(dir, name)).mode & 0o777;

  /** Fills the disk from now on: whatever becomes free is taken by another writer. */
  function fillGreedily(): void {
    fs.fill();
    fs.before = () => {
      fs.limit = Math.min(fs.limit, fs.used);
    };
  }

  it("the disk reserve of the parameters is created with the first change, of incompressible bytes, for its owner only", async () => {
    await store.replace(generation(1));
    const bytes = readFileSync(path);
    expect(bytes.length).to.equal(STEP);
    expect(deflateRawSync(bytes).length).to.be.greaterThan(STEP);
    expect(modeOf("server_params.reserve")).to.equal(0o600);
  });

  it("the disk reserve of the parameters is not written again while it is not needed", async () => {
    await store.replace(generation(1));
    const before = readFileSync(path);
    fs.calls.length = 0;
    await store.replace(generation(2));
    expect(readFileSync(path).equals(before)).to.equal(true);
    expect(fs.calls.filter((call) => call.path === path && call.op !== "open")).to.deep.equal([]);
  });

  it("the disk reserve of the parameters grows with the parameters, so that the next ones always fit", async () => {
    await store.replace(generation(1, 1000));
    const size = statSync(join(dir, "server_params.btr")).size;
    expect(size).to.be.greaterThan(STEP);
    expect(statSync(path).size % STEP).to.equal(0);
    expect(statSync(path).size).to.be.greaterThan(size);
    fillGreedily();
    await store.replace(generation(2, 999));
    expect(kept()).to.deep.equal(generation(2, 999));
  });

  it("the disk reserve of the parameters is created by a start, and not again by the next start", () => {
    takeOver(nodeFs, dir);
    findParams(fs, dir, () => generation(1));
    const before = readFileSync(path);
    expect(before.length).to.equal(STEP);
    findParams(fs, dir, () => generation(1));
    expect(readFileSync(path).equals(before)).to.equal(true);
  });

  it("the disk reserve of the parameters allows repeated changes on a full disk, and is created again from the blocks of the old file", async () => {
    await store.replace(generation(1, 40));
    fs.fill();
    for (let number = 2; number <= 40; number++) {
      await store.replace(generation(number, 41 - number));
      expect(kept()).to.deep.equal(generation(number, 41 - number));
      expect(statSync(path).size).to.be.greaterThan(STEP - 2 ** 13);
    }
    expect(modeOf("server_params.btr")).to.equal(0o600);
    expect(nodeFs.list(dir).sort()).to.deep.equal([
      "server_params.btr",
      "server_params.reserve",
      "somebody-elses",
    ]);
  });

  it("the disk reserve of the parameters is never freed before its blocks are used, so that no other writer can take its space", async () => {
    await store.replace(generation(1, 40));
    fillGreedily();
    await store.replace(generation(2, 39));
    expect(kept()).to.deep.equal(generation(2, 39));
  });

  it("the disk reserve of the parameters is used up once if there is no more space, and then the old parameters stay, with no incomplete file", async () => {
    await store.replace(generation(1));
    fillGreedily();
    await store.replace(generation(2));
    expect(await rejection(store.replace(generation(3)))).to.be.instanceOf(DiskFull);
    expect(kept()).to.deep.equal(generation(2));
    expect(nodeFs.list(dir)).to.not.include("server_params.btr.tmp");
  });

  it("the disk reserve of the parameters is created again by the next change or the next start when there is space", async () => {
    for (const again of [
      () => store.replace(generation(3)),
      async () => void findParams(fs, dir, () => NEW),
    ]) {
      rmSync(join(dir, "server_params.btr"), { force: true });
      fs.limit = LIMIT;
      await store.replace(generation(1));
      fillGreedily();
      await store.replace(generation(2));
      expect(nodeFs.exists(path) ? statSync(path).size : 0).to.equal(0);
      fs.before = () => {};
      fs.limit = 2 * LIMIT;
      await again();
      expect(statSync(path).size).to.equal(STEP);
      nodeFs.remove(join(dir, "somebody-elses"));
    }
  });

  it("the disk reserve of the parameters is not used by changes that can wait, which fail on a full disk", async () => {
    await store.replace(generation(1));
    fs.fill();
    const before = readFileSync(path);
    expect(await rejection(store.replace(generation(2), CAN_WAIT))).to.be.instanceOf(DiskFull);
    expect(kept()).to.deep.equal(generation(1));
    expect(readFileSync(path).equals(before)).to.equal(true);
    expect(nodeFs.list(dir)).to.not.include("server_params.btr.tmp");
    fs.limit = 2 * LIMIT;
    await store.replace(generation(2), CAN_WAIT);
    expect(kept()).to.deep.equal(generation(2));
  });

  it("the disk reserve of the parameters is used according to the option of each change", async () => {
    await store.replace(generation(1));
    const params = await ServerParams.open(store, generation(1), () => NEW);
    fs.fill();
    const change = (options: object) =>
      params.change((now) => ({ next: { ...now, latestTime: now.latestTime + 1 }, result: 7, ...options }));
    expect(await rejection(change(CAN_WAIT))).to.be.instanceOf(DiskFull);
    expect(await change({})).to.equal(7);
    expect(kept()?.latestTime).to.equal(PARAMS.latestTime + 1);
  });

  it("the disk reserve of the parameters is freed where a file system never writes in place", async () => {
    await store.replace(generation(1));
    fs.fill();
    fs.before = (op, name) => {
      if (op === "write" && name === path && nodeFs.exists(join(dir, "server_params.btr.tmp")))
        throw new IoError("ENOSPC", 100);
    };
    await store.replace(generation(2));
    expect(kept()).to.deep.equal(generation(2));
    expect(nodeFs.list(dir)).to.not.include("server_params.btr.tmp");
  });

  it("the disk reserve of the parameters is used as far as it goes when it is too short", async () => {
    await store.replace(generation(1));
    truncateSync(path, 100);
    fs.limit = fs.used + 1000;
    await store.replace(generation(2));
    expect(kept()).to.deep.equal(generation(2));
    const size = statSync(join(dir, "server_params.btr")).size;
    expect(size).to.be.within(400, 1000);
  });

  it("the disk reserve of the parameters takes the available space when the disk has not enough for all of it", async () => {
    fs.limit = 20_000;
    await store.replace(generation(1));
    expect(fs.used).to.equal(20_000);
    fs.before = () => {
      fs.limit = Math.min(fs.limit, fs.used);
    };
    await store.replace(generation(2));
    expect(kept()).to.deep.equal(generation(2));
  });

  it("the disk reserve of the parameters may fail to be created, which is no error, whatever the reason", async () => {
    fs.before = (_, name) => {
      if (name === path) throw new IoError("EIO");
    };
    await store.replace(generation(1));
    expect(kept()).to.deep.equal(generation(1));
    expect(nodeFs.exists(path)).to.equal(false);
  });

  const foreign: readonly [what: string, put: (elsewhere: string) => void][] = [
    ["a link", (elsewhere) => symlinkSync(elsewhere, path)],
    ["a file with a second name", (elsewhere) => linkSync(elsewhere, path)],
    ["open to its group", () => chmodSync(path, 0o640)],
    ["open to all users", () => chmodSync(path, 0o606)],
    ["of another user", () => chownSync(path, 4321, 4321)],
  ];
  for (const [what, put] of foreign) {
    it(`the disk reserve of the parameters is not used for secrets if it is ${what}: only its space is used, and it is created again`, async () => {
      if (what === "of another user" && process.getuid?.() !== 0) return; // only root can change the owner of files
      const elsewhere = join(freshDir(), "elsewhere");
      writeFileSync(elsewhere, Buffer.alloc(STEP, "x"), { mode: 0o600 });
      await store.replace(generation(1));
      if (what.startsWith("a ")) rmSync(path);
      put(elsewhere);
      const held = nodeFs.open(path, "read");
      fs.fill();
      await store.replace(generation(2));
      expect(kept()).to.deep.equal(generation(2));
      const { uid, nlink } = statSync(join(dir, "server_params.btr"));
      expect({ uid, nlink }).to.deep.equal({ uid: process.getuid?.(), nlink: 1 });
      for (const name of ["server_params.btr", "server_params.reserve"]) expect(modeOf(name)).to.equal(0o600);
      const bytes = new Uint8Array(STEP);
      held.read(bytes, 0);
      held.close();
      expect(Buffer.from(bytes).includes(PARAMS.jwtSecret)).to.equal(false);
      expect(readFileSync(elsewhere, "utf8")).to.equal("x".repeat(STEP));
    });
  }

  it("the disk reserve of the parameters is used by root for the owner of the directory, to whom the file then belongs", () => {
    if (process.getuid?.() !== 0) return; // only root can change the owner of files
    writeParams(nodeFs, dir, generation(1));
    writeFileSync(path, Buffer.alloc(STEP), { mode: 0o600 });
    chownSync(path, 4321, 4321);
    const owned = new QuotaFs(dir, 0, fsOwnedBy(4321, 4321));
    writeParams(owned, dir, generation(2));
    expect(kept()).to.deep.equal(generation(2));
    expect(statSync(join(dir, "server_params.btr")).uid).to.equal(4321);
  });

  it("the disk reserve of the parameters leaves the old or the new parameters complete after a power cut at every call, and never contains a secret", async () => {
    const seed = seedOf();
    process.stdout.write(`      SEED=${seed}\n`);
    const seen = { old: 0, new: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, round);
      const disk = new SimFs(random);
      disk.mkdir("/data");
      const full = new QuotaFs("/data", LIMIT, disk);
      const local = new LocalParams(full, "/data");
      await local.replace(generation(1));
      full.fill();
      const after = { ...generation(2), jwtSecret: "s".repeat(700) };
      disk.cutAt(1 + (round % 16));
      const said = await local.replace(after).then(
        () => true,
        () => false,
      );
      const left = disk.afterCut(random).fs;
      const found = readParams(left, "/data");
      seen[found?.generation === 2 ? "new" : "old"]++;
      expect(found, `round ${round}`).to.deep.equal(said || found?.generation === 2 ? after : generation(1));
      const reserve = Buffer.from(readFile(left, "/data/server_params.reserve") ?? []);
      expect(reserve.includes("s".repeat(100)), `round ${round}: a secret in the reserve`).to.equal(false);
    }
    expect(seen.old).to.be.above(ROUNDS / 10);
    expect(seen.new).to.be.above(ROUNDS / 10);
  });
});
