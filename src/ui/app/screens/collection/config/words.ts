// Descriptions of the values of a collection's configuration.
// The decision: only values with an effect are shown. Where one without an effect was set, a warning of the collection
// says so.
import { writeJson } from "../../../api/json.ts";

interface Row {
  readonly name: string;
  readonly value: unknown;
  readonly meaning: string;
  readonly canChange: boolean;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const CHANGE = true;

/** Descriptions by section and name of a value. */
const MEANINGS: Readonly<Record<string, readonly [meaning: string, canChange?: boolean]>> = {
  "vectors.size": ["The number of dimensions."],
  "vectors.distance": ["The measure of similarity."],
  "vectors.on_disk": ["Original vectors on disk; codes and graph in memory.", CHANGE],
  "vectors.hnsw_config": ["The graph of this vector, where it differs from the collection's.", CHANGE],
  "vectors.quantization_config": ["The quantization of this vector, where it differs.", CHANGE],
  "hnsw_config.m": ["Links per node. More: better recall, more memory. 0: no graph.", CHANGE],
  "hnsw_config.ef_construct": [
    "Candidates considered for each link. More: a better graph, built more slowly.",
    CHANGE,
  ],
  "hnsw_config.ef_search": ["Default search effort, used if no recall is the target.", CHANGE],
  "hnsw_config.recall": ["Target recall of searches; takes precedence over ef_search.", CHANGE],
  "hnsw_config.full_scan_threshold": ["KB of vectors in a segment before its graph is built.", CHANGE],
  "quantization_config.": ["What the graph uses; results are scored with the full vectors.", CHANGE],
  "optimizer_config.deleted_threshold": ["Share of deleted points at which a segment is rebuilt.", CHANGE],
  "optimizer_config.vacuum_min_vector_number": ["Smaller segments are not rebuilt, in points.", CHANGE],
  "optimizer_config.max_segment_size": ["Largest segment in KB of vectors; null: no limit.", CHANGE],
  "params.sparse_vectors": ["Sparse vectors by name, and the modifier of queries.", CHANGE],
  "params.shard_number": ["Shards when the collection was created."],
  "params.replication_factor": ["Copies of each shard in a cluster."],
  "metadata.": ["Metadata of the collection.", CHANGE],
};

const TITLES: Readonly<Record<string, string>> = {
  vectors: "Vector",
  hnsw_config: "Graph",
  quantization_config: "Quantization",
  optimizer_config: "Optimizer",
  params: "Storage",
  metadata: "Metadata",
};

type Json = Readonly<Record<string, unknown>>;

/** Returns the values with an effect, by section. */
export function sectionsOf(config: Json, vectors: ReadonlyMap<string, object>): Section[] {
  const { params, ...others } = config as { params: Json } & Json;
  const { vectors: _, ...storage } = params;
  return [
    ...Array.from(vectors, ([name, vector]) => ({
      title: name ? `Vector ${name}` : TITLES.vectors!,
      rows: rowsOf("vectors", vector as Json),
    })),
    ...Object.entries({ ...others, params: storage }).map(([name, value]) => ({
      title: TITLES[name] ?? name,
      rows: rowsOf(name, value),
    })),
  ].filter(({ rows }) => rows.length > 0);
}

function rowsOf(section: string, value: unknown): Row[] {
  if (typeof value !== "object" || value === null) return rowOf(section, section, value, `${section}.`);
  return Object.entries(value).flatMap(([name, option]) =>
    rowOf(section, name, option, `${section}.${name}`),
  );
}

function rowOf(section: string, name: string, value: unknown, path: string): Row[] {
  const [meaning, canChange = false] = MEANINGS[path] ?? MEANINGS[`${section}.`] ?? [];
  return meaning === undefined || value === undefined ? [] : [{ name, value, meaning, canChange }];
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? writeJson(value) : String(value);
}
