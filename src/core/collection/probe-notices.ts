// Puts the measured recall of graph walks into sentences for the collection's info and the log, with the cause.
// The decision: while segments wait for their rebuild without codes, the sentence says only why they are rebuilt,
// since the recall of their present state no longer matters.

import { type FieldConfig, fieldConfigs, staysOnDisk } from "../config/collection-config.ts";
import type { Probed } from "../config/probe-result.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { Segments } from "../segment/segments.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";

/** A recall below this is reported. */
const REPORTED_RECALL = 0.95;
/** If the recall of walks on f32 rows is higher by this than that of walks on codes, the codes are the cause. */
const CLEAR_DIFFERENCE = 0.02;

/** The members of a collection that a measurement reads and changes. */
interface ProbedCollection {
  readonly config: CollectionConfig;
  readonly fields: readonly FieldConfig[];
  readonly segments: Segments;
  field(name: string): FieldConfig | undefined;
  exclusively(work: () => Promise<void>): Promise<void>;
  walkOnRows(recalls: ReadonlyMap<string, number>): Promise<void>;
}

/**
 * Acts on a measurement: gives up codes that fail, and reports a low recall.
 * @param onNotice receives a sentence about the collection
 */
export async function noteProbed(
  collection: ProbedCollection,
  { field: { name, encoding }, spec }: DenseIndex,
  probed: Probed,
  onNotice: (text: string) => void,
): Promise<void> {
  if (probed.fails && encoding !== "none" && spec.rowsFile === undefined) {
    await collection.exclusively(async () => {
      // The configuration may have changed meanwhile.
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

/** Returns a sentence for each vector with a low recall. */
export function probeNotices({ config, fields, segments }: ProbedCollection): string[] {
  return fieldConfigs(config).flatMap((configured, i) => {
    const { encoding, onRows } = fields[i]!;
    const text = sentenceOf(configured, onRows, worstOf(segments, configured.name, encoding));
    return text === null ? [] : [text];
  });
}

/**
 * Returns the measurement with the lowest recall of all segments of a vector; null: none was measured.
 * @param encoding only segments with these codes are considered; absent: each with its own
 */
export function worstOf(segments: Segments, name: string, encoding?: FieldConfig["encoding"]): Probed | null {
  const measured = segments.all.flatMap(({ vectors }) => {
    const vectorField = vectors.all.find(({ field }) => field.name === name);
    const { field, probed = null } = (vectorField && denseOf(vectorField.index)) ?? {};
    return probed === null || (encoding ?? field?.encoding) !== field?.encoding ? [] : [probed];
  });
  return measured.sort((a, b) => a.recall - b.recall)[0] ?? null;
}

const CAUSES = {
  none: "",
  int8: "8-bit codes cannot tell these vectors apart",
  binary: "1-bit codes cannot tell these vectors apart",
} as const;
const REMEDY_MORE_LINKS =
  "ask for a recall (params.recall or hnsw_config.recall), raise hnsw_config.ef_search, or m and ef_construct";
const REMEDY_FOR_ROUNDING =
  "32-bit floats round away which of these vectors are nearer, in exact searches, too; if they have an offset in common, " +
  "subtract it before they are stored";

/**
 * Returns a sentence about the recall of a vector; null if it is good.
 * @param configured the vector as configured, with its codes
 * @param onCodes the recall of walks on codes that were given up; undefined: they were not
 * @param probed the worst measurement of segments that are in their final form
 */
export function sentenceOf(
  configured: FieldConfig,
  onCodes: number | undefined,
  probed: Probed | null,
): string | null {
  const { name, encoding } = configured;
  const path = name === "" ? "vectors_config" : `vectors_config.${name}`;
  const bad = probed !== null && isBad(probed) ? probed : null;
  if (onCodes !== undefined) {
    const found = `${path}: ${CAUSES[encoding]}: searches on them found ${shown(onCodes)} of the ten nearest neighbours`;
    const still = bad
      ? `; there ${bad.rounds ? REMEDY_FOR_ROUNDING : `they find ${shown(bad.recall)}: ${REMEDY_MORE_LINKS}`}`
      : "";
    return `${found}; the graph is built and searched on the f32 vectors instead${still}`;
  }
  if (bad === null) return null;
  if (bad.rounds && bad.rounded >= REPORTED_RECALL) return `${path}: ${REMEDY_FOR_ROUNDING}`;
  // Searches keep as many candidates as the recall needs that was set.
  if (configured.recall !== null && !isOfCodes(bad) && !bad.rounds) return null;
  const found = `${path}: searches with ef ${bad.ef} found ${shown(bad.recall)} of the ten nearest neighbours`;
  const besides = bad.rounds ? `; besides, ${REMEDY_FOR_ROUNDING}` : "";
  // Rows in a file cannot be walked on, so whether codes are the cause was not measured.
  if (staysOnDisk(configured))
    return `${found}: perhaps ${CAUSES[encoding]}; leave out on_disk, or ${REMEDY_MORE_LINKS}${besides}`;
  const onRows = `${found}, on the f32 vectors ${shown(bad.onRows)}`;
  const remedy = isOfCodes(bad)
    ? `${CAUSES[encoding]}; ${REMEDY_MORE_LINKS}, or disable quantization`
    : REMEDY_MORE_LINKS;
  return `${onRows}: ${remedy}${besides}`;
}

function isBad({ recall, rounds }: Probed): boolean {
  return recall < REPORTED_RECALL || rounds;
}

function isOfCodes({ recall, onRows }: Probed): boolean {
  return onRows >= recall + CLEAR_DIFFERENCE;
}

const shown = (recall: number) => recall.toFixed(2);
