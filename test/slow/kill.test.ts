// A server that is killed with SIGKILL at random moments. Writers record acknowledged writes outside of the killed
// process, and every start must have all of them. KILLS sets the number of kills (60), SEED repeats a run.
import { expect } from "chai";
import { countOf, seedOf } from "../support/chance.ts";
import { KillLoop } from "../support/kill-loop.ts";

const KILLS = countOf("KILLS", 60);

describe("a server that is killed many times", () => {
  it("a server that is killed many times has every acknowledged write after each start", async () => {
    const seed = seedOf();
    const loop = new KillLoop(seed);
    try {
      await loop.run(KILLS);
    } catch (error) {
      throw new Error(`SEED=${seed}, after ${loop.count} kills: ${(error as Error).stack}`);
    }
    loop.remove();
    process.stdout.write(`      SEED=${seed}: ${loop}\n`);
    const { kills, oracle } = loop;
    for (const place of ["start", "checkpoint", "log", "timer"] as const)
      expect(kills[place], place).to.be.at.least(KILLS / 30);
    expect(oracle.acknowledged).to.be.greaterThan(KILLS * 10);
    expect(oracle.inDoubt, "under way when killed").to.be.greaterThan(KILLS);
  }).timeout(60_000 + KILLS * 5_000);
});
