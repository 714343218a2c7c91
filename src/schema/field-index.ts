// Requests that create and delete payload indexes.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { optional } from "./collection-config.ts";
import { MAX_FIELD_NAME_LENGTH } from "./limits.ts";
import { FieldSchemaSchema } from "./payload-index.ts";

const Field = {
  ...CollectionName,
  /** The path to the field, such as `color`, `a.b` or `tags[].name`. */
  field_name: Type.String({ minLength: 1, maxLength: MAX_FIELD_NAME_LENGTH }),
  /** With `wait=false` the response is sent when the change is durable. */
  wait: Type.Optional(Type.Boolean()),
};

export const CreateFieldIndexSchema = Type.Object(
  { ...Field, field_schema: optional(FieldSchemaSchema) },
  { aliases: { field_type: "field_schema" }, document: { required: ["field_name", "field_schema"] } },
);
export type CreateFieldIndex = Static<typeof CreateFieldIndexSchema>;

export const DeleteFieldIndexSchema = Type.Object(Field);
export type DeleteFieldIndex = Static<typeof DeleteFieldIndexSchema>;
