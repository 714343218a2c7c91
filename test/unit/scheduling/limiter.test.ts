// Work in turns: never more than so much at a time, and all of it.
import { expect } from "chai";
import { Limiter } from "../../../src/scheduling/limiter.ts";

describe("turns", () => {
  it("let as many work at a time as they are wide, in the order in which they came", async () => {
    const turns = new Limiter(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (n: number) =>
      turns.run(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        return n;
      });
    const all = Promise.all([0, 1, 2, 3].map(work));
    for (let end = 0; end < 4; end++) {
      while (ends.length <= end) await Promise.resolve();
      expect(begun).to.have.lengthOf(Math.min(4, end + 2));
      ends[end]!();
      await Promise.resolve();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect(await all).to.deep.equal([0, 1, 2, 3]);
    expect(begun).to.deep.equal([0, 1, 2, 3]);
  });

  it("pass on after work that failed", async () => {
    const turns = new Limiter(1);
    const failed = turns.run(() => Promise.reject(new Error("no")));
    const next = turns.run(async () => 5);
    await failed.catch(() => {});
    expect(await next).to.equal(5);
  });
});
