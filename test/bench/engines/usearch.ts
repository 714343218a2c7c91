// The package usearch: native, limited to one thread by its `threads` argument. Its ef of searches is fixed when an
// index is created, so another ef opens the saved index again, which is not measured. Exact search is a function over
// all rows.
import { join } from "node:path";
import { requirePeer } from "../peers.ts";
import { type BenchEngine, EF_CONSTRUCT, type IndexSpec, M, type SearchSpec } from "./engine.ts";

const THREADS = 1;

interface Answer {
  readonly keys: BigUint64Array;
}

interface Index {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
  search(query: Float32Array, k: number, threads: number): Answer;
  save(file: string): void;
  load(file: string): void;
}

interface Package {
  readonly Index: new (config: object) => Index;
  exactSearch(
    rows: Float32Array,
    queries: Float32Array,
    dimension: number,
    k: number,
    metric: string,
    threads: number,
  ): Answer;
}

export class Usearch implements BenchEngine<Float32Array, Answer> {
  readonly queriesPerCall: number;
  readonly #package = requirePeer<Package>("usearch");
  #spec!: IndexSpec;
  #metric = "";
  #index: Index | undefined;
  #rows = new Float32Array();
  #saved = false;
  #k = 0;
  #ef = EF_CONSTRUCT;

  /** @param queriesPerCall above one for exact search only */
  constructor(queriesPerCall: number) {
    this.queriesPerCall = queriesPerCall;
  }

  async open(spec: IndexSpec): Promise<void> {
    this.#spec = spec;
    this.#metric = spec.metric === "euclid" ? "l2sq" : "cos";
    if (spec.kind === "flat") this.#rows = new Float32Array(spec.rows * spec.dimension);
    else this.#index = this.#make();
  }

  async add(first: number, rows: Float32Array): Promise<void> {
    const { dimension } = this.#spec;
    if (!this.#index) return this.#rows.set(rows, first * dimension);
    const keys = BigUint64Array.from({ length: rows.length / dimension }, (_, row) => BigInt(first + row));
    this.#index.add(keys, rows, THREADS);
  }

  async finish(): Promise<void> {}

  async save(): Promise<void> {
    this.#index?.save(this.#file());
    this.#saved = true;
  }

  async load(spec: IndexSpec): Promise<void> {
    await this.open(spec);
    this.#index?.load(this.#file());
    this.#saved = true;
  }

  async configure({ k, ef, below }: SearchSpec): Promise<void> {
    if (below !== undefined) throw new Error("usearch has no filter in JavaScript");
    this.#k = k;
    if (!this.#index || ef === this.#ef) return;
    if (!this.#saved) await this.save();
    this.#ef = ef;
    this.#index = this.#make();
    this.#index.load(this.#file());
  }

  /** Copies the query: exact search reads from the start of the buffer, wherever the view begins. */
  prepare(query: Float32Array): Float32Array {
    return query.slice();
  }

  search(query: Float32Array): Answer {
    if (this.#index) return this.#index.search(query, this.#k, THREADS);
    const { dimension } = this.#spec;
    return this.#package.exactSearch(this.#rows, query, dimension, this.#k, this.#metric, THREADS);
  }

  ids({ keys }: Answer): number[][] {
    const ids = Array.from(keys, Number);
    return Array.from({ length: ids.length / this.#k }, (_, query) =>
      ids.slice(query * this.#k, (query + 1) * this.#k),
    );
  }

  #make(): Index {
    return new this.#package.Index({
      dimensions: this.#spec.dimension,
      metric: this.#metric,
      quantization: "f32",
      connectivity: M,
      expansion_add: EF_CONSTRUCT,
      expansion_search: this.#ef,
      multi: false,
    });
  }

  #file(): string {
    return join(this.#spec.folder, "index.usearch");
  }
}
