// Loads the collections of the newest checkpoint; later writes are replayed from the log.
// The decision: each collection is loaded from the newest of its manifests that is intact. If none is, the collection
// is restored from the log, provided that the log still has all of its records, intact. Otherwise it is present and
// damaged, with the reason: none of its files is removed, and the other collections serve requests. A damaged graph
// is built again in the background and is no reason to use an older manifest.
import { DamagedFile, OutOfMemory } from "../../errors/failures.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { Log } from "../../storage/log.ts";
import { livePoints, type Manifest, neededFrom, type Root, type RootEntry } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { Collection } from "../collection/collection.ts";
import type { CollectionState } from "../collection/collection-state.ts";
import { fieldsAsBuilt, recallsOnRows } from "../config/build-record.ts";
import { completeConfig, fieldConfigs, type GivenConfig } from "../config/collection-config.ts";
import { RESTORED_FROM_LOG, reasonOf } from "../config/damage.ts";
import { applyChanges } from "../formats/change-records.ts";
import { decodeSlots } from "../formats/slot-records.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { clearShard, isUndivided } from "../segment/undivided.ts";
import { loadIndexes } from "./load-index.ts";

export interface Fault {
  /** The UUID of the collection; null if the damage is not in one. */
  readonly collection: string | null;
  /** A sentence that names the file and the damage. */
  readonly text: string;
}

export interface Loaded {
  /** The roots of the checkpoints, newest first. */
  readonly roots: readonly Root[];
  /** The first LSN that has to be replayed. */
  readonly fromLsn: number;
  readonly faults: readonly Fault[];
}

interface LoadParts {
  readonly registry: Registry;
  /** Not opened yet. */
  readonly log: Pick<Log, "holds">;
  /** Whether the database is being closed, which ends the load. */
  readonly closing: () => boolean;
}

export async function loadCheckpoint(
  checkpoints: Checkpoints,
  { registry, log, closing }: LoadParts,
): Promise<Loaded> {
  const { roots, faults: texts } = await checkpoints.open();
  const faults = texts.map((text): Fault => ({ collection: null, text }));
  const [newest, before] = roots;
  if (newest === undefined) return { roots, fromLsn: 1, faults };
  const loader = new Loader(checkpoints, { registry, log }, newest.lsn, faults);
  const entries: RootEntry[] = [];
  for (const entry of newest.collections) {
    if (closing()) break;
    const older = before && entryIn(before, entry);
    entries.push(await loader.load(entry, older?.manifest === entry.manifest ? undefined : older));
  }
  const loaded: Root = { ...newest, collections: entries };
  registry.beginReplay(loaded);
  return { roots, fromLsn: neededFrom(loaded), faults: loader.faults };
}

/** Returns the entry of an older root; a collection that it lacks was created later, so the log has all of it. */
function entryIn({ collections, lsn }: Root, { uuid, name }: RootEntry): RootEntry {
  return collections.find((entry) => entry.uuid === uuid) ?? { uuid, name, covered: lsn, manifest: null };
}

class Loader {
  readonly faults: Fault[];
  readonly #checkpoints: Checkpoints;
  readonly #registry: Registry;
  readonly #log: Pick<Log, "holds">;
  /** The LSN that the checkpoint covers. */
  readonly #lsn: number;

  constructor(
    checkpoints: Checkpoints,
    { registry, log }: Pick<LoadParts, "registry" | "log">,
    lsn: number,
    faults: Fault[],
  ) {
    this.#checkpoints = checkpoints;
    this.#registry = registry;
    this.#log = log;
    this.#lsn = lsn;
    this.faults = faults;
  }

  /** Loads a collection. @returns the entry that was loaded; the log is needed from its LSN on */
  async load(entry: RootEntry, older: RootEntry | undefined): Promise<RootEntry> {
    let reason = "";
    let isDamaged = true;
    for (const candidate of older ? [entry, older] : [entry]) {
      // The log has all of the collection.
      if (candidate.manifest === null) return candidate;
      try {
        await this.#restore(candidate, candidate.manifest);
        return candidate;
      } catch (error) {
        if (error instanceof OutOfMemory) {
          reason = "out of memory while loading it; give the server more memory and restart it";
          isDamaged = false;
          break;
        }
        if (!(error instanceof DamagedFile)) throw error;
        reason = reasonOf(error, entry.uuid);
        await this.#quarantine(entry.uuid, error);
      }
    }
    const healed = isDamaged ? await this.#fromLog(entry) : null;
    if (healed === null) await this.#addDamaged(entry, reason);
    return healed ?? entry;
  }

  /** Returns an entry that makes the replay restore the collection; null if the log lacks some of its records. */
  async #fromLog(entry: RootEntry): Promise<RootEntry | null> {
    const { uuid, name, manifest } = entry;
    const saved = await this.#checkpoints.manifest(uuid, manifest!).catch(() => null);
    // If the manifest is damaged too, the time of creation is unknown, and the log has to begin at 1.
    const created = saved?.created ?? 1;
    // This is checked first: damage in records that only this collection needs must not prevent the start.
    if (!(await this.#log.holds(created, this.#lsn))) return null;
    this.faults.push({
      collection: uuid,
      text: `collection ${name} ${RESTORED_FROM_LOG}`,
    });
    return { uuid, name, covered: created - 1, manifest: null };
  }

  async #restore(entry: RootEntry, number: number): Promise<void> {
    const { uuid, covered } = entry;
    const manifest = await this.#checkpoints.manifest(uuid, number);
    // Segment numbers are never used twice.
    const firstSegment = Math.max(-1, ...(await this.#checkpoints.segments(uuid))) + 1;
    const { name, created, configured, config, shards: savedShards } = manifest;
    const state = manifest.state as CollectionState;
    const aside = state.kind === "aside";
    const operation = { collection: uuid, name, config: completeConfig(config as GivenConfig), aside };
    // A collection that is marked as deleted stays unloaded until it is restored.
    const unloadedPoints = state.kind === "marked" ? livePoints(manifest) : null;
    const collection = this.#registry.add(operation, {
      created,
      covered,
      configured,
      firstSegment,
      unloadedPoints,
      savedShards,
    });
    try {
      const onFault = (text: string) => this.faults.push({ collection: uuid, text });
      if (unloadedPoints === null) await fillCollection(this.#checkpoints, collection, manifest, onFault);
    } catch (error) {
      this.#registry.remove(collection);
      await collection.drop();
      throw error;
    }
    collection.state = state;
    collection.saved = entry;
    collection.savedSegments = manifest.segments.map((segment) => segment.number);
  }

  /** Copies the damaged file to quarantine before anything is written to it again. */
  async #quarantine(collection: string, error: DamagedFile): Promise<void> {
    const copied = await this.#checkpoints.quarantine(error.file).then(
      (copy) => (copy === null ? "" : `; a copy is in ${copy}`),
      // A bad sector or a full disk is no reason not to serve the intact data.
      (cause: Error) => `; it could not be copied to quarantine: ${cause.message}`,
    );
    this.faults.push({ collection, text: `${error.damage}${copied}` });
  }

  /** Adds the collection as damaged, with the reason; its files stay unchanged. */
  async #addDamaged(entry: RootEntry, reason: string): Promise<void> {
    const { uuid, name, covered, manifest } = entry;
    const saved = await this.#checkpoints.manifest(uuid, manifest!).catch(() => null);
    const config = completeConfig((saved?.config as GivenConfig | undefined) ?? { vectors: [] });
    const created = saved?.created ?? covered;
    const aside = (saved?.state as CollectionState | undefined)?.kind === "aside";
    const operation = { collection: uuid, name, config, aside };
    const collection = this.#registry.add(operation, { created, covered, configured: saved?.configured });
    if (saved) collection.state = saved.state as CollectionState;
    collection.saved = entry;
    collection.noteDamage(reason, new Error(reason));
  }
}

/** Loads the points of a collection whose segments are empty. @throws DamagedFile, OutOfMemory */
export async function fillCollection(
  checkpoints: Checkpoints,
  collection: Collection,
  manifest: Manifest,
  onFault: (text: string) => void,
): Promise<void> {
  await collection.walkOnRows(
    recallsOnRows(
      manifest.segments.map(({ fields }) => fields),
      fieldConfigs(collection.config),
    ),
  );
  const { segments, fields } = collection;
  const restoredSegments: CollectionSegment[] = [];
  const open: CollectionSegment[] = [];
  try {
    for (const saved of manifest.segments) {
      // A server that has begun with the checkpoint of another may have other shards.
      const of = { shard: saved.shard ?? 0, division: saved.division ?? segments.shards };
      if (!collection.local.hasPartOf(of)) continue;
      const segment = segments.create(of, saved.number, fieldsAsBuilt(fields, saved.fields));
      restoredSegments.push(segment);
      const tables = await runInSlices(
        decodeSlots(await runInSlices(checkpoints.read(saved.points)), saved.fields.length),
      );
      const read = (file: SavedFile) => runInSlices(checkpoints.read(file));
      const changes = saved.changes ? await read(saved.changes) : new Uint8Array(0);
      await runInSlices(applyChanges(tables, changes));
      await segment.restore(saved, tables, read, (fault) => onFault(`${fault}; it is rebuilt`));
      const { memory } = segments.engine;
      const noteGarbage = (bytes: number) => segments.engine.noteGarbage(bytes);
      await loadIndexes(segment, { memory, noteGarbage, read, changes, onFault });
      if (saved.open) open.push(segment);
    }
  } catch (error) {
    await Promise.all(restoredSegments.map((segment) => segments.discard(segment)));
    throw error;
  }
  segments.restore(restoredSegments, open);
  // A segment from before a split may have points of shards that are elsewhere now.
  for (const shard of segments.byShard.keys())
    if (segments.byShard[shard]!.some((one) => isUndivided(one, segments)) && !collection.local.has(shard))
      await clearShard(segments, shard);
}
