// Writes what a segment has got since it was last saved.
// The decision: everything but dead bits and graphs is written once, so it is written while points come and go: slots
// above those that were captured are not looked at, and those below do not change, or are known as they were. What was
// changed of slots that had been saved is added to a file of its own. Graphs were written before; see save-graph.ts.
import type { Engine } from "../../engine/engine.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import { NO_BYTES } from "../../storage/data-file.ts";
import { grown } from "../../storage/grown-file.ts";
import type { SavedField, SavedFile, SavedGraph, SavedSegment } from "../../storage/manifest.ts";
import { allocateShared } from "../../storage/memory.ts";
import { CHANGE_BYTES, type ChangeRecord, encodeChanges } from "../formats/change-records.ts";
import { encodeSlots, recordBytes, type SlotSource } from "../formats/slot-records.ts";
import type { SlotSums } from "../payload/store.ts";
import type { CollectionSegment } from "../segment/segment.ts";

/** A segment as it was between two operations. */
export interface CapturedSegment {
  readonly segment: CollectionSegment;
  readonly slots: number;
  readonly payloadBytes: number;
  /** A bit for each slot that its point has left. */
  readonly dead: Uint32Array;
  /** It takes new points. */
  readonly open: boolean;
}

export interface SaveParts {
  readonly engine: Engine;
  readonly checkpoints: Checkpoints;
  /** Of the checkpoint. */
  readonly number: number;
  /** The server stops: graphs are saved as they are, however little they have grown. */
  readonly final: boolean;
  /** Lets others have the thread for a moment. */
  readonly pause: () => Promise<void>;
}

/** What is written and durable, and counts once the checkpoint does. */
export interface WrittenSegment {
  readonly segment: CollectionSegment;
  readonly saved: SavedSegment;
  /** CRCs of the payloads of the slots from `firstSlot` on. */
  readonly payloadCrcs: Uint32Array;
  readonly firstSlot: number;
  /** The same of slots before it that have another payload now. */
  readonly changedCrcs: SlotSums;
}

/** What others wait for at most: a millisecond or two. */
const SLICE_SLOTS = 1024;
const SLICE_BYTES = 4 * 2 ** 20;
/** Records that are in memory at a time, some megabytes of them. */
const BATCH_SLOTS = 64 * SLICE_SLOTS;

/** @param graphs what `saveGraphs` has written */
export async function saveSegment(
  parts: SaveParts,
  captured: CapturedSegment,
  graphs: readonly (SavedGraph | null)[],
): Promise<WrittenSegment> {
  const { segment, slots, dead, open } = captured;
  const { number } = segment;
  const firstSlot = segment.saved?.slots ?? 0;
  const payloads = await savePayloads(parts, captured);
  const { points, payloadCrcs } = await savePoints(parts, captured, firstSlot);
  const { changes, changedCrcs } = await saveChanges(parts, segment);
  segment.changes.release();
  const fields: SavedField[] = [];
  for (const [i, { index }] of segment.vectors.all.entries()) {
    const { checkpoints: files, number } = parts;
    const before = segment.saved?.fields[i];
    fields.push(await index.save({ files, number, slots, from: firstSlot, before, graph: graphs[i]! }));
  }
  const saved: SavedSegment = { number, slots, open, dead, points, changes, payloads, fields };
  return { segment, saved, payloadCrcs, firstSlot, changedCrcs };
}

/** All that is not in the file yet: until the checkpoint counts it is in memory as well. */
function savePayloads({ checkpoints }: SaveParts, { segment, payloadBytes }: CapturedSegment) {
  const before = segment.saved?.payloads ?? NO_BYTES;
  const file = `${segment.directory}/payloads.bin`;
  const added = segment.payloads.parts(before.bytes, payloadBytes);
  return grown(file, before, added.length, () => checkpoints.append(file, before, added));
}

async function savePoints(parts: SaveParts, { segment, slots }: CapturedSegment, first: number) {
  const { checkpoints } = parts;
  const fields = segment.vectors.all;
  const payloadCrcs = new Uint32Array(slots - first);
  const source: SlotSource = {
    get bySlot() {
      return segment.ids.bySlot;
    },
    state: (slot) => ({ ...segment.stateThen(slot), crc: payloadCrcs[slot - first]! }),
    lacks: (slot, field) => fields[field]!.absent.has(slot),
  };
  const records: Uint8Array[] = [];
  const before = segment.saved?.points ?? NO_BYTES;
  const file = `${segment.directory}/slots.bin`;
  let { bytes, sums }: Omit<SavedFile, "file"> = before;
  for (let from = first; from < slots; from += SLICE_SLOTS) {
    const to = Math.min(slots, from + SLICE_SLOTS);
    const slice = allocateShared(recordBytes(fields.length) * (to - from));
    await sumPayloads(parts, segment, range(from, to), (slot, crc) => {
      payloadCrcs[slot - first] = crc;
    });
    encodeSlots(source, fields.length, from, to, slice);
    records.push(slice);
    if (to < slots && records.length * SLICE_SLOTS < BATCH_SLOTS) continue;
    ({ bytes, sums } = await checkpoints.append(file, { bytes, sums }, records.splice(0)));
  }
  const points: SavedFile = { file, bytes, sums };
  return { points, payloadCrcs };
}

/** What was changed since then of slots that had been saved. */
async function saveChanges(parts: SaveParts, segment: CollectionSegment) {
  const { checkpoints } = parts;
  const changedCrcs = { slots: [] as number[], sums: [] as number[] };
  const file = `${segment.directory}/changes.bin`;
  const before = segment.saved?.changes ?? null;
  let { bytes, sums }: Omit<SavedFile, "file"> = before ?? NO_BYTES;
  for (const slots of slices(segment.changes.caught(), BATCH_SLOTS)) {
    const records: ChangeRecord[] = [];
    await sumPayloads(parts, segment, slots, (slot, crc) => {
      records.push({ slot, crc, ...segment.stateThen(slot) });
      changedCrcs.slots.push(slot);
      changedCrcs.sums.push(crc);
    });
    const encoded = allocateShared(records.length * CHANGE_BYTES);
    encodeChanges(records, encoded);
    ({ bytes, sums } = await checkpoints.append(file, { bytes, sums }, [encoded]));
  }
  return { changes: bytes === 0 ? null : { file, bytes, sums }, changedCrcs };
}

/** Works out the CRC-32 of each payload, as it was when the segment was captured: in memory, for it is not saved yet. */
async function sumPayloads(
  { checkpoints, pause }: SaveParts,
  segment: CollectionSegment,
  slots: Iterable<number>,
  then: (slot: number, crc: number) => void,
): Promise<void> {
  let bytes = 0;
  let count = 0;
  for (const slot of slots) {
    const { offset, length } = segment.stateThen(slot);
    then(slot, length === 0 ? 0 : checkpoints.crc32(segment.payloads.parts(offset, offset + length)[0]!));
    bytes += length;
    if (bytes < SLICE_BYTES && ++count < SLICE_SLOTS) continue;
    bytes = 0;
    count = 0;
    await pause();
  }
}

function* range(from: number, to: number): Generator<number> {
  for (let slot = from; slot < to; slot++) yield slot;
}

function* slices(slots: Iterable<number>, most: number): Generator<number[]> {
  let slice: number[] = [];
  for (const slot of slots) {
    slice.push(slot);
    if (slice.length < most) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
