// Expressions of formulas in requests, and their documentation.
// The decision: like a filter an expression is a leaf, which service/query/expression.ts parses, because it contains
// filters and itself at every depth.
import Type, { type TUnsafe } from "typebox";
import { FILTER_DOCUMENT } from "./filter.ts";
import { LEAF } from "./leaf.ts";
import { MAX_EXPRESSIONS } from "./limits.ts";

/** Any JSON; the service validates it. */
export const ExpressionSchema: TUnsafe<unknown> = Type.Unsafe<unknown>({ [LEAF]: "expression" });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const EXPRESSION = ref("Expression");
const EXPRESSIONS = { type: "array", items: EXPRESSION };
const PATH = { type: "string", description: "A path into the payload." };
const operator = (name: string, schema: object) => ({
  type: "object",
  required: [name],
  properties: { [name]: schema },
  additionalProperties: false,
});
const object = (required: readonly string[], properties: object) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

const DECAY = object(["x"], {
  x: EXPRESSION,
  target: { ...EXPRESSION, description: "The default is 0." },
  scale: { type: "number", exclusiveMinimum: 0, default: 1 },
  midpoint: {
    type: "number",
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
    default: 0.5,
    description: "The value where x is `scale` away from `target`.",
  },
});

/** The schemas of an expression by name; `Expression` is the whole. */
export const EXPRESSION_DOCUMENT: Readonly<Record<string, object>> = {
  ...FILTER_DOCUMENT,
  Expression: {
    description:
      "A number; a payload path, or $score[i] for the score of the prefetch i; a condition, which is 1 or 0; or one of " +
      `the operations. At most ${MAX_EXPRESSIONS} in one formula.`,
    anyOf: [
      { type: "number" },
      { type: "string" },
      ref("Condition"),
      ...["sum", "mult"].map((name) => operator(name, EXPRESSIONS)),
      ...["max", "min"].map((name) => operator(name, { ...EXPRESSIONS, minItems: 1 })),
      ...["neg", "abs", "sqrt", "exp", "log10", "ln", "acosh"].map((name) => operator(name, EXPRESSION)),
      operator(
        "div",
        object(["left", "right"], {
          left: EXPRESSION,
          right: EXPRESSION,
          by_zero_default: { type: "number" },
        }),
      ),
      operator("pow", object(["base", "exponent"], { base: EXPRESSION, exponent: EXPRESSION })),
      operator("geo_distance", object(["origin", "to"], { origin: ref("GeoPoint"), to: PATH })),
      operator("datetime", { type: "string" }),
      operator("datetime_key", PATH),
      ...["lin_decay", "exp_decay", "gauss_decay"].map((name) => operator(name, DECAY)),
    ],
  },
};
