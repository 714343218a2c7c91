// From slots to what an answer shows of a point: id, payload, vectors, as far as they were asked for.
// The decision: an answer has a budget, and what it will take is known before it is made: whole payloads by their length,
// before they are read; parts of payloads as they are cut out, some at a time, so that a little of much is possible.
import type { Collection } from "../../core/collection/collection.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { pause, turnIsOver } from "../../scheduling/pause.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { RawJson } from "../../schema/leaf.ts";
import type { Record as PointRecord, PointVector, WithPayload, WithVector } from "../../schema/point.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import { type PayloadSelector, payloadSelectorOf, shownPayload, wholePayload } from "./payload-selector.ts";
import { portions } from "./portions.ts";
import { unknownVector } from "./unknown-vector.ts";

/** Which parts of a point to read. */
export interface Selector {
  readonly payload: PayloadSelector;
  /** Names of the vectors; null when no vectors are asked for. */
  readonly vectors: readonly string[] | null;
}

/** @throws InvalidArgument for a vector name the collection does not have, and for what is not a path */
export function selectorOf(
  collection: Collection,
  withPayload: WithPayload,
  withVector: WithVector,
): Selector {
  const payload = payloadSelectorOf(withPayload);
  const names = collection.config.vectors.map(({ name }) => name);
  if (typeof withVector === "boolean") return { payload, vectors: withVector ? names : null };
  const unknown = withVector.find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownVector(collection, unknown, "with_vector", "search");
  return { payload, vectors: withVector.length > 0 ? [...new Set(withVector)] : null };
}

/** Records that are put together until others may have the thread. */
const CUT_RECORDS = 256;

/** About what a number of a vector, and a record around its parts, take as JSON. */
const NUMBER_BYTES = 12;
const RECORD_BYTES = 100;

/** @param versions is given that of each point as it was when its payload was read: others may take its place meanwhile */
export async function readRecords(
  collection: Collection,
  slots: readonly PointRef[],
  { payload, vectors: asked }: Selector,
  budget: AnswerBudget,
  versions: number[] = [],
): Promise<PointRecord[]> {
  const vectors = asked ?? [];
  const numbers = vectors.reduce((sum, name) => sum + (collection.field(name)?.size ?? 0), 0);
  budget.take(
    slots.length * (RECORD_BYTES + numbers * NUMBER_BYTES),
    slots.length * (RECORD_BYTES + numbers * Float32Array.BYTES_PER_ELEMENT),
  );
  const [payloads, columns] = await Promise.all([
    readPayloads(collection, slots, payload, budget, versions),
    Promise.all(vectors.map((name) => collection.reads.vectors(name, slots))),
  ]);
  const records: PointRecord[] = [];
  for (const [row, slot] of slots.entries()) {
    if (row % CUT_RECORDS === CUT_RECORDS - 1 && turnIsOver()) await pause();
    const record: PointRecord = { id: collection.reads.idOf(slot) };
    if (payloads) record.payload = payloads[row]!;
    if (asked) {
      record.vector = vectorsOf(
        vectors,
        columns.map((column) => column[row]!),
      );
    }
    records.push(record);
  }
  return records;
}

async function readPayloads(
  { reads }: Collection,
  slots: readonly PointRef[],
  selector: PayloadSelector,
  budget: AnswerBudget,
  versions: number[],
): Promise<RawJson[] | null> {
  if (selector === false) {
    for (const slot of slots) versions.push(reads.version(slot));
    return null;
  }
  const isWhole = selector === true;
  if (isWhole) for (const slot of slots) budget.take(reads.payloadLength(slot));
  const shown: RawJson[] = [];
  for (const part of portions(slots, (slot) => reads.payloadLength(slot))) {
    if (shown.length > 0 && (!isWhole || turnIsOver())) await pause();
    for (const slot of part) versions.push(reads.version(slot));
    const payloads = await reads.payloads(part);
    if (isWhole) for (const bytes of payloads) shown.push(wholePayload(bytes));
    else shown.push(...(await runInSlices(shownParts(payloads, selector, budget))));
  }
  return shown;
}

function* shownParts(
  payloads: readonly (Uint8Array | null)[],
  selector: PayloadSelector,
  budget: AnswerBudget,
): Sliced<RawJson[]> {
  const shown: RawJson[] = [];
  for (const bytes of payloads) {
    const one = yield* shownPayload(bytes, selector);
    budget.take(one.bytes.length);
    shown.push(one);
  }
  return shown;
}

/** The bare array for the unnamed vector of a point, an object by name otherwise. */
function vectorsOf(names: readonly string[], vectors: readonly (Float32Array | null)[]): PointVector {
  if (names.length === 1 && names[0] === "") return vectors[0] ?? {};
  const named = names.flatMap((name, i) => (vectors[i] ? [[name, vectors[i]] as const] : []));
  return Object.fromEntries(named);
}
