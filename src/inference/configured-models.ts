// The models of a server: those of its configuration, which do not change, and those that requests of the admin have
// set.
// The decision: a model is connected when a document first asks for it, and again when its settings are another object,
// so a change takes effect with the next request, and requests in progress end as they began.
import type { ModelSettings } from "../schema/inference.ts";
import type { Embedder, Models } from "./embedder.ts";

interface NamedModel {
  readonly name: string;
  readonly settings: ModelSettings;
}

export interface Connected {
  readonly embedder: Embedder;
  /** Loads it, so that errors are found before it is used; absent: there is nothing to load. @throws InvalidArgument */
  load?(): Promise<void>;
  /** Gives back what it holds, when the requests in progress have ended. */
  close(): void;
  /** As `close`, at once, for those that hold more than connections. */
  end?(): Promise<void>;
}

interface ConfiguredModelsParts {
  readonly fixed: ReadonlyMap<string, ModelSettings>;
  /** Those that requests have set, as they are now. */
  readonly stored: () => readonly NamedModel[];
  readonly connect: (name: string, settings: ModelSettings) => Connected;
}

export class ConfiguredModels implements Models {
  readonly #parts: ConfiguredModelsParts;
  readonly #connected = new Map<string, Connected & { readonly settings: ModelSettings }>();

  constructor(parts: ConfiguredModelsParts) {
    this.#parts = parts;
  }

  get names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }

  /** A model of the configuration hides a stored one of the same name. */
  list(): (NamedModel & { readonly isFixed: boolean })[] {
    const { fixed, stored } = this.#parts;
    const others = stored().filter(({ name }) => !fixed.has(name));
    return [
      ...Array.from(fixed, ([name, settings]) => ({ name, settings, isFixed: true })),
      ...others.map(({ name, settings }) => ({ name, settings, isFixed: false })),
    ];
  }

  isFixed(name: string): boolean {
    return this.#parts.fixed.has(name);
  }

  find(name: string): Embedder | null {
    this.#release(name);
    const known = this.#connected.get(name);
    if (known) return known.embedder;
    const settings = this.#settingsOf(name);
    if (settings === undefined) return null;
    const made = this.#parts.connect(name, settings);
    this.#connected.set(name, { ...made, settings });
    return made.embedder;
  }

  /** Gives back what models hold that were deleted or have other settings. */
  releaseChanged(): void {
    for (const name of [...this.#connected.keys()]) this.#release(name);
  }

  /** Connects and loads a model that is to be set. @throws InvalidArgument that begins with the setting */
  async prepare(name: string, settings: ModelSettings): Promise<Connected> {
    const made = this.#parts.connect(name, settings);
    try {
      await made.load?.();
      return made;
    } catch (error) {
      await this.drop(made);
      throw error;
    }
  }

  /** Uses a prepared model from now on. */
  adopt(name: string, settings: ModelSettings, made: Connected): void {
    this.#connected.get(name)?.close();
    this.#connected.set(name, { ...made, settings });
  }

  /** Gives a prepared model up. */
  async drop(made: Connected): Promise<void> {
    made.close();
    await made.end?.();
  }

  async close(): Promise<void> {
    const all = [...this.#connected.values()];
    this.#connected.clear();
    await Promise.all(all.map((made) => this.drop(made)));
  }

  #settingsOf(name: string): ModelSettings | undefined {
    const { fixed, stored } = this.#parts;
    return fixed.get(name) ?? stored().find((one) => one.name === name)?.settings;
  }

  #release(name: string): void {
    const known = this.#connected.get(name);
    if (known === undefined || known.settings === this.#settingsOf(name)) return;
    known.close();
    this.#connected.delete(name);
  }
}
