// Codecs of payload indexes: creating and describing them. Types and parameters are those of shared/payload-indexes.ts.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { FIELD_TYPES, PAYLOAD_INDEXES, type ParamKind, paramsOf } from "../../shared/payload-indexes.ts";
import type {
  CreateFieldIndexCollection,
  FieldType,
  KeywordPrefixParams,
  PayloadIndexParams,
  PayloadSchemaType,
  StemmingAlgorithm,
  StopwordsSet,
  TextIndexParams,
  TextScoringParams,
  TokenizerType,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import { type Codec, choice, count, flag, ignored, type Json, text, within, word } from "./codec.ts";
import { kept, memory } from "./config.ts";
import { members, record } from "./record.ts";

/** An empty message, which means true. */
const presence: Codec<KeywordPrefixParams> = kept(
  { read: () => true, write: () => ({}) },
  (json) => json === true,
);

const stopwordsSet = record(messages.StopwordsSet);
const stopwords: Codec<StopwordsSet> = {
  read: stopwordsSet.read,
  write: (json) => stopwordsSet.write(typeof json === "string" ? { languages: [json] } : json),
};

type StemmerKind = NonNullable<StemmingAlgorithm["stemming_params"]>;
const stemmerKind = choice<StemmerKind>({
  snowball: record(messages.SnowballParams),
  disabled: { read: () => ({}), write: () => ({}) },
});
const stemmer: Codec<StemmingAlgorithm> = {
  read({ stemming_params: kind }, where) {
    const params = stemmerKind.read(kind, where) as object;
    return { type: kind!.$case === "snowball" ? "snowball" : "none", ...params };
  },
  write(json) {
    const { type, language = "" } = json as { type: string; language?: string };
    const kind =
      type === "snowball" ? stemmerKind.write("snowball", { language }) : stemmerKind.write("disabled", {});
    return { stemming_params: kind };
  },
};

const tokenizer = word<TokenizerType>(
  {
    prefix: enums.TokenizerType.Prefix,
    whitespace: enums.TokenizerType.Whitespace,
    word: enums.TokenizerType.Word,
    multilingual: enums.TokenizerType.Multilingual,
    code: enums.TokenizerType.Code,
  },
  enums.TokenizerType.Unknown,
);

/** There is one way to rank, so the message says yes; `scored` says no. */
const scoring: Codec<TextScoringParams> = {
  read: () => true,
  write: (json) => (json === false ? undefined : { type: enums.TextScoringType.Bm25 }) as TextScoringParams,
};

/** Reads `scoring` and `scored`, which are one member of JSON. */
function withScored(fields: object): Codec<TextIndexParams> {
  const params = members<TextIndexParams>({ ...fields, scored: flag });
  return {
    read(message, where) {
      const { scored, ...json } = params.read(message, where) as Json;
      if (scored === false && json.scoring === true)
        throw new InvalidArgument(`${within(where, "scored")}: expected true beside \`scoring\`, got false`);
      return { ...json, ...(scored !== undefined && { scoring: scored }) };
    },
    write(json) {
      const { scoring } = json as Json;
      return params.write(scoring === false ? { ...(json as Json), scored: false } : json);
    },
  };
}

const PARAMS: Readonly<Record<ParamKind, object>> = {
  flag,
  presence,
  length: count,
  memory,
  tokenizer,
  language: text,
  stopwords,
  stemmer,
  nested: text,
  scoring,
};

type ParamsKind = NonNullable<PayloadIndexParams["index_params"]>;
const kinds = FIELD_TYPES.map((type) => {
  const codecs = paramsOf(type).map(([name, { kind }]) => [name, PARAMS[kind]]);
  const fields = Object.fromEntries(codecs);
  return [`${type}_index_params`, type === "text" ? withScored(fields) : members(fields)];
});
// That the messages have these fields and no others is tested: the compiler cannot see it.
const paramsKind = choice<ParamsKind>(Object.fromEntries(kinds));

const params: Codec<PayloadIndexParams> = {
  read({ index_params: kind }, where) {
    const json = paramsKind.read(kind, where) as object;
    return { type: kind!.$case.replace("_index_params", ""), ...json };
  },
  write(json) {
    const { type, ...rest } = json as { type: string };
    return { index_params: paramsKind.write(`${type}_index_params` as ParamsKind["$case"], rest) };
  },
};

const types = FIELD_TYPES.map((type) => [type, PAYLOAD_INDEXES[type].grpc] as const);
const fieldType = word<FieldType>(Object.fromEntries(types));

const alone = { ordering: ignored, timeout: ignored };
const index = record(messages.CreateFieldIndexCollection, {
  ...alone,
  field_type: fieldType,
  field_index_params: params,
});

/** JSON has one `field_schema`: the name of a type, or an object with it. */
export const createFieldIndex: Codec<CreateFieldIndexCollection> = {
  read(message, where) {
    const { field_type: type, field_index_params: given, ...json } = index.read(message, where) as Json;
    const named = given as { type: string } | undefined;
    if (named && type !== undefined && named.type !== type) {
      const path = within(where, "field_index_params");
      throw new InvalidArgument(`${path}: expected those of the type ${type}, got those of ${named.type}`);
    }
    return { ...json, ...((named ?? type) !== undefined && { field_schema: named ?? type }) };
  },
  write(json) {
    const { field_schema: schema, ...rest } = json as Json;
    if (typeof schema === "string") return index.write({ ...rest, field_type: schema });
    return index.write({
      ...rest,
      field_index_params: schema,
      field_type: (schema as { type?: string })?.type,
    });
  },
};

export const deleteFieldIndex = record(messages.DeleteFieldIndexCollection, alone);

export const payloadSchemaInfo = record(messages.PayloadSchemaInfo, {
  data_type: word<PayloadSchemaType>(
    Object.fromEntries(types.map(([type, number]) => [type, (number + 1) as PayloadSchemaType])),
    enums.PayloadSchemaType.UnknownType,
  ),
  params,
});
