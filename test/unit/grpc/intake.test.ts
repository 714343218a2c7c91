// The time limits for receiving requests and for sending responses, on a real server with short limits.
import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import {
  Server as GrpcServer,
  Metadata,
  type Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
} from "@grpc/grpc-js";
import { expect } from "chai";
import type { Gate, UnaryCall } from "../../../src/grpc/incoming-call.ts";
import { intake } from "../../../src/grpc/intake.ts";
import { type Pieces, PieceWriter } from "../../../src/grpc/wire/pieces.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../../src/memory/request-budget.ts";
import { Traffic } from "../../../src/metrics/traffic.ts";
import { MAX_BODY_BYTES_UNDER_WAY } from "../../../src/schema/limits.ts";
import { answerTo, framed, RawGrpc } from "../../support/raw-grpc.ts";
import { until } from "../../support/until.ts";

const PATH = "/test.Echo/Say";
/** A method that its gate answers. */
const BY_GATE = "/test.Echo/Much";
/** A request that is answered later than it may take to arrive. */
const SLOW = Buffer.from("slow");
/** Long enough for a whole request on a busy machine. */
const ARRIVAL_MS = 300;
/** Long enough to end a call while it is executed. */
const ANSWER_MS = 50;
const PATIENCE = { arrivalMs: ARRIVAL_MS, silenceMs: 400 };
const MIB = 1024 * 1024;
/** A response larger than a client receives without reading. */
const MUCH = Buffer.from("much");
const asItIs = (bytes: Buffer) => bytes;
const METHOD = {
  requestStream: false,
  responseStream: false,
  requestSerialize: asItIs,
  requestDeserialize: asItIs,
  responseSerialize: asItIs,
  responseDeserialize: asItIs,
} as const;
const ECHO: ServiceDefinition = { say: { ...METHOD, path: PATH }, much: { ...METHOD, path: BY_GATE } };

function inPieces(): Pieces {
  const out = new PieceWriter();
  for (let i = 0; i < 4; i++) out.write(Buffer.alloc(MIB));
  return out.end();
}

describe("the intake of gRPC calls", () => {
  let server: Server;
  let raw: RawGrpc;
  let address: string;
  let memory: MemoryLimit;
  let calls: Traffic;
  let limitBytes: number;

  beforeEach(async () => {
    memory = MemoryLimit.unlimited();
    limitBytes = 1_000;
    const gate: Gate = {
      admit: async () => ({ by: null }),
      get limitBytes() {
        return limitBytes;
      },
      statusOf: (thrown) => ({
        code: status.DEADLINE_EXCEEDED,
        details: (thrown as Error).message,
        metadata: new Metadata(),
      }),
    };
    calls = new Traffic();
    const bodies = new RequestBudget(MAX_BODY_BYTES_UNDER_WAY, "calls are under way", memory, 1);
    const told = { calls, requests: { note() {} } as never };
    const gates = new Map([
      [PATH, gate],
      [BY_GATE, { ...gate, answer: (call: UnaryCall) => call.answer(Buffer.alloc(MIB), null) }],
    ]);
    server = new GrpcServer({ interceptors: [intake(gates, bodies, PATIENCE, told)] });
    server.addService(ECHO, {
      much: () => expect.fail("the gate answers"),
      say: (call: { request: Buffer }, answer: (error: null, bytes: Buffer | Pieces) => void) => {
        const answers: Record<string, () => Buffer | Pieces> = {
          much: () => Buffer.alloc(MIB),
          pieces: inPieces,
        };
        const afterMs = call.request.equals(SLOW) ? ARRIVAL_MS * 2 : ANSWER_MS;
        setTimeout(afterMs).then(() => answer(null, answers[`${call.request}`]?.() ?? call.request));
      },
    });
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    address = `127.0.0.1:${port}`;
    raw = new RawGrpc(address);
  });
  afterEach(() => {
    raw.close();
    server.forceShutdown();
  });

  it("the intake of gRPC calls refuses a request that does not end, and releases its memory", async () => {
    const stream = raw.begin(PATH);
    stream.write(framed(Buffer.alloc(100)).subarray(0, 50));
    const { code, details } = await answerTo(stream);
    expect([code, details]).to.deep.equal([
      status.DEADLINE_EXCEEDED,
      "the request did not arrive within 0.3 seconds",
    ]);
    expect((await raw.call(PATH, framed(Buffer.from("next")))).code).to.equal(status.OK);
    expect(memory.used).to.equal(0);
  });

  for (const path of [PATH, BY_GATE]) {
    it(`the intake of gRPC calls aborts a response that is not read any more: ${path}`, async () => {
      const stream = raw.begin(path);
      stream.pause();
      stream.end(framed(MUCH));
      await once(stream, "close");
      expect(stream.rstCode).to.equal(constants.NGHTTP2_CANCEL);
      expect((await raw.call(path, framed(MUCH))).body.length).to.equal(MIB + 5);
    });
  }

  /** The codes of the calls that have been counted, after the first count and what followed in the same turns. */
  async function counted(): Promise<number[]> {
    const codes = () =>
      calls.all.flatMap(({ byStatus }) => [...byStatus].flatMap(([code, times]) => Array(times).fill(code)));
    await until(() => codes().length > 0);
    await raw.call(PATH, framed(Buffer.from("last")));
    return codes().slice(0, -1);
  }

  it("the intake of gRPC calls counts a call once as cancelled if its connection breaks before the whole request has arrived", async () => {
    const gone = new RawGrpc(address);
    gone.begin(PATH).write(framed(Buffer.alloc(100)).subarray(0, 50));
    await until(() => memory.used > 0);
    gone.session.destroy();
    expect(await counted()).to.deep.equal([status.CANCELLED]);
  });

  it("the intake of gRPC calls counts a call once with its result if its client disconnects while it is executed", async () => {
    const stream = raw.begin(PATH);
    stream.end(framed(SLOW));
    await until(() => memory.used > 0);
    stream.close(constants.NGHTTP2_CANCEL);
    expect(await counted()).to.deep.equal([status.OK]);
  });

  it("the intake of gRPC calls counts a call once as cancelled if its client disconnects while a large response is written", async () => {
    const stream = raw.begin(PATH);
    stream.pause();
    stream.end(framed(Buffer.from("pieces")));
    await once(stream, "response");
    stream.close(constants.NGHTTP2_CANCEL);
    expect(await counted()).to.deep.equal([status.CANCELLED]);
  });

  it("the intake of gRPC calls counts a call once if its large response is read to the end", async () => {
    expect((await raw.call(PATH, framed(Buffer.from("pieces")))).code).to.equal(status.OK);
    expect(await counted()).to.deep.equal([status.OK]);
  });

  it("the intake of gRPC calls does not count the time of writing a response", async () => {
    const { code, body } = await raw.call(PATH, framed(SLOW));
    expect([code, body.toString("utf8", 5)]).to.deep.equal([status.OK, "slow"]);
  });

  it("the intake of gRPC calls reserves no memory for waiting calls of a connection that breaks", async () => {
    limitBytes = 64 * MIB;
    const socket = connect(Number(new URL(`http://${address}`).port), "127.0.0.1");
    const session = connectHttp2(`http://${address}`, { createConnection: () => socket });
    session.on("error", () => {});
    for (let i = 0; i < 4; i++) {
      const stream = session.request({
        ":method": "POST",
        ":path": PATH,
        "content-type": "application/grpc",
        te: "trailers",
      });
      stream.on("error", () => {});
      stream.write(framed(Buffer.alloc(100), 0, 2 * MIB));
    }
    await until(() => memory.used > 0);
    socket.destroy();
    await until(() => memory.used === 0);
    // Waiting calls could have begun by now.
    for (let i = 0; i < 20; i++) await setImmediate();
    expect(memory.used).to.equal(0);
  });

  it("the intake of gRPC calls reserves no memory to decompress a call that has been cancelled", async () => {
    limitBytes = 64 * MIB;
    const stream = raw.begin(PATH, { "grpc-encoding": "gzip" });
    const packed = framed(gzipSync(Buffer.alloc(32 * MIB)), 1);
    const { reserve } = memory;
    // Polling could miss the moment, so the test waits for the event.
    const unpacking = new Promise<void>((resolve) => {
      memory.reserve = (...asked) => {
        const isReserved = reserve.apply(memory, asked);
        if (memory.used > packed.length) resolve();
        return isReserved;
      };
    });
    stream.end(packed);
    await unpacking;
    stream.close(constants.NGHTTP2_CANCEL);
    await until(() => memory.used === 0);
    // The decompressing thread has received all bytes by now.
    for (let i = 0; i < 20; i++) await setTimeout(5);
    expect(memory.used).to.equal(0);
  });
});
