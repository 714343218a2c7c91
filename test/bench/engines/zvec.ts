// The package @zvec/zvec: native, a database in a folder, limited by its settings to one thread for queries and one for
// building. Its best mode is int8 with its refiner, which compares candidates again on the f32 vectors; f32 is measured
// beside it, because int8 does not suit all data. Its flat index takes no parameters, so it has no refiner with int8.
// Filters are expressions over an indexed scalar field.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { requirePeer } from "../peers.ts";
import { type BenchEngine, EF_CONSTRUCT, type IndexSpec, M, type SearchSpec } from "./engine.ts";

/** The maximum number of documents in one insert. */
const BATCH = 1000;
const VECTOR = "vector";
const BUCKET = "bucket";

interface Document {
  readonly id: string;
}

interface Collection {
  insertSync(documents: object[]): { ok: boolean; message: string }[];
  optimizeSync(options: { concurrency: number }): void;
  querySync(query: object): Document[];
  closeSync(): void;
}

interface Package {
  ZVecInitialize(options: object): void;
  readonly ZVecCollectionSchema: new (schema: object) => object;
  ZVecCreateAndOpen(folder: string, schema: object): Collection;
  ZVecOpen(folder: string): Collection;
  readonly ZVecDataType: { INT32: number; VECTOR_FP32: number };
  readonly ZVecIndexType: { HNSW: number; FLAT: number; INVERT: number };
  readonly ZVecMetricType: { L2: number; COSINE: number };
  readonly ZVecQuantizeType: { UNDEFINED: number; INT8: number };
}

export class Zvec implements BenchEngine<Float32Array, Document[]> {
  readonly queriesPerCall = 1;
  readonly #package = requirePeer<Package>("@zvec/zvec");
  readonly #codes: boolean;
  #spec!: IndexSpec;
  #collection!: Collection;
  #query: object = {};

  /** @param codes int8 with the refiner, otherwise f32 */
  constructor(codes: boolean) {
    this.#codes = codes;
    this.#package.ZVecInitialize({ queryThreads: 1, optimizeThreads: 1 });
  }

  async open(spec: IndexSpec): Promise<void> {
    this.#spec = spec;
    const { ZVecIndexType: indexType, ZVecDataType: dataType, ZVecMetricType: metric } = this.#package;
    const { UNDEFINED, INT8 } = this.#package.ZVecQuantizeType;
    const vector = {
      name: VECTOR,
      dataType: dataType.VECTOR_FP32,
      dimension: spec.dimension,
      indexParams: {
        metricType: spec.metric === "euclid" ? metric.L2 : metric.COSINE,
        quantizeType: this.#codes ? INT8 : UNDEFINED,
        ...(spec.kind === "flat"
          ? { indexType: indexType.FLAT }
          : { indexType: indexType.HNSW, m: M, efConstruction: EF_CONSTRUCT }),
      },
    };
    const bucket = {
      name: BUCKET,
      dataType: dataType.INT32,
      indexParams: { indexType: indexType.INVERT, enableRangeOptimization: true },
    };
    const fields = spec.buckets ? { fields: [bucket] } : {};
    const schema = new this.#package.ZVecCollectionSchema({ name: "bench", vectors: vector, ...fields });
    rmSync(this.#path(), { recursive: true, force: true });
    this.#collection = this.#package.ZVecCreateAndOpen(this.#path(), schema);
  }

  async add(first: number, rows: Float32Array): Promise<void> {
    const { dimension, buckets } = this.#spec;
    const count = rows.length / dimension;
    for (let start = 0; start < count; start += BATCH) {
      const documents = Array.from({ length: Math.min(BATCH, count - start) }, (_, i) => ({
        id: String(first + start + i),
        vectors: { [VECTOR]: rows.slice((start + i) * dimension, (start + i + 1) * dimension) },
        ...(buckets ? { fields: { [BUCKET]: buckets[first + start + i] } } : {}),
      }));
      const refused = this.#collection.insertSync(documents).find(({ ok }) => !ok);
      if (refused) throw new Error(`zvec: ${refused.message}`);
    }
  }

  async finish(): Promise<void> {
    this.#collection.optimizeSync({ concurrency: 1 });
  }

  /** The index is on disk when it has been closed. */
  async save(): Promise<void> {
    this.#collection.closeSync();
    await this.load(this.#spec);
  }

  async load(spec: IndexSpec): Promise<void> {
    this.#spec = spec;
    this.#collection = this.#package.ZVecOpen(this.#path());
  }

  async configure({ k, ef, below }: SearchSpec): Promise<void> {
    const indexType = this.#package.ZVecIndexType.HNSW;
    const params = { indexType, ef, isUsingRefiner: this.#codes };
    this.#query = {
      fieldName: VECTOR,
      topk: k,
      outputFields: [],
      ...(this.#spec.kind === "flat" ? {} : { params }),
      ...(below !== undefined ? { filter: `${BUCKET} < ${below}` } : {}),
    };
  }

  prepare(vector: Float32Array): Float32Array {
    return vector;
  }

  search(vector: Float32Array): Document[] {
    return this.#collection.querySync({ ...this.#query, vector });
  }

  ids(documents: Document[]): number[][] {
    return [documents.map(({ id }) => Number(id))];
  }

  #path(): string {
    return join(this.#spec.folder, "collection");
  }
}
