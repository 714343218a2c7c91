// When a collection that is marked as deleted goes, by a clock that people set.
import { expect } from "chai";
import { open, TestClock, unnamed } from "../fixtures.ts";

/** Shows another time than the one that passes. */
class SetBack extends TestClock {
  byMs = 0;

  override now(): number {
    return super.now() - this.byMs;
  }
}

describe("a collection that is marked as deleted", () => {
  it("is dropped at its time, although the clock was set back meanwhile", async () => {
    const clock = new SetBack();
    const { database } = await open({ clock });
    await database.create("a", unnamed(3));
    await database.mark("a", 60_000);
    clock.byMs = 30_000;
    clock.advance(60_000);
    await database.create("b", unnamed(3)); // waits for removals before it
    expect(database.registered("a")).to.not.equal(undefined);
    clock.advance(30_000);
    await database.create("c", unnamed(3));
    expect(database.registered("a")).to.equal(undefined);
  });
});
