// All collections, by name and by UUID, and the one way in which any of them changes.
// The decision: `#commit` writes the operation to the log and touches memory only when the log says it is durable; a
// restart runs the same `apply` over the same bytes. Creating, dropping and restoring collections happen one at a
// time; writes of points only queue behind others of their collection.
import { CollectionAlreadyExists, CollectionNotFound, InvalidArgument, VectorDbError } from "../errors.ts";
import type { MemoryLimit } from "../memory-limit.ts";
import { MAX_COLLECTIONS } from "../schema/limits.ts";
import type { Checkpoints } from "../storage/checkpoints.ts";
import type { Log, LogReport } from "../storage/log.ts";
import { SharedPool } from "../storage/memory.ts";
import { Checkpointer, type CheckpointReport } from "./checkpoint/checkpointer.ts";
import { type Loaded, loadCheckpoint } from "./checkpoint/load.ts";
import { CHECKPOINT_SETTINGS, CheckpointSchedule, type CheckpointSettings } from "./checkpoint/schedule.ts";
import { type Clock, Quiet } from "./clock.ts";
import { compareCodePoints } from "./code-points.ts";
import { CHANGING, type Collection } from "./collection.ts";
import { Expiry } from "./expiry.ts";
import type { CollectionConfig, CollectionOperation, Draft, PointDraft } from "./operation.ts";
import { Optimizer } from "./optimizer.ts";
import { PayloadPromise, payloadBytes } from "./payload/promise.ts";
import { encodeOperation, makesRoom } from "./record.ts";
import { Registry, type RegistryParts } from "./registry.ts";
import { replayLog } from "./replay.ts";

/** What the database needs from outside; tests bring their own. */
export interface DatabaseParts extends RegistryParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly randomUuid: () => string;
  /** Where checkpoints are kept; without, a start replays all of the log. */
  readonly checkpoints?: Checkpoints;
  /** When they are taken, where it differs from CHECKPOINT_SETTINGS. */
  readonly checkpointing?: Partial<CheckpointSettings>;
  /** Is told of every checkpoint, taken or failed. */
  readonly onCheckpoint?: (outcome: CheckpointReport | Error) => void;
}

/** What a start found. */
export interface LoadReport extends LogReport {
  /** Of what was saved; each in a sentence. */
  readonly faults: readonly string[];
}

const NOTHING_LOADED: Loaded = { roots: [], fromLsn: 1, faults: [] };

/** When nothing was written for so long, what writing left behind is given back. */
const QUIET_MS = 3_000;

/** A write that is durable. */
export interface Committed {
  readonly lsn: number;
  /** Resolves when reads see the write. */
  readonly applied: Promise<void>;
}

export class Database {
  readonly #parts: DatabaseParts;
  readonly #registry: Registry;
  readonly #optimizer: Optimizer;
  readonly #expiry: Expiry;
  readonly #checkpointer: Checkpointer | null;
  readonly #schedule: CheckpointSchedule | null;
  /** The tail of the line in which collections are created, dropped and restored. */
  #control: Promise<unknown> = Promise.resolve();
  #ready = false;
  #closing = false;
  /** Where records are encoded: several threads look at them until they are applied. */
  readonly #pool: SharedPool;
  readonly #quiet: Quiet;

  constructor(parts: DatabaseParts) {
    this.#parts = parts;
    const optimizer = new Optimizer({ now: () => parts.clock.now(), indexFirst: () => this.#ready });
    this.#optimizer = optimizer;
    this.#registry = new Registry(parts, ({ upkeep }) => optimizer.wake(upkeep));
    this.#pool = new SharedPool(this.memory);
    this.#expiry = new Expiry(parts.clock, (collection) => this.#purge(collection));
    const { checkpoints } = parts;
    this.#checkpointer = checkpoints
      ? new Checkpointer({ ...parts, checkpoints, registry: this.#registry })
      : null;
    this.#schedule =
      this.#checkpointer &&
      new CheckpointSchedule({
        clock: parts.clock,
        settings: { ...CHECKPOINT_SETTINGS, ...parts.checkpointing },
        checkpointer: this.#checkpointer,
        indexing: () => this.#indexing(),
        onTaken: parts.onCheckpoint ?? (() => {}),
      });
    this.#quiet = new Quiet(parts.clock, QUIET_MS, () => {
      this.#pool.dropIdle();
      void parts.engine.collectGarbage();
    });
  }

  /** The account from which the process takes memory. */
  get memory(): MemoryLimit {
    return this.#parts.engine.memory;
  }

  /** True once the log has been replayed. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Loads the newest checkpoint, then replays what the log has beyond it.
   * @returns null when the database was closed meanwhile
   * @throws StartRefused when acknowledged data of the log is damaged
   */
  async load(): Promise<LoadReport | null> {
    const { log, checkpoints, engine } = this.#parts;
    const loaded = checkpoints ? await loadCheckpoint(checkpoints, this.#registry) : NOTHING_LOADED;
    const report = await log.open(loaded.fromLsn);
    const replayed = await replayLog({
      log,
      registry: this.#registry,
      optimized: () => this.#optimizer.settled(),
      closing: () => this.#closing,
    });
    if (replayed === null) return null;
    const collections = this.#registry.all();
    await checkpoints?.removeUnknown(collections.map(({ uuid }) => uuid));
    this.#checkpointer?.startFrom(loaded.roots);
    for (const collection of collections) this.#expiry.watch(collection);
    // What replaying left behind would stay where it is until there are many writes.
    void engine.collectGarbage();
    this.memory.keepBack();
    this.#ready = true;
    if (replayed > 0) this.#schedule?.note(replayed);
    return { ...report, faults: loaded.faults };
  }

  /** Takes a checkpoint: a start needs nothing any more of what the log has now. */
  async checkpoint(): Promise<CheckpointReport> {
    if (!this.#schedule) throw new VectorDbError("INTERNAL", "this database takes no checkpoints");
    return this.#schedule.take();
  }

  /** The collection of this name, fit for use. @throws CollectionNotFound, CollectionDeleted, CollectionDamaged */
  collection(name: string): Collection {
    const collection = this.registered(name);
    if (!collection) throw new CollectionNotFound(name);
    collection.ensureOperable();
    return collection;
  }

  /** The collection of this name in whatever state it is. */
  registered(name: string): Collection | undefined {
    return this.#registry.get(name);
  }

  /** Every registered collection, by name in code point order. */
  collections(): Collection[] {
    return this.#registry.all().sort((a, b) => compareCodePoints(a.name, b.name));
  }

  /** Creates a collection; one of the same name that is marked as deleted is purged first. */
  create(name: string, config: CollectionConfig): Promise<void> {
    return this.#oneAtATime(async () => {
      const existing = this.#registry.get(name);
      if (existing?.state.kind === "ready") throw new CollectionAlreadyExists(name);
      if (!existing && this.#registry.size >= MAX_COLLECTIONS) {
        throw new InvalidArgument(
          `This server holds ${MAX_COLLECTIONS} collections, the most it can; delete some first`,
        );
      }
      if (existing) await this.#drop(existing);
      const collection = this.#parts.randomUuid();
      const operation = { kind: "create_collection", collection, name, config } as const;
      await (await this.#commit(operation)).applied;
    });
  }

  /** @returns false when there was no such collection */
  drop(name: string): Promise<boolean> {
    return this.#oneAtATime(async () => {
      const collection = this.#registry.get(name);
      if (collection) await this.#drop(collection);
      return collection !== undefined;
    });
  }

  /** Deletes the collection but keeps it for `undoMs`. @returns false when there was no such collection */
  mark(name: string, undoMs: number): Promise<boolean> {
    return this.#oneAtATime(async () => {
      const collection = this.#registry.get(name);
      if (!collection) return false;
      const deletedUntil = this.#parts.clock.now() + undoMs;
      await this.#change(collection, { kind: "mark_collection", collection: collection.uuid, deletedUntil });
      return true;
    });
  }

  /** Brings a marked collection back. @throws CollectionNotFound, CollectionAlreadyExists when it is not marked */
  restore(name: string): Promise<void> {
    return this.#oneAtATime(async () => {
      const collection = this.#registry.get(name);
      if (!collection) throw new CollectionNotFound(name);
      if (collection.state.kind === "ready") throw new CollectionAlreadyExists(name);
      await this.#change(collection, { kind: "restore_collection", collection: collection.uuid });
    });
  }

  /**
   * Writes points: memory first, then the log, then memory is changed.
   * @param slots how many new slots applying it takes
   */
  async write(collection: Collection, draft: PointDraft, slots: number): Promise<Committed> {
    await collection.claim(slots);
    let promise: PayloadPromise | null = null;
    try {
      const bytes = draft.kind === "upsert_points" ? payloadBytes(draft.payloads) : 0;
      promise = await PayloadPromise.of(this.#parts.engine, bytes);
      // Nothing may be logged behind the collection's drop; appending starts before this function waits again.
      collection.ensureOperable();
      const committed = await this.#commit(draft);
      const end = promise.end.bind(promise);
      committed.applied.then(end, end);
      return committed;
    } catch (error) {
      promise?.end();
      collection.release(slots);
      throw error;
    }
  }

  /** Resolves when no segments are being made anew and none have to be. */
  optimized(): Promise<void> {
    return this.#optimizer.settled();
  }

  /** A load that is under way ends early. */
  stopLoading(): void {
    this.#closing = true;
    this.#optimizer.stop();
  }

  /** What was written since the last checkpoint is saved once more, so that the next start has nothing to replay. */
  async close(): Promise<void> {
    this.stopLoading();
    this.#quiet.stop();
    this.#expiry.stop();
    await this.#control;
    await this.#schedule?.stop(this.#ready);
    await this.#parts.log.close();
    await this.#parts.engine.close();
    await this.#optimizer.settled();
  }

  /** The only place where anything is written: log first, and memory only when the log has it for good. */
  async #commit(draft: Draft): Promise<Committed> {
    const { type, body } = encodeOperation(draft, (sizeBytes) => this.#pool.take(sizeBytes));
    this.#quiet.note();
    const giveBack = () => this.#pool.give(body);
    try {
      const lsn = await this.#parts.log.append(type, body, { urgent: makesRoom(draft) });
      const applied = this.#registry.apply({ lsn, type, body });
      this.#schedule?.note(body.length);
      applied.then(giveBack, giveBack);
      return { lsn, applied };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #drop(collection: Collection): Promise<void> {
    const before = collection.state;
    collection.state = CHANGING;
    try {
      const { applied } = await this.#commit({ kind: "drop_collection", collection: collection.uuid });
      await applied;
    } catch (error) {
      collection.state = before;
      throw error;
    }
    this.#expiry.forget(collection);
    // What cannot be removed now is unknown to the next start, which removes it.
    await this.#parts.checkpoints?.discard(collection.uuid).catch(() => {});
  }

  async #change(collection: Collection, operation: CollectionOperation): Promise<void> {
    const before = collection.state;
    collection.state = CHANGING;
    try {
      await (await this.#commit(operation)).applied;
    } catch (error) {
      collection.state = before;
      throw error;
    }
    this.#expiry.watch(collection);
  }

  #purge(collection: Collection): Promise<void> {
    return this.#oneAtATime(async () => {
      if (this.#expiry.isDue(collection)) await this.#drop(collection);
    });
  }

  async #indexing(): Promise<boolean> {
    for (const collection of this.#registry.all()) if ((await collection.indexState()).busy) return true;
    return false;
  }

  #oneAtATime<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#control.then(change);
    this.#control = done.catch(() => {});
    return done;
  }
}
