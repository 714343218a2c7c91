// Ours, in the thread of the child, through the engine's own interface.
import type { Hits } from "../../../src/engine/engine.ts";
import { LocalEngine } from "../../../src/engine/local.ts";
import { loadModule } from "../../../src/engine/node-threads.ts";
import type { BenchEngine, IndexSpec, SearchSpec } from "./engine.ts";

export type Variant = "graph" | "f32" | "batches" | "codes";

export class Ours implements BenchEngine<Float32Array, Hits> {
  readonly queriesPerCall = 1;
  readonly #engine = new LocalEngine({ module: loadModule() });
  #segment = 0;
  #dimension = 0;
  #k = 0;

  constructor(_variant: Variant) {}

  async open(spec: IndexSpec): Promise<void> {
    this.#dimension = spec.dimension;
    const metric = spec.metric === "euclid" ? "Euclid" : "Cosine";
    this.#segment = await this.#engine.create({ dimension: spec.dimension, metric });
    await this.#engine.reserve(this.#segment, spec.rows);
  }

  async add(first: number, vectors: Float32Array): Promise<void> {
    const slots = vectors.length / this.#dimension;
    const write = { segment: this.#segment, first, slots, rows: null, vectors, dead: new Uint32Array() };
    await this.#engine.write([write]);
  }

  async finish(): Promise<void> {}

  async configure(search: SearchSpec): Promise<void> {
    this.#k = search.k;
  }

  prepare(query: Float32Array): Float32Array {
    return query;
  }

  search(query: Float32Array): Promise<Hits> {
    return this.#engine.search(this.#segment, query, this.#k);
  }

  ids({ slots }: Hits): ArrayLike<number>[] {
    return [slots];
  }
}
