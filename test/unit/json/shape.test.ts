// The shape of a schema, which tells the JSON reader where vectors and payloads are.
import { Buffer } from "node:buffer";
import { expect } from "chai";
import Type from "typebox";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape } from "../../../src/json/shape.ts";
import { PayloadSchema, PointIdSchema, RawJson, VectorSchema } from "../../../src/schema/leaf.ts";

const NamedVectors = Type.Record(Type.String(), VectorSchema);
const FLOATS = Float32Array.of(1, 2);

describe("the shape of a schema", () => {
  const check = (schema: object, text: string, expected: unknown) =>
    expect(readJson(Buffer.from(text), compileShape(schema))).to.deep.equal(expected);

  it("the shape of a schema packs numbers where a vector may be, and nowhere else", () => {
    const schema = Type.Object({ vector: VectorSchema, ids: Type.Array(PointIdSchema) });
    check(schema, '{"vector":[1,2],"ids":[1,2],"other":[1,2]}', {
      vector: FLOATS,
      ids: [1, 2],
      other: [1, 2],
    });
  });

  it("the shape of a schema allows everything that an alternative of a union allows", () => {
    const schema = Type.Object({ vector: Type.Optional(Type.Union([VectorSchema, NamedVectors])) });
    check(schema, '{"vector":[1,2]}', { vector: FLOATS });
    check(schema, '{"vector":{"a":[1,2],"b":"x"}}', { vector: { a: FLOATS, b: "x" } });
    const examples = Type.Object({ positive: Type.Array(Type.Union([PointIdSchema, VectorSchema])) });
    check(examples, '{"positive":[1,[1,2],18446744073709551615]}', { positive: [1, FLOATS, 2n ** 64n - 1n] });
  });

  it("the shape of a schema gives a named member its own shape, combined with those of the other alternatives", () => {
    check(Type.Union([Type.Object({ ids: Type.Array(PointIdSchema) }), NamedVectors]), '{"ids":[1,2]}', {
      ids: FLOATS,
    });
    const mixed = { properties: { ids: {} }, patternProperties: { "^.*$": VectorSchema } };
    check(mixed, '{"ids":[1,2],"a":[1,2]}', { ids: [1, 2], a: FLOATS });
  });

  it("the shape of a schema follows intersections and additional properties", () => {
    const schema = Type.Intersect([
      Type.Object({ a: VectorSchema }),
      Type.Object({ b: Type.Array(VectorSchema) }),
    ]);
    check(schema, '{"a":[1,2],"b":[[1,2]]}', { a: FLOATS, b: [FLOATS] });
    check({ additionalProperties: VectorSchema }, '{"x":[1,2]}', { x: FLOATS });
    check({ additionalProperties: false, items: VectorSchema }, "[[1,2]]", [FLOATS]);
  });

  it("the shape of a schema follows a recursive schema", () => {
    const Query = Type.Cyclic(
      {
        Query: Type.Union([
          PointIdSchema,
          VectorSchema,
          Type.Object({ nearest: Type.Ref("Query"), prefetch: Type.Optional(Type.Array(Type.Ref("Query"))) }),
        ]),
      },
      "Query",
    );
    const schema = Type.Object({ query: Query });
    check(schema, '{"query":{"nearest":{"nearest":[1,2]},"prefetch":[{"nearest":[1,2]},[1,2],3]}}', {
      query: { nearest: { nearest: FLOATS }, prefetch: [{ nearest: FLOATS }, FLOATS, 3] },
    });
    check(
      { $defs: { Self: { anyOf: [{ $ref: "#/$defs/Self" }, VectorSchema] } }, $ref: "Self" },
      "[1,2]",
      FLOATS,
    );
  });

  it("the shape of a schema keeps payloads as bytes at any place", () => {
    const shape = compileShape(Type.Object({ points: Type.Array(Type.Object({ payload: PayloadSchema })) }));
    const body = Buffer.from('{"points":[{"payload":{"a":[1]}}]}');
    const { points } = readJson(body, shape) as { points: { payload: RawJson }[] };
    expect(points[0]!.payload).to.be.instanceOf(RawJson);
  });

  it("the shape of a schema is empty if nothing needs the reader, and is not made of an unknown reference", () => {
    expect(compileShape(Type.String())).to.equal(undefined);
    expect(() => compileShape({ $ref: "Nowhere" })).to.throw("Nowhere");
  });
});
