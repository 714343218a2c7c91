// Ours in worker threads, as the server runs it: one writer, some readers, 64 searches under way together.
import type { Hits } from "../../../src/engine/engine.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import type { PoolEngine } from "../../../src/engine/pool.ts";
import type { BenchEngine, IndexSpec, SearchSpec } from "./engine.ts";

export class OursInThreads implements BenchEngine<Float32Array[], Hits[]> {
  readonly queriesPerCall = 64;
  readonly #engine: PoolEngine;
  #segment = 0;
  #dimension = 0;
  #k = 0;

  constructor(readers: number) {
    this.#engine = startPool(readers);
  }

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

  prepare(queries: Float32Array): Float32Array[] {
    const count = queries.length / this.#dimension;
    return Array.from({ length: count }, (_, i) =>
      queries.slice(i * this.#dimension, (i + 1) * this.#dimension),
    );
  }

  search(queries: Float32Array[]): Promise<Hits[]> {
    return Promise.all(queries.map((query) => this.#engine.search(this.#segment, query, this.#k)));
  }

  ids(answers: Hits[]): ArrayLike<number>[] {
    return answers.map(({ slots }) => slots);
  }
}
