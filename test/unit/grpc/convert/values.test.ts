// Payloads as gRPC messages: they are returned as they were sent.

import { expect } from "chai";
import fc from "fast-check";
import { payload, plainObject, plainValue } from "../../../../src/grpc/convert/values.ts";
import type { Value } from "../../../../src/grpc/gen/azimuth.d.ts";
import { enums, messages } from "../../../../src/grpc/wire/messages.ts";
import { RawJson } from "../../../../src/schema/leaf.ts";

const { Struct, UpsertPoints } = messages;
const { NullValue } = enums;

type Kind = NonNullable<Value["kind"]>;

const int = (value: bigint): Value => ({ kind: { $case: "integer_value", value } });
const double = (value: number): Value => ({ kind: { $case: "double_value", value } });
const string = (value: string): Value => ({ kind: { $case: "string_value", value } });
const list = (...values: Value[]): Value => ({ kind: { $case: "list_value", value: { values } } });
const struct = (fields: Map<string, Value>): Value => ({
  kind: { $case: "struct_value", value: { fields } },
});
const NULL: Value = { kind: { $case: "null_value", value: NullValue.NULL_VALUE } };

const textOf = (fields: Map<string, Value>) => {
  const raw = payload.read(fields, "payload") as RawJson;
  return Buffer.from(raw.bytes).toString();
};
const fieldsOf = (text: string) => payload.write(new RawJson(Buffer.from(text), 1));
const one = (value: Value) => new Map([["a", value]]);

/** Texts that UTF-8 can encode; keys that objects keep in the given order. */
const text = fc.string({ unit: "grapheme", maxLength: 8 });
const key = text.map((name) => `k${name}`);
const fields = fc.letrec<{ value: Value; fields: Map<string, Value> }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(int),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(double),
    text.map(string),
    fc.boolean().map((value): Value => ({ kind: { $case: "bool_value", value } })),
    fc.constant(NULL),
    fc.array(tie("value"), { maxLength: 3 }).map((values) => list(...values)),
    tie("fields").map(struct),
  ),
  fields: fc
    .uniqueArray(fc.tuple(key, tie("value")), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => new Map(entries)),
})).fields;

describe("the payload of a gRPC message", () => {
  it("the payload of a gRPC message is returned as it was sent", () => {
    fc.assert(
      fc.property(fields, (sent) => {
        const bytes = Struct.encode({ fields: sent });
        const received = Struct.decode(Uint8Array.from(bytes)).fields;
        const stored = payload.read(received, "payload") as RawJson;
        JSON.parse(Buffer.from(stored.bytes).toString());
        expect(payload.write(stored)).to.deep.equal(sent);
      }),
    );
  });

  const spelled: [Value, string][] = [
    [int(9007199254740993n), "9007199254740993"],
    [int(-(2n ** 63n)), "-9223372036854775808"],
    [double(5), "5.0"],
    [double(-0), "-0.0"],
    [double(0.1), "0.1"],
    [double(Math.fround(0.9)), "0.8999999761581421"],
    [double(1e21), "1e+21"],
    [string('"\n\u2028'), JSON.stringify('"\n\u2028')],
    [list(), "[]"],
    [struct(new Map()), "{}"],
    [NULL, "null"],
    [{ kind: undefined }, "null"],
    [list(int(1n), struct(one(NULL))), '[1,{"a":null}]'],
  ];
  for (const [value, expected] of spelled) {
    it(`the payload of a gRPC message is stored as JSON: ${expected}`, () => {
      expect(textOf(one(value))).to.equal(`{"a":${expected}}`);
    });
  }

  const received: [string, Kind][] = [
    ["5", { $case: "integer_value", value: 5n }],
    ["5.0", { $case: "double_value", value: 5 }],
    ["18446744073709551615", { $case: "double_value", value: 2 ** 64 }],
    ["1e400", { $case: "double_value", value: Infinity }],
  ];
  for (const [json, kind] of received) {
    it(`the payload of a gRPC message contains what REST has stored: ${json}`, () => {
      expect(fieldsOf(`{"a": ${json}}`)).to.deep.equal(one({ kind }));
    });
  }

  it("the payload of a gRPC message may have members of any name", () => {
    const names = ["__proto__", "constructor", ""];
    const sent = new Map(names.map((name) => [name, one(int(1n))] as const).map(([n, f]) => [n, struct(f)]));
    expect([...fieldsOf(textOf(sent)).keys()]).to.deep.equal(names);
  });

  for (const value of [NaN, Infinity, -Infinity]) {
    it(`the payload of a gRPC message cannot contain ${value}`, () => {
      expect(() => payload.read(one(list(double(value))), "points[3].payload")).to.throw(
        `points[3].payload: expected finite numbers, got ${value}`,
      );
      expect(() => plainValue.read(double(value), "metadata.a")).to.throw(
        `metadata.a: expected finite numbers, got ${value}`,
      );
    });
  }

  /** A received payload with the given number of levels. */
  function nested(levels: number): Map<string, Value> {
    let innermost = one(NULL);
    for (let level = 1; level < levels; level++) innermost = one(struct(innermost));
    const point = { id: undefined, payload: innermost, vectors: undefined };
    const request = { collection_name: "", points: [point] };
    const bytes = UpsertPoints.encode(request);
    return UpsertPoints.decode(Uint8Array.from(bytes)).points[0]!.payload;
  }

  it("the payload of a gRPC message has 64 levels at most", () => {
    expect((payload.read(nested(64), "payload") as RawJson).depth).to.equal(64);
    expect(() => payload.read(nested(65), "points[0].payload")).to.throw(
      "points[0].payload: expected at most 64 levels of nesting, got more",
    );
  });

  it("the payload of a gRPC message is refused while it is read when it is nested too deep", () => {
    expect(() => nested(200)).to.throw("messages are within each other");
  });

  it("the payload of a gRPC message is a plain value where its bytes are not kept", () => {
    const sent = new Map([
      ["a", list(int(1n), double(1.5), NULL)],
      ["__proto__", struct(one(int(2n ** 60n)))],
    ]);
    const json = plainObject.read(sent, "metadata") as Record<string, unknown>;
    expect(Object.entries(json)).to.deep.equal([
      ["a", [1, 1.5, null]],
      ["__proto__", { a: 2n ** 60n }],
    ]);
  });
});
