// Use cases of models: setting, listing and deleting those that requests of the admin may change.
// The decision: a change counts once it is durable, as a change of a token does. Before a model is set, the file of its
// key is read and a local model is loaded, so what is wrong is reported to the admin and not to those who send texts.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { ModelConfigured, ModelNotFound } from "../errors/text.ts";
import type { ConfiguredModels } from "../inference/configured-models.ts";
import { checkModel } from "../inference/model-settings.ts";
import type { AdmittedCaller } from "../schema/caller.ts";
import type { DeleteModel, Model, ModelSettings, Models, SetModel } from "../schema/inference.ts";
import { MAX_MODELS } from "../schema/limits.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { audited } from "./audit.ts";

interface ModelsParts {
  readonly params: ServerParams;
  readonly models: ConfiguredModels;
  readonly audit: AuditLog;
  /** Throws an error with the reason if a file has no key. */
  readonly checkKey: (path: string) => Promise<unknown>;
}

export class ModelsService {
  readonly #parts: ModelsParts;

  constructor(parts: ModelsParts) {
    this.#parts = parts;
  }

  async list(): Promise<Models> {
    const models = this.#parts.models
      .list()
      .map(({ name, settings, isFixed }) => shown(name, settings, isFixed));
    return { models: models.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  }

  /** Adds a model, or replaces its settings. @throws ModelConfigured, InvalidArgument */
  async set({ model_name: name, ...settings }: SetModel, admitted: AdmittedCaller): Promise<Model> {
    const { params, models, audit } = this.#parts;
    const store = async () => {
      this.#refuseFixed(name);
      checkModel(name, settings);
      await this.#checkKey(settings);
      const prepared = await models.prepare(name, settings);
      try {
        await params.change((before) => {
          const others = (before.models ?? []).filter((model) => model.name !== name);
          if (others.length >= MAX_MODELS) throw tooMany();
          return { next: { ...before, models: [...others, { name, settings }] }, result: name };
        });
      } catch (error) {
        await models.drop(prepared);
        throw error;
      }
      models.adopt(name, settings, prepared);
    };
    await audited(audit, "model_set", admitted, store, () => ({ model: name }));
    return shown(name, settings, false);
  }

  /** @throws ModelConfigured, ModelNotFound */
  async delete({ model_name: name }: DeleteModel, admitted: AdmittedCaller): Promise<boolean> {
    const { params, models, audit } = this.#parts;
    const remove = async () => {
      this.#refuseFixed(name);
      const result = await params.change((before) => {
        const others = (before.models ?? []).filter((model) => model.name !== name);
        if (others.length === (before.models ?? []).length) throw new ModelNotFound(name);
        return { next: { ...before, models: others }, result: true };
      });
      models.releaseChanged();
      return result;
    };
    return audited(audit, "model_deleted", admitted, remove, () => ({ model: name }));
  }

  #refuseFixed(name: string): void {
    if (this.#parts.models.isFixed(name)) throw new ModelConfigured(name);
  }

  async #checkKey({ api_key_file: path }: ModelSettings): Promise<void> {
    if (path === undefined) return;
    try {
      await this.#parts.checkKey(path);
    } catch (error) {
      throw new InvalidArgument(`api_key_file: cannot be used: ${(error as Error).message}`);
    }
  }
}

function shown(name: string, settings: ModelSettings, isFixed: boolean): Model {
  return { name, ...settings, source: isFixed ? "configuration" : "api" };
}

function tooMany(): InvalidArgument {
  return new InvalidArgument(`This server has ${MAX_MODELS} models, the most it can; delete some first`);
}
