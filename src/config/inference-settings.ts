// Settings of models that make vectors of texts: behind endpoints, or in this process.
// The decision: a model is a section of its own under `inference.models`, with the schema that requests of the admin
// have; in a variable or a flag all of them are one JSON object. Errors name the setting of the model and never show a
// whole model.
import { validatorFor } from "../api/validate.ts";
import { checkModel } from "../inference/model-settings.ts";
import { type ModelSettings, ModelSettingsSchema } from "../schema/inference.ts";
import { MAX_MODELS } from "../schema/limits.ts";
import { readPath, WrongPart } from "./readers.ts";
import type { Setting } from "./setting.ts";

export const INFERENCE_SETTINGS: readonly Setting[] = [
  {
    name: "inferenceModels",
    variable: "AZIMUTH_INFERENCE__MODELS",
    flag: "--inference-models <json>",
    help: "models that make vectors of texts, by name: {kind, url, ...}; see Models (none)",
    isMap: true,
    fallback: new Map(),
    read: readModels,
  },
  {
    name: "inferenceDirectory",
    variable: "AZIMUTH_INFERENCE__DIRECTORY",
    flag: "--inference-directory <path>",
    help: "folder with the models of the kind local, a folder for each; see Models (none)",
    fallback: null,
    read: readPath,
  },
];

const validate = validatorFor(ModelSettingsSchema);

function readModels(text: string): ReadonlyMap<string, ModelSettings> {
  const models = Object.entries(parsed(text));
  if (models.length > MAX_MODELS) throw new WrongPart("", `expected at most ${MAX_MODELS} models`);
  for (const [name, settings] of models) {
    try {
      if (typeof settings !== "object" || settings === null) throw new Error("expected kind, url and others");
      refuseKey(settings);
      validate(settings);
      checkModel(name, settings as ModelSettings);
    } catch (error) {
      const { message } = error as Error;
      // The errors of the settings begin with their names.
      throw new WrongPart(name + (/^\w+(?:\.\w+)*(?:: | is )/.test(message) ? "." : ": "), message);
    }
  }
  return new Map(models as [string, ModelSettings][]);
}

/** Other names of the file of a key, by which the key itself may be given. */
const KEYS = ["api_key", "key", "token", "secret", "password"];

function refuseKey(settings: object): void {
  const key = KEYS.find((name) => Object.hasOwn(settings, name));
  if (key !== undefined)
    throw new Error(`${key}: a key is no setting; write it into a file and set api_key_file`);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // The reason would show a part of the text.
  }
  throw new WrongPart(
    "",
    'expected models by name, in JSON such as {"my/model": {"kind": "openai", "url": "https://..."}}',
  );
}
