// Tasks that run when no event has happened for a while.
import { expect } from "chai";
import { Quiet } from "../../../src/scheduling/clock.ts";
import { TestClock } from "../core/fixtures.ts";

describe("a task for a quiet period", () => {
  let clock: TestClock;
  let done: number;
  let quiet: Quiet;

  beforeEach(() => {
    clock = new TestClock();
    done = 0;
    quiet = new Quiet(clock, 100, () => done++);
  });

  it("a task for a quiet period runs once, at its delay after the last event", () => {
    quiet.note();
    clock.advance(60);
    quiet.note();
    clock.advance(60);
    expect(done, "60 ms after the last").to.equal(0);
    clock.advance(40);
    expect(done, "100 ms after the last").to.equal(1);
    clock.advance(1000);
    expect(done, "later").to.equal(1);
  });

  it("a task for a quiet period runs again only after another event", () => {
    quiet.note();
    clock.advance(100);
    quiet.note();
    clock.advance(100);
    expect(done).to.equal(2);
  });

  it("a task for a quiet period does not run when it is stopped", () => {
    quiet.note();
    quiet.stop();
    clock.advance(1000);
    expect(done).to.equal(0);
  });
});
