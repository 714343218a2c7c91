// Descriptions of the values of a collection's configuration.
// The decision: values without an effect in this server are shown with the others and marked as such.
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
const NO_EFFECT = "Kept and shown; it has no effect in this server.";

/** Descriptions by section and name of a value. */
const MEANINGS: Readonly<Record<string, readonly [meaning: string, canChange?: boolean]>> = {
  "vectors.size": ["Numbers in each vector."],
  "vectors.distance": ["How near two vectors are to each other."],
  "vectors.on_disk": ["Original vectors in a file, codes and graph in memory.", CHANGE],
  "vectors.hnsw_config": ["The graph of this vector, where it differs from the collection's.", CHANGE],
  "vectors.quantization_config": ["The codes of this vector, where they differ.", CHANGE],
  "hnsw_config.m": [
    "Links of a node in the graph; more find more and take more memory. 0: no graph.",
    CHANGE,
  ],
  "hnsw_config.ef_construct": [
    "Candidates looked at for each link; more make a better graph, slower.",
    CHANGE,
  ],
  "hnsw_config.ef_search": [
    "Width of a search's walk, if it was set and neither the search nor a recall rules.",
    CHANGE,
  ],
  "hnsw_config.recall": [
    "Share of the nearest that a search finds, where it does not say its own; it rules over ef_search.",
    CHANGE,
  ],
  "hnsw_config.full_scan_threshold": ["KB of vectors in a segment before its graph is begun.", CHANGE],
  "quantization_config.": [
    "What the graph is built and walked on; results are scored on the vectors.",
    CHANGE,
  ],
  "optimizer_config.deleted_threshold": [
    "Share of deleted points from which a segment is cleaned up.",
    CHANGE,
  ],
  "optimizer_config.vacuum_min_vector_number": ["Points a segment needs before it is cleaned up.", CHANGE],
  "optimizer_config.max_segment_size": ["KB of vectors in a segment; null: as large as can be.", CHANGE],
  "params.sparse_vectors": ["Sparse vectors by name, with what is done to the values of queries.", CHANGE],
  "params.shard_number": [
    "Parts of the points with graphs of their own, which servers of a cluster can share. Set at the creation.",
  ],
  "params.replication_factor": ["One server keeps one copy."],
  "params.write_consistency_factor": ["One server keeps one copy."],
  "params.on_disk_payload": ["Payloads leave memory with the next checkpoint."],
  "metadata.": ["Whatever its owner says about the collection.", CHANGE],
};

const TITLES: Readonly<Record<string, string>> = {
  vectors: "Vector",
  hnsw_config: "Graph",
  quantization_config: "Quantization",
  optimizer_config: "Upkeep",
  params: "Storage",
  wal_config: "Log",
  strict_mode_config: "Strict mode",
  metadata: "Metadata",
};

type Json = Readonly<Record<string, unknown>>;

/** Returns all values, by section. */
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
  if (typeof value !== "object" || value === null) {
    return value === undefined ? [] : [row(section, section, value, `${section}.`)];
  }
  return Object.entries(value).map(([name, option]) => row(section, name, option, `${section}.${name}`));
}

function row(section: string, name: string, value: unknown, path: string): Row {
  const [meaning, canChange = false] = MEANINGS[path] ?? MEANINGS[`${section}.`] ?? [NO_EFFECT];
  return { name, value, meaning, canChange };
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? writeJson(value) : String(value);
}
