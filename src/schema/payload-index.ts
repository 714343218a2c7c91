// Options of payload indexes. Names, defaults and ranges are Qdrant's.
// The decision: an index is stored as it was given, the bare name of a type or an object, so it is shown in the same
// way. Options without effect are accepted, stored, and named in the collection's `warnings`. The types and their
// parameters are in shared/payload-indexes.ts.
import Type, { type Static, type TLiteral, type TSchema, type TUnsafe } from "typebox";
import {
  type COMMON_PARAMS,
  FIELD_TYPES,
  type FieldType,
  type IndexParam,
  PAYLOAD_INDEXES,
  type ParamKind,
  paramsOf,
} from "../shared/payload-indexes.ts";
import { LANGUAGE_NAMES, LANGUAGES, TOKENIZERS, type TokenizerKind } from "../shared/text-languages.ts";
import type { Shown } from "./shown.ts";

const EXPECTED = `${FIELD_TYPES.map((name) => `"${name}"`).join(", ")}, or an object {"type": ...}`;

export const FieldTypeSchema = Type.Union(
  FIELD_TYPES.map((name) => Type.Literal(name)) as unknown as [TLiteral<FieldType>],
  { expected: EXPECTED },
);

function optional<T extends TSchema>(schema: T, words: { expected?: string; document?: Shown } = {}) {
  return Type.Optional(Type.Union([schema, Type.Null()], words));
}

const TokenizerSchema = Type.Union(
  TOKENIZERS.map((name) => Type.Literal(name)) as unknown as [TLiteral<TokenizerKind>],
);
const TOKENIZER_NAMES = `${TOKENIZERS.slice(0, -1)
  .map((name) => `"${name}"`)
  .join(", ")} or "${TOKENIZERS.at(-1)}"`;

const PARAMS = {
  flag: optional(Type.Boolean()),
  presence: optional(Type.Boolean()),
  /** In characters; tokens outside these lengths are left out. */
  length: optional(Type.Integer({ minimum: 0 })),
  memory: optional(Type.String()),
  tokenizer: optional(TokenizerSchema, { expected: TOKENIZER_NAMES }),
  language: optional(
    Type.Union(LANGUAGE_NAMES.map((name) => Type.Literal(name)) as unknown as [TLiteral<string>]),
    { expected: `a language (${LANGUAGES.join(", ")}) or its short name` },
  ),
  /** The name of a language, or an object with languages and words. */
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
  stemmer: optional(Type.Object({ type: Type.String(), language: optional(Type.String()) }), {
    expected: 'an object such as {"type": "snowball", "language": "english"}',
  }),
  /** The array each of whose elements is a value of its own. */
  nested: optional(Type.String()),
  scoring: optional(Type.Union([Type.Boolean(), Type.Object({ type: optional(Type.Literal("bm25")) })]), {
    expected: 'true, false or {"type": "bm25"}',
  }),
} as const satisfies Record<ParamKind, TSchema>;

type Values<Params extends Record<string, IndexParam>> = {
  [Name in keyof Params]?: Static<(typeof PARAMS)[Params[Name]["kind"]]>;
};
type ParamsOf<Name extends FieldType> = { type: Name } & Values<typeof COMMON_PARAMS> &
  Values<(typeof PAYLOAD_INDEXES)[Name]["params"]>;
export type TextIndexParams = ParamsOf<"text">;
export type IndexParams = { [Name in FieldType]: ParamsOf<Name> }[FieldType];

export const IndexParamsSchema = Type.Union(
  (Object.keys(PAYLOAD_INDEXES) as FieldType[]).map((name) =>
    Type.Object({
      type: Type.Literal(name),
      ...Object.fromEntries(paramsOf(name).map(([param, { kind }]) => [param, PARAMS[kind]])),
    }),
  ),
  { expected: "an object with a type" },
) as unknown as TUnsafe<IndexParams>;

export const FieldSchemaSchema = Type.Union([FieldTypeSchema, IndexParamsSchema], {
  expected: EXPECTED,
});
export type FieldSchema = Static<typeof FieldSchemaSchema>;

/** Returns either form as parameters. */
export function indexParams(schema: FieldSchema): IndexParams {
  return typeof schema === "string" ? ({ type: schema } as IndexParams) : schema;
}
