// Copies the live points of segments to new ones: a vacuum of one segment, or a merge of several.
// The decision: segments are derived state, so nothing is logged. The new segments become visible in the last step,
// which runs while no operation is applied; a failure before it leaves the old segments unchanged. The old segments
// are sealed first, so they only lose points meanwhile. Deletes and new payloads are noted and repeated in the new
// segments.
import type { Engine } from "../../engine/engine.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { payloadBytes } from "../payload/store.ts";
import type { UpsertPoints } from "../record/operation.ts";
import { type VectorBytes, vectorBytes } from "../record/vector-bytes.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { Segments } from "../segment/segments.ts";
import { append } from "../segment/taken-slots.ts";
import { reserveLasting } from "../slots/lasting-memory.ts";
import { applyWrites } from "../vectors/apply-writes.ts";
import { denseOf } from "../vectors/dense-index.ts";
import { centreCodes } from "./rebuild-centre.ts";
import { type ShardTargets, targetsFor } from "./shard-targets.ts";

export interface RebuildParts {
  readonly engine: Engine;
  readonly segments: Segments;
  /** Runs the work between two operations. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Lets other tasks run. @throws when the rebuild has to end */
  readonly pause: () => Promise<void>;
  /** Whether the new segments are indexed before they become visible. */
  readonly indexFirst: boolean;
  /** Receives the new segments, which are not visible yet, and none when they are visible or given up. */
  readonly onTargets: (targets: readonly CollectionSegment[]) => void;
}

/** Bytes that are copied between two pauses: a write or a search waits for no more. */
const SLICE_BYTES = 512 * 1024;
const SLICE_POINTS = 1024;
const SLICE_SCANNED = 16 * 1024;

/** @param sources segments of one shard, or of one that was split: then their points go to new ones of each shard */
export async function rebuild(parts: RebuildParts, sources: readonly CollectionSegment[]): Promise<void> {
  const { segments, exclusively } = parts;
  for (const source of sources) await segments.capacity.seal(source);
  await exclusively(async () => {
    for (const source of sources) source.notes.begin();
  });
  const divided = await targetsFor(segments, sources);
  const targets = divided.flatMap((one) => one.targets);
  parts.onTargets(targets);
  let dropOld = async () => {};
  try {
    await copyAll(parts, sources, divided);
    for (const { vectors } of targets) await vectors.pauseIndexing(false);
    if (parts.indexFirst) await indexAll(targets, parts.pause);
    inheritRecall(sources, targets);
    await catchUp(parts, sources, targets);
    await exclusively(async () => {
      await catchUp({ ...parts, pause: async () => {} }, sources, targets);
      const areThere = sources.every((source) => segments.all.includes(source));
      if (segments.dropped || !areThere)
        throw new VectorDbError("INTERNAL", "the segments have been dropped");
      dropOld = segments.replace(sources, targets);
    });
  } catch (error) {
    // If the engine fails here too, the first error is the one to report.
    for (const target of targets) await segments.discard(target).catch(() => {});
    throw error;
  } finally {
    parts.onTargets([]);
    for (const source of sources) source.notes.end();
  }
  await dropOld();
}

async function indexAll(targets: readonly CollectionSegment[], pause: () => Promise<void>): Promise<void> {
  for (const { vectors, indexes } of targets) {
    await vectors.indexed();
    await indexes.finish(pause);
  }
}

/** Lets the new segments use what was measured of the largest old one, until they are measured themselves. */
function inheritRecall(sources: readonly CollectionSegment[], targets: readonly CollectionSegment[]): void {
  const largest = sources.reduce((one, other) => (other.ids.size > one.ids.size ? other : one));
  for (const { field, index } of largest.vectors.all) {
    for (const { vectors } of targets) {
      const target = vectors.all.find((other) => other.field.id === field.id);
      if (target) denseOf(target.index)?.inheritRecall(denseOf(index));
    }
  }
}

async function copyAll(
  parts: RebuildParts,
  sources: readonly CollectionSegment[],
  divided: readonly ShardTargets[],
) {
  const targets = divided.flatMap((one) => one.targets);
  const live = divided.reduce((sum, { points }) => sum + points, 0);
  if (live === 0) return;
  await centreCodes(sources, targets, parts.pause);
  // All memory is reserved first: if there is not enough, nothing is copied for nothing.
  for (const { targets: some, points } of divided) {
    for (const target of some) {
      await target.reserve(Math.ceil(points / some.length));
      await target.reserveBytes(bytesOfVectors(sources, points / live / some.length));
    }
  }
  // Indexing starts after the copy, so that rows enter the graph in mixed order, not in that of the sources.
  for (const { vectors } of targets) await vectors.pauseIndexing(true);
  const bytes = sources.reduce((sum, source) => sum + source.payloads.liveBytes, 0);
  const reservation = await reserveLasting(parts.engine, bytes);
  const onCopied = (copied: number) => reservation.release(copied);
  try {
    for (const one of divided)
      for (const source of sources) if (one.points > 0) await copySource(parts, source, one, onCopied);
  } finally {
    reservation.release();
  }
}

/** Copies points of a source to the segments that get them. @param onCopied gets the bytes of payloads */
async function copySource(
  { segments, pause }: RebuildParts,
  source: CollectionSegment,
  { targets, points, getsSlot }: ShardTargets,
  onCopied: (bytes: number) => void,
): Promise<void> {
  const share = Math.ceil(points / targets.length);
  const gets = (slot: number) => source.ids.isCurrent(slot) && (getsSlot?.(source, slot) ?? true);
  for (let from = 0; from < source.ids.slots; ) {
    // When all are full, the remaining slots of the source are dead.
    const into = targets.find(({ ids }) => ids.slots < share) ?? targets.at(-1)!;
    const { slots, next } = nextLive(source, from, Math.max(1, share - into.ids.slots), gets);
    // A vector that is removed meanwhile stays readable for this long.
    onCopied(await segments.reading(() => copy(source, slots, into)));
    from = next;
    await pause();
  }
}

/** Returns the bytes of vectors that differ in size for a part of the points, by their average. */
function bytesOfVectors(sources: readonly CollectionSegment[], part: number): VectorBytes {
  const bytes = new Map<string, number>();
  for (const { ids, vectors } of sources) {
    for (const { field, index } of vectors.all) {
      const share = Math.ceil(ids.size * index.rowBytes * part);
      if (index.reserveBytes) bytes.set(field.name, (bytes.get(field.name) ?? 0) + share);
    }
  }
  return bytes;
}

/** Returns at most `most` slots from `from` on whose points are copied, and where the next slice begins. */
function nextLive(
  source: CollectionSegment,
  from: number,
  most: number,
  isCopied: (slot: number) => boolean,
): { slots: number[]; next: number } {
  const end = Math.min(source.ids.slots, from + SLICE_SCANNED);
  const slots: number[] = [];
  const points = Math.min(SLICE_POINTS, most);
  let slot = from;
  for (let bytes = 0; slot < end && bytes < SLICE_BYTES && slots.length < points; slot++) {
    if (!isCopied(slot)) continue;
    slots.push(slot);
    bytes += source.vectors.rowBytes + source.payloads.lengthOf(slot);
  }
  return { slots, next: slot };
}

/** Copies points by an upsert in which each keeps its version. @returns the bytes of the payloads */
async function copy(
  source: CollectionSegment,
  slots: readonly number[],
  target: CollectionSegment,
): Promise<number> {
  if (slots.length === 0) return 0;
  // Versions and payloads are taken in one turn: a payload that is replaced later is noted and has a newer version.
  const versions = Float64Array.from(slots, (slot) => source.version(slot));
  const payloads = Promise.resolve(source.payloads.read(slots));
  payloads.catch(() => {});
  const points: UpsertPoints = {
    kind: "upsert_points",
    collection: "",
    ids: source.ids.bySlot.pick(slots),
    fields: await Promise.all(source.vectors.names.map((name) => source.vectors.read(name, slots))),
    payloads: await payloads,
  };
  // Vectors that differ in size may be longer here than on average.
  await target.reserveBytes(vectorBytes(points.fields));
  await applyWrites(append(target, points, versions));
  target.publish();
  return payloadBytes(points.payloads);
}

/** Repeats in the new segments the deletes and new payloads that the old ones got since they were copied. */
async function catchUp(
  parts: RebuildParts,
  sources: readonly CollectionSegment[],
  targets: readonly CollectionSegment[],
) {
  const { engine, pause } = parts;
  for (const source of sources) {
    for (const slots of slicesOf(source, source.notes.takeChanges())) {
      for (const target of targets) await copyPayloads(engine, source, slots, target);
      await pause();
    }
  }
  const tombstones = sources.map(({ ids, notes }) => ({ bySlot: ids.bySlot, slots: notes.takeDeleted() }));
  for (const target of targets) {
    const copies = tombstones.flatMap(({ bySlot, slots }) =>
      slots.map((slot) => target.unlink(bySlot, slot)),
    );
    const dead = copies.filter((copied) => copied >= 0);
    if (dead.length > 0) await applyWrites([], target.tombstoneWrites(dead));
    target.confirmDeletes();
  }
}

/** Divides slots into parts that are copied between two pauses; lazily, because payloads change meanwhile. */
function* slicesOf({ payloads }: CollectionSegment, slots: readonly number[]): Generator<number[]> {
  for (let at = 0; at < slots.length; ) {
    const slice: number[] = [];
    for (let bytes = 0; at < slots.length && bytes < SLICE_BYTES && slice.length < SLICE_POINTS; at++) {
      slice.push(slots[at]!);
      bytes += payloads.lengthOf(slots[at]!);
    }
    yield slice;
  }
}

/** Copies the payloads of slots whose payload changed after it was copied. */
async function copyPayloads(
  engine: Engine,
  source: CollectionSegment,
  changed: readonly number[],
  target: CollectionSegment,
) {
  const copyOf = (slot: number) => target.ids.find(source.ids.bySlot, slot);
  const slots = changed.filter((slot) => {
    const copied = source.ids.isCurrent(slot) ? copyOf(slot) : -1;
    return copied >= 0 && target.version(copied) < source.version(slot);
  });
  const versions = slots.map((slot) => source.version(slot));
  const bytes = slots.reduce((sum, slot) => sum + source.payloads.lengthOf(slot), 0);
  const payloads = Promise.resolve(source.payloads.read(slots));
  payloads.catch(() => {});
  const reservation = await reserveLasting(engine, bytes);
  try {
    for (const [i, payload] of (await payloads).entries()) {
      target.setPayload(copyOf(slots[i]!), payload, versions[i]!);
    }
  } finally {
    reservation.release();
  }
}
