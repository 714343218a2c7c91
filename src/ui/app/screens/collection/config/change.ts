// Converts the form of a configuration to the body of a PATCH, with only the values that were changed.
import { parseJson, writeJson } from "../../../api/json.ts";
import { HINTS } from "../../create/options.ts";
import type { Info } from "../info.ts";

type Held = Partial<Info["config"]>;

/** The labels of the numbers that can be changed, by their paths in the request. */
const LABELS = {
  "hnsw_config.m": "Links per node (m)",
  "hnsw_config.ef_construct": "Build effort (ef_construct)",
  "hnsw_config.ef_search": "Search effort (ef_search)",
  "hnsw_config.recall": "Target recall (recall)",
  "hnsw_config.full_scan_threshold": "Graph threshold (KB)",
  "optimizers_config.deleted_threshold": "Vacuum threshold (share deleted)",
  "optimizers_config.vacuum_min_vector_number": "Vacuum minimum (points)",
  "optimizers_config.max_segment_size": "Largest segment (KB)",
};
/** The consequences of a change, besides the descriptions. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  m: "Graphs are rebuilt.",
  ef_construct: "Graphs are rebuilt.",
  recall: "Empty: not set.",
  max_segment_size: "Once set, it can be changed but not removed.",
};
/** The number that an empty text removes. */
const OPTIONAL = "recall";

export const NUMBERS = Object.entries(LABELS).map(([path, label]) => {
  const [section, name] = path.split(".") as ["hnsw_config" | "optimizers_config", string];
  return { section, name, label, hint: [HINTS[path], CONSEQUENCES[name]].join(" ") };
});

export const QUANTIZATIONS = {
  scalar: { label: "Scalar quantization (8 bits)", json: { scalar: { type: "int8" } } },
  binary: { label: "Binary quantization (1 bit)", json: { binary: {} } },
  Disabled: { label: "No quantization", json: "Disabled" },
} as const;

/** Returns the kind of the current quantization, also if the form does not offer it. */
function quantizationName(held: unknown): string {
  if (held === "Disabled" || held === null || held === undefined) return "Disabled";
  return Object.keys(held as object)[0] ?? "Disabled";
}

function heldNumber(held: Held, { section, name }: (typeof NUMBERS)[number]): string {
  const values = section === "hnsw_config" ? held.hnsw_config : held.optimizer_config;
  const value = (values as Readonly<Record<string, unknown>> | undefined)?.[name];
  return value === null || value === undefined ? "" : String(value);
}

export interface Typed {
  readonly numbers: Readonly<Record<string, string>>;
  readonly quantization: string;
  readonly onDisk: Readonly<Record<string, boolean>>;
  readonly metadata: string;
}

export function typedOf(
  held: Held,
  vectors: ReadonlyMap<string, { readonly on_disk?: boolean | null }>,
): Typed {
  return {
    numbers: Object.fromEntries(NUMBERS.map((input) => [input.name, heldNumber(held, input)])),
    quantization: quantizationName(held.quantization_config),
    onDisk: Object.fromEntries(Array.from(vectors, ([name, { on_disk }]) => [name, on_disk === true])),
    metadata: writeJson(held.metadata ?? {}, 2),
  };
}

/** Returns the body of the PATCH. @throws Error saying which field is wrong */
export function patchOf(before: Typed, after: Typed): Readonly<Record<string, unknown>> {
  const patch: Record<string, unknown> = {};
  for (const { section, name, label } of NUMBERS) {
    const text = after.numbers[name]!.trim();
    if (text === before.numbers[name]) continue;
    const isGone = text === "" && name === OPTIONAL;
    if (!isGone && (text === "" || !Number.isFinite(Number(text))))
      throw new Error(`${label}: enter a number`);
    patch[section] = { ...(patch[section] as object), [name]: isGone ? null : Number(text) };
  }
  if (after.quantization !== before.quantization)
    patch.quantization_config = QUANTIZATIONS[after.quantization as keyof typeof QUANTIZATIONS].json;
  const disks = Object.entries(after.onDisk).filter(([name, value]) => value !== before.onDisk[name]);
  if (disks.length > 0)
    patch.vectors = Object.fromEntries(disks.map(([name, on_disk]) => [name, { on_disk }]));
  if (after.metadata !== before.metadata) patch.metadata = metadataPatch(before.metadata, after.metadata);
  return patch;
}

/** Returns the changed metadata. A removed key becomes null, which deletes it. */
function metadataPatch(before: string, after: string): Readonly<Record<string, unknown>> {
  const value: unknown = after.trim() === "" ? {} : parseJson(after);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("Metadata must be a JSON object");
  const gone = Object.keys(parseJson(before) as object).filter((key) => !Object.hasOwn(value, key));
  return { ...value, ...Object.fromEntries(gone.map((key) => [key, null])) };
}
