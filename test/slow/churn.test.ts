// Searches without pause beside inserts, deletes, growth and a rebuild, in real threads. SECONDS sets the minimum
// duration (60), OPERATIONS the number of inserts and deletions (100,000), SEED the random numbers.
import { startPool } from "../../src/engine/node-threads.ts";
import { seedOf } from "../support/chance.ts";
import { seededRandom } from "../support/random.ts";
import { expectSound } from "../unit/engine/churn.ts";

const SECONDS = Number(process.env.SECONDS ?? 60);
const OPERATIONS = Number(process.env.OPERATIONS ?? 100_000);
const SEED = seedOf();

describe(`searches beside a writer, ${SECONDS} s (SEED=${SEED})`, () => {
  it("searches beside a writer find existing points and no others, with the recall of a store that is not written to", async () => {
    const engine = startPool(2);
    try {
      await expectSound(engine, seededRandom(SEED), { seconds: SECONDS, operations: OPERATIONS });
    } finally {
      await engine.close();
    }
  });
});
