// All collections, by name and by UUID, and the effect of each kind of log record on them.
// The decision: this file neither writes nor waits for the log; `apply` receives the content of the log, live and at a
// restart alike. A name refers to one collection at a time; records refer to collections by UUID. A replay skips the
// records that a checkpoint has, by an LSN for each collection.
import type { Engine } from "../../engine/engine.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { LongReads } from "../../memory/long-reads.ts";
import type { LogRecord } from "../../storage/log.ts";
import type { Root } from "../../storage/manifest.ts";
import type { PayloadFiles } from "../../storage/payload-files.ts";
import { NO_PLACES } from "../../storage/replicated-log.ts";
import { Collection } from "../collection/collection.ts";
import type { CollectionParts } from "../collection/collection-parts.ts";
import { CHANGING, READY } from "../collection/collection-state.ts";
import { reasonOf } from "../config/damage.ts";
import { placeOf } from "../config/placement.ts";
import type { SegmentSettings } from "../config/segment-settings.ts";
import type { CollectionConfig } from "../config/types.ts";
import { FilterCache } from "../index/filter-cache.ts";
import { loadIndexLanguages } from "../index/index-languages.ts";
import { PageCache } from "../payload/page-cache.ts";
import {
  type CreateCollection,
  isAboutCollection,
  type Operation,
  type ReplaceCollection,
} from "../record/operation.ts";
import { decodeOperation } from "../record/record.ts";
import type { VectorKinds } from "../vectors/kinds.ts";
import { Aliases } from "./aliases.ts";
import { LoggedParameters } from "./logged-parameters.ts";

/** The parts that all collections are created with. */
export interface RegistryParts {
  readonly engine: Engine;
  /** The id of this server in its cluster; null or absent: it is in none. */
  readonly server?: string | null;
  /** The settings of all segments that replace those of the collections' configurations. */
  readonly segments?: Partial<SegmentSettings>;
  /** The kinds of vectors that collections may have; absent: dense vectors only. */
  readonly vectorKinds?: VectorKinds;
  /** The files from which saved payloads are read; absent: they stay in memory. */
  readonly payloadFiles?: PayloadFiles;
  /** Is told of collections whose shards are on some servers of the cluster, and when that has changed. */
  readonly onPlaced?: ((collection: Collection) => void) | undefined;
  /** Receives a sentence when walks of a collection find less than they should. */
  readonly onNotice?: (text: string) => void;
}

export class Registry {
  readonly #engine: Engine;
  readonly #settings: Partial<SegmentSettings>;
  readonly #onApplied: (collection: Collection) => void;
  readonly #fill: (collection: Collection) => Promise<void>;
  readonly #onNotice: RegistryParts["onNotice"];
  readonly #onPlaced: (collection: Collection) => void;
  readonly #pages: PageCache | undefined;
  readonly #filters: FilterCache;
  readonly #kinds: VectorKinds | undefined;
  readonly #server: string | null;
  readonly #longReads: LongReads;
  readonly #byName = new Map<string, Collection>();
  readonly #byUuid = new Map<string, Collection>();
  readonly parameters = new LoggedParameters();
  #aliases = new Aliases();
  /** The checkpoint from which a replay continues. */
  #root: Root | null = null;
  #lsn = 0;
  /** See `places`; null: they may have changed. */
  #places: ReadonlySet<string> | null = null;

  /**
   * @param onApplied called after every operation on points and every change of a configuration
   * @param fill loads an unloaded collection
   */
  constructor(
    parts: RegistryParts,
    onApplied: (collection: Collection) => void,
    fill: (collection: Collection) => Promise<void>,
  ) {
    const { engine, segments = {}, vectorKinds, payloadFiles, server = null } = parts;
    this.#engine = engine;
    this.#settings = segments;
    this.#onApplied = onApplied;
    this.#fill = fill;
    this.#onNotice = parts.onNotice;
    this.#onPlaced = parts.onPlaced ?? (() => {});
    this.#server = server;
    this.#kinds = vectorKinds;
    this.#longReads = new LongReads(engine.memory);
    this.#pages = payloadFiles && new PageCache(payloadFiles, engine.memory);
    this.#filters = new FilterCache(engine.memory);
  }

  get size(): number {
    return this.#byName.size;
  }

  /** The LSN of the last record that was applied or is queued. */
  get lsn(): number {
    return this.#lsn;
  }

  /** Returns the collection of this name or alias. */
  get(name: string): Collection | undefined {
    return this.named(name) ?? this.withUuid(this.aliases.target(name) ?? "");
  }

  /** Returns the collection of this name, which is not an alias. */
  named(name: string): Collection | undefined {
    return this.#byName.get(name);
  }

  withUuid(uuid: string): Collection | undefined {
    return this.#byUuid.get(uuid);
  }

  get aliases(): Aliases {
    return this.#aliases;
  }

  has(collection: Collection): boolean {
    return this.#byUuid.get(collection.uuid) === collection;
  }

  all(): Collection[] {
    return [...this.#byName.values()];
  }

  /** Returns all collections, including those that are being recovered. */
  everything(): Collection[] {
    return [...this.#byUuid.values()];
  }

  /** Returns the collections whose shards are on some servers of the cluster. */
  placed(): Collection[] {
    return this.everything().filter(({ local }) => !local.areEverywhere);
  }

  /** Returns the shards whose points this server has, where others have not all; see config/placement.ts. */
  places(): ReadonlySet<string> {
    if (this.#places !== null) return this.#places;
    const names = this.placed().flatMap(({ uuid, local }) =>
      local.present.map((shard) => placeOf(uuid, shard)),
    );
    this.#places = names.length === 0 ? NO_PLACES : new Set(names);
    return this.#places;
  }

  #notePlacement(collection: Collection): void {
    this.#places = null;
    if (!collection.local.areEverywhere) this.#onPlaced(collection);
  }

  /** Notes that all points of a shard have been copied to this server. No record may be applied meanwhile. */
  noteComplete({ local }: Collection, shard: number): void {
    local.noteComplete(shard);
    this.#places = null;
  }

  /** Adds a collection as it was saved or, without saved state, as it was created. */
  add(operation: Omit<CreateCollection, "kind">, parts: CollectionParts): Collection {
    const create: CreateCollection = { kind: "create_collection", ...operation };
    const caches = { pages: this.#pages, filters: this.#filters };
    const shared = { ...caches, kinds: this.#kinds, longReads: this.#longReads, server: this.#server };
    const allParts = { ...shared, onNotice: this.#onNotice, ...parts };
    const collection = new Collection(create, this.#engine, this.#settings, allParts);
    loadLanguages(collection, operation.config);
    this.#byUuid.set(collection.uuid, collection);
    this.#notePlacement(collection);
    if (operation.aside) collection.state = { kind: "aside", filledBy: operation.filledBy };
    else this.#byName.set(collection.name, collection);
    return collection;
  }

  remove(collection: Collection): void {
    this.#byUuid.delete(collection.uuid);
    this.#places = null;
    if (this.#byName.get(collection.name) === collection) this.#byName.delete(collection.name);
  }

  /** Begins a replay: the collections are those of the checkpoint, and later records of the log follow. */
  beginReplay(root: Root): void {
    this.#root = root;
    this.#lsn = root.lsn;
    this.#aliases = new Aliases(root.aliases);
    this.parameters.restore(root.parameters ?? null);
  }

  /** Applies a record unless the checkpoint has it already. See {@link apply}. */
  replay(record: LogRecord): Promise<void> {
    const operation = decodeOperation(record.type, record.body);
    if (!this.#isCovered(operation, record.lsn)) return this.#do(operation, record.lsn);
    // Aliases have their state at the LSN of the root; its collections may be ahead of that.
    if (record.lsn > this.#root!.lsn) this.#aliases.apply(operation);
    // The next checkpoint covers this record, too, whether it was applied here or not.
    this.#lsn = Math.max(this.#lsn, record.lsn);
    return Promise.resolve();
  }

  /**
   * Applies a record. Records must come in the order of the log. The collection is found before this returns, so a
   * later record may be passed before the promise resolves.
   * @throws VectorDbError for a record that no version writes
   */
  apply({ lsn, type, body }: LogRecord): Promise<void> {
    return this.#do(decodeOperation(type, body), lsn);
  }

  #isCovered(operation: Operation, lsn: number): boolean {
    const root = this.#root;
    if (root === null) return false;
    if (!isAboutCollection(operation)) return lsn <= root.lsn;
    if (root.gone.includes(operation.collection)) return true;
    const collection = this.#byUuid.get(operation.collection);
    if (collection) return operation.kind === "create_collection" || lsn <= (collection.saved?.covered ?? 0);
    if (lsn > root.lsn) return false;
    // A collection unknown to the checkpoint was dropped before it; one that the checkpoint has in the log alone begins
    // there.
    return !root.collections.some(({ uuid, covered }) => uuid === operation.collection && lsn > covered);
  }

  #do(operation: Operation, lsn: number): Promise<void> {
    this.#lsn = Math.max(this.#lsn, lsn);
    if (operation.kind === "create_collection") {
      return this.add(operation, { created: lsn }).settled();
    }
    this.#aliases.apply(operation);
    this.parameters.apply(operation, lsn);
    if (!isAboutCollection(operation)) return Promise.resolve();
    const collection = this.#byUuid.get(operation.collection);
    if (!collection) {
      throw new VectorDbError(
        "INTERNAL",
        `log record ${lsn} is about collection ${operation.collection}, which is not there`,
      );
    }
    collection.lsn = lsn;
    switch (operation.kind) {
      case "replace_collection":
        return this.#replace(collection, operation);
      case "update_collection":
        if (collection.isUnloaded) void collection.load(() => this.#fill(collection));
        loadLanguages(collection, operation.config);
        // A damaged collection has the configuration as well, and its log gets the records of its shards.
        return collection
          .configure(operation.config, lsn)
          .finally(() => this.#notePlacement(collection))
          .then(() => this.#onApplied(collection));
      case "upsert_points":
      case "delete_points":
      case "set_payloads":
        // The record was queued before the mark of deletion that the checkpoint has, and is applied after it.
        if (collection.isUnloaded) void collection.load(() => this.#fill(collection));
        return collection.apply(operation, lsn).then(() => this.#onApplied(collection));
      case "drop_collection":
        this.remove(collection);
        // Another server may have dropped it. Its users here get CollectionDeleted.
        collection.state = CHANGING;
        return collection.drop();
      case "mark_collection":
        collection.state = { kind: "marked", deletedUntil: operation.deletedUntil };
        return Promise.resolve();
      case "restore_collection":
        return this.#load(collection);
    }
  }

  /** Gives the collection its name, and drops the one that had it. */
  #replace(collection: Collection, { name, replaces }: ReplaceCollection): Promise<void> {
    const old = replaces === null ? undefined : this.#byUuid.get(replaces);
    if (old) {
      this.remove(old);
      old.state = CHANGING;
    }
    collection.state = READY;
    this.#byName.set(name, collection);
    return old?.drop() ?? Promise.resolve();
  }

  /** Loads a restored collection; it is ready when its points are loaded. */
  async #load(collection: Collection): Promise<void> {
    collection.state = READY;
    if (!collection.isUnloaded) return;
    collection.state = CHANGING;
    await collection.load(() => this.#fill(collection));
    if (collection.state === CHANGING) collection.state = collection.lastingState;
    // Rebuilds that were due when it was saved are still due, and there may be no write to cause them.
    this.#onApplied(collection);
  }
}

/** Loads the languages of text indexes before anything else is applied: later points have texts to index. */
function loadLanguages(collection: Collection, { payload_schema }: CollectionConfig): void {
  const loading = loadIndexLanguages(payload_schema);
  if (loading === null) return;
  const note = (cause: unknown) => collection.noteDamage(reasonOf(cause, collection.uuid), cause);
  const loaded = loading.catch(note);
  void collection.exclusively(() => loaded);
}
