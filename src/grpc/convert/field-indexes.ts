// Codecs of payload indexes: creating and describing them.

import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type {
  BoolIndexParams,
  CreateFieldIndexCollection,
  DatetimeIndexParams,
  DeleteFieldIndexCollection,
  FieldType,
  FloatIndexParams,
  GeoIndexParams,
  IntegerIndexParams,
  KeywordIndexParams,
  KeywordPrefixParams,
  PayloadIndexParams,
  PayloadSchemaInfo,
  PayloadSchemaType,
  StemmingAlgorithm,
  StopwordsSet,
  TextIndexParams,
  TextScoringParams,
  TextScoringType,
  TokenizerType,
  UuidIndexParams,
} from "../gen/azimuth.d.ts";
import { enums } from "../wire/messages.ts";
import { type Codec, choice, count, flag, ignored, list, record, text, within, word } from "./codec.ts";
import { kept, memory } from "./config.ts";

type Json = Record<string, unknown>;

/** `nested` is refused by the service. */
const common = { on_disk: flag, enable_hnsw: flag, memory, nested: text };

/** An empty message, which means true. */
const prefix: Codec<KeywordPrefixParams> = kept(
  { read: () => true, write: () => ({}) },
  (json) => json === true,
);

const stopwordsSet = record<StopwordsSet>({ languages: list(text), custom: list(text) });
const stopwords: Codec<StopwordsSet> = {
  read: stopwordsSet.read,
  write: (json) => stopwordsSet.write(typeof json === "string" ? { languages: [json] } : json),
};

type StemmerKind = NonNullable<StemmingAlgorithm["stemming_params"]>;
const stemmerKind = choice<StemmerKind>({
  snowball: record({ language: text }),
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

const textIndex = record<TextIndexParams>({
  ...common,
  tokenizer: word<TokenizerType>(
    {
      prefix: enums.TokenizerType.Prefix,
      whitespace: enums.TokenizerType.Whitespace,
      word: enums.TokenizerType.Word,
      multilingual: enums.TokenizerType.Multilingual,
    },
    enums.TokenizerType.Unknown,
  ),
  lowercase: flag,
  min_token_len: count,
  max_token_len: count,
  stopwords,
  phrase_matching: flag,
  stemmer,
  ascii_folding: flag,
  scoring: record<TextScoringParams>({ type: word<TextScoringType>({ bm25: enums.TextScoringType.Bm25 }) }),
});

type ParamsKind = NonNullable<PayloadIndexParams["index_params"]>;
const paramsKind = choice<ParamsKind>({
  keyword_index_params: record<KeywordIndexParams>({ ...common, is_tenant: flag, prefix }),
  integer_index_params: record<IntegerIndexParams>({
    ...common,
    lookup: flag,
    range: flag,
    is_principal: flag,
  }),
  float_index_params: record<FloatIndexParams>({ ...common, is_principal: flag }),
  geo_index_params: record<GeoIndexParams>(common),
  text_index_params: textIndex,
  bool_index_params: record<BoolIndexParams>(common),
  datetime_index_params: record<DatetimeIndexParams>({ ...common, is_principal: flag }),
  uuid_index_params: record<UuidIndexParams>({ ...common, is_tenant: flag }),
});

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

const fieldType = word<FieldType>({
  keyword: enums.FieldType.FieldTypeKeyword,
  integer: enums.FieldType.FieldTypeInteger,
  float: enums.FieldType.FieldTypeFloat,
  geo: enums.FieldType.FieldTypeGeo,
  text: enums.FieldType.FieldTypeText,
  bool: enums.FieldType.FieldTypeBool,
  datetime: enums.FieldType.FieldTypeDatetime,
  uuid: enums.FieldType.FieldTypeUuid,
});

const request = { collection_name: text, wait: flag, field_name: text, ordering: ignored, timeout: ignored };
const index = record<CreateFieldIndexCollection>({
  ...request,
  field_type: fieldType,
  field_index_params: params,
});

/** JSON has one `field_schema`: the name of a type, or an object with it. */
export const createFieldIndex: Codec<CreateFieldIndexCollection> = {
  read(message, where) {
    const { field_type: type, field_index_params: given, ...json } = index.read(message, where) as Json;
    const named = given as { type: string } | undefined;
    if (named && type !== undefined && named.type !== type) {
      const place = within(where, "field_index_params");
      throw new InvalidArgument(`${place}: expected those of the type ${type}, got those of ${named.type}`);
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

export const deleteFieldIndex = record<DeleteFieldIndexCollection>(request);

export const payloadSchemaInfo = record<PayloadSchemaInfo>({
  data_type: word<PayloadSchemaType>(
    {
      keyword: enums.PayloadSchemaType.Keyword,
      integer: enums.PayloadSchemaType.Integer,
      float: enums.PayloadSchemaType.Float,
      geo: enums.PayloadSchemaType.Geo,
      text: enums.PayloadSchemaType.Text,
      bool: enums.PayloadSchemaType.Bool,
      datetime: enums.PayloadSchemaType.Datetime,
      uuid: enums.PayloadSchemaType.Uuid,
    },
    enums.PayloadSchemaType.UnknownType,
  ),
  params,
  points: count,
});
