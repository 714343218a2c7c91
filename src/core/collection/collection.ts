// One collection: its configuration, its state, and the queue in which its operations are applied.
// The decision: operations of a collection are applied strictly one after another in the order of the log; reads run
// beside them and never wait, except for a slot that is being written at this moment.
import type { Engine } from "../../engine/engine.ts";
import { CollectionDeleted } from "../../errors/collections.ts";
import type { RootEntry } from "../../storage/manifest.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { type SegmentSettings, segmentSettings } from "../config/segment-settings.ts";
import type { CollectionConfig } from "../config/types.ts";
import { type CreateCollection, type PointOperation, writtenVectors } from "../record/operation.ts";
import type { VectorBytes } from "../record/vector-bytes.ts";
import type { CollectionReads } from "../search/collection-reads.ts";
import { PartReads } from "../search/part-reads.ts";
import { FieldsInForce } from "../segment/fields-in-force.ts";
import { Segments } from "../segment/segments.ts";
import { clearShard } from "../segment/undivided.ts";
import { hashSeedOf } from "../slots/id-tracker.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import type { ShardCounts } from "../slots/shard-of.ts";
import { applyOperation } from "./apply-operation.ts";
import type { CollectionParts } from "./collection-parts.ts";
import { type CollectionState, READY } from "./collection-state.ts";
import { DamageNote } from "./damage-note.ts";
import { type IndexState, indexStateOf } from "./index-state.ts";
import { ensureServes, LocalShards } from "./local-shards.ts";
import { OperationQueue } from "./operation-queue.ts";
import { noteProbed } from "./probe-notices.ts";
import { Upkeep, type UpkeepParts } from "./upkeep.ts";
import { WriteGate } from "./write-gate.ts";

export class Collection {
  readonly uuid: string;
  readonly name: string;
  readonly created: number;
  /** The LSN of the last record about it, applied or about to be. */
  lsn: number;
  /** The LSN up to which operations on points and the configuration have been applied. */
  applied: number;
  /** The state of the collection in the last checkpoint. */
  saved: RootEntry | null = null;
  /** Why it cannot be saved before a restart, or null: a file once failed it. The log keeps what is not saved. */
  unsavable: string | null = null;
  /** The number of graphs that its last checkpoint lacks, because there was no memory for a copy. */
  graphsUnsaved = 0;
  /** The numbers of the segments in its last checkpoint. */
  savedSegments: readonly number[] = [];
  /** An upper bound of the vectors that are in the log and not in memory yet. */
  vectorsDue = 0;
  /** The searches that compared all vectors because no walk finds the recall that was asked for. */
  unreached = 0;
  /** Orders the writes of points. */
  readonly gate = new WriteGate();
  /** The reads of the segments that this server has. */
  readonly ownReads: PartReads;
  /** The reads of requests: its own, or those of several servers (core/sharding). */
  reads: CollectionReads;
  readonly #engine: Engine;
  /** Settings of the segments that differ from the configuration. */
  readonly #overrides: Partial<SegmentSettings>;
  readonly #parts: CollectionParts;
  readonly #fields: FieldsInForce;
  readonly local: LocalShards;
  #settings: SegmentSettings;
  #segments: Segments;
  #upkeep: Upkeep;
  /** The number of points of an unloaded collection; null if it is loaded. */
  #unloadedPoints: number | null;
  #state: CollectionState = READY;
  #lasting: CollectionState = READY;
  readonly #damage: DamageNote;
  readonly #queue = new OperationQueue((...logged) => this.#noting(this.#applyNow(...logged)));

  constructor(
    { collection, name, config }: CreateCollection,
    engine: Engine,
    overrides: Partial<SegmentSettings> = {},
    parts: CollectionParts = {},
  ) {
    const { created = 0, covered = created, configured = created } = parts;
    const { firstSegment = 0, unloadedPoints = null } = parts;
    this.ownReads = new PartReads(this, parts.longReads);
    this.reads = this.ownReads;
    this.uuid = collection;
    this.#damage = new DamageNote(collection);
    this.name = name;
    this.created = created;
    this.lsn = covered;
    this.applied = covered;
    this.#unloadedPoints = unloadedPoints;
    this.#engine = engine;
    this.#parts = parts;
    this.#overrides = overrides;
    this.#fields = new FieldsInForce(config, configured);
    this.local = new LocalShards(config, parts);
    this.#settings = segmentSettings(config, overrides);
    this.#segments = this.#emptySegments(firstSegment);
    this.#upkeep = this.#upkeepOf(this.#segments);
  }

  get config(): CollectionConfig {
    return this.#fields.config;
  }

  /** The LSN of the record that set the configuration. */
  get configured(): number {
    return this.#fields.lsn;
  }

  /** The vector fields in force: the configuration, without codes that were found too coarse (fields-in-force.ts). */
  get fields(): readonly FieldConfig[] {
    return this.#fields.all;
  }

  get segments(): Segments {
    return this.#segments;
  }

  get upkeep(): Upkeep {
    return this.#upkeep;
  }

  get isUnloaded(): boolean {
    return this.#unloadedPoints !== null;
  }

  /** The number of points that searches can find. */
  get points(): number {
    return this.#unloadedPoints ?? this.segments.points;
  }

  get state(): CollectionState {
    return this.#state;
  }

  set state(state: CollectionState) {
    this.#state = state;
    if (state.kind !== "changing" && state.kind !== "replacing") this.#lasting = state;
  }

  /** The last state other than `changing` and `replacing`, which only last while an operation is logged and applied. */
  get lastingState(): CollectionState {
    return this.#lasting;
  }

  /** The reason why the collection cannot be used, and the error; null: it can. */
  get damage(): { readonly reason: string; readonly cause: unknown } | null {
    return this.#damage.found;
  }

  field(name: string): FieldConfig | undefined {
    return this.fields.find((field) => field.name === name);
  }

  /** @throws CollectionDeleted, CollectionDamaged */
  ensureOperable(): void {
    const { kind } = this.state;
    if (kind !== "ready" && kind !== "aside" && kind !== "replacing") throw new CollectionDeleted(this.name);
    this.#damage.ensureNone();
  }

  /** See PartSource. @throws ShardUnavailable */
  readonly ensureServes = (asked: SomeShards): void => ensureServes(this, asked);

  /** Throws if the collection cannot be written. */
  ensureWritable(): void {
    if (this.state.kind === "replacing") throw new CollectionDeleted(this.name);
    this.ensureOperable();
  }

  /** Reserves memory for new points of each shard, so that applying them cannot fail. @throws OutOfMemory */
  reserve(slots: ShardCounts, bytes?: VectorBytes): Promise<void> {
    return this.guard(this.segments.capacity.reserve(slots, bytes));
  }

  /** Queues a logged operation. Resolves when searches find its effect. @throws CollectionDamaged */
  apply(operation: PointOperation, lsn: number): Promise<void> {
    this.vectorsDue += writtenVectors(operation);
    return this.#queue
      .add(operation, lsn, this.local.shardOf(operation))
      .then(() => this.#damage.ensureNone());
  }

  /**
   * Queues a configuration that was logged. What makes existing segments differ from it makes them due for a rebuild;
   * the rest holds when it resolves. @throws CollectionDamaged
   */
  configure(config: CollectionConfig, lsn: number): Promise<void> {
    const done = this.#queue.runSplitting(() => this.#noting(this.#configureNow(config, lsn)));
    return done.then(() => this.#damage.ensureNone());
  }

  /** Resolves when everything that was logged so far has been applied. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Releases the memory if the collection is still marked as deleted. Only its checkpoint has its points then. */
  unload(): Promise<void> {
    return this.exclusively(async () => {
      if (this.#lasting.kind !== "marked" || this.isUnloaded || this.damage) return;
      const segments = this.#segments;
      this.#unloadedPoints = segments.points;
      this.#segments = this.#emptySegments(segments.nextNumber);
      this.#upkeep = this.#upkeepOf(this.#segments);
      await segments.drop();
    });
  }

  /** Loads the points before anything else is applied. @param fill reads the segments from the checkpoint */
  load(fill: () => Promise<void>): Promise<void> {
    if (!this.isUnloaded) return Promise.resolve();
    this.#unloadedPoints = null;
    return this.#queue.run(() => this.#noting(fill()));
  }

  /** Releases the memory once everything queued has been applied. */
  async drop(): Promise<void> {
    await this.#queue.settled();
    await this.segments.drop();
  }

  /** Runs `work`. The point references that it finds are valid until it is done, and only in it. */
  reading<T>(work: () => Promise<T>): Promise<T> {
    return this.reads.reading(work);
  }

  indexState(): Promise<IndexState> {
    return indexStateOf(this);
  }

  /** Gives up the codes of these vectors, whose recall is too low: segments that have them become due for a rebuild. */
  walkOnRows(recalls: ReadonlyMap<string, number>): Promise<void> {
    this.#fields.walkOnRows(recalls);
    return this.segments.configure(this.fields, this.#settings.maxSlots);
  }

  /** Runs the work between two operations. An error of it rejects only this call. */
  exclusively(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(work);
  }

  #emptySegments(firstNumber: number): Segments {
    const parts = { ...this.#parts, directory: this.uuid, firstNumber, shards: this.config.shards };
    const { maxSlots } = this.#settings;
    const segments = new Segments(this.#engine, this.fields, hashSeedOf(this.uuid), maxSlots, parts);
    segments.setIndexes(this.config.payload_schema);
    return segments;
  }

  #upkeepOf(segments: Segments): Upkeep {
    const exclusively = (work: () => Promise<void>) => this.exclusively(work);
    const isActive = () => this.state.kind === "ready" && this.damage === null;
    const current = { settings: () => this.#settings, fields: () => this.fields };
    const onNotice = (text: string) => this.#parts.onNotice?.(`Collection '${this.name}': ${text}`);
    const onProbed: UpkeepParts["onProbed"] = (...probed) => noteProbed(this, ...probed, onNotice);
    const told = { exclusively, isActive, onNotice, onProbed };
    return new Upkeep({ engine: this.#engine, segments, ...current, ...told });
  }

  /** Awaits work; if it fails because the collection was dropped meanwhile, throws that error. */
  async guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.ensureOperable();
      throw error;
    }
  }

  async #configureNow(config: CollectionConfig, lsn: number): Promise<void> {
    this.#fields.configure(config, lsn); // of a damaged collection as well: what is written next depends on it
    const gone = this.local.place(config, this.segments);
    this.#damage.ensureNone();
    this.applied = lsn;
    this.#settings = segmentSettings(config, this.#overrides);
    this.segments.setIndexes(config.payload_schema);
    await this.segments.configure(this.fields, this.#settings.maxSlots);
    for (const shard of gone) await clearShard(this.segments, shard);
  }

  async #applyNow(operation: PointOperation, lsn: number, version: number | Float64Array): Promise<void> {
    this.#damage.ensureNone();
    this.applied = Math.max(this.applied, lsn);
    const shard = this.local.shardOf(operation);
    if (shard === null || this.local.has(shard)) await applyOperation(this, operation, version);
    else this.vectorsDue -= writtenVectors(operation); // what copies the shard brings it
  }

  /** Refuses all later reads and writes with the reason. */
  noteDamage(reason: string, cause: unknown): void {
    this.#damage.note(cause, reason);
  }

  /** Notes the failure of work as damage. */
  #noting(work: Promise<void>): Promise<void> {
    return work.catch((cause) => this.#damage.note(cause));
  }
}
