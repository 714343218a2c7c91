// The short ways of searches: requests that are read from their bytes in one pass, and responses that are written as
// bytes, compared with the general ways.
import { expect } from "chai";
import fc from "fast-check";
import { encoderOf } from "../../../../src/grpc/convert/answers.ts";
import { plainQuery, plainSearch } from "../../../../src/grpc/convert/plain-search.ts";
import { requestCodec } from "../../../../src/grpc/rpcs.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";
import { RawJson } from "../../../../src/schema/leaf.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../../support/chance.ts";
import { double, float, id, object, payload, vectors } from "../../../support/grpc-requests.ts";
import { readAtOnce } from "../../../support/grpc-wire.ts";

const { SearchPoints, QueryPoints, SearchResponse, QueryResponse } = messages;
const CASES = countOf("CASES", 120);

const NUMBERS = [
  "0",
  "-0",
  "7",
  "-7",
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "9223372036854775807",
];
const OTHER_NUMBERS = [
  "9223372036854775808",
  "-9223372036854775809",
  "1e400",
  "5.0",
  "-0.0",
  "0.1",
  "1E2",
  "1e-7",
];
const TEXTS = [
  '""',
  '"a"',
  '"Größe"',
  String.raw`"\"\\\u0041\ud83d\ude00"`,
  String.raw`"\ud800"`,
  `"${"x".repeat(200)}"`,
];
const KEYS = [...TEXTS, '"__proto__"', '"0"', '"b"'];

/** Returns JSON with all spellings that a stored payload may have. */
function json(random: Random, levels: number): string {
  const space = () => pick(random, ["", "", "", " ", "\n\t"]);
  const list = (open: string, close: string, item: () => string) =>
    open +
    space() +
    Array.from({ length: between(random, 0, 4) }, item).join(`${space()},${space()}`) +
    space() +
    close;
  const entry = () => `${pick(random, KEYS)}${space()}:${space()}${json(random, levels - 1)}`;
  const kind = between(random, 0, levels > 0 ? 5 : 3);
  if (kind === 0) return pick(random, ["null", "true", "false"]);
  if (kind === 1) return pick(random, [...NUMBERS, ...OTHER_NUMBERS]);
  if (kind <= 3) return pick(random, TEXTS);
  return kind === 4 ? list("[", "]", () => json(random, levels - 1)) : list("{", "}", entry);
}

function payloadText(random: Random): string {
  for (;;) {
    const text = json(random, 5);
    if (text.startsWith("{")) return text;
  }
}

const RECALL = fc.record({
  asked: fc.constantFrom(0.5, 1),
  expected: fc.option(fc.constantFrom(0, 0.957)),
  ef: fc.option(fc.nat()),
});

/** The requests that have a short way. */
const SEARCH = { codec: requestCodec(SearchPoints), wire: SearchPoints, short: plainSearch };
const QUERY = { codec: requestCodec(QueryPoints), wire: QueryPoints, short: plainQuery };
type Kind = typeof SEARCH | typeof QUERY;

function written({ codec, wire }: Kind, request: object): Buffer {
  return Buffer.from(wire.encode(codec.write(request) as never));
}

/** Compares what both ways make of the bytes of a request. @returns whether the short way read it */
function compared({ codec, wire, short }: Kind, bytes: Uint8Array): boolean {
  const read = short(bytes);
  const { json: general, error, unknown } = readAtOnce(codec, wire as never, bytes);
  if (read === null) return false;
  expect(error).to.equal(undefined);
  expect(unknown.size).to.equal(0);
  expect(read).to.deep.equal(general);
  return true;
}

const search = {
  vector: fc.float32Array({ minLength: 1, maxLength: 40 }),
  limit: fc.oneof(fc.nat(), fc.maxSafeNat()),
  with_payload: fc.oneof(fc.boolean(), fc.record({ include: fc.constant(["a"]) })),
  params: object({ hnsw_ef: fc.nat(), exact: fc.boolean(), indexed_only: fc.boolean(), recall: double }),
  score_threshold: float,
  offset: fc.nat(),
};
const searches = fc
  .tuple(object(search, "vector"), fc.option(fc.constantFrom("a", "")), fc.string())
  .map(([{ vector, ...rest }, name, collection_name]) => ({
    ...rest,
    collection_name,
    vector: name === null ? vector : { name, vector },
  }));

/** Queries with the same parts; the name of a vector is beside it. */
const queries = searches.map(({ vector: own, ...rest }) => {
  const { name, vector } = own as { name?: string; vector?: Float32Array };
  const query = { nearest: vector ?? own };
  return name === undefined ? { ...rest, query } : { ...rest, query, using: name };
});

describe("the short ways of searches over gRPC", () => {
  it("the short way of a search over gRPC reads the request that the general way reads", () => {
    for (const [kind, requests] of [
      [SEARCH, searches],
      [QUERY, queries],
    ] as const) {
      let short = 0;
      fc.assert(
        fc.property(requests as fc.Arbitrary<object>, (request) => {
          if (compared(kind, written(kind, request))) short++;
        }),
        { numRuns: CASES, seed: seedOf() },
      );
      expect(short).to.be.above(CASES / 4);
    }
  });

  it("the short way of a search over gRPC leaves damaged, repeated and other fields to the general way", () => {
    const vector = Float32Array.of(1, 2, 3);
    const options = {
      collection_name: "things",
      limit: 10,
      params: { hnsw_ef: 64, exact: false, recall: 0.9 },
      with_payload: true,
      offset: 300,
      score_threshold: 0.5,
    };
    const random = roundRandom(seedOf(), 1);
    for (const kind of [SEARCH, QUERY]) {
      const own = kind === SEARCH ? { vector } : { query: { nearest: vector } };
      const whole = written(kind, { ...options, ...own });
      expect(compared(kind, whole)).to.equal(true);
      for (let length = 0; length < whole.length; length++) compared(kind, whole.subarray(0, length));
      for (let round = 0; round < CASES * 10; round++) {
        const damaged = Buffer.from(whole);
        for (let changes = between(random, 1, 3); changes > 0; changes--)
          damaged[between(random, 0, damaged.length - 1)] = between(random, 0, 255);
        compared(kind, damaged);
      }
      expect(compared(kind, Buffer.concat([whole, whole]))).to.equal(false);
      expect(compared(kind, Buffer.concat([whole, Buffer.from([0xf8, 0x7f, 1])]))).to.equal(false);
    }
  });

  it("the short way of a search over gRPC leaves a flag that ends behind its message to the general way", () => {
    const search = written(SEARCH, { collection_name: "x", vector: Float32Array.of(1) });
    expect(compared(SEARCH, Buffer.concat([search, Buffer.from([0x32, 2, 8, 1])]))).to.equal(true);
    expect(compared(SEARCH, Buffer.concat([search, Buffer.from([0x32, 2, 8, 0x80, 0])]))).to.equal(false);
  });

  it("the short way of a search over gRPC leaves a recall that is no number to the general way, which refuses it", () => {
    for (const recall of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const bytes = SearchPoints.encode({ vector: [1], params: { recall } } as never);
      expect(plainSearch(bytes)).to.equal(null);
      const { error } = readAtOnce(SEARCH.codec, SearchPoints as never, bytes);
      expect(error).to.equal(`params.recall: expected a finite number, got ${recall}`);
    }
  });

  it("the short way of a response over gRPC writes the message that the general way writes", () => {
    const some = fc.array(
      object(
        { id, payload, score: double, version: fc.oneof(fc.nat(), fc.maxSafeNat()), vector: vectors },
        "id",
        "score",
        "version",
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(some, fc.constantFrom(0, 0.25), fc.option(RECALL), (points, seconds, asked) => {
        const beside = asked === null ? undefined : { recall: asked, explain: [null] };
        for (const [response, result] of [
          [SearchResponse, points],
          [QueryResponse, { points }],
        ] as const) {
          const encode = encoderOf(response);
          const direct = response.decode(Uint8Array.from(encode.bytes(result, seconds, beside)));
          const general = response.encode(encode(result, seconds, beside) as never);
          expect(direct).to.deep.equal(response.decode(Uint8Array.from(general)));
        }
      }),
      { numRuns: CASES, seed: seedOf() },
    );
  });

  it("the short way of a response over gRPC shows payloads in every spelling as the general way does", () => {
    const encode = encoderOf(SearchResponse);
    for (let round = 0; round < CASES; round++) {
      const text = payloadText(roundRandom(seedOf(), round));
      const point = { id: 1, score: 0.5, version: 3, payload: new RawJson(Buffer.from(text), 6) };
      const direct = SearchResponse.decode(Uint8Array.from(encode.bytes([point], 1)));
      const general = SearchResponse.encode(encode([point], 1) as never);
      expect(direct, text).to.deep.equal(SearchResponse.decode(Uint8Array.from(general)));
    }
  });
});
