// Settings of models that make vectors elsewhere, as the configuration and requests of the admin have them, and the
// usage of models beside results.
// The decision: one schema for both, so that a model can be moved from one to the other unchanged. A key is no setting:
// only the path of its file is.

import Type, { type Static } from "typebox";
import { SECRET } from "./leaf.ts";
import {
  MAX_DIMENSION,
  MAX_MODEL_BATCH,
  MAX_MODEL_NAME_LENGTH,
  MAX_MODEL_RETRIES,
  MAX_MODEL_TEXT_LENGTH,
  MAX_MODEL_TIMEOUT_MS,
} from "./limits.ts";

const text = (description: string, more: object = {}) =>
  Type.String({ minLength: 1, maxLength: MAX_MODEL_TEXT_LENGTH, description, ...more });

const settings = {
  kind: Type.Union([Type.Literal("openai"), Type.Literal("qdrant"), Type.Literal("local")], {
    description:
      "The protocol of the endpoint: that of OpenAI's embeddings, or that of Qdrant's inference servers; or local: the server computes the model itself.",
    expected: "openai, qdrant or local",
  }),
  // The value is not shown in errors, because it may have a password.
  url: Type.Optional(
    text(
      "The whole address of the call, such as https://api.example.com/v1/embeddings; not for local.",
      SECRET,
    ),
  ),
  api_key_file: Type.Optional(text("A file of the server with the key, on one line.")),
  model: Type.Optional(
    text("The name of the model at the endpoint, or the folder of a local model; by default the same."),
  ),
  dimensions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DIMENSION,
      description: "The length that vectors must have; an endpoint of the kind openai is asked for it.",
    }),
  ),
  batch: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_MODEL_BATCH, default: 64, description: "Texts in one call." }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_MODEL_TIMEOUT_MS,
      default: 30_000,
      description:
        "Milliseconds that one call may take; all repetitions together take at most so many times it.",
    }),
  ),
  retries: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_MODEL_RETRIES,
      default: 2,
      description: "How often a call is repeated that is not answered, or with 429 or 5xx.",
    }),
  ),
  allow_private: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether the address may be in a private network, and without TLS.",
    }),
  ),
  input_type: Type.Optional(
    Type.Union(
      [
        text("Sent with all texts."),
        Type.Object({ document: text("With documents."), query: text("With queries.") }),
      ],
      {
        description:
          "The member `input_type` of calls of the kind openai, for models that distinguish documents from queries.",
        expected: "a text, or an object with document and query",
      },
    ),
  ),
};

export const ModelSettingsSchema = Type.Object(settings);
export type ModelSettings = Static<typeof ModelSettingsSchema>;

const ModelName = {
  model_name: Type.String({
    minLength: 1,
    maxLength: MAX_MODEL_NAME_LENGTH,
    description: "The name that documents use; a slash in it is %2F in a path.",
  }),
};

export const SetModelSchema = Type.Object({ ...ModelName, ...settings });
export type SetModel = Static<typeof SetModelSchema>;

export const DeleteModelSchema = Type.Object(ModelName);
export type DeleteModel = Static<typeof DeleteModelSchema>;

export const ModelSchema = Type.Object({
  name: Type.String(),
  ...settings,
  source: Type.Union([Type.Literal("configuration"), Type.Literal("api")], {
    description: "Where it is set: a model of the configuration cannot be changed by requests.",
  }),
});
export type Model = Static<typeof ModelSchema>;

export const ModelsSchema = Type.Object({ models: Type.Array(ModelSchema) });
export type Models = Static<typeof ModelsSchema>;

export const InferenceUsageSchema = Type.Object({
  models: Type.Record(Type.String(), Type.Object({ tokens: Type.Integer({ minimum: 0 }) })),
});
/** The tokens that models have counted, by the name of the model. */
export type InferenceUsage = Static<typeof InferenceUsageSchema>;
