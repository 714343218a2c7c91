// Bugs planted under the log, each of which the rounds of power cuts must find, to prove that these rounds can fail.

import { expect } from "chai";
import { roundRandom, seedOf } from "../../support/chance.ts";
import { type Plant, playLog } from "../../support/log-rounds.ts";
import { Violation } from "../../support/oracle.ts";
import * as bugs from "../../support/planted-bugs.ts";
import { PowerTally } from "../../support/power-tally.ts";
import { itWeekly } from "../../support/weekly.ts";

const MOST_ROUNDS = 1_000;
const LIVES = 12;

/** The number of the round that finds the bug. */
async function roundsToFind(plant: Plant, seed: number): Promise<number> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    try {
      await playLog(roundRandom(seed, round), LIVES, new PowerTally(), plant);
    } catch (error) {
      if (error instanceof Violation) return round + 1;
      throw error;
    }
  }
  throw new Error(`SEED=${seed}: not found in ${MOST_ROUNDS} rounds of ${LIVES} lives`);
}

describe("a log under power cuts", () => {
  const PLANTED: readonly (readonly [string, Plant])[] = [
    ["whose sync does nothing", bugs.skipSync],
    ["whose commits are not synced", bugs.skipSyncOfCommits],
    ["whose directories are never synced", bugs.skipSyncDir],
    ["that acknowledges before the record is durable", bugs.acknowledgeTooEarly],
    ["that syncs before all is written", bugs.syncTooEarly],
    ["that checks no CRC", bugs.skipCrc],
    // Found after the most rounds: in `npm run test:slow`.
    ["that checks the CRC of headers only", bugs.skipBodyCrc],
    ["whose rename is a copy", bugs.copyForRename],
    ["whose copy of the tail is not synced", bugs.skipSyncOfTailCopy],
    ["that goes on behind what only the page cache holds", bugs.trustPageCache],
  ];
  for (const [name, plant] of PLANTED) {
    const register = plant === bugs.skipBodyCrc ? itWeekly : it;
    register(`power cuts reveal a log ${name}`, async () => {
      const rounds = await roundsToFind(plant, seedOf());
      expect(rounds).to.be.within(1, MOST_ROUNDS);
    });
  }
});
