// A large message of any call is read in slices: other calls are served meanwhile, and nothing more is read for a
// client that has cancelled.

import type { Client } from "@grpc/grpc-js";
import { expect } from "chai";
import type { Operation } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { countPoints } from "../../../src/grpc/convert/searches.ts";
import { type CallParts, gateOf, nativeStatus, type RpcDialect } from "../../../src/grpc/handlers.ts";
import { SERVICES } from "../../../src/grpc/rpcs.ts";
import { type Methods, messages, services } from "../../../src/grpc/wire/messages.ts";
import { createLogger } from "../../../src/log/logger.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";
import { MAX_BODY_BYTES_UNDER_WAY } from "../../../src/schema/limits.ts";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { GrpcFixture } from "../../support/grpc.ts";
import { SERVICES_ALONE } from "../../support/replication-alone.ts";

const { PointsService } = services;
const { rpcs } = SERVICES.find(({ definition }) => definition === (PointsService as Methods))!;
const KEYWORDS = 300_000;
/** Far fewer than the slices of five milliseconds on any machine. */
const ROUNDS = 5;

type Unary = (bytes: Buffer, done: (error: { code: number } | null) => void) => { cancel(): void };

describe("a large message of a gRPC call", () => {
  let fixture: GrpcFixture;
  let count: Unary;
  /** Called when the message has arrived, when it has been read, and when the call fails. */
  let arrived: () => void;
  let wasRead: () => void;
  let refused: () => void;

  beforeEach(async () => {
    const row = OPERATIONS.find(({ id }) => id === "countPoints")!;
    const probe: Operation = { ...row, run: async () => ({ count: 0 }) as never };
    const parts: CallParts = {
      operations: new Map([[row.id, probe]]),
      services: SERVICES_ALONE,
      ready: () => {
        wasRead();
        return true;
      },
      log: createLogger({ level: "error" }),
      maxBodyBytes: 64 * 1024 * 1024,
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
    const { count: method }: Methods = PointsService;
    const dialect: RpcDialect = {
      package: "azimuth.v1",
      terms: { rules: NATIVE_RULES, extendedApi: false },
      statusOf: (error) => {
        refused();
        return nativeStatus(error);
      },
      adapt: (_operation, same) => same,
    };
    const asBytes = (bytes: Buffer) => bytes;
    const served = {
      ...method!,
      requestDeserialize: (bytes: Buffer) => {
        arrived();
        return bytes;
      },
      responseSerialize: asBytes,
    };
    const { path } = method!;
    fixture = await GrpcFixture.serving(
      [[{ count: served }, { count: () => expect.fail("the gate answers") }]],
      new Map([[path, gateOf(rpcs.count!, method!, parts, dialect)]]),
    );
    const client: Client = fixture.client(PointsService);
    count = (bytes, done) => client.makeUnaryRequest(path, asBytes, asBytes, bytes, (error) => done(error));
  });

  afterEach(() => fixture.kill());

  function message(): Buffer {
    const any = Array<string>(KEYWORDS).fill("");
    const request = { collection_name: "c", filter: { must: [{ key: "a", match: { any } }] } };
    return messages.CountPoints.encode(countPoints.write(request));
  }

  it("a large message of a gRPC call is read no further when the client has cancelled the call", async () => {
    const outcome = new Promise<string>((resolve) => {
      wasRead = () => resolve("read");
      refused = () => resolve("refused");
    });
    let call: ReturnType<Unary> | undefined;
    arrived = () => call!.cancel();
    call = count(message(), () => {});
    expect(await outcome).to.equal("refused");
  });

  it("a large message of a gRPC call is read in many rounds of the event loop", async () => {
    let rounds = 0;
    let isReading = false;
    const next = () => {
      rounds++;
      if (isReading) setImmediate(next);
    };
    arrived = () => {
      isReading = true;
      setImmediate(next);
    };
    wasRead = () => {
      isReading = false;
    };
    await new Promise<void>((resolve, reject) =>
      count(message(), (error) => (error ? reject(error) : resolve())),
    );
    expect(rounds).to.be.above(ROUNDS);
  });
});
