// The response of GET /collections/{name}, as far as the console reads it.
import type { Distance } from "../../../../shared/distances.ts";
import type { Indexing } from "../../../../shared/indexing.ts";
import type { FieldType } from "../../../../shared/payload-indexes.ts";
import { ask } from "../../api/request.ts";
import type { RecallTable, RecallTables } from "./recall/tables.ts";

export interface VectorParams {
  readonly size: number;
  readonly distance: Distance;
  readonly on_disk?: boolean | null;
  readonly hnsw_config?: Readonly<Record<string, unknown>>;
}

interface SparseParams {
  readonly modifier?: "none" | "idf";
  readonly index?: Readonly<Record<string, unknown>>;
}

export interface Info {
  readonly status: "green" | "yellow" | "grey" | "red";
  readonly points_count: number;
  readonly indexed_vectors_count: number;
  /** The work on graphs that is under way. */
  readonly indexing?: Indexing;
  readonly segments_count: number;
  readonly config: {
    /** The parameters of a vector without a name, or of several by name. */
    readonly params: {
      readonly vectors: VectorParams | Readonly<Record<string, VectorParams>>;
      readonly sparse_vectors?: Readonly<Record<string, SparseParams>>;
    };
    readonly hnsw_config: Readonly<Record<string, unknown>>;
    readonly [section: string]: unknown;
  };
  readonly payload_schema: Readonly<Record<string, FieldIndex>>;
  /** The measured recall of the graphs; absent while nothing is measured. */
  readonly recall?: RecallTables;
  /** Options that were set and have no effect. */
  readonly warnings?: readonly { readonly message: string }[];
}

export interface FieldIndex {
  readonly data_type: FieldType;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly points: number;
}

/** Returns the path of a collection in the API, or of something below it. */
export function pathOf(collection: string, below = ""): string {
  return `/collections/${encodeURIComponent(collection)}${below}`;
}

/**
 * Names that browsers resolve as relative paths, so that the request would go elsewhere. No collection can have them.
 */
const FOLDERS = [".", ".."];

export async function loadInfo(collection: string, signal: AbortSignal): Promise<Info> {
  if (FOLDERS.includes(collection)) throw new Error(`Collection not found: ${collection}`);
  return ask<Info>("GET", pathOf(collection), { signal });
}

/** Returns the dense vectors by name; a vector without a name has "". */
export function vectorsOf({ config }: Info): ReadonlyMap<string, VectorParams> {
  const { vectors } = config.params;
  const isSingle = typeof (vectors as VectorParams).size === "number";
  return new Map(isSingle ? [["", vectors as VectorParams]] : Object.entries(vectors));
}

/** Returns the sparse vectors by name. */
export function sparseOf({ config }: Info): ReadonlyMap<string, SparseParams> {
  return new Map(Object.entries(config.params.sparse_vectors ?? {}));
}

/** Returns the keys of the text indexes that rank by their words. */
export function scoredTexts({ payload_schema }: Info): string[] {
  const keys = Object.keys(payload_schema);
  return keys.filter((key) => {
    const { data_type, params } = payload_schema[key]!;
    return data_type === "text" && Boolean(params?.scoring);
  });
}

/** Returns all vectors by name. A sparse one has the size 0; its scores are products, as those of Dot. */
export function allVectorsOf(info: Info): ReadonlyMap<string, VectorParams> {
  const sparse = [...sparseOf(info).keys()].map((name) => [name, { size: 0, distance: "Dot" }] as const);
  return new Map<string, VectorParams>([...vectorsOf(info), ...sparse]);
}

/** Describes sparse vectors in a few words. */
export function sparseText({ modifier }: SparseParams): string {
  return modifier === "idf" ? "sparse, idf" : "sparse";
}

/** Returns what was measured of the graphs of a vector, one table for each segment that had queries. */
export function recallTablesOf({ recall }: Info, vector: string): readonly RecallTable[] {
  return recall?.[vector]?.filter(({ queries }) => queries > 0) ?? [];
}

/** Returns the recall that searches of a vector ask for; null: none is set for the vector or the collection. */
export function recallSetFor(info: Info, vector: string): number | null {
  const own = vectorsOf(info).get(vector)?.hnsw_config ?? {};
  // An ef that is set for the vector rules over the recall of the collection.
  const recall = own.recall ?? (own.ef_search === undefined ? info.config.hnsw_config.recall : undefined);
  return typeof recall === "number" ? recall : null;
}
