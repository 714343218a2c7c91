// The JSON reader against JSON.parse: it accepts the same texts and returns the same values, except for shapes and long
// integers; and it reports an invalid text at the right byte.
import { Buffer, isUtf8 } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import Type from "typebox";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { MAX_JSON_DEPTH } from "../../../src/json/json-limits.ts";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape } from "../../../src/json/shape.ts";
import { PayloadSchema, PointIdSchema, RawJson, VectorSchema } from "../../../src/schema/leaf.ts";
import { countOf } from "../../support/chance.ts";

const PAYLOAD = compileShape(PayloadSchema);
const POINT = compileShape(
  Type.Object({
    id: PointIdSchema,
    vector: Type.Union([VectorSchema, Type.Record(Type.String(), VectorSchema)]),
    payload: PayloadSchema,
  }),
);

const read = (text: string | Uint8Array, shape = compileShape({})) => readJson(Buffer.from(text), shape);

function refusal(text: string | Uint8Array, shape?: ReturnType<typeof compileShape>): string {
  try {
    read(text, shape);
  } catch (error) {
    if (error instanceof InvalidArgument) return error.message;
    throw error;
  }
  return "accepted";
}

/** One text for equal values, in which long integers are as JSON.parse returns them. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, item) => (typeof item === "bigint" ? Number(item) : item));

describe("readJson", () => {
  it("readJson reads back whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: "binary" }), fc.nat(4), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(canonical(read(spaced))).to.equal(canonical(JSON.parse(spaced)));
      }),
      { numRuns: 500 },
    );
  });

  it("readJson accepts a mutated text exactly when JSON.parse does, with the same value", () => {
    const documents = [
      '{"a":[1,-0.5e+3,true,false,null,"x\\u00e9\\n\\\\"],"b":{"c":{}},"":[[],[0]]}',
      ' [ 1 , {"id" : 12, "vector":[0.25,1E2], "payload":{"k":["é",{}]}} , "\\ud834\\udd1e" ]\t\r\n',
    ].map((text) => Buffer.from(text));
    const interesting = Buffer.from('{}[],:"\\/0123456789+-.eEutfnabrls \n\0é\x7f');
    const byte = fc.oneof(fc.constantFrom(...interesting), fc.nat(255));
    const edit = fc.record({ at: fc.nat(200), remove: fc.nat(2), insert: fc.array(byte, { maxLength: 2 }) });
    fc.assert(
      fc.property(
        fc.constantFrom(...documents),
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        (original, edits) => {
          const bytes = [...original];
          for (const { at, remove, insert } of edits) bytes.splice(at % bytes.length, remove, ...insert);
          const body = Uint8Array.from(bytes);
          let expected: unknown = "refused";
          if (isUtf8(body)) {
            try {
              expected = canonical(JSON.parse(Buffer.from(body).toString()));
            } catch {}
          }
          for (const shape of [undefined, PAYLOAD]) {
            const isRefused = refusal(body, shape).startsWith("Malformed JSON at byte ");
            expect(isRefused, Buffer.from(body).toString()).to.equal(expected === "refused");
          }
          if (expected !== "refused") expect(canonical(read(body))).to.equal(expected);
        },
      ),
      { numRuns: countOf("RUNS", 500) },
    );
  });

  it("readJson refuses every prefix of a document at the end of the prefix, and not before", () => {
    const text =
      '{"id":7,"vector":{"a":[1,2.5,-3e4],"b":[]},"payload":{"k":["ü\\u00fc",{"deep":[null]}]},"x":true}';
    const body = Buffer.from(text);
    for (let length = 0; length < body.length; length++) {
      const prefix = body.subarray(0, length);
      const end = isUtf8(prefix) ? length : length - 1; // the error is at the first byte of the truncated character
      for (const shape of [undefined, POINT]) {
        expect(refusal(prefix, shape)).to.equal(`Malformed JSON at byte ${end}`);
      }
    }
  });

  it("readJson reports the position of the first invalid byte, and no content of the body", () => {
    const check = (text: string | Uint8Array, at: number) => {
      expect(refusal(text), String(text)).to.equal(`Malformed JSON at byte ${at}`);
      const prefix = Buffer.from('{"vector":');
      expect(refusal(Buffer.concat([prefix, Buffer.from(text)]), POINT)).to.equal(
        `Malformed JSON at byte ${at + prefix.length}`,
      );
    };
    check("[1,2,]", 5);
    check("[1 2]", 3);
    check("[01]", 2);
    check("[1.]", 3);
    check("[1.5.5]", 4);
    check("[1e+]", 4);
    check("[-]", 2);
    check("[+1]", 1);
    check("[1,2}", 4);
    check("[NaN]", 1);
    check("[tru]", 4);
    check('{"a" 1}', 5);
    check("{a:1}", 1);
    check('["\\x"]', 3);
    check('["\\u12G4"]', 6);
    check('["\n"]', 2);
    check("\ufeff[]", 0);
    check(Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d]), 2);
    check(Buffer.from([0x5b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x5d]), 2);
    check(Buffer.from([0x5b, 0x2c, 0x22, 0xff]), 1);
    expect(refusal("[] []")).to.equal("Malformed JSON at byte 3");
    expect(refusal("")).to.equal("Malformed JSON at byte 0");
  });

  it("readJson keeps every integer exact: a number while it is safe, else a bigint", () => {
    expect(read("13570027672830659665")).to.equal(13570027672830659665n);
    expect(read("[9007199254740991,9007199254740992,-9007199254740993]")).to.deep.equal([
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
    ]);
    expect(read("[18446744073709551616,-1,1.5,1e2,1e19]")).to.deep.equal([2n ** 64n, -1, 1.5, 100, 1e19]);
    expect(Object.is(read("-0"), -0)).to.equal(true);
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 70n), 2n ** 70n), (n) => BigInt(read(String(n)) as bigint) === n),
    );
  });

  it("readJson refuses an integer of a million digits, and reads one of a thousand", () => {
    expect(() => read("9".repeat(1_000_000))).to.throw("a number of more than 1000 characters at byte 0");
    expect(read("9".repeat(1_000))).to.equal(BigInt("9".repeat(1_000)));
  });

  it("readJson treats __proto__ as an ordinary key, and keeps the last of equal keys", () => {
    const object = read('{"__proto__":{"admin":true},"a":1,"a":2}') as Record<string, unknown>;
    expect("toString" in object).to.equal(false);
    expect(Object.keys(object)).to.deep.equal(["__proto__", "a"]);
    expect(object.a).to.equal(2);
    expect(({} as Record<string, unknown>).admin).to.equal(undefined);
  });

  it("readJson distinguishes keys with the same hash", () => {
    const keys = Array.from({ length: 5_000 }, (_, index) => `k${index.toString(36)}`);
    const text = JSON.stringify(Object.fromEntries(keys.map((key, index) => [key, index])));
    for (const _ of [1, 2]) expect(canonical(read(text))).to.equal(text);
    expect(read('{"caf\u00e9":1,"caf\\u00e9":2,"cafe":3}')).to.deep.equal({ café: 2, cafe: 3 });
  });

  it("readJson limits nesting outside of payloads, with the error at the bracket that is too deep", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(refusal(nested(MAX_JSON_DEPTH))).to.equal("accepted");
    expect(refusal(nested(MAX_JSON_DEPTH + 1))).to.equal("JSON nested deeper than 128 levels at byte 128");
    expect(refusal("[".repeat(1_000_000))).to.equal("JSON nested deeper than 128 levels at byte 128");
    expect(refusal(`[${"[[]],".repeat(1000)}[]]`)).to.equal("accepted");
  });

  it("readJson keeps a payload as the received bytes, and notes its depth", () => {
    const payload = '{ "b":1.0, "a":[ {}, [] ], "n":13570027672830659665, "z":{} }';
    const { payload: raw } = read(`{"payload": ${payload} , "id":1}`, POINT) as { payload: RawJson };
    expect(raw).to.be.instanceOf(RawJson);
    expect(Buffer.from(raw.bytes).toString()).to.equal(payload);
    expect(raw.depth).to.equal(3);
    expect((read("{}", PAYLOAD) as RawJson).depth).to.equal(1);
  });

  it("readJson reads other values where a payload should be, for the validator to refuse", () => {
    expect(read("null", PAYLOAD)).to.equal(null);
    expect(read("[1]", PAYLOAD)).to.deep.equal([1]);
    expect(read('"x"', PAYLOAD)).to.equal("x");
  });

  it("readJson reads a payload of a million levels without overflow of the stack", () => {
    const levels = 1_000_000;
    const raw = read(`{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`, PAYLOAD) as RawJson;
    expect(raw.depth).to.equal(levels + 1);
    expect(refusal('{"a":'.repeat(levels), PAYLOAD)).to.equal(`Malformed JSON at byte ${5 * levels}`);
  });
});
