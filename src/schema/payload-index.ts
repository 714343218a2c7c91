// Indexes over payload fields: what they can be told. Names, defaults and ranges are Qdrant's.
// The decision: an index is kept as it was given, the bare name of a type or an object, so that it is shown the same way;
// options that have no effect here are accepted, kept, and named in the collection's `warnings`.
import Type, { type Static, type TSchema } from "typebox";
import type { Shown } from "./shown.ts";

const EXPECTED =
  '"keyword", "integer", "float", "geo", "text", "bool", "datetime", "uuid", or an object {"type": ...}';

export const FieldTypeSchema = Type.Union(
  [
    Type.Literal("keyword"),
    Type.Literal("integer"),
    Type.Literal("float"),
    Type.Literal("geo"),
    Type.Literal("text"),
    Type.Literal("bool"),
    Type.Literal("datetime"),
    Type.Literal("uuid"),
  ],
  { expected: EXPECTED },
);
export type FieldType = Static<typeof FieldTypeSchema>;

function optional<T extends TSchema>(schema: T, words: { expected?: string; document?: Shown } = {}) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}

const flag = () => optional(Type.Boolean());
const length = () => optional(Type.Integer({ minimum: 0 }));

/** `nested` is refused; the others are without effect: indexes are in memory, and every filter is planned. */
const common = {
  on_disk: flag(),
  memory: optional(Type.String()),
  enable_hnsw: flag(),
  nested: optional(Type.String(), { document: false }),
};

const keyword = { ...common, is_tenant: flag() };

const TokenizerSchema = Type.Union([
  Type.Literal("word"),
  Type.Literal("whitespace"),
  Type.Literal("prefix"),
  Type.Literal("multilingual"),
]);
export type TokenizerName = Static<typeof TokenizerSchema>;

const TextIndexSchema = Type.Object({
  type: Type.Literal("text"),
  ...common,
  tokenizer: optional(TokenizerSchema, {
    expected: '"word", "whitespace", "prefix" or "multilingual"',
  }),
  /** Tokens outside of these lengths, in characters, are left out. */
  min_token_len: length(),
  max_token_len: length(),
  lowercase: flag(),
  ascii_folding: flag(),
  phrase_matching: flag(),
  /** The name of a language, or names and words of one's own. */
  stopwords: optional(
    Type.Union([
      Type.String(),
      Type.Object({
        languages: optional(Type.Array(Type.String())),
        custom: optional(Type.Array(Type.String())),
      }),
    ]),
    { expected: 'a language or {"languages": [...], "custom": [...]}' },
  ),
  /** Refused unless it is false. */
  scoring: optional(Type.Union([Type.Boolean(), Type.Object({ type: optional(Type.String()) })]), {
    expected: "true, false or an object",
    document: false,
  }),
  stemmer: optional(Type.Object({ type: Type.String(), language: optional(Type.String()) }), {
    expected: 'an object such as {"type": "snowball", "language": "english"}',
  }),
});
export type TextIndexParams = Static<typeof TextIndexSchema>;

export const IndexParamsSchema = Type.Union(
  [
    Type.Object({ type: Type.Literal("keyword"), ...keyword, prefix: flag() }),
    Type.Object({ type: Type.Literal("uuid"), ...keyword }),
    Type.Object({
      type: Type.Literal("integer"),
      ...common,
      lookup: flag(),
      range: flag(),
      is_principal: flag(),
    }),
    Type.Object({ type: Type.Literal("float"), ...common, is_principal: flag() }),
    Type.Object({ type: Type.Literal("datetime"), ...common, is_principal: flag() }),
    Type.Object({ type: Type.Literal("geo"), ...common }),
    Type.Object({ type: Type.Literal("bool"), ...common }),
    TextIndexSchema,
  ],
  { expected: "an object with a type" },
);
export type IndexParams = Static<typeof IndexParamsSchema>;

export const FieldSchemaSchema = Type.Union([FieldTypeSchema, IndexParamsSchema], {
  expected: EXPECTED,
});
export type FieldSchema = Static<typeof FieldSchemaSchema>;

/** Either form as parameters. */
export function indexParams(schema: FieldSchema): IndexParams {
  return typeof schema === "string" ? ({ type: schema } as IndexParams) : schema;
}
