// All collections, by name and by UUID, and the only way to change them.
// The decision: every write goes through one Writer, log first; a restart runs the same `apply` over the same bytes.

import { CollectionNotFound } from "../../errors/collections.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { MemoryLimit } from "../../memory/memory-limit.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { compareCodePoints } from "../../schema/code-points.ts";
import { abandonOf, fillersOf } from "../catalogue/fillers.ts";
import { Lifecycle } from "../catalogue/lifecycle.ts";
import type { LoggedParameters } from "../catalogue/logged-parameters.ts";
import { Registry } from "../catalogue/registry.ts";
import { Writer } from "../catalogue/writer.ts";
import type { Checkpointer, CheckpointReport } from "../checkpoint/checkpointer.ts";
import { fillCollection } from "../checkpoint/load.ts";
import type { CheckpointSchedule } from "../checkpoint/schedule.ts";
import type { Collection } from "../collection/collection.ts";
import { dueVectors, liveVectors, vectorsToRestore } from "../collection/live-vectors.ts";
import type { CatalogueOperation } from "../record/operation.ts";
import { Replication } from "../replication/replication.ts";
import { Deletions } from "../snapshot/deletions.ts";
import { type Recovery, recoverCollection } from "../snapshot/recover.ts";
import { checkpointingOf } from "./checkpointing.ts";
import { Optimizer } from "./optimizer.ts";
import type { DatabaseParts } from "./parts.ts";
import { discardFiles, type PurgeReport, purge } from "./purge.ts";
import { bringUp, type LoadReport, TIDY_MS } from "./start.ts";
import { type DatabaseStatus, statusOf } from "./status.ts";

export class Database {
  readonly #parts: DatabaseParts;
  readonly #registry: Registry;
  readonly #optimizer: Optimizer;
  readonly #lifecycle: Lifecycle;
  readonly #checkpointer: Checkpointer | null;
  readonly #schedule: CheckpointSchedule | null;
  readonly #writer: Writer;
  readonly #purges = new SerialQueue();
  /** Its role, the history of its log, and its followers. */
  readonly replication: Replication;
  readonly deletions: Deletions;
  #ready = false;
  #closing = false;

  constructor(parts: DatabaseParts) {
    this.#parts = parts;
    const { clock } = parts;
    this.deletions = new Deletions(parts);
    this.#optimizer = new Optimizer({ clock, isReady: () => this.#ready, memory: parts.engine.memory });
    const fill = (collection: Collection) => this.#fill(collection);
    const { cluster } = parts;
    const placed = { server: cluster?.membership.server ?? null, onPlaced: cluster?.onPlaced };
    this.#registry = new Registry(
      { ...parts, ...placed },
      ({ upkeep }) => this.#optimizer.wake(upkeep),
      fill,
    );
    const { log, engine, checkpoints } = parts;
    const registry = this.#registry;
    // A follower removes what its leader does, and the disk of one server does not decide what a cluster keeps.
    const { deletions } = this;
    const onFull = () => {
      deletions.removeForSpace();
      if (this.replication.role.kind === "leader") this.#lifecycle.purgeForSpace();
    };
    const discard = (uuid: string) => discardFiles(uuid, { log, checkpoints, deletions });
    this.replication = new Replication({
      ...{ ...parts, registry, onFull, discard },
      onMarked: (uuid) => this.#lifecycle.watch(uuid),
      onLogged: ({ body }) => this.#schedule?.note(body.length),
      onPromoted: () => this.#lifecycle.start(),
      logged: () => this.#writer.logged(),
      places: () => registry.places(),
    });
    const { member: shared } = this.replication;
    this.#writer = new Writer({
      ...{ log, engine, clock, onFull, registry, shared, remote: cluster?.remote ?? null },
      ensureLeads: () => this.replication.ensureLeads(),
      onLogged: (record, applied) => this.replication.note(record, applied),
    });
    this.#lifecycle = new Lifecycle({
      ...{ ...parts, registry, shared },
      commit: (operation) => this.#change(operation),
      vectorsToRestore: (collection) => vectorsToRestore(collection, checkpoints),
      discard,
    });
    const taking = checkpointingOf(parts, registry, () => this.replication.feed.heldFrom());
    [this.#checkpointer, this.#schedule] = taking;
  }

  /** The account in which the process reserves memory. */
  get memory(): MemoryLimit {
    return this.#parts.engine.memory;
  }

  /** True once the log has been replayed, as long as the database works. */
  get ready(): boolean {
    return this.#ready && !this.#parts.failure?.();
  }

  /**
   * Loads the newest checkpoint, then replays the later records of the log.
   * @param prepare is called when all of them are applied, and before requests are answered
   * @returns null if the database was closed meanwhile
   * @throws StartRefused if acknowledged data of the log is damaged
   */
  async load(prepare?: (isClosing: () => boolean) => Promise<void>): Promise<LoadReport | null> {
    const { checkpoints, engine, clock } = this.#parts;
    this.replication.load();
    const started = await bringUp({
      ...{ ...this.#parts, checkpoints, deletions: this.deletions },
      registry: this.#registry,
      optimized: () => this.#optimizer.settled(),
      closing: () => this.#closing,
    });
    if (started === null) return null;
    const { report, roots, replayed } = started;
    this.replication.startFrom(report.lastLsn);
    this.#checkpointer?.startFrom(roots);
    this.#lifecycle.start();
    clock.after(TIDY_MS, () => void engine.tidyThreads()); // the first requests come first
    this.memory.keepBack();
    const isClosing = () => this.#closing;
    await this.replication.member?.begin(isClosing);
    if (!this.#closing) await prepare?.(isClosing);
    if (this.#closing) return null;
    this.#ready = true;
    // Rebuilds that were due at the checkpoint are still due, and there may be no write to cause them.
    this.#optimizer.wakeAfterStart(this.#registry.all().map(({ upkeep }) => upkeep));
    if (replayed > 0) this.#schedule?.note(replayed);
    return report;
  }

  /** Loads a collection that was marked as deleted into memory. */
  async #fill(collection: Collection): Promise<void> {
    const checkpoints = this.#parts.checkpoints!;
    const manifest = await checkpoints.manifest(collection.uuid, collection.saved!.manifest!);
    await fillCollection(checkpoints, collection, manifest, () => {}); // codes built again are as good
  }

  /** Takes a checkpoint: the next start needs none of the present records of the log. */
  async checkpoint(): Promise<CheckpointReport> {
    if (!this.#schedule) throw takesNone();
    return this.#schedule.take();
  }

  /** Removes deleted data permanently: no file has it afterwards. One purge runs at a time. */
  purge(): Promise<PurgeReport> {
    const { log, checkpoints } = this.#parts;
    const own = { registry: this.#registry, lifecycle: this.#lifecycle, optimizer: this.#optimizer };
    const parts = { ...own, log, deletions: this.deletions };
    return this.#purges.run(() => {
      if (!checkpoints) throw takesNone();
      // Their records have to go, too: a follower that still needs them copies the data again.
      this.replication.feed.dropHolds();
      return purge({ ...parts, checkpoints, checkpoint: () => this.checkpoint() });
    });
  }

  /**
   * Returns the collection of this name for use.
   * @param use whether the request is to it, or only looks something up in it
   * @throws CollectionNotFound, CollectionDeleted, CollectionDamaged
   */
  collection(name: string, use: CollectionNotFound["use"] = "request"): Collection {
    const collection = this.registered(name);
    if (!collection) throw new CollectionNotFound(name, use);
    collection.ensureOperable();
    return collection;
  }

  /** Returns the collection of this name or alias in any state. */
  registered(name: string): Collection | undefined {
    return this.#registry.get(name);
  }

  readonly withUuid = (uuid: string): Collection | undefined => this.#registry.withUuid(uuid);
  readonly placed = (): readonly Collection[] => this.#registry.placed();

  /** Returns the name of the collection with this name or alias, or the given name if there is none. */
  nameOf(name: string): string {
    return this.registered(name)?.name ?? name;
  }

  /** Returns every registered collection, by name in code point order. */
  collections(): Collection[] {
    return this.#registry.all().sort((a, b) => compareCodePoints(a.name, b.name));
  }

  /** The vectors of all collections and shards, without those that are marked as deleted or being recovered. */
  get vectors(): number {
    return liveVectors(this.#registry.all()) + (this.#parts.cluster?.remote?.vectors ?? 0);
  }

  /** Asks the other servers of the cluster for what `vectors` has to know of them. */
  readonly learnVectors = async (): Promise<void> => this.#parts.cluster?.remote?.learnVectors();

  /** The maximum of that number when all records logged so far have been applied. */
  get vectorsAtMost(): number {
    return this.vectors + dueVectors(this.#registry.all());
  }

  /** Resolves when all records logged so far have been applied to the collections in use. */
  async settled(): Promise<void> {
    const all = this.#registry.all();
    const inUse = all.filter(({ state }) => state.kind === "ready" || state.kind === "replacing");
    await Promise.all(inUse.map((collection) => collection.settled()));
  }

  /** See Lifecycle, like the methods below. */
  readonly create: Lifecycle["create"] = (...args) => this.#lifecycle.create(...args);
  readonly configure: Lifecycle["configure"] = (...args) => this.#lifecycle.configure(...args);
  readonly changeVectors: Lifecycle["changeVectors"] = (...args) => this.#lifecycle.changeVectors(...args);
  readonly changeAliases: Lifecycle["changeAliases"] = (...args) => this.#lifecycle.changeAliases(...args);
  readonly changeParameters: Lifecycle["changeParameters"] = (...args) =>
    this.#lifecycle.changeParameters(...args);
  readonly drop: Lifecycle["drop"] = (...args) => this.#lifecycle.drop(...args);
  readonly mark: Lifecycle["mark"] = (...args) => this.#lifecycle.mark(...args);
  readonly restore: Lifecycle["restore"] = (...args) => this.#lifecycle.restore(...args);

  /** The parameters that the servers of a cluster share, as the log has them. */
  get parameters(): LoggedParameters {
    return this.#registry.parameters;
  }

  /** Returns every alias, in code point order. */
  aliases(): { readonly alias: string; readonly collection: Collection }[] {
    return this.#registry.aliases.all().flatMap(({ alias, collection: uuid }) => {
      const collection = this.#registry.withUuid(uuid);
      return collection ? [{ alias, collection }] : [];
    });
  }

  readonly fillers = () => fillersOf(this.#registry);

  readonly abandonOf = (filler: string | undefined) =>
    abandonOf(this.#registry, filler, (left) => this.#lifecycle.abandon(left));

  /** See Writer, like `rewrite`. */
  readonly write: Writer["write"] = (...args) => this.#writer.write(...args);

  readonly rewrite: Writer["rewrite"] = (...args) => this.#writer.rewrite(...args);

  /** Creates a collection and replaces the one of its name; see snapshot/recover.ts. */
  async recover(recovery: Recovery): Promise<void> {
    await recoverCollection({ lifecycle: this.#lifecycle, write: this.write }, recovery);
    for (const { name, upkeep } of this.collections())
      if (name === recovery.name) this.#optimizer.wake(upkeep);
  }

  /** Rebuilds every segment, or those with deleted slots. @throws CollectionDeleted if it is deleted meanwhile */
  async rebuildAll(collection: Collection, everything: boolean): Promise<void> {
    await collection.guard(this.#optimizer.rebuildAll(collection.upkeep, everything));
    this.#optimizer.wake(collection.upkeep);
    await this.#optimizer.settled();
  }

  /** Returns the status of the database, which must be ready. */
  status(): Promise<DatabaseStatus> {
    return statusOf(this.#registry, this.#parts, this.#schedule, this.#optimizer);
  }

  /** Resolves when no rebuild is running or due. */
  optimized(): Promise<void> {
    return this.#optimizer.settled();
  }

  /** Ends a running load early. */
  stopLoading(): void {
    this.#closing = true;
    this.replication.stop();
    this.#optimizer.stop();
    for (const { segments } of this.#registry.all()) segments.indexing.stop();
  }

  /** Closes the database. @param save takes a last checkpoint if needed, so that a start has nothing to replay */
  async close(save = true): Promise<void> {
    this.stopLoading();
    this.#writer.stop();
    await this.replication.member?.stop();
    await this.#purges.settled();
    await this.#lifecycle.stop();
    await this.deletions.stop();
    await this.#schedule?.stop(save && this.ready);
    await this.#parts.log.close();
    await this.#parts.engine.close();
    await this.#optimizer.settled();
  }

  async #change(operation: CatalogueOperation): Promise<number> {
    const { lsn, applied } = await this.#writer.commit(operation);
    await applied;
    return lsn;
  }
}

function takesNone(): VectorDbError {
  return new VectorDbError("INTERNAL", "this database takes no checkpoints");
}
