// The vectors of a segment: one vector store for each vector name, with the slots that lack it.
// The decision: slots have the same numbers in all vector stores, so writes and deletions are described once for all. A
// vector store is created when there is something to put in it, so a collection without points takes no memory.
import type { Engine } from "../../engine/engine.ts";
import type { Hits, SearchOptions, SegmentHandle, SegmentWrite } from "../../engine/types.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { SavedField } from "../../storage/manifest.ts";
import { probedOf } from "../config/build-record.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { segmentSpec } from "../config/search-params.ts";
import type { FieldVectors, UpsertPoints } from "../record/operation.ts";
import { allBits, type Bits, countBits, noBits, subtract } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { partOf } from "./batch-part.ts";
import type { Reached, VectorSegment } from "./vector-segment.ts";

const NO_ROWS = new Uint32Array(0);
const NO_VECTORS = new Float32Array(0);
const NO_HITS: Hits = {
  slots: NO_ROWS,
  distances: NO_VECTORS,
  complete: true,
  compared: 0,
  rescored: 0,
  ef: 0,
  indexed: 0,
  served: "exact",
};

export class VectorFields {
  readonly #engine: Engine;
  readonly #fields: readonly VectorSegment[];
  #live = 0;

  /** @param directory where the files of the segment are, see storage/checkpoints.ts */
  constructor(engine: Engine, fields: readonly FieldConfig[], directory: string) {
    this.#engine = engine;
    this.#fields = fields.map((field, i) => {
      const rowsKey = `${directory}/rows-${i}.f32`;
      const spec = segmentSpec(field, rowsKey);
      return { field, spec, rowsKey, handle: null, absent: new SlotSet(), capacity: 0, probed: null };
    });
  }

  /** In the order of the configuration. */
  get all(): readonly VectorSegment[] {
    return this.#fields;
  }

  get names(): string[] {
    return this.#fields.map(({ field }) => field.name);
  }

  /** Applies the settings that need no rebuild of the segment: the number of slots from which on there is a graph. */
  async tune(fields: readonly FieldConfig[]): Promise<void> {
    for (const [i, segment] of this.#fields.entries()) {
      const { indexFrom } = segmentSpec(fields[i]!, segment.rowsKey);
      if (indexFrom === segment.spec.indexFrom) continue;
      segment.spec = { ...segment.spec, indexFrom };
      if (segment.handle !== null) await this.#engine.indexFrom(segment.handle, indexFrom);
    }
  }

  /** Whether they would be kept or indexed otherwise if they were made for these. */
  differFrom(fields: readonly FieldConfig[]): boolean {
    return this.#fields.some(({ field, spec, rowsKey }, i) => {
      if (field === fields[i]) return false; // Asked after every write, and hardly ever otherwise.
      const { encoding, rowsFile, m, efConstruct } = segmentSpec(fields[i]!, rowsKey);
      const kept = encoding !== spec.encoding || rowsFile !== spec.rowsFile;
      return kept || m !== spec.m || efConstruct !== spec.efConstruct;
    });
  }

  /** Whether the point of the slot has a vector of this name. */
  has(name: string, slot: number): boolean {
    const segment = this.#fields.find(({ field }) => field.name === name);
    return segment !== undefined && !segment.absent.has(slot);
  }

  /** The slots below `slots` whose points have a vector of this name. */
  having(name: string, slots: number): Bits {
    const segment = this.#fields.find(({ field }) => field.name === name);
    return segment ? subtract(allBits(slots), segment.absent.words(slots)) : noBits(slots);
  }

  /** How many there are, of all names, without those of dead slots. */
  get live(): number {
    return this.#live;
  }

  /** The slot has lost its point. */
  lose(slot: number): void {
    for (const { absent } of this.#fields) if (!absent.has(slot)) this.#live--;
  }

  /** The bytes of a point's vectors. */
  get rowBytes(): number {
    return this.#fields.reduce((sum, { field }) => sum + field.size * Float32Array.BYTES_PER_ELEMENT, 0);
  }

  /**
   * Makes sure that `slots` slots in all can be written.
   * @returns how many can, at least as many
   * @throws OutOfMemory, SegmentFull
   */
  async reserve(slots: number): Promise<number> {
    for (const segment of this.#fields) {
      if (slots <= segment.capacity) continue;
      segment.handle ??= await this.#engine.create(segment.spec);
      segment.capacity = await this.#engine.reserve(segment.handle, slots);
    }
    // Without any vector there is nothing to set aside here.
    return this.#fields.length === 0 ? slots : Math.min(...this.#fields.map(({ capacity }) => capacity));
  }

  /** @throws VectorDbError when there is a name that is not among them */
  ensureNames(fields: readonly { readonly name: string }[]): void {
    for (const { name } of fields) this.#field(name);
  }

  /**
   * Notes which of the points from `from` to before `to`, in slots from `first` on, have which vectors.
   * @param died the slots that these points had before, or of which a later one of them takes the place
   * @returns how many vectors they have
   */
  take(points: UpsertPoints, from: number, to: number, first: number, died: readonly number[]): number {
    let vectors = 0;
    for (const { field, absent } of this.#fields) {
      const { rows } = partOf(points, field.name, from, to);
      if (rows) absent.addAllBut(rows, first, to - from);
      vectors += rows?.length ?? to - from;
    }
    this.#live += vectors;
    for (const slot of died) this.lose(slot);
    return vectors;
  }

  /** Returns the writes for the vectors of the points. */
  writing(points: UpsertPoints, from: number, to: number, first: number, dead: Uint32Array): SegmentWrite[] {
    const slots = to - from;
    return this.#fields.flatMap(({ field, handle: segment }) =>
      segment === null ? [] : { segment, first, slots, ...partOf(points, field.name, from, to), dead },
    );
  }

  /**
   * Returns the writes that delete the slots.
   * @param first the number of slots written so far
   */
  killing(slots: readonly number[], first: number): SegmentWrite[] {
    const dead = Uint32Array.from(slots);
    const nothing = { first, slots: 0, rows: NO_ROWS, vectors: NO_VECTORS };
    return this.#handles().map((segment) => ({ segment, ...nothing, dead }));
  }

  async search(name: string, query: Float32Array, options: SearchOptions): Promise<Hits> {
    const { handle } = this.#field(name);
    return handle === null ? NO_HITS : this.#engine.search(handle, query, options);
  }

  /** Searches inline. Returns null if the search has to wait. */
  searchNow(name: string, query: Float32Array, options: SearchOptions): Hits | null {
    const { handle } = this.#field(name);
    return handle === null ? NO_HITS : this.#engine.searchNow(handle, query, options);
  }

  /** Searches for `count` queries, one after another. */
  async searchBatch(
    name: string,
    queries: Float32Array,
    count: number,
    options: SearchOptions,
  ): Promise<Hits[]> {
    const { handle } = this.#field(name);
    if (handle === null) return new Array(count).fill(NO_HITS);
    return this.#engine.searchBatch(handle, queries, options);
  }

  /** For each of the queries, one after another, the distances of the slots; NaN where a point has no such vector. */
  async distances(name: string, queries: Float32Array, slots: Uint32Array): Promise<Float32Array> {
    const { handle, absent, field } = this.#field(name);
    const count = queries.length / field.size;
    if (handle === null) return new Float32Array(count * slots.length).fill(Number.NaN);
    const distances = await this.#engine.distances(handle, queries, slots);
    slots.forEach((slot, i) => {
      if (!absent.has(slot)) return;
      for (let query = 0; query < count; query++) distances[query * slots.length + i] = Number.NaN;
    });
    return distances;
  }

  /** The engine's segment of these vectors, for questions that few ask; null while there is none. */
  inEngine(name: string): { readonly engine: Engine; readonly handle: SegmentHandle } | null {
    const { handle } = this.#field(name);
    return handle === null ? null : { engine: this.#engine, handle };
  }

  /** The vectors called `name` of the slots, in order; null where a point has none. */
  async vectors(name: string, slots: readonly number[]): Promise<(Float32Array | null)[]> {
    const { rows, vectors, dimension } = await this.read(name, slots);
    const all: (Float32Array | null)[] = new Array(slots.length).fill(null);
    rows.forEach((row, i) => {
      all[row] = vectors.subarray(i * dimension, (i + 1) * dimension);
    });
    return all;
  }

  /** Returns the vectors of slots in one array, with the positions in `slots` of those that have one. */
  async read(name: string, slots: readonly number[]): Promise<FieldVectors & { rows: Uint32Array }> {
    const { handle, absent, field } = this.#field(name);
    const positions = slots.flatMap((slot, i) => (absent.has(slot) ? [] : i));
    const rows = Uint32Array.from(positions);
    const wanted = rows.map((row) => slots[row]!);
    const none = handle === null || rows.length === 0;
    const vectors = none ? NO_VECTORS : await this.#engine.read(handle, wanted);
    return { name, dimension: field.size, rows, vectors };
  }

  /** @param held no graph is begun, because more is to come; false: from now on graphs are begun as ever */
  async hold(held: boolean): Promise<void> {
    for (const { handle, spec } of this.#fields)
      if (handle !== null)
        await this.#engine.indexFrom(handle, held ? Number.POSITIVE_INFINITY : spec.indexFrom);
  }

  /** Resolves when the engine's graphs have every slot that they are to have. */
  async indexed(): Promise<void> {
    for (const handle of this.#handles()) await this.#engine.indexed(handle);
  }

  /** For each vector, how many slots its graph covers. */
  indexedSlots(): Promise<number[]> {
    return Promise.all(
      this.#fields.map(async ({ handle }) =>
        handle === null ? 0 : (await this.#engine.stats(handle)).indexed,
      ),
    );
  }

  /** How many slots the graphs have, whether they are to have more, and what was found of their links by vector. */
  async indexState(): Promise<{ indexed: number; busy: boolean; reached: Map<string, Reached> }> {
    const state = { indexed: 0, busy: false, reached: new Map<string, Reached>() };
    for (const { field, spec, handle } of this.#fields) {
      if (handle === null) continue;
      const { m, indexFrom } = spec;
      const { indexed, count, relinked, unreachable } = await this.#engine.stats(handle);
      state.indexed += indexed;
      state.busy ||= m > 0 && count >= indexFrom && indexed < count;
      state.reached.set(field.name, { relinked, unreachable });
    }
    return state;
  }

  /**
   * Makes the engine segments from what was saved of them.
   * @param absent for each vector, bits of the slots that lack it
   * @param dead bits of the slots that their points have left
   * @returns for each vector whether its codes have to be saved again, all of them
   * @throws DamagedFile, OutOfMemory
   */
  async restore(
    slots: number,
    saved: readonly SavedField[],
    absent: readonly Uint32Array[],
    dead: Uint32Array,
    onFault: (text: string) => void,
  ): Promise<boolean[]> {
    const recoded: boolean[] = [];
    for (const [i, segment] of this.#fields.entries()) {
      segment.absent.restore(absent[i]!);
      const gone = dead.map((word, w) => word | absent[i]![w]!);
      this.#live += countBits(subtract(allBits(slots), gone));
      const { rows, codes, graph } = saved[i]!;
      const restored = await this.#engine.restore(segment.spec, { slots, dead: gone, rows, codes, graph });
      segment.handle = restored.segment;
      segment.capacity = slots;
      segment.probed = probedOf(saved[i]!);
      for (const fault of restored.faults) onFault(fault);
      recoded.push(restored.recoded);
    }
    return recoded;
  }

  async drop(): Promise<void> {
    await Promise.all(this.#handles().map((handle) => this.#engine.drop(handle)));
  }

  #handles(): SegmentHandle[] {
    return this.#fields.flatMap(({ handle }) => handle ?? []);
  }

  #field(name: string): VectorSegment {
    const segment = this.#fields.find(({ field }) => field.name === name);
    if (!segment) throw new VectorDbError("INTERNAL", `there are no vectors named '${name}' here`);
    return segment;
  }
}
