// Random gRPC calls: they are generated from the definitions and then damaged. CASES says how many, SEED repeats a run.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { countOf, seedOf } from "../../support/chance.ts";
import { fuzzCalls, settle } from "../../support/grpc-fuzz-run.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const CASES = countOf("CASES", 100);
const SEED = seedOf();

describe("any gRPC message", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true, checkpoints: true });
    await settle(server);
  });
  afterEach(() => server.close());

  it(`any gRPC message is answered, or refused for a reason that its sender can correct; SEED=${SEED}`, async () => {
    const codes = await fuzzCalls(server, SEED, CASES);
    // A part of the generated calls must succeed, or the test would show nothing.
    expect(codes.get(status.OK)).to.be.above(CASES / 20);
    expect(codes.get(status.INVALID_ARGUMENT)).to.be.above(CASES / 20);
  });
});
