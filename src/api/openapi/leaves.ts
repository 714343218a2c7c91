// The leaves of our schemas in the OpenAPI document, where a leaf is a component like any other.
import { EXPRESSION_DOCUMENT } from "../../schema/expression.ts";
import { FILTER_DOCUMENT } from "../../schema/filter.ts";
import { type LeafName, MAX_U64 } from "../../schema/leaf.ts";
import { MAX_DIMENSION } from "../../schema/limits.ts";

interface Leaf {
  /** The schema that replaces the leaf ... */
  readonly shown: object;
  /** ... and the components that it refers to. */
  readonly components: Readonly<Record<string, object>>;
}

export const LEAVES: Readonly<Record<LeafName, Leaf>> = {
  point_id: component("PointId", {
    description:
      "An unsigned 64-bit integer, exact to the last digit, or a UUID with or without dashes, in any case.",
    anyOf: [
      { type: "integer", minimum: 0, maximum: MAX_U64 },
      { type: "string", format: "uuid", description: "A UUID" },
    ],
  }),
  vector: component("Vector", {
    description: "As many numbers as the collection's dimension, each finite as a 32-bit float.",
    type: "array",
    items: { type: "number" },
    minItems: 1,
    maxItems: MAX_DIMENSION,
  }),
  payload: component("Payload", {
    description: "Any JSON object, at most 1 MiB and 64 levels deep; it comes back as it was received.",
    type: ["object", "null"],
    additionalProperties: true,
  }),
  filter: {
    shown: {
      description: "Conditions that points have to meet.",
      anyOf: [{ $ref: "#/components/schemas/Filter" }, { type: "null" }],
    },
    components: FILTER_DOCUMENT,
  },
  expression: {
    shown: { $ref: "#/components/schemas/Expression" },
    components: EXPRESSION_DOCUMENT,
  },
};

function component(name: string, schema: object): Leaf {
  return { shown: { $ref: `#/components/schemas/${name}` }, components: { [name]: schema } };
}
