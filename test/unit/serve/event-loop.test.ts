// The delay of the event loop: how late timers run, with a clock that the test sets.
import { expect } from "chai";
import { LoopDelay } from "../../../src/serve/event-loop.ts";

describe("the delay of the event loop", () => {
  it("the delay of the event loop is measured as the lateness of each timer, until it is stopped", () => {
    let now = 1000;
    let timer: { ms: number; task: () => void } | null = null;
    const delay = new LoopDelay({
      now: () => now,
      after(ms, task) {
        timer = { ms, task };
        return () => {
          timer = null;
        };
      },
    });
    const fire = (lateMs: number) => {
      const { ms, task } = timer!;
      now += ms + lateMs;
      task();
    };
    delay.start();
    for (const lateMs of [0, 3, 30, -1]) fire(lateMs);
    const { bounds, counts, sum } = delay.distribution;
    expect(sum).to.be.closeTo(0.033, 1e-9);
    const at = (seconds: number) => counts[bounds.findIndex((bound) => seconds <= bound)];
    expect([at(0), at(0.003), at(0.03)]).to.deep.equal([2, 1, 1]);
    delay.stop();
    expect(timer).to.equal(null);
  });
});
