// The table of payload index types: one row for each, with its parameters and everything else that other parts of the
// program need to know about it.
// The decision: schema, gRPC, console, errors and core read this table and compare no names. A new type is a row
// here, a row in core/index/index-types.ts, and its name in proto/azimuth/v1/field_indexes.proto.

/**
 * The kinds of values of parameters. schema/payload-index.ts has the JSON schema of each kind, and the codec is in
 * grpc/convert/field-indexes.ts. A presence is a flag that is an empty message in gRPC.
 */
export type ParamKind =
  | "flag"
  | "presence"
  | "length"
  | "memory"
  | "tokenizer"
  | "language"
  | "stopwords"
  | "stemmer"
  | "nested"
  | "scoring";

export interface IndexParam {
  readonly kind: ParamKind;
  /** The label in the console, which does not show a parameter without one. */
  readonly label?: string;
  readonly hint?: string;
  /** A parameter without effect has these: the values that ask for what is done anyway, and what is done. */
  readonly idle?: readonly [usual: readonly unknown[], instead: string];
}

interface PayloadIndexRow {
  /** The number in the gRPC definitions: `FieldType`, and `PayloadSchemaType` minus 1. */
  readonly grpc: number;
  /** The description in the console, below the name. */
  readonly about: string;
  /** The type of a value in the console's form of conditions; left out: text. */
  readonly input?: "number" | "bool";
  /** The parameters besides those of all types. */
  readonly params: Readonly<Record<string, IndexParam>>;
}

const IN_MEMORY = "indexes of payload fields are in memory";
const AS_THEY_COME = "points are stored in the order in which they come";
const SINGLE_GRAPH_TEXT = "filtered searches walk the one graph there is and pass over what does not match";
const TENANT = { kind: "flag", label: "Field names the tenant", idle: [[false], AS_THEY_COME] } as const;
const PRINCIPAL = { kind: "flag", label: "Field orders the storage", idle: [[false], AS_THEY_COME] } as const;

/** The parameters of all types. */
export const COMMON_PARAMS = {
  on_disk: { kind: "flag", label: "On disk", idle: [[false], IN_MEMORY] },
  memory: { kind: "memory", label: "Memory", idle: [["cached"], IN_MEMORY] },
  enable_hnsw: { kind: "flag", label: "Extra graph links", idle: [[true], SINGLE_GRAPH_TEXT] },
  nested: {
    kind: "nested",
    label: "Nested array",
    hint: "Index each element by itself; offers for the field offers[].title",
  },
} as const satisfies Record<string, IndexParam>;

export const PAYLOAD_INDEXES = {
  keyword: {
    grpc: 0,
    about: "Exact words: categories, tags, names",
    params: {
      is_tenant: TENANT,
      prefix: { kind: "presence", label: "Prefix matching" },
    },
  },
  uuid: { grpc: 7, about: "UUIDs, in less memory than keywords", params: { is_tenant: TENANT } },
  integer: {
    grpc: 1,
    about: "Whole numbers: equal to, and ranges",
    input: "number",
    params: {
      lookup: { kind: "flag", label: "Match equal values", hint: "Yes by default" },
      range: { kind: "flag", label: "Match ranges", hint: "Yes by default" },
      is_principal: PRINCIPAL,
    },
  },
  float: { grpc: 2, about: "Numbers: ranges", input: "number", params: { is_principal: PRINCIPAL } },
  datetime: { grpc: 6, about: "Moments in time: ranges", params: { is_principal: PRINCIPAL } },
  geo: { grpc: 3, about: "Places: within a circle, a box or a polygon", params: {} },
  bool: { grpc: 5, about: "Yes or no", input: "bool", params: {} },
  text: {
    grpc: 4,
    about: "Words within longer texts",
    params: {
      tokenizer: {
        kind: "tokenizer",
        label: "Tokenizer",
        hint: "How a text becomes words; word by default",
      },
      language: {
        kind: "language",
        label: "Language",
        hint: "Sets stop words and stemmer, unless they are set below",
      },
      min_token_len: {
        kind: "length",
        label: "Shortest word",
        hint: "Characters; shorter words are ignored",
      },
      max_token_len: { kind: "length", label: "Longest word", hint: "Characters; longer words are ignored" },
      lowercase: { kind: "flag", label: "Ignore case", hint: "Yes by default" },
      ascii_folding: { kind: "flag", label: "Ignore accents", hint: "é matches e" },
      phrase_matching: { kind: "flag", label: "Phrase matching" },
      stopwords: { kind: "stopwords", label: "Stop words" },
      scoring: { kind: "scoring", label: "Ranking", hint: "Scores by BM25; yes by default" },
      stemmer: { kind: "stemmer", label: "Stemmer" },
    },
  },
} as const satisfies Record<string, PayloadIndexRow>;

export type FieldType = keyof typeof PAYLOAD_INDEXES;

/** The types in the order of their numbers. */
export const FIELD_TYPES = (Object.keys(PAYLOAD_INDEXES) as FieldType[]).sort(
  (a, b) => PAYLOAD_INDEXES[a].grpc - PAYLOAD_INDEXES[b].grpc,
);

/** The types whose values facets can count, in the order in which errors name them. */
export const COUNTED_TYPES: readonly FieldType[] = ["keyword", "integer", "uuid", "bool"];

/** The types that points can be ordered by. */
export const ORDERED_TYPES: readonly FieldType[] = ["integer", "float", "datetime"];

export function payloadIndexRow(type: FieldType): PayloadIndexRow {
  return PAYLOAD_INDEXES[type];
}

/** Returns all parameters of a type with their names. */
export function paramsOf(type: FieldType): [name: string, param: IndexParam][] {
  return Object.entries({ ...COMMON_PARAMS, ...payloadIndexRow(type).params });
}
