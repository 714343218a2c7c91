// Azimuth through the public interface of its npm package: `open` of dist/lib, everything in memory. The decision: what
// a program pays is measured, so a call includes its checks, its plan and its result. Payloads are not requested, as
// the other engines return only ids.
import { pathToFileURL } from "node:url";
import type { open } from "../../../src/open.ts";
import { BENCH_BASE } from "./base.ts";
import { type BenchEngine, EF_CONSTRUCT, type IndexSpec, M, type SearchSpec } from "./engine.ts";
import { filterOf, INDEXES, payloadOf } from "./ours-filters.ts";

type Database = Awaited<ReturnType<typeof open>>;

export interface Variant {
  /** Whether vectors have 8-bit codes, which is the default of collections. */
  readonly codes: boolean;
  /** Search threads; 0: this thread does everything. */
  readonly threads: number;
  readonly queriesPerCall: number;
  /** Whether to wait for the graph now and then, so that it never lacks enough points for a build in bulk. */
  readonly inserts?: boolean;
  /** Whether to load the build of the checkout in `--base` instead of this one. */
  readonly base?: boolean;
}

/** Results of the searches of one call; a count or a facet has none. */
type Answer = readonly (readonly { readonly id: unknown }[])[];

const NAME = { collection_name: "bench" };
const POLL_MS = 20;
/** Fewer points than are built in bulk. */
const INSERTED = 10_000;
const HERE = new URL("../../../", import.meta.url);

export class Ours implements BenchEngine<Float32Array, Answer> {
  readonly queriesPerCall: number;
  readonly #variant: Variant;
  #db!: Database;
  #spec!: IndexSpec;
  #search!: SearchSpec;
  #calls = 0;

  constructor(variant: Variant) {
    this.#variant = variant;
    this.queriesPerCall = variant.queriesPerCall;
  }

  async open(spec: IndexSpec): Promise<void> {
    const { codes, threads, base = false } = this.#variant;
    this.#spec = spec;
    const checkout = base ? pathToFileURL(`${BENCH_BASE}/`) : HERE;
    const library = (await import(new URL("dist/lib/index.js", checkout).href)) as { open: typeof open };
    this.#db = await library.open({ threads });
    await this.#db.createCollection({
      ...NAME,
      vectors_config: { size: spec.dimension, distance: spec.metric === "euclid" ? "Euclid" : "Cosine" },
      hnsw_config: { m: spec.kind === "flat" ? 0 : M, ef_construct: EF_CONSTRUCT, full_scan_threshold: 10 },
      ...(codes ? {} : { quantization_config: "Disabled" }),
    });
    if (!spec.buckets) return;
    for (const [field_name, field_schema] of INDEXES)
      await this.#db.createFieldIndex({ ...NAME, field_name, field_schema });
  }

  async add(first: number, rows: Float32Array): Promise<void> {
    const { dimension, buckets } = this.#spec;
    const points = Array.from({ length: rows.length / dimension }, (_, i) => ({
      id: first + i,
      vector: rows.subarray(i * dimension, (i + 1) * dimension),
      ...(buckets ? { payload: payloadOf(buckets[first + i]!) } : {}),
    }));
    await this.#db.upsertPoints({ ...NAME, points });
    if (this.#variant.inserts && first % INSERTED === 0) await this.finish();
  }

  async finish(): Promise<void> {
    while ((await this.#db.getCollection(NAME)).status !== "green")
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  async configure(search: SearchSpec): Promise<void> {
    this.#search = search;
  }

  prepare(queries: Float32Array): Float32Array {
    return queries;
  }

  async search(queries: Float32Array): Promise<Answer> {
    const { k, ef, operation = "search", ...filtered } = this.#search;
    const filter = filterOf(filtered, this.#calls++);
    if (operation === "count") return counted(await this.#db.countPoints({ ...NAME, ...filter }));
    if (operation === "facet") return counted(await this.#db.facet({ ...NAME, key: "of1", ...filter }));
    const params = this.#spec.kind === "flat" ? { exact: true } : { hnsw_ef: ef };
    const options = { limit: k, with_payload: false, params, ...filter };
    if (this.queriesPerCall === 1)
      return [await this.#db.searchPoints({ ...NAME, vector: queries, ...options })];
    const { dimension } = this.#spec;
    const searches = Array.from({ length: queries.length / dimension }, (_, i) => ({
      vector: queries.subarray(i * dimension, (i + 1) * dimension),
      ...options,
    }));
    return this.#db.searchBatch({ ...NAME, searches });
  }

  ids(answers: Answer): number[][] {
    return answers.map((points) => points.map(({ id }) => Number(id)));
  }
}

function counted(_result: object): Answer {
  return [];
}
