// Searches without pause beside inserts, deletes, growth and a rebuild, in real threads. The long run is in test/slow.
import { startPool } from "../../../src/engine/node-threads.ts";
import { expectSound } from "./churn.ts";
import { withSeed } from "./fixtures.ts";

const SECONDS = 1;

describe("searches beside a writer", () => {
  it("searches beside a writer find existing points and no others, with the recall of an idle vector store", () =>
    withSeed(async (random) => {
      const engine = startPool(2);
      try {
        await expectSound(engine, random, { seconds: SECONDS, operations: 6000 });
      } finally {
        await engine.close();
      }
    }));
});
