// Operations on the models that make vectors of texts elsewhere. They say which addresses the server calls and which
// files it reads keys from, so while authentication is off they are open to this machine only.
import Type from "typebox";
import { DeleteModelSchema, ModelSchema, ModelsSchema, SetModelSchema } from "../../schema/inference.ts";
import { operation } from "../operation.ts";

const MODELS = "/inference/models";
const MODEL = `${MODELS}/{model_name}`;
const model = { permission: "admin", whileOff: "local" } as const;

export const modelOperations = [
  operation({
    ...model,
    id: "listModels",
    summary: "Lists the models that make vectors of texts, without their keys.",
    errors: ["INTERNAL"],
    rest: { method: "get", path: MODELS },
    failure: "List models failed",
    request: Type.Object({}),
    result: ModelsSchema,
    run: ({ models }) => models.list(),
  }),
  operation({
    ...model,
    id: "setModel",
    summary: "Adds a model that makes vectors of texts, or replaces its settings.",
    errors: ["CONFIGURED", "INTERNAL"],
    rest: { method: "put", path: MODEL },
    failure: "Set model failed",
    request: SetModelSchema,
    result: ModelSchema,
    run: ({ models }, request, _rules, admitted) => models.set(request, admitted),
  }),
  operation({
    ...model,
    id: "deleteModel",
    summary: "Deletes a model; vectors that it has made stay.",
    errors: ["CONFIGURED", "NOT_FOUND", "INTERNAL"],
    rest: { method: "delete", path: MODEL },
    failure: "Delete model failed",
    request: DeleteModelSchema,
    result: Type.Boolean(),
    run: ({ models }, request, _rules, admitted) => models.delete(request, admitted),
  }),
];
