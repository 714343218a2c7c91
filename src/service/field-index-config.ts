// Payload indexes in three forms: as a request gives them, as they are stored, and as a collection shows them.
import type { CollectionConfig } from "../core/config/types.ts";
import type { JsonPath } from "../core/filter/filter.ts";
import { elementsOf, everyItem, parsePath } from "../core/filter/path.ts";
import { FieldSchemaRequired, UselessIntegerIndex } from "../errors/collections.ts";
import { FailedValidation } from "../errors/failed-validation.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { PayloadSchema } from "../schema/collection.ts";
import { MAX_FIELD_INDEXES } from "../schema/limits.ts";
import {
  type FieldSchema,
  type IndexParams,
  IndexParamsSchema,
  indexParams,
} from "../schema/payload-index.ts";
import type { Rules } from "../schema/rules.ts";
import { given } from "./given.ts";

/**
 * Returns the form that is stored: fields that the type of index knows, without nulls.
 * @param path that of the field
 * @throws InvalidArgument, FailedValidation
 */
export function fieldSchemaOf(
  asked: FieldSchema | null | undefined,
  path: JsonPath,
  rules: Rules,
): FieldSchema {
  if (asked === undefined || asked === null) throw new FieldSchemaRequired();
  if (typeof asked === "string") return asked === "text" && rules.textScoring ? SCORED_TEXT : asked;
  const schema = given(asked, IndexParamsSchema) as FieldSchema;
  const params = indexParams(schema);
  checkNested(params, path);
  if (params.type === "integer" && params.lookup === false && params.range === false) {
    throw new UselessIntegerIndex();
  }
  const isSaid = "scoring" in params && params.scoring !== undefined;
  return params.type === "text" && rules.textScoring && !isSaid ? { ...params, scoring: true } : schema;
}

/** A text index without parameters where it ranks by default: it is stored as it acts. */
const SCORED_TEXT: FieldSchema = { type: "text", scoring: true };

/** @throws InvalidPath, FailedValidation if the field is not in the elements of the array that `nested` names */
function checkNested(params: IndexParams, path: JsonPath): void {
  if (!params.nested || elementsOf(path, params.nested) !== null) return;
  const items = everyItem(parsePath(params.nested)).text;
  throw new FailedValidation(
    "field_schema.nested",
    `field \`${path.text}\` must be inside the elements of nested \`${items}\`, like \`${items}.price\``,
  );
}

/** @param path canonical. @throws InvalidArgument if there are too many indexes */
export function withIndex(config: CollectionConfig, path: string, schema: FieldSchema): CollectionConfig {
  const payload_schema = { ...config.payload_schema, [path]: schema };
  if (Object.keys(payload_schema).length > MAX_FIELD_INDEXES) {
    throw new InvalidArgument(
      `field_name: expected at most ${MAX_FIELD_INDEXES} indexes in a collection; delete one that is not used`,
    );
  }
  return { ...config, payload_schema };
}

export function withoutIndex(config: CollectionConfig, path: string): CollectionConfig {
  const left = Object.entries(config.payload_schema).filter(([indexed]) => indexed !== path);
  return { ...config, payload_schema: Object.fromEntries(left) };
}

/**
 * Returns the indexes of a collection; params are shown where an object was given.
 * @param points indexed points by path
 */
export function payloadSchemaOf(
  { payload_schema }: CollectionConfig,
  points: Readonly<Record<string, number>>,
): PayloadSchema {
  const shown = Object.entries(payload_schema).map(([path, schema]) => {
    const count = { points: points[path] ?? 0 };
    if (typeof schema === "string") return [path, { data_type: schema, ...count }];
    return [path, { data_type: schema.type, params: schema, ...count }];
  });
  return Object.fromEntries(shown) as PayloadSchema;
}
