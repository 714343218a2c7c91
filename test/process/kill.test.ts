// A server that is killed a few times, at random moments of its start, its checkpoints and its log: the short version
// of test/slow/kill.test.ts. SEED repeats a run, as far as a race can be repeated.
import { expect } from "chai";
import { countOf, seedOf } from "../support/chance.ts";
import { KillLoop } from "../support/kill-loop.ts";

const KILLS = countOf("KILLS", 2);

describe("a server that is killed", () => {
  it(`a server that is killed has every acknowledged write after each of ${KILLS} kills`, async () => {
    const seed = seedOf("SEED");
    const loop = new KillLoop(seed);
    try {
      await loop.run(KILLS);
      // A server that is killed while it starts has acknowledged nothing: then further kills follow.
      while (loop.oracle.acknowledged <= KILLS) await loop.run(loop.count + 1);
    } catch (error) {
      throw new Error(`SEED=${seed}, after ${loop.count} kills: ${(error as Error).stack}`);
    }
    loop.remove();
    process.stdout.write(`      SEED=${seed}: ${loop}\n`);
    expect(loop.oracle.acknowledged).to.be.greaterThan(KILLS);
  });
});
