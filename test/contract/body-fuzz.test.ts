// Requests made from the OpenAPI document and then damaged, in both dialects: CASES of them (test/README.md).
import { expect } from "chai";
import { fuzz } from "../support/body-fuzz.ts";
import { countOf, seedOf } from "../support/chance.ts";
import { FuzzServer } from "../support/fuzz-server.ts";

const CASES = countOf("CASES", 1000);
const MILLISECONDS_PER_CASE = 100;

describe("any body", function () {
  this.timeout(CASES * MILLISECONDS_PER_CASE);
  let fuzzed: FuzzServer;
  beforeEach(async () => {
    fuzzed = await FuzzServer.start();
  });
  afterEach(() => fuzzed.server.close());

  it("is answered as openapi.json says, and changes nothing when it is refused", async () => {
    const seed = seedOf("SEED") | 0;
    process.stdout.write(`      SEED=${seed}\n`);
    const { statuses, done, changes, restarts } = await fuzz(fuzzed, { seed, runs: CASES });
    process.stdout.write(
      `      ${JSON.stringify(statuses)}, ${done.size} operations done, ${changes} changes, ${restarts} restarts\n`,
    );
    expect(statuses[200]).to.be.greaterThan(CASES / 10);
    expect(statuses[400]).to.be.greaterThan(CASES / 10);
    expect(await fuzzed.isUnchanged()).to.equal(true);
  });
});
