// Azimuth's engine in worker threads, as in the server: one writer, some readers, and 64 concurrent searches that the
// pool gets in groups of four, as from batches over REST.

import { startPool } from "../../../src/engine/node-threads.ts";
import type { PoolEngine } from "../../../src/engine/pool.ts";
import type { Hits, SearchOptions } from "../../../src/engine/types.ts";
import type { BenchEngine, IndexSpec, SearchSpec } from "./engine.ts";
import { storeSpec } from "./ours.ts";

const GROUP = 4;

export class OursInThreads implements BenchEngine<Float32Array[], Hits[]> {
  readonly queriesPerCall = 64;
  readonly #engine: PoolEngine;
  #spec!: IndexSpec;
  #store = 0;
  #options: SearchOptions = { k: 0, ef: 0 };

  constructor(readers: number) {
    this.#engine = startPool(readers);
  }

  async open(spec: IndexSpec): Promise<void> {
    this.#spec = spec;
    this.#store = await this.#engine.create(storeSpec(spec, "graph"));
    await this.#engine.reserve(this.#store, spec.rows);
  }

  async add(first: number, vectors: Float32Array): Promise<void> {
    const slots = vectors.length / this.#spec.dimension;
    const write = { store: this.#store, first, slots, rows: null, vectors, dead: new Uint32Array() };
    await this.#engine.write([write]);
  }

  finish(): Promise<void> {
    return this.#engine.indexed(this.#store);
  }

  async configure({ k, ef }: SearchSpec): Promise<void> {
    this.#options = { k, ef };
  }

  /** Copies the queries, because a message transfers the whole buffer of a view. */
  prepare(queries: Float32Array): Float32Array[] {
    const step = GROUP * this.#spec.dimension;
    return Array.from({ length: Math.ceil(queries.length / step) }, (_, i) =>
      queries.slice(i * step, (i + 1) * step),
    );
  }

  async search(groups: Float32Array[]): Promise<Hits[]> {
    const answers = groups.map((group) => this.#engine.searchBatch(this.#store, group, this.#options));
    return (await Promise.all(answers)).flat();
  }

  ids(answers: Hits[]): ArrayLike<number>[] {
    return answers.map(({ slots }) => slots);
  }
}
