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
import { PointSchema, PointVectorSchema, RecordSchema } from "../../schema/point.ts";
import { UpdateResultSchema } from "../../schema/point-write.ts";
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
  ["UpdateResult", UpdateResultSchema],
  ["Search", SearchSchema],
  ["ScoredPoint", ScoredPointSchema],
  ["Status", StatusSchema],
];
