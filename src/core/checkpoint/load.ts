// Brings the collections of the newest checkpoint back to memory; what was written since is in the log.
// The decision: each collection is loaded from the newest of its manifests that is whole. One that has none is made anew
// from the log, if the log still has all of it since its creation, intact. Otherwise it is there all the same, damaged, with the
// reason: nothing of it is removed, and the others serve. A graph that is not whole is made anew in the background and is
// not worth an older manifest.
import { DamagedFile, OutOfMemory } from "../../errors/failures.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { Log } from "../../storage/log.ts";
import {
  livePoints,
  type Manifest,
  neededFrom,
  type Root,
  type RootEntry,
  type SavedFile,
} from "../../storage/manifest.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { Collection } from "../collection/collection.ts";
import type { CollectionState } from "../collection/collection-state.ts";
import { fieldsAsBuilt, recallsOnRows } from "../config/build-record.ts";
import { completeConfig, fieldConfigs, type GivenConfig } from "../config/collection-config.ts";
import { RESTORED_FROM_LOG, reasonOf } from "../config/damage.ts";
import { applyChanges } from "../formats/change-records.ts";
import { decodeSlots } from "../formats/slot-records.ts";
import type { CollectionSegment } from "../segment/segment.ts";

/** Something that is not as it was written. */
export interface Fault {
  /** Of the collection that it is of, if it is of one. */
  readonly collection: string | null;
  /** A sentence. */
  readonly text: string;
}

export interface Loaded {
  /** Newest first. */
  readonly roots: readonly Root[];
  /** The first LSN that has to be replayed. */
  readonly fromLsn: number;
  /** What was found damaged. */
  readonly faults: readonly Fault[];
}

interface LoadParts {
  readonly registry: Registry;
  /** Not opened yet. */
  readonly log: Pick<Log, "holds">;
  /** Whether the rest is not wanted any more. */
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

/** What an older root says of a collection: one that it does not know was created after it, so the log has all of it. */
function entryIn({ collections, lsn }: Root, { uuid, name }: RootEntry): RootEntry {
  return collections.find((entry) => entry.uuid === uuid) ?? { uuid, name, covered: lsn, manifest: null };
}

class Loader {
  readonly faults: Fault[];
  readonly #checkpoints: Checkpoints;
  readonly #registry: Registry;
  readonly #log: Pick<Log, "holds">;
  /** Up to where the checkpoint has what is in the log. */
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

  /** @returns what was loaded: from its LSN on the log is needed */
  async load(entry: RootEntry, older: RootEntry | undefined): Promise<RootEntry> {
    let reason = "";
    let isDamaged = true;
    for (const candidate of older ? [entry, older] : [entry]) {
      // All of it is in the log.
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

  /** @returns null when the log has not all of it. What is in its files is removed like that of any the log alone knows. */
  async #fromLog(entry: RootEntry): Promise<RootEntry | null> {
    const { uuid, name, manifest } = entry;
    const saved = await this.#checkpoints.manifest(uuid, manifest!).catch(() => null);
    // Of one whose manifest is damaged too nobody knows when it was created: the log has to have everything.
    const created = saved?.created ?? 1;
    // Looked at before: a log that is damaged where only this collection needs it must not refuse the start of the others.
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
    // A number that was given once is not given again, whatever became of its segment.
    const firstSegment = Math.max(-1, ...(await this.#checkpoints.segments(uuid))) + 1;
    const { name, created, config } = manifest;
    const state = manifest.state as CollectionState;
    const aside = state.kind === "aside";
    const operation = { collection: uuid, name, config: completeConfig(config as GivenConfig), aside };
    // One that is marked as deleted stays where it is until somebody wants it back.
    const resting = state.kind === "marked" ? livePoints(manifest) : null;
    const collection = this.#registry.add(operation, {
      created,
      covered,
      firstSegment,
      unloadedPoints: resting,
    });
    try {
      const onFault = (text: string) => this.faults.push({ collection: uuid, text });
      if (resting === null) await fillCollection(this.#checkpoints, collection, manifest, onFault);
    } catch (error) {
      this.#registry.remove(collection);
      await collection.drop();
      throw error;
    }
    collection.state = state;
    collection.saved = entry;
    collection.savedSegments = manifest.segments.map((segment) => segment.number);
  }

  /** What is damaged is kept as it is, before anything is written to it again. */
  async #quarantine(collection: string, error: DamagedFile): Promise<void> {
    const copied = await this.#checkpoints.quarantine(error.file).then(
      (copy) => (copy === null ? "" : `; a copy is in ${copy}`),
      // A bad sector, a disk that is full: no reason not to serve what is whole.
      (cause: Error) => `; it could not be copied to quarantine: ${cause.message}`,
    );
    this.faults.push({ collection, text: `${error.damage}${copied}` });
  }

  /** Its name is taken and says what happened; its files stay as they are. */
  async #addDamaged(entry: RootEntry, reason: string): Promise<void> {
    const { uuid, name, covered, manifest } = entry;
    const saved = await this.#checkpoints.manifest(uuid, manifest!).catch(() => null);
    const config = completeConfig((saved?.config as GivenConfig | undefined) ?? { vectors: [] });
    const created = saved?.created ?? covered;
    const aside = (saved?.state as CollectionState | undefined)?.kind === "aside";
    const operation = { collection: uuid, name, config, aside };
    const collection = this.#registry.add(operation, { created, covered });
    if (saved) collection.state = saved.state as CollectionState;
    collection.saved = entry;
    collection.noteDamage(reason, new Error(reason));
  }
}

/** Brings the points of a collection that is empty back to memory. @throws DamagedFile, OutOfMemory */
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
  const made: CollectionSegment[] = [];
  let open: CollectionSegment | null = null;
  try {
    for (const saved of manifest.segments) {
      const segment = segments.create(saved.number, fieldsAsBuilt(fields, saved.fields));
      made.push(segment);
      const books = await runInSlices(
        decodeSlots(await runInSlices(checkpoints.read(saved.points)), fields.length),
      );
      if (saved.changes)
        await runInSlices(applyChanges(books, await runInSlices(checkpoints.read(saved.changes))));
      const read = (file: SavedFile) => runInSlices(checkpoints.read(file));
      await segment.restore(saved, books, read, (fault) => onFault(`${fault}; it is rebuilt`));
      if (saved.open) open = segment;
    }
  } catch (error) {
    await Promise.all(made.map((segment) => segments.discard(segment)));
    throw error;
  }
  segments.restore(made, open);
}
