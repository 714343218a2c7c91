// Calls drawn from the definitions and damaged: CASES of them (20,000), from SEED on.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { countOf, seedOf } from "../support/chance.ts";
import { fuzzCalls, settle } from "../support/grpc-fuzz-run.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";

const CASES = countOf("CASES", 20_000);
const SEED = seedOf("SEED");

describe("any gRPC message, at length", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true, checkpoints: true });
    await settle(server);
  });
  afterEach(() => server.close());

  it(`is answered, or refused for a reason that its sender can correct; SEED=${SEED}`, async () => {
    const codes = await fuzzCalls(server, SEED, CASES);
    // The drawn calls are of some use: a part of them is done.
    expect(codes.get(status.OK)).to.be.above(CASES / 20);
    expect(codes.get(status.INVALID_ARGUMENT)).to.be.above(CASES / 20);
  });
});
