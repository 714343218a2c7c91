// Bytes over HTTP/2 that no gRPC client sends. The decision: each is refused with a status and a text, writes nothing,
// and the server still answers quickly.

import { gzipSync } from "node:zlib";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { messages } from "../../../src/grpc/wire/messages.ts";
import { MAX_BODY_BYTES, MAX_STRANGER_BODY_BYTES } from "../../../src/schema/limits.ts";
import { cpuMsSince } from "../../support/cpu.ts";
import { framed, type RawAnswer, RawGrpc } from "../../support/raw-grpc.ts";
import { count, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { itWeekly } from "../../support/weekly.ts";

const { CountPoints, UpsertPoints } = messages;

const { INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNIMPLEMENTED, NOT_FOUND, OK } = status;
const COUNT = "/azimuth.v1.Points/Count";
const UPSERT = "/azimuth.v1.Points/Upsert";
const GZIP = { "grpc-encoding": "gzip" };
const UNREADABLE = "the message cannot be read: its bytes are not those of this request";
const NO_MESSAGE = `Received no request message for server streaming method ${COUNT}`;
const MIB = 1024 * 1024;
/** The most CPU time of this process for a count after each test. */
const QUICK_MS = 2_000;

const asks = Buffer.from(CountPoints.encode(counting("c")));

function counting(collection_name: string) {
  return { collection_name } as Parameters<typeof CountPoints.encode>[0];
}
/** The error that REST has, too. */
const TOO_LARGE = `Request body is larger than the limit of ${MAX_BODY_BYTES} bytes; send smaller batches`;

describe("bad input over gRPC:", () => {
  let server: TestServer;
  let raw: RawGrpc;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
    await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
    raw = new RawGrpc(server.grpcAddress);
  });
  afterEach(async () => {
    raw.close();
    const other = new RawGrpc(server.grpcAddress);
    const started = process.cpuUsage();
    const { code } = await other.call(COUNT, framed(asks));
    other.close();
    expect(code).to.equal(OK);
    expect(cpuMsSince(started)).to.be.below(QUICK_MS);
    expect(await count(server)).to.equal(1);
    await server.close();
  });

  const refused = ({ code, details }: RawAnswer) => [code, details];

  describe("an invalid frame", () => {
    for (const [what, bytes, code, details] of [
      ["nothing", Buffer.alloc(0), UNIMPLEMENTED, NO_MESSAGE],
      ["a length that is cut", framed(asks).subarray(0, 3), UNIMPLEMENTED, NO_MESSAGE],
      ["a message that is cut", framed(asks).subarray(0, 6), UNIMPLEMENTED, NO_MESSAGE],
      ["a length that is too long", framed(asks, 0, 100), UNIMPLEMENTED, NO_MESSAGE],
      ["a length that is too short", framed(asks, 0, 1), INVALID_ARGUMENT, UNREADABLE],
      [
        "two messages where one is expected",
        Buffer.concat([framed(asks), framed(asks)]),
        UNIMPLEMENTED,
        `Received a second request message for server streaming method ${COUNT}`,
      ],
      ["a length of 4 GiB", framed(asks, 0, 2 ** 32 - 1), RESOURCE_EXHAUSTED, TOO_LARGE],
      ["a message of 65 MiB", framed(Buffer.alloc(65 * MIB)), RESOURCE_EXHAUSTED, TOO_LARGE],
      ["bytes that are no message", framed(Buffer.from([0x0a, 200])), INVALID_ARGUMENT, UNREADABLE],
      ["a text that is not UTF-8", framed(Buffer.from([0x0a, 1, 0xff])), INVALID_ARGUMENT, UNREADABLE],
    ] as const) {
      it(`an invalid frame over gRPC is refused: ${what}`, async () => {
        expect(refused(await raw.call(COUNT, bytes))).to.deep.equal([code, details]);
      });
    }
  });

  describe("compressed messages", () => {
    const tooLarge = `Request body is larger than the limit of ${MAX_BODY_BYTES} bytes; send smaller batches`;

    it("compressed messages over gRPC are decompressed", async () => {
      for (const [bytes, headers] of [
        [framed(gzipSync(asks), 1), GZIP],
        [framed(asks, 0), GZIP],
      ] as const) {
        expect((await raw.call(COUNT, bytes, headers)).code).to.equal(OK);
      }
    });

    it("compressed messages over gRPC are refused when they are broken, cut, or not compressed", async () => {
      const packed = gzipSync(asks);
      for (const bytes of [asks, packed.subarray(0, 12), Buffer.concat([packed.subarray(0, -8), asks])]) {
        const answer = await raw.call(COUNT, framed(bytes, 1), GZIP);
        expect(refused(answer)).to.deep.equal([INVALID_ARGUMENT, "the message cannot be unpacked"]);
      }
    });

    it("compressed messages over gRPC are refused with the name of an unknown encoding", async () => {
      const answer = await raw.call(COUNT, framed(asks, 1), { "grpc-encoding": "snappy" });
      expect(refused(answer)).to.deep.equal([
        UNIMPLEMENTED,
        'Received message compressed with unsupported encoding "snappy"',
      ]);
    });

    itWeekly(
      "compressed messages over gRPC are refused when they exceed the limit unpacked, also many at a time",
      async () => {
        const bomb = framed(gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1)), 1);
        const before = process.memoryUsage().rss;
        const answers = await Promise.all(Array.from({ length: 20 }, () => raw.call(COUNT, bomb, GZIP)));
        for (const answer of answers) {
          expect(answer.code).to.equal(RESOURCE_EXHAUSTED);
          expect(answer.details).to.be.oneOf([
            tooLarge,
            "Too many request bodies are under way; try again in a moment",
          ]);
        }
        // Unpacked, the messages are 20 times 64 MiB; together they may have 256 MiB.
        expect((process.memoryUsage().rss - before) / MIB).to.be.below(900);
      },
    );
  });

  describe("filters", () => {
    it("filters over gRPC with a text of a million words are refused with the error of REST", async () => {
      const match = { match_value: { $case: "text", value: "word ".repeat(1_000_000) } };
      const must = [{ condition_one_of: { $case: "field", value: { key: "a", match } } }];
      const filter = { must, should: [], must_not: [] };
      const message = { ...counting("c"), filter } as unknown as Parameters<typeof CountPoints.encode>[0];
      const answer = await raw.call(COUNT, framed(Buffer.from(CountPoints.encode(message))));
      expect(refused(answer)).to.deep.equal([
        INVALID_ARGUMENT,
        "Invalid filter at filter.must[0]: expected at most 65536 characters in all text, text_any and phrase of one filter, got 5000000 up to here",
      ]);
    });
  });

  describe("calls", () => {
    it("gRPC calls to missing methods and services are refused with the path", async () => {
      for (const path of ["/azimuth.v1.Points/Nope", "/azimuth.v9.Points/Count", "/qdrant.Points/", "/"]) {
        expect(refused(await raw.call(path, framed(asks)))).to.deep.equal([
          UNIMPLEMENTED,
          `The server does not implement the method ${path}`,
        ]);
      }
    });

    it("gRPC calls with another content type are refused with an HTTP status", async () => {
      const answer = await raw.call(COUNT, framed(asks), { "content-type": "application/json" });
      expect([answer.http, answer.code]).to.deep.equal([415, -1]);
    });

    it("gRPC calls with headers above the limit are refused, and the connection stays open", async () => {
      const other = raw.call(COUNT, framed(asks));
      const error = await raw.call(COUNT, framed(asks), { "x-a": "y".repeat(200_000) }).catch(String);
      expect(error).to.contain("NGHTTP2_REFUSED_STREAM");
      expect((await other).code).to.equal(OK);
    });

    it("gRPC calls with a very long name get an error with the beginning of the name", async () => {
      const long = Buffer.from(CountPoints.encode(counting("🦊".repeat(MIB))));
      const { code, details } = await raw.call(COUNT, framed(long));
      expect(code).to.equal(NOT_FOUND);
      expect(details).to.match(/^Collection not found: (?:🦊)+\.\.\.$/u);
      expect(details.length).to.be.below(1_100);
    });

    it("gRPC calls to health and reflection have the body limit of requests without a credential", async () => {
      const name = Buffer.from(CountPoints.encode(counting("x".repeat(MAX_STRANGER_BODY_BYTES))));
      for (const path of [
        "/grpc.health.v1.Health/Check",
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
      ]) {
        const { code, details } = await raw.call(path, framed(name));
        expect(code).to.equal(RESOURCE_EXHAUSTED);
        expect(details).to.contain(`the limit of ${MAX_STRANGER_BODY_BYTES} bytes`);
      }
    });
  });

  describe("values", () => {
    const point = (over: object) => ({
      id: { point_id_options: { $case: "num", value: 2n } },
      payload: new Map(),
      vectors: vectors([1, 2, 3, 4]),
      ...over,
    });
    const vectors = (data: readonly number[]) => ({
      vectors_options: {
        $case: "vector",
        value: { data: [], vector: { $case: "dense", value: { data } } },
      },
    });
    const payload = (value: object) => new Map([["a", { kind: value }]]);
    const upsert = async (over: object, request: object = {}) => {
      const message = { collection_name: "c", points: [point({ id: undefined, ...over })], ...request };
      const good = point({});
      const points = [good, ...message.points];
      const bytes = UpsertPoints.encode({ ...message, points } as never);
      return refused(await raw.call(UPSERT, framed(Buffer.from(bytes))));
    };
    const id = point({}).id;

    for (const number of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      it(`values over gRPC are refused when a number is ${number}`, async () => {
        expect(await upsert({ id, vectors: vectors([1, number, 3, 4]) })).to.deep.equal([
          INVALID_ARGUMENT,
          `points[1].vector[1]: expected a number that is finite as a 32-bit float, got ${number}`,
        ]);
        const value = {
          $case: "list_value",
          value: { values: [{ kind: { $case: "double_value", value: number } }] },
        };
        expect(await upsert({ id, payload: payload(value) })).to.deep.equal([
          INVALID_ARGUMENT,
          `points[1].payload: expected finite numbers, got ${number}`,
        ]);
      });
    }

    it("values over gRPC are refused when an enum has no such number", async () => {
      expect(await upsert({ id }, { update_mode: 77 })).to.deep.equal([
        INVALID_ARGUMENT,
        "update_mode: expected upsert, insert_only or update_only, got the number 77",
      ]);
    });

    it("values over gRPC are refused when a required one is missing", async () => {
      expect(await upsert({})).to.deep.equal([INVALID_ARGUMENT, "points[1].id is required"]);
      expect(await upsert({ id: { point_id_options: undefined } })).to.deep.equal([
        INVALID_ARGUMENT,
        "points[1].id: expected num or uuid, got none of them",
      ]);
      expect(await upsert({ id, vectors: { vectors_options: undefined } })).to.deep.equal([
        INVALID_ARGUMENT,
        "points[1].vectors: expected vector or vectors, got none of them",
      ]);
    });

    it("values over gRPC are refused when they are nested too deep", async () => {
      let value: object = { $case: "bool_value", value: true };
      for (let level = 0; level < 70; level++)
        value = { $case: "list_value", value: { values: [{ kind: value }] } };
      const [code, details] = await upsert({ id, payload: payload(value) });
      expect([code, details]).to.deep.equal([
        INVALID_ARGUMENT,
        "points[1].payload: expected at most 64 levels of nesting, got more",
      ]);
    });
  });
});
