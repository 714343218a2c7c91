// The cancel signal of a gRPC call: when its operation is told that no client waits for the answer.

import { type Client, Metadata } from "@grpc/grpc-js";
import { expect } from "chai";
import type { Operation } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { type CallParts, gateOf, nativeStatus } from "../../../src/grpc/handlers.ts";
import { SERVICES } from "../../../src/grpc/rpcs.ts";
import { type Methods, services } from "../../../src/grpc/wire/messages.ts";
import { createLogger } from "../../../src/log/logger.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";
import type { CancelSignal } from "../../../src/scheduling/cancel.ts";
import { MAX_BODY_BYTES_UNDER_WAY } from "../../../src/schema/limits.ts";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { ask, GrpcFixture } from "../../support/grpc.ts";
import { until } from "../../support/until.ts";

const { ServerService } = services;

const ANSWER = { title: "probe", version: "1" };

interface Call {
  cancel(): void;
}
type Unary = (request: object, metadata: Metadata, options: object, done: () => void) => Call;

async function aborted(signal: NonNullable<CancelSignal>): Promise<void> {
  await until(() => signal.aborted);
}

describe("an operation that is called over gRPC", () => {
  let fixture: GrpcFixture;
  let client: Client;
  let answer: (result: object) => void;
  /** Resolves with the cancel signal of the operation when it runs. */
  let running: Promise<CancelSignal>;

  beforeEach(async () => {
    const row = OPERATIONS.find(({ id }) => id === "getServerInfo")!;
    const result = new Promise<object>((resolve) => {
      answer = resolve;
    });
    let probe: Operation | undefined;
    running = new Promise((resolve) => {
      const run: Operation["run"] = async (_services, _request, _rules, { signal }) => {
        resolve(signal);
        return result as never;
      };
      probe = { ...row, run };
    });
    const parts: CallParts = {
      operations: new Map([[row.id, probe!]]),
      services: {} as CallParts["services"],
      ready: () => true,
      log: createLogger({ level: "error" }),
      maxBodyBytes: 1024 * 1024,
      access: {
        authEnabled: false,
        hasAdmin: false,
        identify: async () => null,
        identifySession: () => null,
        isSetupCode: () => false,
      },
      bodies: new RequestBudget(MAX_BODY_BYTES_UNDER_WAY, "calls are under way", MemoryLimit.unlimited()),
      holdAnswer: () => {},
    };
    const { healthCheck: method }: Methods = ServerService;
    const { rpcs } = SERVICES.find(({ definition }) => definition.healthCheck === method)!;
    const gate = gateOf(rpcs.healthCheck!, method!, parts, {
      package: "azimuth.v1",
      terms: { rules: NATIVE_RULES, extendedApi: false },
      statusOf: nativeStatus,
      adapt: (_operation, same) => same,
    });
    const asBytes = (bytes: Buffer) => bytes;
    const definition = {
      healthCheck: { ...method!, requestDeserialize: asBytes, responseSerialize: asBytes },
    };
    const handler = () => expect.fail("the gate answers");
    fixture = await GrpcFixture.serving(
      [[definition, { healthCheck: handler }]],
      new Map([[method!.path, gate]]),
    );
    client = fixture.client(ServerService);
  });

  afterEach(() => fixture.kill());

  function call(options: object = {}, done = () => {}): Call {
    const unary = (client as unknown as { healthCheck: Unary }).healthCheck.bind(client);
    return unary({}, new Metadata(), options, done);
  }

  it("an operation that is called over gRPC is cancelled when the client cancels the call", async () => {
    const cancelled = call();
    const signal = (await running)!;
    expect(signal.aborted).to.equal(false);
    cancelled.cancel();
    await aborted(signal);
  });

  it("an operation that is called over gRPC is cancelled when the deadline has passed", async () => {
    let isRunning = false;
    const signal = running.then((given) => {
      isRunning = true;
      return given!;
    });
    // On a busy machine the first deadlines may pass before the call has reached the server.
    for (let ms = 100; !isRunning; ms *= 2)
      await new Promise<void>((resolve) => call({ deadline: Date.now() + ms }, resolve));
    await aborted(await signal);
  });

  it("an operation that is called over gRPC is cancelled when the connection is closed", async () => {
    call();
    const signal = (await running)!;
    fixture.kill();
    await aborted(signal);
  });

  it("an operation that is called over gRPC is not cancelled once it has answered", async () => {
    const asked = ask(client, "healthCheck", {});
    const signal = (await running)!;
    answer(ANSWER);
    await asked;
    await fixture.end();
    expect(signal.aborted).to.equal(false);
  });
});
