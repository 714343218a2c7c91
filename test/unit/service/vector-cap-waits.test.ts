// The cap on vectors between a write and its effect: reservations, their release, and which writes wait for others. The
// log and the engine wait at a moment that a test chooses, so nothing here depends on speed.
import { expect } from "chai";
import type { Engine } from "../../../src/engine/engine.ts";
import { DiskFull } from "../../../src/errors/failures.ts";
import { LocalLog } from "../../../src/storage/local-log.ts";
import type { NewRecord } from "../../../src/storage/log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { type Capped, capped, limitReached, refusalOf, TWO_FIELDS, upsertOf } from "../../support/capped.ts";
import { freshDir, open } from "../core/fixtures.ts";
import { intercept } from "../core/segment-fixtures.ts";
import { newEngine } from "../engine/fixtures.ts";

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

/** A call that waits until the test releases it, or fails. */
class Hold {
  #held: Promise<void> = Promise.resolve();
  letGo = () => {};
  error: Error | null = null;

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.letGo = resolve;
    });
  }

  async passed(): Promise<void> {
    await this.#held;
    if (this.error) throw this.error;
  }
}

class HeldLog extends LocalLog {
  readonly hold: Hold;

  constructor(dir: string, hold: Hold) {
    super(nodeFs, dir, { reserveBytes: 0 });
    this.hold = hold;
  }

  override async append(record: NewRecord): Promise<number> {
    await this.hold.passed();
    return super.append(record);
  }
}

/** Whether the work has ended, successfully or not. */
function watch(work: Promise<unknown>): { readonly over: boolean } {
  const state = { over: false };
  const end = () => {
    state.over = true;
  };
  work.then(end, end);
  return state;
}

describe("the cap on vectors during writes", () => {
  let world: Capped;
  let log: Hold;
  let engine: Hold;
  beforeEach(async () => {
    [log, engine] = [new Hold(), new Hold()];
    const dir = freshDir();
    const held: Engine = intercept(
      (method) => (method === "write" ? engine.passed() : undefined),
      newEngine(),
    );
    world = await capped(4, { dir, engine: held, more: { log: new HeldLog(dir, log) } });
    for (const name of ["a", "c"]) await world.opened.database.create(name, TWO_FIELDS);
  });
  afterEach(() => world.opened.database.close());

  it("the cap on vectors counts vectors that are being logged", async () => {
    log.hold();
    const first = world.write("a", upsertOf([1, 2, 3]));
    const second = refusalOf(world.write("c", upsertOf([1, 2])));
    await turns();
    log.letGo();
    await first;
    expect(await second).to.equal(limitReached(3, 4));
  });

  it("the cap on vectors counts vectors that are logged and not applied yet", async () => {
    engine.hold();
    await world.writeSoon("a", upsertOf([1]));
    await world.writeSoon("a", upsertOf([2, 3]));
    expect(world.vectors).to.equal(1);
    const other = refusalOf(world.write("c", upsertOf([1, 2])));
    await turns();
    engine.letGo();
    expect(await other).to.equal(limitReached(3, 4));
  });

  it("the cap on vectors counts deletions from their acknowledgement on", async () => {
    await world.write("a", upsertOf(range(4)));
    engine.hold();
    await world.writeSoon("a", upsertOf([0]));
    await world.writeSoon("a", { delete: { points: [1] } });
    expect(world.vectors).to.equal(4);
    const other = world.write("c", upsertOf([1]));
    await turns();
    engine.letGo();
    await other;
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors waits for reservations of other writes before it refuses a write", async () => {
    await world.write("a", upsertOf([1, 2, 3]));
    log.hold();
    const overwriting = world.write("a", upsertOf([1]));
    const adding = world.write("c", upsertOf([1]));
    const state = watch(adding);
    await turns();
    expect(state.over).to.equal(false);
    log.letGo();
    await overwriting;
    await adding;
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors accepts as many concurrent writes as fit", async () => {
    const writes = range(20).map((id) => world.write(id % 2 ? "a" : "c", upsertOf([id % 5])));
    const refusals = (await Promise.allSettled(writes)).filter(({ status }) => status === "rejected");
    expect(world.vectors).to.equal(4);
    // Of ten points that are written twice each, four exist; both writes of each of the four were accepted.
    expect(refusals).to.have.length(12);
  });

  it("the cap on vectors keeps the reservation of a batch until all of it is written", async () => {
    await world.write("a", upsertOf(range(4)));
    const batch = world.write("a", { delete: { points: range(4) } }, upsertOf(range(4)));
    while (world.vectors > 0) await new Promise(setImmediate);
    expect(await refusalOf(world.write("c", upsertOf([1])))).to.match(/^Vector limit reached/);
    await batch;
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors does not delay writes that add no vectors", async () => {
    await world.write("a", upsertOf([1, 2, 3]));
    await world.write("c", upsertOf([1]));
    engine.hold();
    await world.writeSoon("a", upsertOf([1]));
    await world.writeSoon("c", upsertOf([1]));
    await world.writeSoon("c", { delete: { points: [1] } });
    engine.letGo();
  });

  it("the cap on vectors does not delay a collection because another one is slow", async () => {
    const { database } = world.opened;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const looking = database.rewrite(database.collection("a"), () => held);
    const waiting = world.write("a", upsertOf([1, 2, 3]));
    await turns();
    await world.write("c", upsertOf([1, 2]));
    letGo();
    await looking;
    expect(await refusalOf(waiting)).to.equal(limitReached(2, 4));
  });

  it("the cap on vectors releases the reservation of a write that could not be logged", async () => {
    log.error = new DiskFull();
    expect(await refusalOf(world.write("a", upsertOf(range(4))))).to.equal("no space left on device");
    log.error = null;
    await world.write("c", upsertOf(range(4)));
    expect(world.vectors).to.equal(4);
  });

  it("the cap on vectors keeps the reservation for records that are logged and restored by the next start", async () => {
    await world.write("a", upsertOf([1]));
    engine.error = new Error("broken");
    await world.write("a", upsertOf([2, 3])).catch(() => {});
    engine.error = null;
    expect(await refusalOf(world.write("c", upsertOf([1, 2])))).to.match(/^Vector limit reached/);
    await world.write("c", upsertOf([1]));
    const { dir, clock, database } = world.opened;
    await database.close();
    const again = await open({ dir, clock });
    expect(again.database.vectors).to.equal(4);
    await again.database.close();
    world = await capped(4);
  });
});
