// The schemas that the OpenAPI document calls by a name, those inside others first.

import { CollectionInfoSchema } from "../../schema/collection.ts";
import {
  BinaryQuantizationSchema,
  DistanceSchema,
  HnswConfigSchema,
  OptimizersConfigSchema,
  QuantizationConfigSchema,
  ScalarQuantizationSchema,
  VectorParamsSchema,
  VectorsConfigSchema,
} from "../../schema/collection-config.ts";
import { FieldSchemaSchema } from "../../schema/payload-index.ts";
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
  SearchParamsSchema,
  VectorInputSchema,
} from "../../schema/query.ts";
import {
  GroupsSchema,
  QueryBodySchema,
  QueryResultSchema,
  WithLookupSchema,
} from "../../schema/query-points.ts";
import { DiscoverBodySchema, RecommendBodySchema } from "../../schema/recommend.ts";
import { OrderBySchema } from "../../schema/scroll.ts";
import { ScoredPointSchema, SearchSchema } from "../../schema/search.ts";
import { StatusSchema } from "../../schema/status.ts";

export const NAMES: readonly (readonly [name: string, schema: object])[] = [
  ["Distance", DistanceSchema],
  ["HnswConfig", HnswConfigSchema],
  ["ScalarQuantization", ScalarQuantizationSchema],
  ["BinaryQuantization", BinaryQuantizationSchema],
  ["QuantizationConfig", QuantizationConfigSchema],
  ["OptimizersConfig", OptimizersConfigSchema],
  ["VectorParams", VectorParamsSchema],
  ["VectorsConfig", VectorsConfigSchema],
  ["FieldSchema", FieldSchemaSchema],
  ["CollectionInfo", CollectionInfoSchema],
  ["PointVector", PointVectorSchema],
  ["Point", PointSchema],
  ["Record", RecordSchema],
  ["Selection", SelectionSchema],
  ["Upsert", UpsertSchema],
  ["SetPayload", SetPayloadSchema],
  ["DeletePayload", DeletePayloadSchema],
  ["UpdateVectors", UpdateVectorsSchema],
  ["DeleteVectors", DeleteVectorsSchema],
  ["OrderBy", OrderBySchema],
  ["UpdateResult", UpdateResultSchema],
  ["SearchParams", SearchParamsSchema],
  ["VectorInput", VectorInputSchema],
  ["ContextPair", ContextPairSchema],
  ["Context", ContextSchema],
  ["QueryObject", QueryObjectSchema],
  ["Query", QuerySchema],
  ["Lookup", LookupSchema],
  ["WithPayload", WithPayloadSchema],
  ["WithVector", WithVectorSchema],
  ["WithLookup", WithLookupSchema],
  ["Search", SearchSchema],
  ["QueryBody", QueryBodySchema],
  ["RecommendBody", RecommendBodySchema],
  ["DiscoverBody", DiscoverBodySchema],
  ["ScoredPoint", ScoredPointSchema],
  ["QueryResult", QueryResultSchema],
  ["Groups", GroupsSchema],
  ["Status", StatusSchema],
];
