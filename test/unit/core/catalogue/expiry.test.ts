// The time at which a collection that is marked as deleted is dropped, while the wall clock is set back.
import { expect } from "chai";
import { LocalLog } from "../../../../src/storage/local-log.ts";
import type { Log } from "../../../../src/storage/log.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import { freshDir, open, TestClock, unnamed } from "../fixtures.ts";

/** A clock that shows an earlier time than the one that has passed. */
class SetBack extends TestClock {
  byMs = 0;

  override now(): number {
    return super.now() - this.byMs;
  }
}

describe("a collection that is marked as deleted", () => {
  it("a collection that is marked as deleted is dropped only when the wall clock shows its time, although it was set back meanwhile", async () => {
    const clock = new SetBack();
    const { database } = await open({ clock });
    await database.create("a", unnamed(3));
    await database.mark("a", 60_000);
    clock.byMs = 30_000;
    clock.advance(60_000);
    await database.create("b", unnamed(3)); // waits for earlier removals
    expect(database.registered("a")).to.not.equal(undefined);
    clock.advance(30_000);
    await database.create("c", unnamed(3));
    expect(database.registered("a")).to.equal(undefined);
  });

  it("a collection whose removal fails is removed a minute later", async () => {
    const dir = freshDir();
    let isBroken = false;
    const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
    const append: Log["append"] = (record) =>
      isBroken ? Promise.reject(new Error("the log is away")) : log.append(record);
    const broken = new Proxy(log, {
      get: (target, key) => {
        const value = key === "append" ? append : Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const { database, clock } = await open({ dir, more: { log: broken } });
    await database.create("a", unnamed(3));
    await database.mark("a", 60_000);
    isBroken = true;
    clock.advance(60_000);
    await database.drop("none"); // waits for earlier removals
    isBroken = false;
    expect(database.registered("a")).to.not.equal(undefined);
    clock.advance(60_000);
    await database.drop("none");
    expect(database.registered("a")).to.equal(undefined);
    await database.close();
  });
});
