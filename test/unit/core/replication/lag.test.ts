// How far a follower is behind, measured by the clock of its own machine.
import { expect } from "chai";
import { LagClock } from "../../../../src/core/replication/lag.ts";

describe("the lag of a follower", () => {
  const world = { now: 0, applied: 0 };
  let clock: LagClock;
  beforeEach(() => {
    Object.assign(world, { now: 0, applied: 0 });
    clock = new LagClock(
      () => world.applied,
      () => world.now,
    );
  });

  it("the lag of a follower is unknown before it has heard of its leader", () => {
    expect(clock.lag).to.equal(null);
  });

  it("the lag of a follower is 0 while it has all records and hears of its leader", () => {
    clock.note(0);
    world.now = 900;
    expect(clock.lag).to.deep.equal({ seconds: 0, records: 0 });
  });

  it("the lag of a follower grows from the moment as of which it had all records", () => {
    clock.note(0);
    world.now = 200;
    clock.note(5);
    world.now = 1_500;
    expect(clock.lag).to.deep.equal({ seconds: 1.5, records: 5 });
    world.applied = 5;
    expect(clock.lag).to.deep.equal({ seconds: 1.3, records: 0 });
    clock.note(5);
    expect(clock.lag).to.deep.equal({ seconds: 0, records: 0 });
  });

  it("the lag of a follower grows while its leader is silent, though it has all records that it heard of", () => {
    clock.note(3);
    world.applied = 3;
    world.now = 10_000;
    expect(clock.lag).to.deep.equal({ seconds: 10, records: 0 });
  });

  it("the lag of a follower is measured from the first news if it never had all records", () => {
    clock.note(100);
    world.now = 4_000;
    clock.note(200);
    expect(clock.lag).to.deep.equal({ seconds: 4, records: 200 });
  });

  it("the lag of a follower that hears more often than it applies needs a bounded memory, and stays about right", () => {
    clock.note(0);
    for (let i = 1; i <= 10_000; i++) {
      world.now = i * 10;
      clock.note(i);
    }
    world.applied = 9_000;
    expect(clock.lag!.records).to.equal(1_000);
    expect(clock.lag!.seconds).to.be.within(10, 40);
  });
});
