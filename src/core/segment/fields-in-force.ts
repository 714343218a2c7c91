// The configuration of a collection, and what holds for its vectors: what is configured, less the codes that were found
// to be too coarse.
// The decision: what was found of codes is forgotten when others are configured, and only then.
import { type FieldConfig, fieldConfigs, withoutCodes } from "../config/collection-config.ts";
import type { CollectionConfig } from "../config/types.ts";

export class FieldsInForce {
  /** The recall of walks on codes, for the vectors whose graphs are now walked on f32 vectors. */
  readonly #onRows = new Map<string, number>();
  #config: CollectionConfig;
  #lsn: number;
  #configured: readonly FieldConfig[];
  #all: readonly FieldConfig[];

  /** @param lsn the LSN of the record that set the configuration */
  constructor(config: CollectionConfig, lsn: number) {
    this.#config = config;
    this.#lsn = lsn;
    this.#configured = fieldConfigs(config);
    this.#all = this.#configured;
  }

  get config(): CollectionConfig {
    return this.#config;
  }

  get lsn(): number {
    return this.#lsn;
  }

  get all(): readonly FieldConfig[] {
    return this.#all;
  }

  configure(config: CollectionConfig, lsn: number): void {
    this.#config = config;
    this.#lsn = lsn;
    const before = this.#configured;
    this.#configured = fieldConfigs(config);
    for (const { name, id, encoding } of this.#configured) {
      const had = before.find((field) => field.id === id);
      if (encoding !== had?.encoding) this.#onRows.delete(name);
    }
    this.#all = withoutCodes(this.#configured, this.#onRows);
  }

  walkOnRows(recalls: ReadonlyMap<string, number>): void {
    for (const [name, recall] of recalls) this.#onRows.set(name, recall);
    this.#all = withoutCodes(this.#configured, this.#onRows);
  }
}
