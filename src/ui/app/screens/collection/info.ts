// The response of GET /collections/{name}, and what screens read of it.
import { createContext } from "preact";
import type { CollectionInfo } from "../../../../schema/collection.ts";
import type { Distance } from "../../../../shared/distances.ts";
import { ask } from "../../api/request.ts";
import type { RecallTable } from "./recall/tables.ts";

export type FieldIndex = Omit<CollectionInfo["payload_schema"][string], "params"> & {
  readonly params?: Readonly<Record<string, unknown>>;
};
export type Info = Omit<CollectionInfo, "payload_schema"> & {
  readonly payload_schema: Readonly<Record<string, FieldIndex>>;
};
type SparseParams = NonNullable<Info["config"]["params"]["sparse_vectors"]>[string];

interface VectorParams {
  readonly size: number;
  readonly distance: Distance;
  readonly on_disk?: boolean | null;
  readonly hnsw_config?: Info["config"]["hnsw_config"];
}

/** The name of the collection of the screen, for what is deep within it. */
export const CollectionName = createContext("");

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
  const isSingle = typeof vectors.size === "number";
  return new Map(Object.entries(isSingle ? { "": vectors } : vectors) as [string, VectorParams][]);
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
