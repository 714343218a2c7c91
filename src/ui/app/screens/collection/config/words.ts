// Descriptions of the values of a collection's configuration.
// The decision: only values with an effect are shown. Where one without an effect was set, a warning of the collection
// says so.
import { writeJson } from "../../../api/json.ts";
import { HINTS } from "../../create/options.ts";

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

/** Values that are as they were when the collection was created. */
const FIXED = ["vectors.size", "vectors.distance", "params.shard_number", "params.replication_factor"];

/** Descriptions by section and name of a value, besides those of the form for new collections. */
const MEANINGS: Readonly<Record<string, string>> = {
  ...HINTS,
  "vectors.size": "The number of dimensions.",
  "vectors.distance": "The measure of similarity.",
  "vectors.on_disk": HINTS.on_disk!,
  "vectors.hnsw_config": "The graph of this vector, where it differs from the collection's.",
  "vectors.quantization_config": "The quantization of this vector, where it differs.",
  "quantization_config.": "What the graph uses; results are scored with the full vectors.",
  "params.sparse_vectors": "Sparse vectors by name, and the modifier of queries.",
  "params.shard_number": "Shards when the collection was created.",
  "params.replication_factor": "Copies of each shard in a cluster.",
  "metadata.": "Metadata of the collection.",
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
  // The request has another name for this section.
  const asked = path.replace("optimizer_config", "optimizers_config");
  const meaning = MEANINGS[asked] ?? MEANINGS[`${section}.`];
  if (meaning === undefined || value === undefined) return [];
  return [{ name, value, meaning, canChange: !FIXED.includes(path) }];
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? writeJson(value) : String(value);
}
