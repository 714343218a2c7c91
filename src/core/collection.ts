// One collection: its configuration, its state, and the queue in which its operations are applied.
// The decision: operations of a collection are applied strictly one after another in the order of the log; reads run
// beside them and never wait, except for a slot that is being written at this moment.
import type { Engine } from "../engine/engine.ts";
import { CollectionDamaged, CollectionDeleted, DiskFull, OutOfMemory } from "../errors.ts";
import type { PointId } from "../schema/leaf.ts";
import { type FieldConfig, fieldConfigs } from "./collection-config.ts";
import type { CollectionConfig, CreateCollection, PointOperation } from "./operation.ts";
import { PackedIds } from "./point-id.ts";
import { passes, scoreOf } from "./score.ts";
import { engineOptions, type SearchParams } from "./search-params.ts";
import { Segment } from "./segment.ts";

/** `changing` lasts while a drop, mark or restore is being logged and applied; a marked one can still be restored. */
export type CollectionState =
  | { readonly kind: "ready" }
  | { readonly kind: "changing" }
  | { readonly kind: "marked"; readonly deletedUntil: number };

export const READY: CollectionState = { kind: "ready" };
export const CHANGING: CollectionState = { kind: "changing" };

/** A point found by a search. The slot is only good for reading the rest of the same answer. */
export interface Hit {
  readonly slot: number;
  readonly score: number;
}

export interface IndexState {
  readonly indexed: number;
  readonly segments: number;
  readonly busy: boolean;
}

export class Collection {
  readonly uuid: string;
  readonly name: string;
  readonly config: CollectionConfig;
  readonly fields: readonly FieldConfig[];
  state: CollectionState = READY;
  readonly #segment: Segment;
  #damage: { readonly reason: string; readonly cause: unknown } | null = null;
  #queue: Promise<void> = Promise.resolve();
  /** Slots promised to operations that are not applied yet. */
  #claimed = 0;

  constructor({ collection, name, config }: CreateCollection, engine: Engine) {
    this.uuid = collection;
    this.name = name;
    this.config = config;
    this.fields = fieldConfigs(config);
    this.#segment = new Segment(engine, this.fields, idHashSeed(collection));
  }

  /** Points that can be found. */
  get points(): number {
    return this.#segment.ids.size;
  }

  /** Why the collection cannot be used, and what happened; or null. */
  get damage(): { readonly reason: string; readonly cause: unknown } | null {
    return this.#damage;
  }

  field(name: string): FieldConfig | undefined {
    return this.fields.find((field) => field.name === name);
  }

  /** @throws CollectionDeleted, CollectionDamaged */
  ensureOperable(): void {
    if (this.state.kind !== "ready") throw new CollectionDeleted(this.name);
    this.#ensureSound();
  }

  /** Promises memory for `slots` new points, so that applying them cannot fail. @throws OutOfMemory */
  async claim(slots: number): Promise<void> {
    this.#claimed += slots;
    try {
      await this.#guard(this.#segment.reserve(this.#segment.ids.slots + this.#claimed));
    } catch (error) {
      this.release(slots);
      throw error;
    }
  }

  /** Takes back a promise: the operation was not logged, or is applied and has its slots. */
  release(slots: number): void {
    this.#claimed = Math.max(0, this.#claimed - slots);
  }

  /** Queues a logged operation. Resolves when searches find its effect. @throws CollectionDamaged */
  apply(operation: PointOperation, lsn: number): Promise<void> {
    this.#queue = this.#queue
      .then(() => this.#applyNow(operation, lsn))
      .catch((cause) => this.#noteDamage(cause));
    return this.#queue.then(() => this.#ensureSound());
  }

  /** Gives the memory back once everything queued has been applied. */
  async drop(): Promise<void> {
    await this.#queue;
    await this.#segment.drop();
  }

  /** The slot of each id, null where there is no such point. The slots can be read when it resolves. */
  async find(ids: readonly PointId[]): Promise<(number | null)[]> {
    const packed = PackedIds.pack(ids);
    const slots: (number | null)[] = [];
    let settled = true;
    for (let i = 0; i < packed.length; i++) {
      const slot = this.#segment.ids.find(packed, i);
      slots.push(slot < 0 ? null : slot);
      if (slot >= this.#segment.published) settled = false;
    }
    if (!settled) await this.#queue;
    return slots;
  }

  /**
   * The nearest points to `query`, best first.
   * @param k how many at most
   * @param threshold keeps scores that are at least this good
   */
  async search(
    field: FieldConfig,
    query: Float32Array,
    k: number,
    threshold: number | null,
    params: SearchParams,
  ): Promise<Hit[]> {
    // While a point is being overwritten both its slots can be found; then a few more are asked for.
    for (let extra = 0, before = -1; ; ) {
      const hits = await this.#guard(
        this.#segment.search(field.name, query, engineOptions(params, field, k + extra)),
      );
      const slots = this.#distinct(hits.slots);
      const repeated = hits.slots.length - slots.size;
      const more = !hits.complete && hits.slots.length > before;
      if (slots.size < k && repeated > 0 && more) {
        extra += Math.max(repeated, extra);
        before = hits.slots.length;
        continue;
      }
      const found: Hit[] = [];
      hits.slots.forEach((slot, i) => {
        const score = scoreOf(field.distance, hits.distances[i]!);
        const good = threshold === null || passes(field.distance, score, threshold);
        if (found.length < k && good && slots.has(slot)) found.push({ slot, score });
      });
      return found;
    }
  }

  /** The nearest points to each of the queries, in their order. */
  searchBatch(
    field: FieldConfig,
    queries: readonly Float32Array[],
    k: number,
    params: SearchParams,
  ): Promise<Hit[][]> {
    return Promise.all(queries.map((query) => this.search(field, query, k, null, params)));
  }

  /** How far the index is: vectors it leads to, segments, and whether work on them is under way. Never fails. */
  async indexState(): Promise<IndexState> {
    return { indexed: 0, segments: 1, busy: false };
  }

  /** One slot for each point: where there are two, the newer. */
  #distinct(slots: Uint32Array): Set<number> {
    const { ids } = this.#segment;
    const chosen = new Map<PointId, number>();
    for (const slot of slots) {
      const id = ids.idOf(slot);
      chosen.set(id, Math.max(slot, chosen.get(id) ?? 0));
    }
    return new Set(chosen.values());
  }

  idOf(slot: number): PointId {
    return this.#segment.ids.idOf(slot);
  }

  payload(slot: number): Uint8Array | null {
    return this.#segment.payload(slot);
  }

  version(slot: number): number {
    return this.#segment.version(slot);
  }

  vectors(name: string, slots: readonly number[]): Promise<(Float32Array | null)[]> {
    return this.#guard(this.#segment.vectors(name, slots));
  }

  /** What fails because the collection went away meanwhile says so. */
  async #guard<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.ensureOperable();
      throw error;
    }
  }

  async #applyNow(operation: PointOperation, lsn: number): Promise<void> {
    this.#ensureSound();
    if (operation.kind === "delete_points") return this.#segment.remove(operation);
    const slots = operation.ids.length;
    // Promised already, except at a restart.
    await this.#segment.reserve(this.#segment.ids.slots + slots);
    const written = this.#segment.upsert(operation, lsn);
    // Not before the slots are taken: in between, another claim would count them neither as taken nor as promised.
    this.release(slots);
    return written;
  }

  /** An operation that was logged but could not be applied leaves memory behind the log: nothing may use it. */
  #noteDamage(cause: unknown): void {
    const reason =
      cause instanceof OutOfMemory
        ? "out of memory while applying the log; give the server more memory and restart it"
        : cause instanceof DiskFull
          ? "no space left on device while applying the log; make room and restart the server"
          : "the engine failed while applying the log; restart the server";
    this.#damage ??= { reason, cause };
  }

  #ensureSound(): void {
    if (this.#damage) throw new CollectionDamaged(this.#damage.reason, { cause: this.#damage.cause });
  }
}

/** Ids are hashed with the collection's UUID, which no answer shows: nobody can choose ids that collide. */
function idHashSeed(uuid: string): number {
  return PackedIds.pack([uuid]).words.reduce((seed, word) => Math.imul(seed ^ word, 0x9e37_79b1) >>> 0, 0);
}
