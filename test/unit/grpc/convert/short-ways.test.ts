// The short ways of searches: requests that are read from their bytes in one pass, and responses that are written as
// bytes, compared with the general ways.
import { expect } from "chai";
import fc from "fast-check";
import { encoderOf } from "../../../../src/grpc/convert/answers.ts";
import { plainSearch } from "../../../../src/grpc/convert/plain-search.ts";
import { requestCodec } from "../../../../src/grpc/rpcs.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";
import { RawJson } from "../../../../src/schema/leaf.ts";
import { between, countOf, pick, type Random, roundRandom, seedOf } from "../../../support/chance.ts";
import { double, float, id, object, payload, vectors } from "../../../support/grpc-requests.ts";
import { readAtOnce } from "../../../support/grpc-wire.ts";

const { SearchPoints, SearchResponse, QueryResponse } = messages;
const CASES = countOf("CASES", 300);
const codec = requestCodec(SearchPoints);

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

/** Compares what both ways make of the bytes of a search. @returns whether the short way read it */
function compared(bytes: Uint8Array): boolean {
  const short = plainSearch(bytes);
  const { json: general, error, unknown } = readAtOnce(codec, SearchPoints, bytes);
  if (short === null) return false;
  expect(error).to.equal(undefined);
  expect(unknown.size).to.equal(0);
  expect(short).to.deep.equal(general);
  return true;
}

const search = {
  vector: fc.float32Array({ minLength: 1, maxLength: 40 }),
  limit: fc.oneof(fc.nat(), fc.maxSafeNat()),
  with_payload: fc.oneof(fc.boolean(), fc.record({ include: fc.constant(["a"]) })),
  params: object({ hnsw_ef: fc.nat(), exact: fc.boolean(), indexed_only: fc.boolean() }),
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

describe("the short ways of searches over gRPC", () => {
  it("the short way of a search over gRPC reads the request that the general way reads", () => {
    let short = 0;
    fc.assert(
      fc.property(searches, (request) => {
        if (compared(SearchPoints.encode(codec.write(request) as never))) short++;
      }),
      { numRuns: CASES, seed: seedOf() },
    );
    expect(short).to.be.above(CASES / 2);
  });

  it("the short way of a search over gRPC leaves damaged, repeated and other fields to the general way", () => {
    const one = (request: object) => Buffer.from(SearchPoints.encode(codec.write(request) as never));
    const whole = one({
      collection_name: "things",
      vector: Float32Array.of(1, 2, 3),
      limit: 10,
      params: { hnsw_ef: 64, exact: false },
      with_payload: true,
      offset: 300,
      score_threshold: 0.5,
    });
    expect(compared(whole)).to.equal(true);
    for (let length = 0; length < whole.length; length++) compared(whole.subarray(0, length));
    const random = roundRandom(seedOf(), 1);
    for (let round = 0; round < CASES * 10; round++) {
      const damaged = Buffer.from(whole);
      for (let changes = between(random, 1, 3); changes > 0; changes--)
        damaged[between(random, 0, damaged.length - 1)] = between(random, 0, 255);
      compared(damaged);
    }
    expect(compared(Buffer.concat([whole, one({ collection_name: "x", vector: [] })]))).to.equal(false);
    for (const more of [
      [0xf8, 0x7f, 1],
      // A flag that ends behind its message.
      [0x32, 2, 8, 0x80, 0],
      [0x5a, 2, 8, 1],
    ]) {
      const vector = one({ collection_name: "x", vector: Float32Array.of(1) });
      expect(compared(Buffer.concat([vector, Buffer.from(more)]))).to.equal(false);
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
      fc.property(some, fc.constantFrom(0, 0.25), (points, seconds) => {
        for (const [response, result] of [
          [SearchResponse, points],
          [QueryResponse, { points }],
        ] as const) {
          const encode = encoderOf(response);
          const written = response.decode(Uint8Array.from(encode.bytes(result, seconds)));
          const general = response.encode(encode(result, seconds) as never);
          expect(written).to.deep.equal(response.decode(Uint8Array.from(general)));
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
      const written = SearchResponse.decode(Uint8Array.from(encode.bytes([point], 1)));
      const general = SearchResponse.encode(encode([point], 1) as never);
      expect(written, text).to.deep.equal(SearchResponse.decode(Uint8Array.from(general)));
    }
  });
});
