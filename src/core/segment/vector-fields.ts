// The vectors of a segment: one index for each vector name, with the slots that lack it.
// The decision: slots have the same numbers in all indexes, so writes and deletions are described once for all. An
// index takes memory when there is something to put in it, so a collection without points takes no memory. A segment
// gets no further vector: none of its points has one that the collection was given later. One that is removed leaves
// an empty column in the slot records.
import type { Engine } from "../../engine/engine.ts";
import type { TermStatistics } from "../../engine/sparse-types.ts";
import type { Hits } from "../../engine/types.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SavedField } from "../../storage/manifest.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { UpsertPoints } from "../record/operation.ts";
import type { VectorBytes } from "../record/vector-bytes.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import { allBits, type Bits, countBits, noBits, subtract } from "../slots/bits.ts";
import type { VectorWrite } from "../vectors/apply-writes.ts";
import { type DenseIndex, denseOf, NO_HITS } from "../vectors/dense-index.ts";
import { VECTOR_KINDS, type VectorKinds } from "../vectors/kinds.ts";
import type { VectorIndex, VectorQuery, VectorSearch } from "../vectors/vector-index.ts";
import { partOf } from "./batch-part.ts";
import { type FieldsState, stateOf } from "./fields-state.ts";
import { restoreFields, type SavedVectors } from "./restore-fields.ts";
import {
  type FieldsByColumn,
  inForceOf,
  newField,
  nothingRead,
  type ReadVectors,
  readField,
  removedVector,
  type SegmentField,
  type VectorsInForce,
} from "./segment-field.ts";
import { statisticsOf } from "./term-statistics.ts";

export class VectorFields {
  /** The columns of the slot records, one for each vector that the segment was made for. */
  readonly columns: number;
  readonly #inForce: VectorsInForce;
  #fields: readonly SegmentField[];
  #live = 0;

  /**
   * @param directory where the files of the segment are, see storage/checkpoints.ts
   * @param inForce absent: the vectors of the segment
   */
  constructor(
    engine: Engine,
    fields: FieldsByColumn,
    directory: string,
    kinds: VectorKinds = VECTOR_KINDS,
    inForce = inForceOf(() => fields.filter((field) => field !== null)),
  ) {
    this.columns = fields.length;
    this.#inForce = inForce;
    this.#fields = fields.flatMap((field, column) =>
      field === null ? [] : newField(kinds, { engine, field, directory, position: field.id }, column),
    );
  }

  /** In the order of the columns, without removed ones. */
  get all(): readonly SegmentField[] {
    return this.#fields;
  }

  get names(): string[] {
    return this.#fields.map(({ field }) => field.name);
  }

  /** Applies the settings that need no rebuild of the segment. */
  async tune(fields: readonly FieldConfig[]): Promise<void> {
    for (const { field, index } of this.#fields) {
      const present = fields.find(({ id }) => id === field.id);
      if (present) await index.tune(present);
    }
  }

  /**
   * Takes out the vectors that are not among the fields. No operation may be applied meanwhile.
   * @param dead returns bits of the slots without a point
   * @returns the indexes, which running reads may still use
   */
  retain(fields: readonly FieldConfig[], slots: number, dead: () => Uint32Array): VectorIndex[] {
    const isKept = ({ field }: SegmentField) => fields.some(({ id }) => id === field.id);
    const removed = this.#fields.filter((field) => !isKept(field));
    for (const { absent } of removed)
      this.#live -= countBits(subtract(subtract(allBits(slots), dead()), absent.words(slots)));
    this.#fields = this.#fields.filter(isKept);
    return removed.map(({ index }) => index);
  }

  /** Whether these settings need a rebuild of the segment. */
  differFrom(fields: readonly FieldConfig[]): boolean {
    return this.#fields.some(({ field, index }) => {
      const present = fields.find(({ id }) => id === field.id);
      return present !== undefined && index.differsFrom(present);
    });
  }

  /** Whether the point of the slot has a vector of this name. */
  has(name: string, slot: number): boolean {
    const found = this.#named(name);
    return found !== undefined && !found.absent.has(slot);
  }

  /** The slots below `slots` whose points have a vector of this name. */
  slotsWith(name: string, slots: number): Bits {
    const found = this.#named(name);
    return found ? subtract(allBits(slots), found.absent.words(slots)) : noBits(slots);
  }

  /** The number of vectors of all names, without those of dead slots. */
  get live(): number {
    return this.#live;
  }

  /** Subtracts the vectors of a slot that has lost its point from `live`. */
  noteTombstone(slot: number): void {
    for (const { absent } of this.#fields) if (!absent.has(slot)) this.#live--;
  }

  /** The bytes of all vectors of a point. */
  get rowBytes(): number {
    return this.#fields.reduce((sum, { index }) => sum + index.rowBytes, 0);
  }

  /**
   * Takes memory for `slots` slots in total.
   * @returns the slots with memory, at least `slots`
   * @throws OutOfMemory, SegmentFull
   */
  async reserve(slots: number): Promise<number> {
    for (const field of this.#fields) {
      if (slots > field.capacity) field.capacity = await field.index.reserve(slots);
    }
    // Without any vector there is nothing to set aside here.
    return this.#fields.length === 0 ? slots : Math.min(...this.#fields.map(({ capacity }) => capacity));
  }

  /** Takes memory for new vectors of these sizes, beyond those that were written. @throws OutOfMemory, SegmentFull */
  async reserveBytes(bytes: VectorBytes): Promise<void> {
    for (const { field, index } of this.#fields) {
      const needed = bytes.get(field.name);
      if (needed !== undefined) await index.reserveBytes?.(needed);
    }
  }

  /** @throws VectorDbError for an unknown vector name */
  ensureNames(fields: readonly { readonly name: string }[]): void {
    for (const { name } of fields)
      if (!this.#named(name))
        throw new VectorDbError("INTERNAL", `there are no vectors named '${name}' here`);
  }

  /**
   * Notes the vectors of the points from `from` to before `to`, in slots from `first` on.
   * @param replaced the slots that these points had before, and slots of points that the same write repeats
   * @returns the number of their vectors
   */
  take(points: UpsertPoints, from: number, to: number, first: number, replaced: readonly number[]): number {
    let vectors = 0;
    for (const { field, absent } of this.#fields) {
      const { rows } = partOf(points, field.name, from, to);
      if (rows) absent.addAllBut(rows, first, to - from);
      vectors += rows?.length ?? to - from;
    }
    this.#live += vectors;
    for (const slot of replaced) this.noteTombstone(slot);
    return vectors;
  }

  /** Returns the writes for the vectors of the points; see `applyWrites`. */
  writes(points: UpsertPoints, from: number, to: number, first: number, dead: Uint32Array): VectorWrite[] {
    const slots = to - from;
    return this.#fields.flatMap(({ field, index }) =>
      index.writes({ first, slots, ...partOf(points, field.name, from, to), dead }),
    );
  }

  /**
   * Returns the writes that delete the slots.
   * @param first the number of slots written so far
   */
  tombstoneWrites(slots: readonly number[], first: number): VectorWrite[] {
    const write = { first, slots: 0, rows: new Uint32Array(0), vectors: null, dead: Uint32Array.from(slots) };
    return this.#fields.flatMap(({ index }) => index.writes(write));
  }

  /**
   * Returns the nearest slots to each query; no promise if the search ran inline.
   * @throws UnknownVector if the vector was removed meanwhile
   */
  search(queries: readonly VectorQuery[], search: VectorSearch): MaybePromise<Hits[]> {
    return this.#of(search.field)?.index.search(queries, search) ?? queries.map(() => NO_HITS);
  }

  /**
   * Returns the distances of the slots, for one query after another; NaN where a point lacks the vector.
   * @throws UnknownVector if the vector was removed meanwhile
   */
  async measure(
    field: FieldConfig,
    queries: readonly VectorQuery[],
    slots: Uint32Array,
  ): Promise<Float32Array> {
    const found = this.#of(field);
    if (!found) return new Float32Array(queries.length * slots.length).fill(Number.NaN);
    const { index, absent } = found;
    const distances = await index.measure(queries, slots);
    slots.forEach((slot, i) => {
      if (!absent.has(slot)) return;
      for (let query = 0; query < queries.length; query++) distances[query * slots.length + i] = Number.NaN;
    });
    return distances;
  }

  /**
   * Returns the vector store of a dense field, for measurements and views that other kinds do not have; null for other
   * kinds.
   */
  inEngine(field: FieldConfig): DenseIndex["inEngine"] {
    const found = this.#of(field);
    return (found && denseOf(found.index)?.inEngine) ?? null;
  }

  /** Returns the bytes of a vector; 0 if the slot has none of this name. */
  bytesOf(name: string, slot: number): number {
    const found = this.#named(name);
    if (!found || found.absent.has(slot)) return 0;
    return found.index.bytesOf?.(slot) ?? found.index.rowBytes;
  }

  /** Returns the vectors called `name` of the slots, in order; null where a point has none. */
  async vectors(name: string, slots: readonly number[]): Promise<(VectorRow | null)[]> {
    const { rows, vectors } = await this.read(name, slots);
    const all: (VectorRow | null)[] = new Array(slots.length).fill(null);
    rows.forEach((row, i) => {
      all[row] = vectors.at(i);
    });
    return all;
  }

  /** Returns the vectors of slots, of any kind, with the positions in `slots` of those that have one. */
  async read(name: string, slots: readonly number[]): Promise<ReadVectors> {
    const found = this.#named(name);
    return found ? readField(found, slots) : nothingRead(name);
  }

  /**
   * Returns the statistics of the indices of a sparse field.
   * @param within the slots that count; null: all live ones
   */
  termStatistics(name: string, indices: Uint32Array, within: Bits | null): Promise<TermStatistics> {
    return statisticsOf(this.#named(name), indices, within);
  }

  /** @param paused true: indexing waits for further writes; false: it continues */
  async pauseIndexing(paused: boolean): Promise<void> {
    for (const { index } of this.#fields) await index.pauseIndexing(paused);
  }

  /** Resolves when the graphs contain every slot, or their limit. */
  async indexed(): Promise<void> {
    for (const { index } of this.#fields) await index.indexed();
  }

  /** Returns the number of slots in the graph of each field. */
  indexedSlots(): Promise<number[]> {
    return Promise.all(this.#fields.map(async ({ index }) => (await index.stats()).indexed));
  }

  indexState(slots: number): Promise<FieldsState> {
    return stateOf(this.#fields, slots);
  }

  /** Fills the indexes from files; see `restoreFields`. @returns the files that are still valid */
  async restore(from: SavedVectors): Promise<SavedField[]> {
    const { live, fields } = await restoreFields(this.#fields, from);
    this.#live += live;
    return fields;
  }

  async drop(): Promise<void> {
    await Promise.all(this.#fields.map(({ index }) => index.drop()));
  }

  #named(name: string): SegmentField | undefined {
    return this.#fields.find(({ field }) => field.name === name);
  }

  /** Returns the field; undefined if it was added to the collection after the segment was made. */
  #of(field: FieldConfig): SegmentField | undefined {
    const found = this.#fields.find((own) => own.field.id === field.id);
    if (!this.#inForce.has(field)) throw removedVector(field.name, this.#inForce.names, "search");
    return found;
  }
}
