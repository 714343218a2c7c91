// The compiled check of schemas against ajv, which stands for JSON Schema: both have to find the same errors in the
// same order, in generated values that nearly match the request schemas of all operations.
import { Ajv, type ErrorObject } from "ajv";
import { expect } from "chai";
import fc from "fast-check";
import { compileCheck, compileSlicedCheck } from "../../../src/api/check.ts";
import type { JsonSchema, SchemaViolation } from "../../../src/api/check-rules.ts";
import { LEAF_CHECKS } from "../../../src/api/leaf-checks.ts";
import { ROWS } from "../../../src/api/operations/index.ts";
import { runWhole } from "../../../src/scheduling/pause.ts";
import { LEAF, type LeafName, RawJson } from "../../../src/schema/leaf.ts";
import { UpsertPointsSchema } from "../../../src/schema/point-write.ts";
import { cutsOf } from "../../support/cuts.ts";

const RUNS = Number(process.env.RUNS ?? 6);

/**
 * Marks a packed vector. JSON Schema has none; ajv gets a function instead, which is neither an object nor an array.
 */
const VEILED = Symbol("vector");

function veiled(value: unknown): unknown {
  if (value instanceof Float32Array) return Object.assign(() => {}, { [VEILED]: value });
  return mapped(value, veiled);
}

function unveiled(value: unknown): unknown {
  if (typeof value === "function") return (value as unknown as { [VEILED]: Float32Array })[VEILED];
  return mapped(value, unveiled);
}

function mapped(value: unknown, map: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== "object" || value === null || value instanceof RawJson) return value;
  if (ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]));
}

/** ajv with the leaves of our schemas as a keyword that reports the errors of our leaf checks. */
const ajv = new Ajv({ strict: false, verbose: true, validateSchema: false });
ajv.addKeyword({
  keyword: LEAF,
  errors: true,
  compile: (leaf: LeafName) => {
    const check: { (value: unknown): boolean; errors?: Partial<ErrorObject>[] } = (value) => {
      const violation = LEAF_CHECKS[leaf](unveiled(value));
      if (violation) check.errors = [{ keyword: LEAF, params: { violation, leaf } }];
      return violation === null;
    };
    return check;
  },
});

const WRONG = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1.5,
    1e9,
    "",
    "x",
    "Cosine",
    [],
    {},
    [[]],
    2n ** 64n,
    new Float32Array(2),
  ),
  fc.string({ maxLength: 3 }),
  fc.string({ minLength: 300, maxLength: 400, unit: "grapheme" }),
  fc.array(fc.constantFrom(1, "a", null), { maxLength: 3 }),
);

const LEAVES: Record<LeafName, fc.Arbitrary<unknown>> = {
  point_id: fc.constantFrom(1, 2n ** 63n, "550e8400-e29b-41d4-a716-446655440000"),
  vector: fc.constantFrom(new Float32Array([1, 2]), new Float32Array(0)),
  named_vector: fc.constantFrom(new Float32Array([1, 2]), {
    indices: new Uint32Array([1]),
    values: new Float32Array([2]),
  }),
  payload: fc.constantFrom(new RawJson(new TextEncoder().encode("{}"), 1), null),
  filter: fc.constantFrom({}, null),
  expression: fc.constant(1),
};

/** Generates values that mostly match the schema. */
function near(schema: JsonSchema, definitions: JsonSchema = {}, depth = 0): fc.Arbitrary<unknown> {
  const known = schema.$defs ?? definitions;
  const right = exactly(schema, known, depth);
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: WRONG });
}

function exactly(schema: JsonSchema, known: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return WRONG;
  const part = (one: JsonSchema) => near(one, known, depth + 1);
  if (schema.$ref) return part(known[schema.$ref.replace("#/$defs/", "")]);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(part));
  if (schema.if) return fc.oneof(part(schema.then ?? {}), part(schema.else ?? {}));
  if (schema[LEAF]) return LEAVES[schema[LEAF] as LeafName];
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -2, maximum = minimum + 5 } = schema;
  switch (schema.type) {
    case "object": {
      const names = Object.keys(schema.properties ?? {});
      const members = Object.fromEntries(names.map((name) => [name, part(schema.properties[name])]));
      const requiredKeys = (schema.required ?? []).filter((_: string, i: number) => (i + depth) % 5 !== 4);
      if (!schema.patternProperties) return fc.record(members, { requiredKeys });
      return fc.dictionary(fc.string({ maxLength: 2 }), part(schema.patternProperties["^.*$"]), {
        maxKeys: 2,
      });
    }
    case "array":
      return fc.array(part(schema.items ?? {}), { maxLength: 3 });
    case "integer":
      return fc.integer({ min: minimum - 1, max: Math.min(maximum + 1, 2 ** 31 - 1) });
    case "number":
      return fc.double({ min: minimum - 1, max: maximum + 1, noNaN: true });
    case "string":
      return fc.string({ maxLength: 2 });
    case "boolean":
      return fc.boolean();
    default:
      return schema.type === "null" ? fc.constant(null) : WRONG;
  }
}

const ofAjv = ({ keyword, params, instancePath, parentSchema, data }: ErrorObject) => ({
  keyword,
  said: params.missingProperty ?? params.violation ?? params.failingKeyword ?? params.limit ?? null,
  path: instancePath
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")),
  parentSchema,
  data: unveiled(data),
});
const ofOurs = ({ keyword, params, path, parentSchema, data }: SchemaViolation) => ({
  keyword,
  said: params.missingProperty ?? params.violation ?? params.failingKeyword ?? params.limit ?? null,
  path,
  parentSchema,
  data,
});

describe("checks compiled from request schemas", () => {
  for (const { id, request } of ROWS) {
    it(`checks compiled from request schemas find in requests of ${id} the errors that ajv finds`, () => {
      const validate = ajv.compile(request);
      const check = compileCheck(request);
      fc.assert(
        fc.property(near(request), (value) => {
          const expected = validate(veiled(value)) ? [] : validate.errors!;
          expect(check(value).violations.map(ofOurs)).to.deep.equal(expected.map(ofAjv));
        }),
        { numRuns: RUNS },
      );
    });
  }

  for (const { id, request } of ROWS) {
    it(`checks compiled from request schemas find the same deepest errors in requests of ${id}, whether lists are checked at once or in slices`, () => {
      const check = compileCheck(request);
      const cutCheck = compileSlicedCheck(request, 0);
      const deepest = (violations: readonly SchemaViolation[]) => {
        const depth = Math.max(...violations.map(({ path }) => path.length));
        return violations.filter(({ path }) => path.length === depth).map(ofOurs);
      };
      fc.assert(
        fc.property(near(request), (value) => {
          const { violations, unknown } = runWhole(cutCheck(value));
          const whole = check(value);
          expect(deepest(violations)).to.deep.equal(deepest(whole.violations));
          if (violations.length === 0) expect(unknown.length).to.equal(whole.unknown.length);
        }),
        { numRuns: RUNS },
      );
    });
  }

  describe("of an upsert of many points", () => {
    const vector = Float32Array.of(1, 2);
    const points = (count: number) =>
      Array.from({ length: count }, (_, id): Record<string, unknown> => ({ id, vector }));
    const upsert = (list: unknown, more: object = {}) => ({ collection_name: "c", points: list, ...more });
    const check = compileSlicedCheck(UpsertPointsSchema);

    it("checks of an upsert of many points can pause between points, in rows and in columns", () => {
      expect(cutsOf(check(upsert(points(30)))).cuts).to.equal(0);
      expect(cutsOf(check(upsert(points(4_000)))).cuts).to.be.at.least(100);
      const batch = { ids: points(4_000).map(({ id }) => id), vectors: Array(4_000).fill(vector) };
      expect(cutsOf(check({ collection_name: "c", batch })).cuts).to.be.at.least(200);
    });

    it("checks of an upsert of many points find an invalid last point, and errors of other fields before it", () => {
      const wrong = points(4_000);
      wrong[3_999]!.id = -1;
      const pathOf = (value: unknown) => runWhole(check(value)).violations.map(({ path }) => path.join("."));
      expect(pathOf(upsert(wrong))).to.deep.equal(["points.3999.id"]);
      expect(pathOf(upsert(wrong, { update_mode: 7 }))).to.deep.equal(["points.3999.id"]);
      expect(pathOf(upsert(points(4_000), { update_mode: 7 }))[0]).to.equal("update_mode");
    });

    it("checks of an upsert of many points report an unknown field that all points have only once", () => {
      const given = points(4_000).map((point) => ({ ...point, metadata: 1 }));
      const { unknown } = runWhole(check(upsert(given)));
      expect(unknown.map(({ path }) => path.join("."))).to.deep.equal(["points.0.metadata"]);
    });
  });

  it("checks compiled from request schemas refuse a schema with a keyword that the check does not know", () => {
    expect(() => compileCheck({ type: "string", format: "uuid" })).to.throw(
      "a schema has the keyword format, which nothing checks",
    );
  });
});
