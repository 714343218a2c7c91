// Takes checkpoints: one at a time, of all collections, while writes go on.
// The decision: each collection is captured between two of its operations, at its own moment, which takes no more
// than a copy of the dead bits. The root has the LSN that each collection covers and is written when everything else
// is durable. A failure changes neither the last checkpoint nor the log, which is trimmed only below what the newest
// two checkpoints need.

import type { Engine } from "../../engine/engine.ts";
import { DamagedFile } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { type Checkpoints, GENERATIONS, type KeptFiles } from "../../storage/checkpoints.ts";
import type { Log } from "../../storage/log.ts";
import { neededFrom, type Root, type RootEntry } from "../../storage/manifest.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { Collection } from "../collection/collection.ts";
import { graphsUnsavedText } from "../config/damage.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import { capture, hasChanged, hasGrown, release } from "./capture.ts";
import { type SavedGraphs, saveGraphs } from "./save-graph.ts";
import type { CapturedSegment, SaveParts } from "./save-parts.ts";
import { saveSegment, type WrittenSegment } from "./save-segment.ts";

interface CheckpointerParts {
  readonly engine: Engine;
  readonly checkpoints: Checkpoints;
  readonly log: Log;
  readonly registry: Registry;
  /** Returns the first LSN that a follower needs; absent: there are none. */
  readonly heldFrom?: () => Promise<number>;
  /** Whether this process still owns the data directory. */
  readonly holds?: (() => boolean) | undefined;
}

export interface CheckpointReport {
  readonly number: number;
  readonly lsn: number;
  /** The number of collections that were written; the others had not changed. */
  readonly collections: number;
  /** Bytes by which the log was trimmed. */
  readonly trimmedBytes: number;
  /** Sentences about what could not be saved or removed, and why. */
  readonly faults: readonly string[];
}

/** A collection whose files are durable and not yet valid: no root refers to them. */
interface Written {
  readonly collection: Collection;
  readonly entry: RootEntry;
  /** The segments of the new manifest; null if no segment was written. */
  readonly segments: readonly WrittenSegment[] | null;
  /** The shards in the new manifest; absent: it has all, or those of the one before. */
  readonly shards?: SomeShards | undefined;
}

export class Checkpointer {
  readonly #parts: CheckpointerParts;
  /** Two at most, newest first. */
  #roots: readonly Root[] = [];
  readonly #queue = new SerialQueue();
  /** Whether the next sweep looks at all collections: an earlier run or a failed sweep may have left files. */
  #sweepAll = true;

  constructor(parts: CheckpointerParts) {
    this.#parts = parts;
  }

  /** Continues after a start. @param roots the roots that were found, newest first */
  startFrom(roots: readonly Root[]): void {
    this.#roots = roots.slice(0, GENERATIONS);
  }

  /** The number of the newest checkpoint; 0: there is none. */
  get number(): number {
    return this.#roots[0]?.number ?? 0;
  }

  /** The LSN that the newest checkpoint covers; 0: there is none. */
  get lsn(): number {
    return this.#roots[0]?.lsn ?? 0;
  }

  /**
   * Takes a checkpoint. When it resolves, a start does not need the records that were applied before the call.
   * @param final see SaveParts
   * @param rolls whether later records go to a new file of the log, so that a start need not read the one before
   */
  take(final = false, rolls = false): Promise<CheckpointReport> {
    return this.#queue.run(() => this.#take(final, rolls));
  }

  /** Whether there is anything that the newest checkpoint does not contain. */
  async isWorthwhile(): Promise<boolean> {
    const { registry } = this.#parts;
    await this.settled();
    if (registry.lsn > this.lsn) return true;
    for (const collection of registry.everything()) {
      if (!collection.damage && (hasChanged(collection) || (await hasGrown(collection)))) return true;
    }
    return false;
  }

  /** Resolves when no checkpoint is being taken. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  async #take(final: boolean, rolls: boolean): Promise<CheckpointReport> {
    const { checkpoints, registry, log } = this.#parts;
    await checkpoints.begin();
    try {
      if (rolls) await log.roll().catch(() => {}); // otherwise the next start reads more
      const lsn = registry.lsn;
      const aliases = registry.aliases.all();
      const parameters = registry.parameters.saved ?? undefined;
      const all = registry.everything();
      const number = this.number + 1;
      const written: Written[] = [];
      for (const collection of all) {
        const entry = await this.#write(collection, number, lsn, final);
        if (entry) written.push(entry);
      }
      const present = written.filter(({ collection }) => registry.has(collection));
      const removed = all.filter((collection) => !registry.has(collection)).map(({ uuid }) => uuid);
      // Removes files that were written after the drop had removed the others.
      for (const uuid of removed) await checkpoints.discard(uuid);
      const root: Root = {
        number,
        lsn,
        collections: present.map(({ entry }) => entry),
        gone: removed,
        aliases,
        parameters,
      };
      if (this.#parts.holds?.() === false) {
        throw new VectorDbError("INTERNAL", "another server has taken the data directory over");
      }
      // A start takes what a checkpoint contains for proof that the log has had it.
      await log.sync();
      await checkpoints.commit(root);
      for (const saved of present) keep(saved);
      for (const { collection } of present) if (!hasChanged(collection)) await collection.unload();
      const changed = present.filter(({ entry }) => entry.manifest === number);
      const saved = present.map(({ collection }) => collection);
      const faults = saved.flatMap(({ name, unsavable }) => (unsavable ? `${name}: ${unsavable}` : []));
      faults.push(...saved.flatMap(unsavedGraphs), ...present.flatMap(indexFaults));
      const leftover = await this.#retire(root, saved);
      if (leftover)
        faults.push(`files that are of no use any more could not be removed: ${leftover.message}`);
      const trimmedBytes = this.#roots.length < GENERATIONS ? 0 : await log.trim(await this.#neededLsn());
      return { number, lsn, collections: changed.length, trimmedBytes, faults };
    } finally {
      await checkpoints.end();
    }
  }

  /** Returns the first LSN that a start from either checkpoint, or a follower, needs. */
  async #neededLsn(): Promise<number> {
    const byFollowers = (await this.#parts.heldFrom?.()) ?? Number.POSITIVE_INFINITY;
    return Math.min(byFollowers, ...this.#roots.map(neededFrom));
  }

  /** @returns null for one that was dropped meanwhile */
  async #write(collection: Collection, number: number, lsn: number, final: boolean): Promise<Written | null> {
    const { uuid, saved } = collection;
    if (collection.damage || collection.unsavable) return unchanged(collection);
    if (!hasChanged(collection) && !(final && (await hasGrown(collection)))) {
      return { collection, entry: { ...saved!, covered: Math.max(lsn, saved!.covered) }, segments: null };
    }
    try {
      if (collection.isUnloaded) return await this.#writeState(collection, number, lsn);
      return await collection.segments.reading(() => this.#writeChanged(collection, number, lsn, final));
    } catch (error) {
      if (this.#parts.registry.has(collection)) {
        if (!(error instanceof DamagedFile)) throw error;
        collection.unsavable = error.damage;
        return unchanged(collection);
      }
      await this.#parts.checkpoints.discard(uuid);
      return null;
    }
  }

  async #writeChanged(collection: Collection, number: number, lsn: number, final: boolean): Promise<Written> {
    const { engine, checkpoints } = this.#parts;
    const { uuid, name, created } = collection;
    const { state, config, configured, shards, ...captured } = await capture(collection);
    const parts: SaveParts = { engine, checkpoints, number, final, pause: () => this.#pause() };
    const segments: WrittenSegment[] = [];
    try {
      // An operation that was queued has failed before its turn came.
      if (collection.damage) return unchanged(collection);
      const graphs = await graphsOf(parts, collection, captured.segments);
      for (const written of captured.segments)
        segments.push(await saveSegment(parts, written, graphs.get(written)!));
    } finally {
      release(captured);
    }
    const covered = Math.max(lsn, captured.lsn);
    const saved = segments.map((segment) => segment.saved);
    const about = { uuid, name, created, covered, configured, shards: shards?.shards, config, state };
    await checkpoints.writeManifest(number, { ...about, segments: saved });
    return { collection, entry: { uuid, name, covered, manifest: number }, segments, shards };
  }

  /** Writes the manifest of an unloaded collection, of which only the state can change. */
  async #writeState(collection: Collection, number: number, lsn: number): Promise<Written> {
    const { checkpoints } = this.#parts;
    const { uuid, name, lastingState: state } = collection;
    const before = collection.saved!;
    const manifest = await checkpoints.manifest(uuid, before.manifest!);
    const covered = Math.max(lsn, before.covered);
    await checkpoints.writeManifest(number, { ...manifest, covered, state });
    return { collection, entry: { uuid, name, covered, manifest: number }, segments: null };
  }

  /**
   * Adds the new root and removes the files that only the oldest root needed.
   * @returns the error if files could not be removed: this checkpoint is valid, and the next one tries again
   */
  async #retire(root: Root, collections: readonly Collection[]): Promise<Error | null> {
    const roots = [root, ...this.#roots];
    this.#roots = roots.slice(0, GENERATIONS);
    const manifests = new Map(collections.map(({ uuid }) => [uuid, new Set<number | null>()]));
    for (const { collections: entries } of roots) {
      for (const { uuid, manifest } of entries) manifests.get(uuid)?.add(manifest);
    }
    // All files of a damaged collection are kept.
    const swept = collections.filter(
      ({ uuid, damage }) => damage === null && (this.#sweepAll || manifests.get(uuid)!.size > 1),
    );
    const numbers = this.#roots.map(({ number }) => number);
    const kept = swept.map((collection) => this.#kept(collection));
    const failure = await this.#parts.checkpoints.sweep(numbers, kept).then(
      () => null,
      (error: Error) => error,
    );
    this.#sweepAll = failure !== null;
    return failure;
  }

  #kept({ uuid, segments, fields }: Collection): KeptFiles {
    const entries = this.#roots.flatMap(({ collections }) =>
      collections.filter((entry) => entry.uuid === uuid),
    );
    const manifests = entries.flatMap(({ manifest }) => manifest ?? []);
    const vectors = fields.map(({ id }) => id);
    return { uuid, manifests, segments: segments.numbersInUse, firstNew: segments.nextNumber, vectors };
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve));
  }
}

function unsavedGraphs({ name, graphsUnsaved: count }: Collection): string[] {
  return count === 0 ? [] : [`${name}: ${graphsUnsavedText(count)}`];
}

function indexFaults({ collection: { name }, segments }: Written): string[] {
  return (segments ?? []).flatMap(({ faults }) => faults.map((fault) => `${name}: ${fault}`));
}

/** Saves the graphs, first that of the segment that takes new points, since it does not grow until it is copied. */
async function graphsOf(parts: SaveParts, collection: Collection, segments: readonly CapturedSegment[]) {
  const graphs = new Map<CapturedSegment, SavedGraphs["graphs"]>();
  let skipped = 0;
  for (const written of [...segments].sort((a, b) => Number(b.open) - Number(a.open))) {
    const saved = await saveGraphs(parts, written);
    graphs.set(written, saved.graphs);
    skipped += saved.skipped;
  }
  collection.graphsUnsaved = skipped;
  return graphs;
}

/** Keeps the entry of the last checkpoint, for a collection whose memory does not match the log. */
function unchanged(collection: Collection): Written {
  const { uuid, name, saved, created } = collection;
  return { collection, entry: saved ?? { uuid, name, covered: created - 1, manifest: null }, segments: null };
}

/** Notes, after the root is durable, that the data of the collection is in files. */
function keep({ collection, entry, segments, shards }: Written): void {
  collection.saved = entry;
  if (shards) collection.local.noteSaved(shards);
  if (segments === null) return;
  collection.savedSegments = segments.map(({ saved }) => saved.number);
  for (const { segment, saved, payloadCrcs, firstSlot, changedCrcs } of segments) {
    segment.saved = saved;
    segment.changes.saved();
    segment.payloads.saved(saved.payloads.bytes, payloadCrcs, firstSlot, changedCrcs);
  }
}
