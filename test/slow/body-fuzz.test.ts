// Random requests: they are generated from the OpenAPI document and then damaged, in both dialects. CASES says how many
// (20,000).
import { fuzzBodies } from "../support/body-fuzz.ts";
import { countOf } from "../support/chance.ts";
import { FuzzServer } from "../support/fuzz-server.ts";

const CASES = countOf("CASES", 20_000);
const START_MS = 20_000;
const MILLISECONDS_PER_CASE = 100;

describe("each of many random request bodies", function () {
  this.timeout(START_MS + CASES * MILLISECONDS_PER_CASE);
  let fuzzed: FuzzServer;
  beforeEach(async () => {
    fuzzed = await FuzzServer.start();
  });
  afterEach(() => fuzzed.server.close());

  it("a random request body gets a response that openapi.json describes, and changes nothing when it is refused", () =>
    fuzzBodies(fuzzed, CASES));
});
