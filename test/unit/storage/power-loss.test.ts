// The log on a disk that loses its power at any call: acknowledged records are kept, others are complete or missing.
// ROUNDS and SEED make the run longer or repeat it; a failure names its round, which can be run alone.
import { expect } from "chai";
import { countOf, roundRandom, seedOf } from "../../support/chance.ts";
import { playLog } from "../../support/log-rounds.ts";
import { PowerTally } from "../../support/power-tally.ts";

const ROUNDS = countOf("ROUNDS", 15);
const LIVES = 12;

describe("a log under power cuts", () => {
  it("a log under power cuts keeps every acknowledged record and no incomplete one, and never treats a power cut as damage", async () => {
    const seed = seedOf();
    const tally = new PowerTally();
    for (let round = 0; round < ROUNDS; round++) {
      await playLog(roundRandom(seed, round), LIVES, tally).catch((error: Error) => {
        throw new Error(`SEED=${(seed + Math.imul(round, 0x9e3779b1)) >>> 0} ROUNDS=1: ${error.message}`);
      });
    }
    process.stdout.write(`      SEED=${seed}: ${tally}\n`);
    expect(tally.dropping, "cuts that lost something").to.be.at.least(ROUNDS * 5);
  }).timeout(300_000 + ROUNDS * 200);
});
