// Random requests: they are generated from the OpenAPI document and then damaged, in both dialects. CASES says how
// many.
import { fuzzBodies } from "../support/body-fuzz.ts";
import { countOf } from "../support/chance.ts";
import { FuzzServer } from "../support/fuzz-server.ts";

const CASES = countOf("CASES", 30);
const START_MS = 300_000;
const MILLISECONDS_PER_CASE = 100;

describe("any request body", function () {
  this.timeout(START_MS + CASES * MILLISECONDS_PER_CASE);
  let fuzzed: FuzzServer;
  beforeEach(async () => {
    fuzzed = await FuzzServer.start();
  });
  afterEach(() => fuzzed.server.close());

  it("any request body gets a response that openapi.json describes, and changes nothing when it is refused", () =>
    fuzzBodies(fuzzed, CASES));
});
