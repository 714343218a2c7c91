// What was measured of walks, in sentences: what a collection and the log say of it, with its cause.
// The decision: of what is searched for a while yet, because its segments are still to be made anew, nothing is said besides
// why they are.

import { type FieldConfig, fieldConfigs, staysOnDisk } from "../config/collection-config.ts";
import type { Probed } from "../config/probe-result.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { Segments } from "../segment/segments.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";

/** Less is said to users. */
const LEAST_SAID = 0.95;
/** What is found so much more of shows the cause. */
const CLEARLY_MORE = 0.02;

/** What a measurement may change of a collection. */
interface ProbedCollection {
  readonly config: CollectionConfig;
  readonly fields: readonly FieldConfig[];
  readonly segments: Segments;
  field(name: string): FieldConfig | undefined;
  exclusively(work: () => Promise<void>): Promise<void>;
  walkOnRows(recalls: ReadonlyMap<string, number>): Promise<void>;
}

/**
 * Does what follows from a measurement: codes that fail are given up, and it is said.
 * @param onNotice is told a sentence about the collection
 */
export async function noteProbed(
  collection: ProbedCollection,
  { field: { name, encoding }, spec }: DenseIndex,
  probed: Probed,
  onNotice: (text: string) => void,
): Promise<void> {
  if (probed.fails && encoding !== "none" && spec.rowsFile === undefined) {
    await collection.exclusively(async () => {
      // It may have been configured otherwise meanwhile.
      if (collection.field(name)?.encoding !== encoding) return;
      await collection.walkOnRows(new Map([[name, probed.recall]]));
    });
  }
  if (!isBad(probed)) return;
  const configured = fieldConfigs(collection.config).find((field) => field.name === name);
  const isInForce = collection.field(name)?.encoding === encoding;
  const text =
    configured && sentenceOf(configured, collection.field(name)?.onRows, isInForce ? probed : null);
  if (text) onNotice(text);
}

/** A sentence for each vector whose walks did not find what they should. */
export function probeNotices({ config, fields, segments }: ProbedCollection): string[] {
  return fieldConfigs(config).flatMap((configured, i) => {
    const { encoding, onRows } = fields[i]!;
    const text = sentenceOf(configured, onRows, worstOf(segments, configured.name, encoding));
    return text === null ? [] : [text];
  });
}

/**
 * The least recall that was measured in any segment of a vector; null: none was.
 * @param encoding only in segments with such codes
 */
export function worstOf(segments: Segments, name: string, encoding?: FieldConfig["encoding"]): Probed | null {
  const measured = segments.all.flatMap(({ vectors }) => {
    const one = vectors.all.find(({ field }) => field.name === name);
    const { field, probed = null } = (one && denseOf(one.index)) ?? {};
    return probed === null || (encoding ?? field?.encoding) !== field?.encoding ? [] : [probed];
  });
  return measured.sort((a, b) => a.recall - b.recall)[0] ?? null;
}

const CAUSE = {
  none: "",
  int8: "8-bit codes cannot tell these vectors apart",
  binary: "1-bit codes cannot tell these vectors apart",
} as const;
const MORE = "raise hnsw_config.ef_search, or m and ef_construct";
const ROUNDED =
  "32-bit floats round away which of these vectors are nearer, in exact searches, too; if they have an offset in common, " +
  "subtract it before they are stored";

/**
 * Null where all is well.
 * @param configured the vector as it is configured, with its codes
 * @param onCodes recall of walks on codes, for which they were given up
 * @param probed of segments as they are to be: made without codes where these were given up
 */
export function sentenceOf(
  configured: FieldConfig,
  onCodes: number | undefined,
  probed: Probed | null,
): string | null {
  const { name, encoding } = configured;
  const place = name === "" ? "vectors_config" : `vectors_config.${name}`;
  const bad = probed !== null && isBad(probed) ? probed : null;
  if (onCodes !== undefined) {
    const found = `${place}: ${CAUSE[encoding]}: searches on them found ${shown(onCodes)} of the ten nearest neighbours`;
    const still = bad ? `; there ${bad.rounds ? ROUNDED : `they find ${shown(bad.recall)}: ${MORE}`}` : "";
    return `${found}; the graph is built and searched on the f32 vectors instead${still}`;
  }
  if (bad === null) return null;
  if (bad.rounds && bad.rounded >= LEAST_SAID) return `${place}: ${ROUNDED}`;
  const found = `${place}: searches found ${shown(bad.recall)} of the ten nearest neighbours`;
  const besides = bad.rounds ? `; besides, ${ROUNDED}` : "";
  // In a file they cannot be walked on: whether codes are the cause was not measured.
  if (staysOnDisk(configured))
    return `${found}: perhaps ${CAUSE[encoding]}; leave out on_disk, or ${MORE}${besides}`;
  const onRows = `${found}, on the f32 vectors ${shown(bad.onRows)}`;
  const remedy = isOfCodes(bad) ? `${CAUSE[encoding]}; ${MORE}, or disable quantization` : MORE;
  return `${onRows}: ${remedy}${besides}`;
}

function isBad({ recall, rounds }: Probed): boolean {
  return recall < LEAST_SAID || rounds;
}

function isOfCodes({ recall, onRows }: Probed): boolean {
  return onRows >= recall + CLEARLY_MORE;
}

const shown = (recall: number) => recall.toFixed(2);
