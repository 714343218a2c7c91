// The package hnswlib-node: the C++ library with bindings, compiled on this machine by `npm install`. It has one
// thread. Vectors and queries are plain arrays, because it accepts nothing else.
import { join } from "node:path";
import { requirePeer } from "../peers.ts";
import { type BenchEngine, EF_CONSTRUCT, type IndexSpec, M, type SearchSpec } from "./engine.ts";

interface Answer {
  readonly neighbors: number[];
}

type Filter = (label: number) => boolean;

interface Index {
  initIndex(rows: number, m?: number, efConstruct?: number, seed?: number): void;
  addPoint(point: number[], label: number): void;
  searchKnn(query: number[], k: number, filter?: Filter): Answer;
  setEf(ef: number): void;
  writeIndexSync(file: string): void;
  readIndexSync(file: string): void;
}

interface Package {
  readonly HierarchicalNSW: new (space: string, dimension: number) => Index;
  readonly BruteforceSearch: new (space: string, dimension: number) => Index;
}

export class Hnswlib implements BenchEngine<number[], Answer> {
  readonly queriesPerCall = 1;
  #index!: Index;
  #spec!: IndexSpec;
  #k = 0;
  #filter: Filter | undefined;

  async open(spec: IndexSpec): Promise<void> {
    this.#make(spec);
    if (spec.kind === "flat") this.#index.initIndex(spec.rows);
    else this.#index.initIndex(spec.rows, M, EF_CONSTRUCT);
  }

  async add(first: number, rows: Float32Array): Promise<void> {
    const { dimension } = this.#spec;
    for (let row = 0; row * dimension < rows.length; row++) {
      this.#index.addPoint(Array.from(rows.subarray(row * dimension, (row + 1) * dimension)), first + row);
    }
  }

  async finish(): Promise<void> {}

  async save(): Promise<void> {
    this.#index.writeIndexSync(this.#file());
  }

  async load(spec: IndexSpec): Promise<void> {
    this.#make(spec);
    this.#index.readIndexSync(this.#file());
  }

  async configure({ k, ef, below }: SearchSpec): Promise<void> {
    this.#k = k;
    if (this.#spec.kind === "hnsw") this.#index.setEf(ef);
    const { buckets } = this.#spec;
    this.#filter = below !== undefined && buckets ? (label) => buckets[label]! < below : undefined;
  }

  prepare(query: Float32Array): number[] {
    return Array.from(query);
  }

  search(query: number[]): Answer {
    return this.#index.searchKnn(query, this.#k, this.#filter);
  }

  ids({ neighbors }: Answer): number[][] {
    return [neighbors];
  }

  #make(spec: IndexSpec): void {
    const { HierarchicalNSW, BruteforceSearch } = requirePeer<Package>("hnswlib-node");
    const Kind = spec.kind === "flat" ? BruteforceSearch : HierarchicalNSW;
    this.#index = new Kind(spec.metric === "euclid" ? "l2" : "cosine", spec.dimension);
    this.#spec = spec;
  }

  #file(): string {
    return join(this.#spec.folder, "index.bin");
  }
}
