// What was measured of walks, in sentences: what a collection and the log say of it, with its cause.
import type { Collection } from "./collection.ts";
import { type FieldConfig, fieldConfigs } from "./collection-config.ts";
import { codesFail, LEAST_RECALL, type Probed } from "./probe-result.ts";
import type { Segments } from "./segments.ts";
import type { VectorSegment } from "./vector-segment.ts";

/**
 * Does what follows from a measurement: codes that fail are given up, and it is said.
 * @param onNotice is told a sentence about the collection
 */
export async function noteProbed(
  collection: Collection,
  { field: { name, encoding }, spec, probed }: VectorSegment,
  onNotice: (text: string) => void,
): Promise<void> {
  if (probed === null) return;
  if (codesFail(probed) && encoding !== "none" && spec.rowsFile === undefined) {
    await collection.exclusively(async () => {
      // It may have been configured otherwise meanwhile.
      if (collection.field(name)?.encoding !== encoding) return;
      await collection.walkOnRows(new Map([[name, probed.recall]]));
    });
  }
  if (probed.recall >= LEAST_RECALL) return;
  const configured = fieldConfigs(collection.config).find((field) => field.name === name);
  const text = configured && sentenceOf(configured, collection.field(name)?.onRows, probed);
  if (text) onNotice(text);
}

/** A sentence for each vector whose walks did not find what they should. */
export function probeNotices({ config, fields, segments }: Collection): string[] {
  return fieldConfigs(config).flatMap((configured, i) => {
    const text = sentenceOf(configured, fields[i]?.onRows, worstOf(segments, configured.name));
    return text === null ? [] : [text];
  });
}

/** The least recall that was measured in any segment of a vector; null: none was. */
export function worstOf(segments: Segments, name: string): Probed | null {
  const measured = segments.all.flatMap(({ vectors }) => {
    const probed = vectors.all.find(({ field }) => field.name === name)?.probed;
    return probed ? [probed] : [];
  });
  return measured.sort((a, b) => a.recall - b.recall)[0] ?? null;
}

const CAUSE = {
  none: "",
  int8: "8-bit codes cannot tell these vectors apart",
  binary: "1-bit codes cannot tell these vectors apart",
} as const;
const MORE = "raise hnsw_config.ef_search, or m and ef_construct";

/**
 * Null where all is well.
 * @param configured the vector as it is configured, with its codes
 * @param onCodes recall of walks on codes, for which they were given up
 */
export function sentenceOf(
  configured: FieldConfig,
  onCodes: number | undefined,
  probed: Probed | null,
): string | null {
  const { name, encoding, onDisk } = configured;
  const place = name === "" ? "vectors_config" : `vectors_config.${name}`;
  const cause = CAUSE[encoding];
  if (onCodes !== undefined) {
    const found = `${place}: ${cause}: searches on them found ${shown(onCodes)} of the ten nearest neighbours`;
    // What was measured before the segments are made anew is of a graph that was built on those codes.
    const bad = probed !== null && probed.recall !== onCodes && probed.recall < LEAST_RECALL;
    const still = bad ? `; there they find ${shown(probed.recall)}: ${MORE}` : "";
    return `${found}; the graph is built and searched on the f32 vectors instead${still}`;
  }
  if (probed === null || probed.recall >= LEAST_RECALL) return null;
  const found = `${place}: searches found ${shown(probed.recall)} of the ten nearest neighbours`;
  // In a file they cannot be walked on: whether codes are the cause was not measured.
  if (onDisk && encoding !== "none") return `${found}: perhaps ${cause}; ${MORE}, or leave out on_disk`;
  return `${found}, on the f32 vectors ${shown(probed.onRows)}; ${MORE}`;
}

const shown = (recall: number) => recall.toFixed(2);
