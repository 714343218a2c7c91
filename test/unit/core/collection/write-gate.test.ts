// The write gate: shared work runs concurrently; exclusive work runs alone, after earlier and before later work.
import { expect } from "chai";
import { WriteGate } from "../../../../src/core/collection/write-gate.ts";
import { integer, rejection, withSeed } from "../../engine/fixtures.ts";

/** Work that ends when its `end` is called. */
function held(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

describe("a write gate", () => {
  it("a write gate runs shared work concurrently", async () => {
    const gate = new WriteGate();
    const log: string[] = [];
    const [a, b] = [held(log, "a"), held(log, "b")];
    const done = Promise.all([gate.shared(a.work), gate.shared(b.work)]);
    await turns();
    expect(log).to.deep.equal(["a begins", "b begins"]);
    b.end();
    a.end();
    expect(await done).to.deep.equal(["a", "b"]);
  });

  it("a write gate starts exclusive work when all earlier work has ended, and delays all later work", async () => {
    const gate = new WriteGate();
    const log: string[] = [];
    const [before, alone, after, second] = ["before", "alone", "after", "second"].map((name) =>
      held(log, name),
    );
    const all = [
      gate.shared(before!.work),
      gate.alone(alone!.work),
      gate.shared(after!.work),
      gate.alone(second!.work),
    ];
    for (const one of [second, after, alone, before]) {
      await turns();
      one!.end();
    }
    await Promise.all(all);
    expect(log).to.deep.equal(
      ["before", "alone", "after", "second"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it("a write gate runs work on different points concurrently, and work on one point in the order of the calls", async () => {
    const gate = new WriteGate();
    const log: string[] = [];
    const [a, b, again] = ["a", "b", "again"].map((name) => held(log, name));
    const all = [gate.onPoints(["1", "2"], a!.work), gate.onPoints(["3"], b!.work)];
    all.push(gate.onPoints(["2", "3"], again!.work));
    await turns();
    expect(log).to.deep.equal(["a begins", "b begins"]);
    for (const [one, then] of [
      [b!, ["b ends"]],
      [a!, ["a ends", "again begins"]],
      [again!, ["again ends"]],
    ] as const) {
      one.end();
      await turns();
      expect(log.splice(-then.length)).to.deep.equal(then);
    }
    await Promise.all(all);
  });

  it("a write gate runs work on points beside neither shared nor exclusive work", async () => {
    for (const how of ["shared", "alone"] as const) {
      const gate = new WriteGate();
      const log: string[] = [];
      const [first, other, last] = ["first", "other", "last"].map((name) => held(log, name));
      const all = [
        gate.onPoints(["1"], first!.work),
        gate[how](other!.work),
        gate.onPoints(["2"], last!.work),
      ];
      for (const one of [last, other, first]) {
        await turns();
        one!.end();
      }
      await Promise.all(all);
      expect(log, how).to.deep.equal(
        ["first", "other", "last"].flatMap((name) => [`${name} begins`, `${name} ends`]),
      );
    }
  });

  it("a write gate rejects failed work for its caller, and continues with the next", async () => {
    const gate = new WriteGate();
    const failing = async () => {
      throw new Error("failed");
    };
    const onPoint = <T>(work: () => Promise<T>) => gate.onPoints(["1"], work);
    const ways = [gate.shared.bind(gate), gate.alone.bind(gate), onPoint];
    for (const run of ways) {
      const failed = rejection(run(failing));
      const later = [onPoint(async () => 0), ...ways.map((way, i) => way(async () => i + 1))];
      expect((await failed).message).to.equal("failed");
      expect(await Promise.all(later)).to.deep.equal([0, 1, 2, 3]);
    }
  });

  it("a write gate never runs exclusive work beside other work, and starts it in the order of the calls", () =>
    withSeed(async (random) => {
      const gate = new WriteGate();
      let shared = 0;
      let alone = 0;
      let last = -1;
      let together = 0;
      const all = Array.from({ length: 300 }, async (_, i) => {
        for (let wait = integer(random, 0, 20); wait > 0; wait--) await turns();
        const isAlone = random() < 0.3;
        const work = async () => {
          expect(alone, "beside work alone").to.equal(0);
          if (isAlone) expect(shared, "alone").to.equal(0);
          if (isAlone) alone++;
          else shared++;
          together = Math.max(together, shared);
          for (let turn = integer(random, 0, 3); turn > 0; turn--) await turns();
          if (isAlone) alone--;
          else shared--;
          last = Math.max(last, i);
          if (random() < 0.1) throw new Error("failed");
        };
        await (isAlone ? gate.alone(work) : gate.shared(work)).catch((error: Error) => {
          if (error.message !== "failed") throw error;
        });
      });
      await Promise.all(all);
      expect(last).to.equal(299);
      expect(together, "shared work at a time").to.be.above(1);
    }));
});
