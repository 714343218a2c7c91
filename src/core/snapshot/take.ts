// Takes a snapshot of a collection: all of its points as they were at one moment, while writes continue.
// The decision: at that moment a bit and the position of the payload are copied for each slot. Slots are written once,
// so everything else is read afterwards in slices. Payloads that have been replaced meanwhile are read at their old
// position.

import { ShardUnavailable } from "../../errors/sharding.ts";
import { RingBuffers } from "../../storage/memory.ts";
import type { Collection } from "../collection/collection.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { UpsertDraft } from "../record/operation.ts";
import { type EncodedOperation, encodeOperation } from "../record/record.ts";
import { eachRow } from "../record/vector-rows.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { readField, type SegmentField } from "../segment/segment-field.ts";
import { slotsIn } from "../slots/bits.ts";
import type { DividedShard } from "../slots/shard-division.ts";

/** Returns an allocator for records that reuses its memory: each record is overwritten by the next. */
export function recordBuffer(): (sizeBytes: number) => Uint8Array {
  const buffers = new RingBuffers(1);
  return (sizeBytes) => buffers.take(sizeBytes);
}

/** The live slots of a segment and the positions of their payloads. */
interface SnapshotSegment {
  readonly segment: CollectionSegment;
  readonly fields: readonly SegmentField[];
  readonly slots: Uint32Array;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly versions: Float64Array;
}

/** The contents of a snapshot, which are those of one moment. */
interface SnapshotFacts {
  /** The number of points to come. */
  readonly points: number;
  readonly config: CollectionConfig;
  /** The LSN up to which records about the collection are in it. */
  readonly lsn: number;
}

interface SnapshotSink {
  /** Called once before all records. */
  begin(facts: SnapshotFacts): Promise<void>;
  /** @param versions those of the points, in their order; none in a snapshot of all shards */
  write(record: EncodedOperation, versions: Float64Array): Promise<void>;
}

/** The points of one record, and the bytes of their vectors and payloads. */
const SLICE_POINTS = 1024;
const SLICE_BYTES = 2 ** 20;

/**
 * Writes all points of a collection to a sink.
 * @param allocate returns memory for a record, with any content
 * @param shard writes the points of one shard only; null: all
 * @throws ShardUnavailable if the shards have been split meanwhile
 */
export function takeSnapshot(
  collection: Collection,
  sink: SnapshotSink,
  allocate: (sizeBytes: number) => Uint8Array,
  shard: DividedShard | null = null,
): Promise<number> {
  const taking = collection.segments.reading(async () => {
    const { captured, ...facts } = await captureAll(collection, shard);
    const points = captured.reduce((sum, { slots }) => sum + slots.length, 0);
    await sink.begin({ points, ...facts });
    for (const segment of captured) {
      for (let from = 0; from < segment.slots.length; ) {
        const to = endOfSlice(segment, from);
        const draft = await draftOf(collection.uuid, segment, from, to);
        await sink.write(encodeOperation(draft, allocate), segment.versions.subarray(from, to));
        from = to;
      }
    }
    return points;
  });
  return collection.guard(taking);
}

async function captureAll(collection: Collection, shard: DividedShard | null) {
  let captured: SnapshotSegment[] = [];
  let { config, applied: lsn } = collection;
  await collection.exclusively(async () => {
    const { all, byShard, shards } = collection.segments;
    if (shard !== null && shard.division !== shards)
      throw new ShardUnavailable([shard.shard], "the shards have been split");
    captured = (shard === null ? all : byShard[shard.shard]!).map((segment) =>
      captureSegment(segment, shard !== null),
    );
    config = collection.config;
    lsn = collection.applied;
  });
  collection.ensureOperable();
  return { captured, config, lsn };
}

/** Captures a segment. No operation is being applied, so the visible slots are complete. */
function captureSegment(segment: CollectionSegment, hasVersions: boolean): SnapshotSegment {
  const slots = Uint32Array.from(slotsIn(segment.visibleSlots()));
  const offsets = new Float64Array(slots.length);
  const lengths = new Uint32Array(slots.length);
  const versions = Float64Array.from(hasVersions ? slots : [], (slot) => segment.version(slot));
  for (let i = 0; i < slots.length; i++) {
    const { offset, length } = segment.payloads.location(slots[i]!);
    offsets[i] = offset;
    lengths[i] = length;
  }
  return { segment, fields: segment.vectors.all, slots, offsets, lengths, versions };
}

function endOfSlice({ segment, slots, lengths }: SnapshotSegment, from: number): number {
  let to = from;
  for (let bytes = 0; to < slots.length && to - from < SLICE_POINTS && bytes < SLICE_BYTES; to++) {
    bytes += segment.vectors.rowBytes + lengths[to]!;
  }
  return to;
}

async function draftOf(
  collection: string,
  captured: SnapshotSegment,
  from: number,
  to: number,
): Promise<UpsertDraft> {
  const { segment } = captured;
  const slots = [...captured.slots.subarray(from, to)];
  const columns = await Promise.all(captured.fields.map((field) => readField(field, slots)));
  const fields = columns.map(({ name, rows, vectors }) => {
    return { name, dimension: vectors.dimension, rows: [...rows], vectors: eachRow(vectors) };
  });
  return {
    kind: "upsert_points",
    collection,
    ids: segment.ids.bySlot.pick(slots),
    fields: fields.filter(({ rows }) => rows.length > 0),
    payloads: await payloadsOf(captured, from, to),
  };
}

async function payloadsOf(
  { segment, slots, offsets, lengths }: SnapshotSegment,
  from: number,
  to: number,
): Promise<(Uint8Array | null)[]> {
  const { payloads } = segment;
  const slotNumbers = [...slots.subarray(from, to)];
  const isUnchanged = (slot: number, i: number) => {
    const { offset, length } = payloads.location(slot);
    return offset === offsets[from + i] && length === lengths[from + i];
  };
  const same = slotNumbers.filter(isUnchanged);
  const found = new Map((await payloads.read(same)).map((bytes, i) => [same[i]!, bytes]));
  const all = slotNumbers.map(async (slot, i) => {
    if (found.has(slot)) return found.get(slot)!;
    const length = lengths[from + i]!;
    return length === 0 ? null : payloads.readAt(offsets[from + i]!, length);
  });
  return Promise.all(all);
}
