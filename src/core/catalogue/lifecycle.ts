// Creates, drops, marks as deleted, restores and replaces collections, and removes marked ones when their time ends.
// The decision: one change at a time in the whole database, so no change meets another that is half done; writes of
// points wait only for others of their collection. When the disk is full, marked collections are removed at once.
import { CollectionAlreadyExists, CollectionNotFound, NameIsAlias } from "../../errors/collections.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { Clock } from "../../scheduling/clock.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { MAX_COLLECTIONS } from "../../schema/limits.ts";
import type { Collection } from "../collection/collection.ts";
import { CHANGING, REPLACING } from "../collection/collection-state.ts";
import { counts, type VectorAdmission, vectorsOf } from "../collection/live-vectors.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { CatalogueOperation, CollectionOperation } from "../record/operation.ts";
import { type AliasAction, aliasChanges } from "./alias-changes.ts";
import { type SharedCommits, untilMet } from "./commits.ts";
import { Expiry } from "./expiry.ts";
import { abandonOf } from "./fillers.ts";
import type { Registry } from "./registry.ts";

interface LifecycleParts {
  readonly clock: Clock;
  readonly randomUuid: () => string;
  readonly registry: Registry;
  /** Logs the operation; resolves when it is durable and has been applied. @returns the LSN */
  readonly commit: (operation: CatalogueOperation) => Promise<number>;
  /** Returns the number of vectors of a collection that is marked as deleted. */
  readonly vectorsToRestore: (collection: Collection) => Promise<number>;
  /** The log of the cluster; null: this server is in none. */
  readonly shared: SharedCommits | null;
  /** Removes the files of a collection that was dropped. */
  readonly discard: (uuid: string) => Promise<void>;
}

/** Returns the new configuration for the current one; the same one if there is nothing to change. */
type ConfigChange = (config: CollectionConfig) => CollectionConfig;

export class Lifecycle {
  readonly #parts: LifecycleParts;
  readonly #expiry: Expiry;
  readonly #changes = new SerialQueue();
  /** The mark of the collections that this server fills. */
  readonly #own: { readonly filledBy?: string };
  #purging = false;

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
    this.#own = parts.shared === null ? {} : { filledBy: parts.shared.server };
    this.#expiry = new Expiry(parts.clock, (collection) => this.#expire(collection));
  }

  /** Starts the timers of marked collections after the replay, and removes unfinished recoveries. */
  start(): void {
    for (const collection of this.#parts.registry.everything()) this.#expiry.watch(collection);
    // The recoveries that created them ended with the process; those of other servers may go on.
    void abandonOf(this.#parts.registry, this.#own.filledBy, (left) => this.abandon(left));
  }

  /** Stops all timers. Resolves when all requested changes are done. */
  async stop(): Promise<void> {
    this.#expiry.stop();
    await this.#changes.settled();
  }

  /** Creates a collection; one of the same name that is marked as deleted is removed first. */
  create(name: string, config: CollectionConfig): Promise<void> {
    const { registry, randomUuid, commit } = this.#parts;
    return this.#alone(async () => {
      this.#refuseAlias(name);
      const existing = registry.named(name);
      if (existing?.state.kind === "ready") throw new CollectionAlreadyExists(name);
      if (!existing) this.#refuseMore();
      if (existing) await this.#drop(existing);
      await commit({ kind: "create_collection", collection: randomUuid(), name, config });
    });
  }

  /**
   * Changes the configuration of a collection; reads and writes of points do not wait for it.
   * @returns the LSN of the change
   * @throws CollectionNotFound, CollectionDeleted, CollectionDamaged
   */
  configure(name: string, change: ConfigChange): Promise<number> {
    return this.#alone(() => this.#configure(this.#operable(name), change));
  }

  /** Changes which vectors a collection has. No point is written meanwhile. See `configure`. */
  async changeVectors(name: string, change: ConfigChange): Promise<number> {
    const collection = this.#operable(name);
    const changed = () => {
      // It may have been dropped or replaced while this waited.
      collection.ensureWritable();
      return this.#configure(collection, change);
    };
    return collection.gate.alone(() => this.#alone(changed));
  }

  /** Applies all changes or none. @throws the errors of aliasChanges */
  changeAliases(actions: readonly AliasAction[]): Promise<void> {
    const { registry, commit } = this.#parts;
    return this.#alone(async () => {
      const aliases = aliasChanges(registry, actions);
      if (aliases.length > 0) await commit({ kind: "update_aliases", aliases });
    });
  }

  /**
   * Changes the parameters that the servers of a cluster share. Resolves when they are applied here. `make` is called
   * when all that any server has written is applied, and returns the text to be set, or null if nothing changes.
   */
  changeParameters(make: () => string | null): Promise<void> {
    return this.#alone(async () => {
      const document = make();
      if (document !== null) await this.#parts.commit({ kind: "set_parameters", document });
    });
  }

  /** Drops a collection. @returns false if there was none */
  drop(name: string): Promise<boolean> {
    return this.#alone(async () => {
      const collection = this.#parts.registry.named(name);
      if (collection) await this.#drop(collection);
      return collection !== undefined;
    });
  }

  /** Deletes the collection but keeps it for `undoMs`. @returns false if there was none */
  mark(name: string, undoMs: number): Promise<boolean> {
    const { registry, clock } = this.#parts;
    return this.#alone(async () => {
      const collection = registry.named(name);
      if (!collection) return false;
      const deletedUntil = clock.now() + undoMs;
      await this.#change(collection, { kind: "mark_collection", collection: collection.uuid, deletedUntil });
      return true;
    });
  }

  /**
   * Restores a marked collection.
   * @param admit checks whether its vectors are allowed
   * @throws CollectionNotFound, CollectionAlreadyExists if it is not marked, CollectionDamaged if its points cannot be
   * loaded: it is restored nevertheless, and a restart may load them
   */
  restore(name: string, admit?: VectorAdmission): Promise<void> {
    const { registry, vectorsToRestore } = this.#parts;
    return this.#alone(async () => {
      const collection = registry.named(name);
      if (!collection) throw new CollectionNotFound(name);
      if (collection.state.kind === "ready") throw new CollectionAlreadyExists(name);
      if (admit) {
        const vectors = await vectorsToRestore(collection);
        await admit(vectors, vectors);
      }
      await this.#change(collection, { kind: "restore_collection", collection: collection.uuid });
      collection.ensureOperable();
    });
  }

  /** Creates a collection that is not visible before it is installed. */
  prepare(name: string, config: CollectionConfig): Promise<Collection> {
    const { registry, randomUuid, commit } = this.#parts;
    return this.#alone(async () => {
      this.#refuseAlias(name);
      if (!registry.named(name)) this.#refuseMore();
      const collection = randomUuid();
      await commit({ kind: "create_collection", collection, name, config, aside: true, ...this.#own });
      return registry.everything().find(({ uuid }) => uuid === collection)!;
    });
  }

  /**
   * Gives the prepared collection its name and removes the one that had it, in one step.
   * @param admit checks whether its vectors are allowed in place of those that are removed
   */
  install(prepared: Collection, admit?: VectorAdmission): Promise<void> {
    const { registry, commit, discard } = this.#parts;
    return this.#alone(async () => {
      prepared.ensureOperable();
      const { uuid: collection, name } = prepared;
      this.#refuseAlias(name);
      const old = registry.named(name);
      if (!old) this.#refuseMore();
      const vectors = vectorsOf(prepared);
      await admit?.(vectors - (old && counts(old) ? vectorsOf(old) : 0), vectors);
      const before = old?.state;
      if (old?.state.kind === "ready") old.state = REPLACING;
      else if (old) old.state = CHANGING;
      try {
        await commit({ kind: "replace_collection", collection, name, replaces: old?.uuid ?? null });
      } catch (error) {
        const isChanging = old?.state === REPLACING || old?.state === CHANGING;
        if (old && isChanging && registry.has(old)) old.state = before!;
        throw error;
      }
      if (!old) return;
      this.#expiry.forget(old);
      await discard(old.uuid).catch(() => {});
    });
  }

  abandon(prepared: Collection): Promise<void> {
    return this.#alone(() => this.#drop(prepared));
  }

  /** Removes all marked collections, whatever time they have left. @returns their number */
  dropMarked(): Promise<number> {
    return this.#alone(async () => {
      const marked = this.#parts.registry.all().filter(({ state }) => state.kind === "marked");
      for (const collection of marked) await this.#drop(collection);
      return marked.length;
    });
  }

  /** Sets the timer of a collection that another server has marked as deleted or restored. */
  watch(uuid: string): void {
    const collection = this.#parts.registry.withUuid(uuid);
    if (collection && this.#parts.shared !== null) this.#expiry.watch(collection);
  }

  /** Removes marked collections in the background, because the disk is full. */
  purgeForSpace(): void {
    if (this.#purging) return;
    this.#purging = true;
    // If there is no space even for this, the next refused write calls it again.
    const done = () => {
      this.#purging = false;
    };
    void this.dropMarked().then(done, done);
  }

  /** Does one change at a time. In a cluster it is decided again if another server came between. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const { shared } = this.#parts;
    if (shared === null) return this.#changes.run(work);
    const decide = async () => {
      await shared.caughtUp();
      return work();
    };
    return this.#changes.run(() => untilMet(decide));
  }

  async #drop(collection: Collection): Promise<void> {
    // Another server of the cluster may have dropped it.
    if (!this.#parts.registry.has(collection)) return;
    await this.#replacingState(collection, { kind: "drop_collection", collection: collection.uuid });
    this.#expiry.forget(collection);
    // Files that cannot be removed now are unknown to the next start, which removes them.
    await this.#parts.discard(collection.uuid).catch(() => {});
  }

  async #change(collection: Collection, operation: CollectionOperation): Promise<void> {
    await this.#replacingState(collection, operation);
    this.#expiry.watch(collection);
  }

  /** Refuses writes to the collection while its state changes; if the change fails, the state before is restored. */
  async #replacingState(collection: Collection, operation: CollectionOperation): Promise<void> {
    const before = collection.state;
    collection.state = CHANGING;
    try {
      await this.#parts.commit(operation);
    } catch (error) {
      // Unless a record of another server has changed or dropped it meanwhile.
      if (collection.state === CHANGING && this.#parts.registry.has(collection)) collection.state = before;
      throw error;
    }
  }

  #operable(name: string): Collection {
    const collection = this.#parts.registry.get(name);
    if (!collection) throw new CollectionNotFound(name);
    collection.ensureOperable();
    return collection;
  }

  async #configure(collection: Collection, change: ConfigChange): Promise<number> {
    const config = change(collection.config);
    if (config === collection.config) return collection.lsn;
    return this.#parts.commit({ kind: "update_collection", collection: collection.uuid, config });
  }

  #refuseAlias(name: string): void {
    if (this.#parts.registry.aliases.target(name) !== undefined) throw new NameIsAlias(name);
  }

  #refuseMore(): void {
    if (this.#parts.registry.size < MAX_COLLECTIONS) return;
    const limit = `This server holds ${MAX_COLLECTIONS} collections, the most it can`;
    throw new InvalidArgument(`${limit}; delete some first`);
  }

  #expire(collection: Collection): Promise<void> {
    return this.#alone(async () => {
      if (this.#expiry.isDue(collection)) await this.#drop(collection);
    });
  }
}
