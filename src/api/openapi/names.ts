// The schemas that have a name in the OpenAPI document; those inside others come first.
import { CollectionInfoSchema } from "../../schema/collection.ts";
import {
  BinaryQuantizationSchema,
  CollectionParamsSchema,
  DistanceSchema,
  HnswConfigSchema,
  OptimizersConfigSchema,
  QuantizationConfigSchema,
  ScalarQuantizationSchema,
  VectorParamsSchema,
  VectorsConfigSchema,
  WalConfigSchema,
} from "../../schema/collection-config.ts";
import {
  ExplanationSchema,
  SearchStrategySchema,
  SegmentExplanationSchema,
  ServedConditionSchema,
} from "../../schema/explain.ts";
import { FieldSchemaSchema, FieldTypeSchema, IndexParamsSchema } from "../../schema/payload-index.ts";
import {
  PointSchema,
  PointVectorSchema,
  RecordSchema,
  WithPayloadSchema,
  WithVectorSchema,
} from "../../schema/point.ts";
import {
  DeletePayloadSchema,
  DeleteVectorsSchema,
  SelectionSchema,
  SetPayloadSchema,
  UpdateResultSchema,
  UpdateVectorsSchema,
  UpsertSchema,
} from "../../schema/point-write.ts";
import {
  ContextPairSchema,
  ContextSchema,
  LookupSchema,
  QueryObjectSchema,
  QuerySchema,
  RecommendSchema,
  SearchParamsSchema,
  StrategySchema,
  VectorInputSchema,
} from "../../schema/query.ts";
import {
  GroupsSchema,
  QueryBodySchema,
  QueryResultSchema,
  WithLookupSchema,
} from "../../schema/query-points.ts";
import { RecallSchema } from "../../schema/recall.ts";
import { DiscoverBodySchema, RecommendBodySchema } from "../../schema/recommend.ts";
import { OrderBySchema, ScrolledRecordSchema } from "../../schema/scroll.ts";
import { ScoredPointSchema, SearchSchema } from "../../schema/search.ts";
import { StatusSchema } from "../../schema/status.ts";

export const NAMES: readonly (readonly [name: string, schema: object])[] = [
  ["Distance", DistanceSchema],
  ["HnswConfig", HnswConfigSchema],
  ["ScalarQuantization", ScalarQuantizationSchema],
  ["BinaryQuantization", BinaryQuantizationSchema],
  ["QuantizationConfig", QuantizationConfigSchema],
  ["OptimizersConfig", OptimizersConfigSchema],
  ["WalConfig", WalConfigSchema],
  ["CollectionParams", CollectionParamsSchema],
  ["VectorParams", VectorParamsSchema],
  ["VectorsConfig", VectorsConfigSchema],
  ["FieldType", FieldTypeSchema],
  ["IndexParams", IndexParamsSchema],
  ["FieldSchema", FieldSchemaSchema],
  ["CollectionInfo", CollectionInfoSchema],
  ["PointVector", PointVectorSchema],
  ["Point", PointSchema],
  ["Record", RecordSchema],
  ["ScrolledRecord", ScrolledRecordSchema],
  ["ScoredPoint", ScoredPointSchema],
  ["SearchStrategy", SearchStrategySchema],
  ["SegmentExplanation", SegmentExplanationSchema],
  ["ServedCondition", ServedConditionSchema],
  ["Explanation", ExplanationSchema],
  ["Recall", RecallSchema],
  ["WithPayload", WithPayloadSchema],
  ["WithVector", WithVectorSchema],
  ["Selection", SelectionSchema],
  ["Upsert", UpsertSchema],
  ["SetPayload", SetPayloadSchema],
  ["DeletePayload", DeletePayloadSchema],
  ["UpdateVectors", UpdateVectorsSchema],
  ["DeleteVectors", DeleteVectorsSchema],
  ["UpdateResult", UpdateResultSchema],
  ["VectorInput", VectorInputSchema],
  ["OrderBy", OrderBySchema],
  ["SearchParams", SearchParamsSchema],
  ["Strategy", StrategySchema],
  ["Recommend", RecommendSchema],
  ["ContextPair", ContextPairSchema],
  ["Context", ContextSchema],
  ["Lookup", LookupSchema],
  ["QueryObject", QueryObjectSchema],
  ["Query", QuerySchema],
  ["WithLookup", WithLookupSchema],
  ["Search", SearchSchema],
  ["QueryBody", QueryBodySchema],
  ["RecommendBody", RecommendBodySchema],
  ["DiscoverBody", DiscoverBodySchema],
  ["QueryResult", QueryResultSchema],
  ["Groups", GroupsSchema],
  ["Status", StatusSchema],
];
