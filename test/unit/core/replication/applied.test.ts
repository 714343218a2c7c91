// The LSN up to which everything is applied, and who waits for it.
import { expect } from "chai";
import { AppliedLsn } from "../../../../src/core/replication/applied.ts";
import type { Clock } from "../../../../src/scheduling/clock.ts";

/** A clock whose timers fire when the test says so. */
class HandClock implements Clock {
  readonly #tasks = new Set<() => void>();

  now(): number {
    return 0;
  }

  after(_ms: number, task: () => void): () => void {
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  }

  fire(): void {
    for (const task of this.#tasks) task();
  }

  get waiting(): number {
    return this.#tasks.size;
  }
}

function deferred() {
  let end: (error?: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { promise, end: (error?: Error) => end(error) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the applied LSN", () => {
  it("the applied LSN is that of the last record before the first which is still being applied", async () => {
    const applied = new AppliedLsn(new HandClock());
    applied.startFrom(10);
    const records = [11, 12, 13].map((lsn) => ({ lsn, ...deferred() }));
    for (const { lsn, promise } of records) applied.note(lsn, promise);
    const lsns = [applied.lsn];
    for (const i of [2, 0, 1]) {
      records[i]!.end();
      await turn();
      lsns.push(applied.lsn);
    }
    expect(lsns).to.deep.equal([10, 10, 11, 13]);
  });

  it("the applied LSN passes a record that a damaged collection cannot apply", async () => {
    const applied = new AppliedLsn(new HandClock());
    const record = deferred();
    applied.note(1, record.promise);
    record.end(new Error("damaged"));
    await turn();
    expect(applied.lsn).to.equal(1);
  });

  it("the applied LSN resolves those who wait for it, and cancels their time limits", async () => {
    const clock = new HandClock();
    const applied = new AppliedLsn(clock);
    const [first, second] = [deferred(), deferred()];
    applied.note(1, first.promise);
    applied.note(2, second.promise);
    const waiting = [applied.reach(1, 1000), applied.reach(2, 1000)];
    first.end();
    expect(await waiting[0]).to.equal(true);
    expect(clock.waiting).to.equal(1);
    second.end();
    expect(await waiting[1]).to.equal(true);
    expect(clock.waiting).to.equal(0);
    expect(await applied.reach(2, 1000)).to.equal(true);
  });

  it("the applied LSN tells those who waited too long that it was not reached", async () => {
    const clock = new HandClock();
    const applied = new AppliedLsn(clock);
    const waiting = applied.reach(5, 1000);
    clock.fire();
    expect(await waiting).to.equal(false);
  });
});
