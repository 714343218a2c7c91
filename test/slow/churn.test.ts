// The long run of test/unit/engine/churn.test.ts. SECONDS sets how long it takes at least (60), OPERATIONS how many
// inserts and deletes (100,000), SEED what they are.
import { startPool } from "../../src/engine/node-threads.ts";
import { seededRandom } from "../support/random.ts";
import { expectSound } from "../unit/engine/churn.ts";

const SECONDS = Number(process.env.SECONDS ?? 60);
const OPERATIONS = Number(process.env.OPERATIONS ?? 100_000);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));

describe(`searches beside a writer, ${SECONDS} s (SEED=${SEED})`, () => {
  it("find existing points and no others, with the recall of an idle segment", async () => {
    const engine = startPool(2);
    try {
      await expectSound(engine, seededRandom(SEED), { seconds: SECONDS, operations: OPERATIONS });
    } finally {
      await engine.close();
    }
  });
});
