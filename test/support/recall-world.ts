// A collection of the library whose searches ask for recall, and the recall that they really have.
// The decision: truth is an exact search with the same filter, and a hit that is as near as the last true one counts,
// so that equal vectors may replace each other. What is chosen for a recall depends on the measurements alone and not
// on the query, so `chosen` asks with one query and `found` walks with that ef: so it is known which measurement chose.
import { open, type VectorDb } from "../../src/index.ts";
import type { Recall, RecallTables } from "../../src/schema/recall.ts";
import type { Draw } from "./drawn-points.ts";
import { until } from "./until.ts";

type Distance = "Cosine" | "Euclid" | "Dot";
/** A filter of the payload, or the share of the points that a random filter lets through. */
type Among = number | Filter;
interface Filter {
  readonly must?: readonly object[];
  readonly must_not?: readonly object[];
}
export type Params = { readonly recall: number } | { readonly hnsw_ef: number } | { readonly exact: true };

const C = { collection_name: "c" };
const K = 10;
const BATCH = 500;
/** Rounding of f32 sums. */
const TIE = 1e-6;

export interface WorldOptions {
  readonly distance?: Distance;
  readonly dataDir?: string;
  /** In KB. */
  readonly max_segment_size?: number;
  /** The keyword that a point has as `kind`. */
  readonly kindOf?: (vector: Float32Array) => string;
}

export class RecallWorld {
  readonly #distance: Distance;
  readonly #options: WorldOptions;
  /** By query and filter, the score of the last true neighbour. */
  readonly #truth = new Map<Float32Array, Map<string, number>>();
  #db: VectorDb;
  #written = 0;

  private constructor(db: VectorDb, options: WorldOptions) {
    this.#db = db;
    this.#options = options;
    this.#distance = options.distance ?? "Cosine";
  }

  /** Creates the collection; all is measured when it resolves. */
  static async open(draw: Draw, points: number, options: WorldOptions = {}): Promise<RecallWorld> {
    const { dataDir, max_segment_size, distance = "Cosine" } = options;
    const db = await openIn(dataDir);
    const world = new RecallWorld(db, options);
    const first = draw();
    await db.createCollection({
      ...C,
      vectors_config: { size: first.length, distance },
      hnsw_config: { full_scan_threshold: 10 },
      ...(max_segment_size && { optimizers_config: { max_segment_size } }),
    });
    await db.createFieldIndex({ ...C, field_name: "hash", field_schema: "integer" });
    await db.createFieldIndex({ ...C, field_name: "kind", field_schema: "keyword" });
    await world.write(draw, points);
    return world;
  }

  /** Writes new points and waits until all graphs are complete and measured. */
  async write(draw: Draw, count: number): Promise<void> {
    for (let left = count; left > 0; left -= BATCH) {
      const points = Array.from({ length: Math.min(BATCH, left) }, () => {
        const id = this.#written++;
        const vector = draw();
        const hash = Math.imul(id, 0x9e3779b1) >>> 0;
        return { id, vector, payload: { hash, kind: this.#options.kindOf?.(vector) ?? "any" } };
      });
      await this.#db.upsertPoints({ ...C, points });
    }
    await this.measured();
  }

  /** Deletes every third point, and waits as `write` does. */
  async deleteThird(): Promise<void> {
    const points = Array.from({ length: Math.ceil(this.#written / 3) }, (_, i) => 3 * i);
    await this.#db.deletePoints({ ...C, points });
    await this.measured();
  }

  async restart(): Promise<void> {
    await this.#db.close();
    this.#db = await openIn(this.#options.dataDir);
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  async segments(): Promise<number> {
    return (await this.#db.getCollection(C)).segments_count;
  }

  /** Waits until the points that there are now were measured, with queries of clients or without. */
  async measured(withReal = false): Promise<void> {
    this.#truth.clear();
    await until(async () => {
      const info = await this.#db.getCollection(C);
      const { status, points_count } = info;
      const tables = (info as { recall?: RecallTables }).recall?.[""] ?? [];
      if (status !== "green" || (withReal && tables.some(({ real_queries }) => real_queries === 0)))
        return false;
      return tables.reduce((sum, { points }) => sum + points, 0) === points_count;
    });
  }

  /** Returns what the answer to one search says. */
  async recallOf(vector: Float32Array, among: Among, params: Params): Promise<Recall> {
    return (await this.#search(vector, among, params)).recall!;
  }

  /** Returns the parameters of a search that does the same as one that asks for the recall now. */
  async chosen(vector: Float32Array, among: Among, asked: number): Promise<Params> {
    const { ef } = await this.recallOf(vector, among, { recall: asked });
    return ef === null ? { exact: true } : { hnsw_ef: ef };
  }

  /** Returns the mean share of the nearest points that the searches find. */
  async found(queries: readonly Float32Array[], among: Among, params: Params): Promise<number> {
    let sum = 0;
    for (const query of queries) {
      const last = await this.#last(query, among);
      const points = await this.#search(query, among, params);
      sum += points.filter(({ score }) => this.#isNear(score, last)).length / K;
    }
    return sum / queries.length;
  }

  async #last(query: Float32Array, among: Among): Promise<number> {
    const ofQuery = this.#truth.get(query) ?? new Map<string, number>();
    this.#truth.set(query, ofQuery);
    const key = JSON.stringify(among);
    const known = ofQuery.get(key);
    if (known !== undefined) return known;
    const last = (await this.#search(query, among, { exact: true })).at(-1)!.score;
    ofQuery.set(key, last);
    return last;
  }

  #isNear(score: number, last: number): boolean {
    return this.#distance === "Euclid"
      ? score <= last * (1 + TIE)
      : score >= last - TIE * Math.max(1, Math.abs(last));
  }

  async #search(vector: Float32Array, among: Among, params: Params) {
    const filter =
      typeof among === "number" ? { must: [{ key: "hash", range: { lt: among * 2 ** 32 } }] } : among;
    const points = await this.#db.searchPoints({
      ...C,
      vector,
      limit: K,
      with_payload: false,
      params,
      ...(among !== 1 && { filter }),
    });
    return points as typeof points & { recall?: Recall };
  }
}

function openIn(dataDir: string | undefined): Promise<VectorDb> {
  return open(dataDir === undefined ? { threads: 0 } : { dataDir, threads: 0 });
}
