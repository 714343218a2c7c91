// The limiter: at most n tasks at a time, and the others in the order of their calls.
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { Limiter } from "../../../src/scheduling/limiter.ts";

describe("a limiter of tasks", () => {
  /** Runs tasks that record their beginning, and end when the test says so. */
  function watched(limiter: Limiter) {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const run = (n: number, signal?: { aborted: boolean }) => {
      const task = async () => {
        begun.push(n);
        await new Promise<void>((resolve) => {
          ends[n] = resolve;
        });
        return n;
      };
      return limiter.run(task, signal).catch((error: Error) => error);
    };
    const end = (n: number) => {
      ends[n]!();
      return setImmediate();
    };
    return { run, end, begun };
  }

  it("a limiter of tasks runs n tasks at a time, in the order of their calls", async () => {
    const { run, end, begun } = watched(new Limiter(2));
    const all = Promise.all([0, 1, 2, 3].map((n) => run(n)));
    for (const n of [0, 1, 2, 3]) {
      expect(begun).to.have.lengthOf(Math.min(4, n + 2));
      await end(n);
    }
    expect(await all).to.deep.equal([0, 1, 2, 3]);
    expect(begun).to.deep.equal([0, 1, 2, 3]);
  });

  it("a limiter of tasks begins a task at once when fewer than n run", () => {
    const { run, begun } = watched(new Limiter(1));
    void run(0);
    expect(begun).to.deep.equal([0]);
  });

  it("a limiter of tasks continues after a task that failed", async () => {
    const limiter = new Limiter(1);
    const failed = limiter.run(() => Promise.reject(new Error("no")));
    const next = limiter.run(async () => 5);
    await failed.catch(() => {});
    expect(await next).to.equal(5);
  });

  it("a limiter of tasks skips a task that is aborted while it waits, and never begins it", async () => {
    const { run, end, begun } = watched(new Limiter(1));
    const signal = { aborted: false };
    const all = [run(0), run(1, signal), run(2)];
    signal.aborted = true;
    await end(0);
    expect(await all[1]).to.be.instanceOf(DeadlineExceeded);
    expect(begun).to.deep.equal([0, 2]);
    await end(2);
    expect(await all[2]).to.equal(2);
  });

  it("a limiter of tasks skips several aborted tasks, wherever they are in the queue", async () => {
    const { run, end, begun } = watched(new Limiter(1));
    const signal = { aborted: false };
    const all = [0, 1, 2, 3, 4].map((n) => run(n, n === 0 || n === 3 ? undefined : signal));
    signal.aborted = true;
    await end(0);
    expect(begun).to.deep.equal([0, 3]);
    await end(3);
    for (const n of [1, 2, 4]) expect(await all[n]).to.be.instanceOf(DeadlineExceeded);
  });

  it("a limiter of tasks rejects aborted tasks at once on request, and still accepts others", async () => {
    const limiter = new Limiter(1);
    const signal = { aborted: false };
    await limiter.enter();
    const left = [0, 1].map(() => limiter.enter(signal).catch((error: Error) => error));
    signal.aborted = true;
    limiter.dropAborted();
    for (const one of left) expect(await one).to.be.instanceOf(DeadlineExceeded);
    const next = limiter.enter();
    limiter.leave();
    await next;
    limiter.leave();
    expect(limiter.tryEnter()).to.equal(true);
  });

  it("a limiter of tasks begins the next task when a task is aborted at the moment at which it could begin", async () => {
    const limiter = new Limiter(1);
    const signal = { aborted: false };
    await limiter.enter();
    const waiting = limiter.enter(signal).catch((error: Error) => error);
    limiter.leave();
    signal.aborted = true;
    expect(await waiting).to.be.instanceOf(DeadlineExceeded);
    expect(limiter.tryEnter()).to.equal(true);
  });

  it("a limiter of tasks begins an urgent task before those that wait", async () => {
    const limiter = new Limiter(1);
    const begun: string[] = [];
    await limiter.enter();
    const all = [
      limiter.enter().then(() => begun.push("first")),
      limiter.enter(undefined, true).then(() => begun.push("urgent")),
      limiter.enter().then(() => begun.push("last")),
    ];
    for (let i = 0; i < 3; i++) limiter.leave();
    await Promise.all(all);
    expect(begun).to.deep.equal(["urgent", "first", "last"]);
  });

  it("a limiter of tasks refuses a task when the queue is full, and accepts one again when a place is free", async () => {
    const limiter = new Limiter(1, { maxWaiting: 1, error: () => new RangeError("too many") });
    const { run, end, begun } = watched(limiter);
    const all = [run(0), run(1), run(2)];
    expect(await all[2]).to.be.instanceOf(RangeError);
    await end(0);
    const last = run(3);
    await end(1);
    expect(begun).to.deep.equal([0, 1, 3]);
    await end(3);
    expect(await Promise.all([all[0], all[1], last])).to.deep.equal([0, 1, 3]);
  });
});
