// The leaves of our schemas in the OpenAPI document, where a leaf is a component like any other.
import { EXPRESSION_DOCUMENT } from "../../schema/expression.ts";
import { FILTER_DOCUMENT } from "../../schema/filter.ts";
import { type LeafName, MAX_U64 } from "../../schema/leaf.ts";
import { MAX_DIMENSION, MAX_SPARSE_ENTRIES } from "../../schema/limits.ts";

interface Leaf {
  /** The schema that replaces the leaf ... */
  readonly shown: object;
  /** ... and the components that it refers to. */
  readonly components: Readonly<Record<string, object>>;
}

const VECTOR = {
  description: "As many numbers as the collection's dimension, each finite as a 32-bit float.",
  type: "array",
  items: { type: "number" },
  minItems: 1,
  maxItems: MAX_DIMENSION,
};

const SPARSE_VECTOR = {
  description:
    "The values at some of 2^32 indices. Both lists have the same length; an index occurs once. Shown ascending by index.",
  type: "object",
  required: ["indices", "values"],
  additionalProperties: false,
  properties: {
    indices: {
      type: "array",
      items: { type: "integer", minimum: 0, maximum: 4_294_967_295 },
      maxItems: MAX_SPARSE_ENTRIES,
    },
    values: { type: "array", items: { type: "number" }, maxItems: MAX_SPARSE_ENTRIES },
  },
};

const DOCUMENT = {
  description:
    "In requests: a text that the server makes a vector of. The model qdrant/bm25, or bm25, makes a sparse vector of " +
    "the words; where the collection has the modifier idf, scores are those of BM25.",
  type: "object",
  required: ["text", "model"],
  additionalProperties: false,
  properties: {
    text: { type: "string", description: "At most 1 MiB of UTF-8." },
    model: { type: "string", minLength: 1 },
    options: {
      description:
        "Of bm25: k (1.2), b (0.75), avg_len (256), tokenizer (word, whitespace, prefix, multilingual, code), " +
        "language (english), lowercase, ascii_folding, stopwords, stemmer, min_token_len, max_token_len.",
      type: ["object", "null"],
      additionalProperties: true,
    },
  },
};

export const LEAVES: Readonly<Record<LeafName, Leaf>> = {
  point_id: component("PointId", {
    description:
      "An unsigned 64-bit integer, exact to the last digit, or a UUID with or without dashes, in any case.",
    anyOf: [
      { type: "integer", minimum: 0, maximum: MAX_U64 },
      { type: "string", format: "uuid", description: "A UUID" },
    ],
  }),
  vector: component("Vector", VECTOR),
  named_vector: {
    shown: { $ref: "#/components/schemas/NamedVector" },
    components: {
      NamedVector: {
        anyOf: ["Vector", "SparseVector", "Document"].map((name) => ({
          $ref: `#/components/schemas/${name}`,
        })),
      },
      Vector: VECTOR,
      SparseVector: SPARSE_VECTOR,
      Document: DOCUMENT,
    },
  },
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
