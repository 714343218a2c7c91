// Reads the records of a response: ids, payloads and vectors of slots, as far as they are requested.
// The decision: a response has a budget, and the size of a record is known before it is made: that of a whole payload
// by its length, before it is read. Parts of payloads are counted as they are cut out, some at a time, so a small part
// of many large payloads can be read.
import type { Collection } from "../../core/collection/collection.ts";
import { parsePath } from "../../core/filter/path.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import type { CollectionReads } from "../../core/search/collection-reads.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { andThen, type MaybePromise } from "../../scheduling/maybe-promise.ts";
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import { type NamedVector, RawJson } from "../../schema/leaf.ts";
import type { Record as PointRecord, PointVector, WithPayload, WithVector } from "../../schema/point.ts";
import { decodeSparse } from "../../shared/sparse-vector.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import { type PathTree, pathTree, prunedInSlices, type Treatment } from "./payload-paths.ts";
import { PORTION_BYTES, PORTION_ITEMS, portions } from "./portions.ts";
import { inSameVersion, type VectorColumn } from "./same-version.ts";
import { unknownVector } from "./unknown-vector.ts";

/** The parts of a point to read. */
export interface Selector {
  readonly payload: PayloadSelector;
  /** Names of the vectors; null if no vectors are requested. */
  readonly vectors: readonly string[] | null;
}

/** @throws InvalidArgument for a vector name that the collection does not have, and for an invalid path */
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

/** Returns the records, or other things of points, without those of points that were deleted on another server. */
export function withoutGone<T>({ reads }: Collection, refs: readonly PointRef[], of: T[]): T[] {
  return refs.some((ref) => reads.isGone(ref)) ? of.filter((_, i) => !reads.isGone(refs[i]!)) : of;
}

/** Records that are put together in one slice. */
const RECORDS_PER_YIELD = 256;

/** The approximate size, as JSON, of a number of a vector, and of a record without its parts. */
const NUMBER_BYTES = 12;
const RECORD_BYTES = 100;

/**
 * Returns a record of each point, also of one that is gone.
 * @param versions receives the version of each point at the time its payload was read, because points may be
 * overwritten meanwhile
 */
export function readRecords(
  collection: Collection,
  refs: readonly PointRef[],
  selector: Selector,
  budget: AnswerBudget,
  versions?: number[],
): MaybePromise<PointRecord[]> {
  const { payload, vectors } = selector;
  if (vectors !== null || refs.length > RECORDS_PER_YIELD)
    return readLater(collection, refs, selector, budget, versions);
  budget.reserve(refs.length * RECORD_BYTES);
  // Most records have no vectors, and every promise of a small read counts.
  return andThen(readPayloads(collection, refs, payload, budget, versions), (payloads) =>
    plainRecords(collection.reads, refs, payloads),
  );
}

function plainRecords(
  reads: CollectionReads,
  refs: readonly PointRef[],
  payloads: RawJson[] | null,
): PointRecord[] {
  const records: PointRecord[] = [];
  for (let row = 0; row < refs.length; row++) {
    const id = reads.idOf(refs[row]!);
    records.push(payloads === null ? { id } : { id, payload: payloads[row]! });
  }
  return records;
}

async function readLater(
  collection: Collection,
  refs: readonly PointRef[],
  { payload, vectors: asked }: Selector,
  budget: AnswerBudget,
  versions?: number[],
): Promise<PointRecord[]> {
  const vectors = asked ?? [];
  const bytes = bytesOf(collection, vectors, refs);
  const ofRecords = refs.length * RECORD_BYTES;
  budget.reserve(ofRecords + (bytes / Float32Array.BYTES_PER_ELEMENT) * NUMBER_BYTES, ofRecords + bytes);
  const { reads } = collection;
  const columnOf = async (name: string, some: readonly PointRef[]): Promise<VectorColumn> => {
    const own: number[] = [];
    return { vectors: await reads.vectors(name, some, own), versions: own };
  };
  const read = await inSameVersion(refs, async (some) => {
    const own: number[] = [];
    const [payloads, columns] = await Promise.all([
      readPayloads(collection, some, payload, budget, own),
      Promise.all(vectors.map((name) => columnOf(name, some))),
    ]);
    return { payloads, versions: own, columns };
  });
  const { payloads, columns } = read;
  if (versions) for (const version of read.versions) versions.push(version);
  const records: PointRecord[] = [];
  for (let row = 0; row < refs.length; row++) {
    if (row % RECORDS_PER_YIELD === RECORDS_PER_YIELD - 1 && isSliceOver()) await pause();
    const record: PointRecord = { id: reads.idOf(refs[row]!) };
    if (payloads) record.payload = payloads[row]!;
    if (asked) {
      record.vector = vectorsOf(
        vectors,
        columns.map((column) => column.vectors[row]!),
      );
    }
    records.push(record);
  }
  return records;
}

/** Returns the bytes of the vectors of all points. Dense vectors have one size, and are counted for every point. */
function bytesOf(collection: Collection, names: readonly string[], refs: readonly PointRef[]): number {
  let bytes = 0;
  for (const name of names) {
    const size = collection.field(name)?.size ?? 0;
    if (size > 0) bytes += refs.length * size * Float32Array.BYTES_PER_ELEMENT;
    else for (const ref of refs) bytes += collection.reads.vectorBytes(name, ref);
  }
  return bytes;
}

function readPayloads(
  { reads }: Collection,
  refs: readonly PointRef[],
  selector: PayloadSelector,
  budget: AnswerBudget,
  versions: number[] | undefined,
): MaybePromise<RawJson[] | null> {
  if (selector === false) {
    if (versions) for (const ref of refs) versions.push(reads.version(ref));
    return null;
  }
  const lengths: number[] = [];
  let bytes = 0;
  for (const ref of refs) {
    const length = reads.payloadLength(ref);
    lengths.push(length);
    bytes += length;
  }
  if (selector !== true || refs.length > PORTION_ITEMS || bytes > PORTION_BYTES)
    return readPortions(reads, refs, lengths, selector, budget, versions);
  budget.reserve(bytes);
  return andThen(reads.payloads(refs, versions), wholePayloads);
}

async function readPortions(
  reads: CollectionReads,
  refs: readonly PointRef[],
  lengths: readonly number[],
  selector: Exclude<PayloadSelector, false>,
  budget: AnswerBudget,
  versions: number[] | undefined,
): Promise<RawJson[]> {
  const isWhole = selector === true;
  if (isWhole) budget.reserve(lengths.reduce((sum, length) => sum + length, 0));
  const shown: RawJson[] = [];
  for (const part of portions(refs, (_, i) => lengths[i]!)) {
    if (shown.length > 0 && (!isWhole || isSliceOver())) await pause();
    const payloads = await reads.payloads(part, versions);
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
    const payload = yield* shownPayload(bytes, selector);
    budget.reserve(payload.bytes.length);
    shown.push(payload);
  }
  return shown;
}

/** Returns the bare array for the unnamed vector of a point, and an object by name otherwise. */
function vectorsOf(names: readonly string[], vectors: readonly (VectorRow | null)[]): PointVector {
  const named = names.flatMap((name, i) => (vectors[i] ? [[name, shownVector(vectors[i])] as const] : []));
  // Only dense vectors have no name.
  if (names.length === 1 && names[0] === "") return (named[0]?.[1] as Float32Array | undefined) ?? {};
  return Object.fromEntries(named);
}

function shownVector(vector: VectorRow): NamedVector {
  return vector instanceof Float32Array ? vector : decodeSparse(vector);
}

// The selector is parsed once for a request (paths, names of the two keys), so an error in it is reported before the
// search.

/** False: nothing; true: the whole payload. */
type PayloadSelector = boolean | { readonly paths: PathTree; readonly treatment: Treatment };

const EMPTY_OBJECT = new TextEncoder().encode("{}");

/** @throws InvalidArgument for invalid paths, and for other keys than `include` and `exclude` */
function payloadSelectorOf(withPayload: WithPayload): PayloadSelector {
  if (typeof withPayload === "boolean") return withPayload;
  if (Array.isArray(withPayload)) return { paths: treeOf(withPayload), treatment: "kept" };
  const { include, exclude, ...others } = withPayload;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new InvalidArgument(
      `with_payload: unknown key ${JSON.stringify(unknown)}; give include or exclude`,
    );
  }
  if (include && exclude) throw new InvalidArgument("with_payload: give include or exclude, not both");
  if (include) return { paths: treeOf(include), treatment: "kept" };
  if (exclude) return { paths: treeOf(exclude), treatment: "dropped" };
  throw new InvalidArgument("with_payload: expected include or exclude, got an empty object");
}

/** Returns the stored bytes, which were validated when they were written, as JSON. No payload is shown as `{}`. */
function wholePayload(bytes: Uint8Array | null): RawJson {
  // The depth is needed for validating requests only.
  return new RawJson(bytes ?? EMPTY_OBJECT, 1);
}

function wholePayloads(payloads: readonly (Uint8Array | null)[]): RawJson[] {
  return payloads.map(wholePayload);
}

/** Returns the part of a stored payload that the selector keeps. */
function* shownPayload(bytes: Uint8Array | null, selector: PayloadSelector): Sliced<RawJson> {
  if (typeof selector === "boolean") return wholePayload(bytes);
  return new RawJson(yield* prunedInSlices(bytes ?? EMPTY_OBJECT, selector.paths, selector.treatment), 1);
}

/** @throws InvalidPath */
function treeOf(paths: readonly string[]): PathTree {
  return pathTree(paths.map((path) => parsePath(path)));
}
