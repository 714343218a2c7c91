// All collections, by name and by UUID, and the one way in which any of them changes.
// The decision: `#commit` writes the operation to the log and touches memory only when the log says it is durable; a
// restart runs the same `apply` over the same bytes. Creating, dropping and restoring collections happen one at a
// time; writes of points only queue behind others of their collection.
import { CollectionAlreadyExists, CollectionNotFound, InvalidArgument, StartRefused } from "../errors.ts";
import type { MemoryLimit } from "../memory-limit.ts";
import { MAX_COLLECTIONS } from "../schema/limits.ts";
import type { Log, LogRecord, LogReport } from "../storage/log.ts";
import { SharedPool } from "../storage/memory.ts";
import { type Clock, Quiet } from "./clock.ts";
import { compareCodePoints } from "./code-points.ts";
import { CHANGING, type Collection } from "./collection.ts";
import type { CollectionConfig, CollectionOperation, Draft, PointDraft } from "./operation.ts";
import { Optimizer } from "./optimizer.ts";
import { PayloadPromise, payloadBytes } from "./payload/promise.ts";
import { encodeOperation } from "./record.ts";
import { Registry, type RegistryParts } from "./registry.ts";

/** What the database needs from outside; tests bring their own. */
export interface DatabaseParts extends RegistryParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly randomUuid: () => string;
}

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
  readonly #purges = new Map<Collection, () => void>();
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
   * Opens the log and replays it.
   * @returns null when the database was closed meanwhile
   * @throws StartRefused when acknowledged data is damaged
   */
  async load(): Promise<LogReport | null> {
    const { log } = this.#parts;
    const report = await log.open();
    let next = log.readNext();
    for (let records = await next; records.length > 0; records = await next) {
      next = log.readNext();
      // Should replaying fail, its own error is the one to hear about.
      next.catch(() => {});
      await this.#replay(records);
      // What the log overwrote is given back as it was then, or a restart would take more memory than the run before.
      await this.#optimizer.settled();
      if (this.#closing) return null;
    }
    for (const collection of this.#registry.all()) this.#schedulePurge(collection);
    // What replaying left behind would stay where it is until there are many writes.
    await this.#parts.engine.collectGarbage();
    this.memory.keepBack();
    this.#ready = true;
    return report;
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

  async close(): Promise<void> {
    this.stopLoading();
    this.#quiet.stop();
    for (const cancel of this.#purges.values()) cancel();
    await this.#control;
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
      const lsn = await this.#parts.log.append(type, body);
      const applied = this.#registry.apply({ lsn, type, body });
      applied.then(giveBack, giveBack);
      return { lsn, applied };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #replay(records: readonly LogRecord[]): Promise<void> {
    const applied: Promise<void>[] = [];
    for (const record of records) {
      try {
        // A collection that cannot take its points reports itself as damaged; the others go on.
        applied.push(this.#registry.apply(record).catch(() => {}));
      } catch (cause) {
        throw new StartRefused(
          `The log cannot be applied from LSN ${record.lsn} on: ${(cause as Error).message}. ` +
            "Nothing has been changed; start the version that wrote it.",
          { cause },
        );
      }
    }
    await Promise.all(applied);
  }

  async #drop(collection: Collection): Promise<void> {
    const before = collection.state;
    collection.state = CHANGING;
    try {
      const { applied } = await this.#commit({ kind: "drop_collection", collection: collection.uuid });
      await applied;
      this.#cancelPurge(collection);
    } catch (error) {
      collection.state = before;
      throw error;
    }
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
    this.#schedulePurge(collection);
  }

  #schedulePurge(collection: Collection): void {
    this.#cancelPurge(collection);
    if (collection.state.kind !== "marked") return;
    const { clock } = this.#parts;
    const remaining = Math.max(0, collection.state.deletedUntil - clock.now());
    // What cannot be purged then, because the disk is full for example, is purged at the next start.
    const cancel = clock.after(remaining, () => void this.#purge(collection).catch(() => {}));
    this.#purges.set(collection, cancel);
  }

  #purge(collection: Collection): Promise<void> {
    return this.#oneAtATime(async () => {
      const { state } = collection;
      // It may have been restored, or marked anew for longer, while this waited for its turn.
      if (state.kind === "marked" && state.deletedUntil <= this.#parts.clock.now())
        await this.#drop(collection);
    });
  }

  #cancelPurge(collection: Collection): void {
    this.#purges.get(collection)?.();
    this.#purges.delete(collection);
  }

  #oneAtATime<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#control.then(change);
    this.#control = done.catch(() => {});
    return done;
  }
}
