// Azimuth's engine in the thread of the child, through the engine's own interface. A filter is given as bits, one for
// each row, which is the form that the engine accepts; the other variants compare every row in different ways.

import { LocalEngine } from "../../../src/engine/local.ts";
import { loadModule } from "../../../src/engine/node-threads.ts";
import type { Hits, SearchOptions, StoreSpec } from "../../../src/engine/types.ts";
import { type BenchEngine, EF_CONSTRUCT, type IndexSpec, M, type SearchSpec } from "./engine.ts";

/** `graph` searches the graph by int8 codes and rescores; `f32` and `batches` compare all rows, `codes` all codes. */
export type Variant = "graph" | "f32" | "batches" | "codes";

/** Returns the configuration of the vector store for an index of a benchmark. */
export function storeSpec({ dimension, metric }: IndexSpec, variant: Variant): StoreSpec {
  return {
    dimension,
    metric: metric === "euclid" ? "Euclid" : "Cosine",
    encoding: variant === "graph" || variant === "codes" ? "int8" : "none",
    m: variant === "graph" ? M : 0,
    efConstruct: EF_CONSTRUCT,
    indexFrom: 1,
  };
}

export class Ours implements BenchEngine<Float32Array, Hits[]> {
  readonly queriesPerCall: number;
  readonly #engine = new LocalEngine({ module: loadModule() });
  readonly #variant: Variant;
  #spec!: IndexSpec;
  #store = 0;
  #options: SearchOptions = { k: 0, ef: 0 };

  constructor(variant: Variant) {
    this.#variant = variant;
    this.queriesPerCall = variant === "batches" ? 64 : 1;
  }

  async open(spec: IndexSpec): Promise<void> {
    this.#spec = spec;
    this.#store = await this.#engine.create(storeSpec(spec, this.#variant));
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

  async configure({ k, ef, below }: SearchSpec): Promise<void> {
    const exact = this.#variant === "f32" || this.#variant === "batches";
    const { buckets } = this.#spec;
    const filter = below < 100 && buckets ? { filter: bitsBelow(buckets, below) } : {};
    this.#options = { k, ef, exact, ...filter };
  }

  prepare(queries: Float32Array): Float32Array {
    return queries;
  }

  async search(queries: Float32Array): Promise<Hits[]> {
    if (this.#variant === "batches") return this.#engine.searchBatch(this.#store, queries, this.#options);
    return [await this.#engine.search(this.#store, queries, this.#options)];
  }

  ids(answers: Hits[]): ArrayLike<number>[] {
    return answers.map(({ slots }) => slots);
  }
}

/** Returns a bit for each row whose bucket is below the bound. */
function bitsBelow(buckets: Uint8Array, below: number): Uint32Array {
  const bits = new Uint32Array(Math.ceil(buckets.length / 32));
  for (let row = 0; row < buckets.length; row++)
    if (buckets[row]! < below) bits[row >> 5]! |= 1 << (row & 31);
  return bits;
}
