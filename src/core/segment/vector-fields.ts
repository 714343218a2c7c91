// The vectors of a segment: one index for each vector name, with the slots that lack it.
// The decision: slots have the same numbers in all indexes, so writes and deletions are described once for all. An
// index takes memory when there is something to put in it, so a collection without points takes no memory.
import type { Engine } from "../../engine/engine.ts";
import type { TermStatistics } from "../../engine/sparse-types.ts";
import type { Hits } from "../../engine/types.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { MaybePromise } from "../../scheduling/maybe-promise.ts";
import type { SavedField } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { FieldVectors, UpsertPoints } from "../record/operation.ts";
import type { VectorRow } from "../record/vector-rows.ts";
import { allBits, type Bits, countBits, noBits, subtract } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import type { VectorWrite } from "../vectors/apply-writes.ts";
import { type DenseIndex, denseOf } from "../vectors/dense-index.ts";
import { makeIndex, VECTOR_KINDS, type VectorKinds } from "../vectors/kinds.ts";
import { sparseOf } from "../vectors/sparse-index.ts";
import type { IndexWork, Reached, VectorIndex, VectorQuery, VectorSearch } from "../vectors/vector-index.ts";
import { partOf } from "./batch-part.ts";

export interface SegmentField {
  readonly field: FieldConfig;
  readonly index: VectorIndex;
  /** The slots without this vector. */
  readonly absent: SlotSet;
  /** The number of slots for which the index has memory. */
  capacity: number;
}

interface FieldsState {
  readonly indexed: number;
  readonly busy: boolean;
  readonly reached: ReadonlyMap<string, Reached>;
  readonly work: readonly IndexWork[];
}

const NO_ROWS = new Uint32Array(0);

interface SavedVectors {
  readonly slots: number;
  readonly fields: readonly SavedField[];
  /** For each vector, bits of the slots that lack it. */
  readonly absent: readonly Uint32Array[];
  /** Bits of the dead slots. */
  readonly dead: Uint32Array;
  readonly read: (file: SavedFile) => Promise<Uint8Array>;
  /** Receives a text for each part that could not be used. */
  readonly onFault: (text: string) => void;
}

export class VectorFields {
  readonly #fields: readonly SegmentField[];
  #live = 0;

  /** @param directory where the files of the segment are, see storage/checkpoints.ts */
  constructor(
    engine: Engine,
    fields: readonly FieldConfig[],
    directory: string,
    kinds: VectorKinds = VECTOR_KINDS,
  ) {
    this.#fields = fields.map((field, position) => {
      const index = makeIndex(kinds, { engine, field, directory, position });
      return { field, index, absent: new SlotSet(), capacity: 0 };
    });
  }

  /** In the order of the configuration. */
  get all(): readonly SegmentField[] {
    return this.#fields;
  }

  get names(): string[] {
    return this.#fields.map(({ field }) => field.name);
  }

  /** Applies the settings that need no rebuild of the segment. */
  async tune(fields: readonly FieldConfig[]): Promise<void> {
    for (const [i, { index }] of this.#fields.entries()) await index.tune(fields[i]!);
  }

  /** Whether these settings need a rebuild of the segment. */
  differFrom(fields: readonly FieldConfig[]): boolean {
    return this.#fields.some(({ index }, i) => index.differsFrom(fields[i]!));
  }

  /** Whether the point of the slot has a vector of this name. */
  has(name: string, slot: number): boolean {
    const found = this.#fields.find(({ field }) => field.name === name);
    return found !== undefined && !found.absent.has(slot);
  }

  /** The slots below `slots` whose points have a vector of this name. */
  slotsWith(name: string, slots: number): Bits {
    const found = this.#fields.find(({ field }) => field.name === name);
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

  /** @throws VectorDbError for an unknown vector name */
  ensureNames(fields: readonly { readonly name: string }[]): void {
    for (const { name } of fields) this.#field(name);
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
    const write = { first, slots: 0, rows: NO_ROWS, vectors: null, dead: Uint32Array.from(slots) };
    return this.#fields.flatMap(({ index }) => index.writes(write));
  }

  /** Returns the nearest slots to each query; no promise if the search ran inline. */
  search(queries: readonly VectorQuery[], search: VectorSearch): MaybePromise<Hits[]> {
    return this.#field(search.field.name).index.search(queries, search);
  }

  /** Returns the distances of the slots, for one query after another; NaN where a point lacks the vector. */
  async measure(name: string, queries: readonly VectorQuery[], slots: Uint32Array): Promise<Float32Array> {
    const { index, absent } = this.#field(name);
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
  inEngine(name: string): DenseIndex["inEngine"] {
    return denseOf(this.#field(name).index)?.inEngine ?? null;
  }

  /** Returns the bytes of a vector; 0 if the slot has none of this name. */
  bytesOf(name: string, slot: number): number {
    const { index, absent } = this.#field(name);
    return absent.has(slot) ? 0 : (index.bytesOf?.(slot) ?? index.rowBytes);
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
  async read(name: string, slots: readonly number[]): Promise<FieldVectors & { rows: Uint32Array }> {
    const { index, absent } = this.#field(name);
    const rows = Uint32Array.from(slots.flatMap((slot, i) => (absent.has(slot) ? [] : i)));
    return { name, rows, vectors: await index.read(rows.map((row) => slots[row]!)) };
  }

  /**
   * Returns the statistics of the indices of a sparse field.
   * @param within the slots that count; null: all live ones
   */
  termStatistics(name: string, indices: Uint32Array, within: Bits | null): Promise<TermStatistics> {
    const index = sparseOf(this.#field(name).index);
    if (index === null) throw new VectorDbError("INTERNAL", `the vectors named '${name}' are not sparse`);
    return index.statistics(indices, within);
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

  /**
   * Returns the number of indexed slots, whether slots are being added, by vector name the nodes that no link led to,
   * and the work on graphs that is under way.
   */
  async indexState(): Promise<FieldsState> {
    const state = { indexed: 0, busy: false, reached: new Map<string, Reached>(), work: [] as IndexWork[] };
    for (const { field, index } of this.#fields) {
      const { indexed, busy, reached, work } = await index.stats();
      state.indexed += indexed;
      state.busy ||= busy;
      if (reached) state.reached.set(field.name, reached);
      if (work) state.work.push(work);
    }
    return state;
  }

  /**
   * Fills the indexes from files.
   * @returns the files that are still valid, to which the next checkpoint appends
   * @throws DamagedFile, OutOfMemory
   */
  async restore({ slots, fields, absent, dead, read, onFault }: SavedVectors): Promise<SavedField[]> {
    const all: SavedField[] = [];
    for (const [i, found] of this.#fields.entries()) {
      found.absent.restore(absent[i]!);
      const unused = dead.map((word, w) => word | absent[i]![w]!);
      this.#live += countBits(subtract(allBits(slots), unused));
      const { faults, saved } = await found.index.restore({ slots, dead: unused, saved: fields[i]!, read });
      found.capacity = slots;
      for (const fault of faults) onFault(fault);
      all.push(saved);
    }
    return all;
  }

  async drop(): Promise<void> {
    await Promise.all(this.#fields.map(({ index }) => index.drop()));
  }

  #field(name: string): SegmentField {
    const found = this.#fields.find(({ field }) => field.name === name);
    if (!found) throw new VectorDbError("INTERNAL", `there are no vectors named '${name}' here`);
    return found;
  }
}
