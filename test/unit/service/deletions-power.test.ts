// A deletion that can be undone, and its undo, on a disk that loses its power, or in a process that is killed, at each
// of its calls. The decision: afterwards every point is in the collection, or in a deletion that restores it exactly.
import { expect } from "chai";
import { countOf, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { type Opened, open, TestClock, unnamed, upsert } from "../core/fixtures.ts";
import { contentsOf, servicesOver } from "./deletions-fixtures.ts";

const DIR = "/data";
const ROUNDS = countOf("ROUNDS", 1);
const DISKS = 2;
/** So many bytes that the points need several records. */
const LARGE = "x".repeat(700_000);
const ONES = [1, 2, 3];
const shorter = (lines: readonly string[]) => lines.map((line) => line.replaceAll("xxxxxxxxxx", ""));

const start = (fs: SimFs, clock: TestClock) => open({ dir: DIR, fs, clock, log: { reserveBytes: 4096 } });

async function filled(random: Random): Promise<{ fs: SimFs; opened: Opened }> {
  const fs = new SimFs(random);
  fs.mkdir(DIR);
  const opened = await start(fs, new TestClock());
  await opened.database.create("c", unnamed(2));
  const payload = new TextEncoder().encode(`{"n":1.0,"text":"${LARGE}"}`);
  const all = ONES.map((id) => ({ id, vectors: { "": Float32Array.of(id, 0.1) }, payload }));
  await upsert(opened.database, "c", all);
  return { fs, opened };
}

/** Ends a life without what it would still do. */
async function letGo({ database, engine }: Opened): Promise<void> {
  await database.close(false).catch(() => {});
  await engine.close().catch(() => {});
}

/** Checks what a start finds: the points, or a deletion that restores them. @returns whether they were deleted */
async function judge(fs: SimFs, before: readonly string[]): Promise<boolean> {
  const opened = await start(fs, new TestClock());
  try {
    const { listed, restore } = servicesOver(opened.database);
    const [deletion, ...others] = await listed();
    const there = await contentsOf(opened.database);
    expect(others).to.deep.equal([]);
    if (there.length < before.length) {
      expect(deletion, `only ${there.length} points are left, and no deletion is`).to.be.a("string");
      expect(await restore(deletion!)).to.deep.equal({
        restored: before.length - there.length,
        existing: there.length,
      });
    }
    expect(shorter(await contentsOf(opened.database))).to.deep.equal(shorter(before));
    return there.length === 0;
  } finally {
    await letGo(opened);
  }
}

type Step = (opened: Opened) => Promise<unknown>;

interface Tried {
  /** Whether the step was done, with calls to spare. */
  readonly isDone: boolean;
  /** Whether the points were deleted, as each disk shows it. */
  readonly deleted: readonly boolean[];
}

/** Does `prepared`, and then `step` with the power cut at its n-th call. */
async function cutIn(random: Random, n: number, prepared: Step, step: Step): Promise<Tried> {
  const { fs, opened } = await filled(random);
  const before = await contentsOf(opened.database);
  await prepared(opened);
  fs.cutAt(n);
  await step(opened).catch(() => {});
  const isDone = fs.cutIn === null;
  const disks = Array.from({ length: DISKS }, () => fs.afterCut(random).fs);
  const deleted: boolean[] = [];
  // The last one is changed by its start, as the disks after cuts are copies.
  for (const disk of [...disks, fs.afterKill()]) deleted.push(await judge(disk, before));
  await letGo(opened);
  return { isDone, deleted };
}

describe("a deletion that can be undone, on a disk that loses its power,", () => {
  const seed = seedOf();
  const remove: Step = ({ database }) => servicesOver(database).remove({ filter: {} });
  const restore: Step = async ({ database }) => {
    const { listed, restore } = servicesOver(database);
    const [deletion] = await listed();
    return restore(deletion!);
  };

  for (const [what, prepared, step, deletes] of [
    ["is complete, or has deleted nothing, after a cut at any call", async () => {}, remove, true],
    ["loses no point after a cut at any call of its undo", remove, restore, false],
  ] as const) {
    it(`a deletion that can be undone, on a disk that loses its power, ${what} (SEED=${seed})`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const random = roundRandom(seed, round);
        const all: Tried[] = [];
        while (!all.at(-1)?.isDone) all.push(await cutIn(random, all.length + 1, prepared, step));
        expect(all, "calls").to.have.length.above(5);
        expect(new Set(all.flatMap(({ deleted }) => deleted))).to.deep.equal(new Set([true, false]));
        // What was acknowledged is durable.
        expect(new Set(all.at(-1)!.deleted)).to.deep.equal(new Set([deletes]));
      }
    }).timeout(60_000 + ROUNDS * 60_000);
  }

  it(`a deletion that can be undone, on a disk of which a sync fails, is complete or has deleted nothing (SEED=${seed})`, async () => {
    const random = roundRandom(seed, 7);
    for (let n = 1, failed = true; failed; n++) {
      const { fs, opened } = await filled(random);
      const before = await contentsOf(opened.database);
      fs.failSyncAt(n);
      await remove(opened).catch(() => {});
      failed = fs.syncFailed;
      await judge(fs.afterCut(random).fs, before);
      await letGo(opened);
    }
  }).timeout(60_000);
});
