// Writes what was added to a segment since it was last saved.
// The decision: everything but dead bits and graphs is written once, so it can be saved while other writes go on:
// slots beyond the capture are not read, and slots below it do not change, or their earlier state is kept. Changes to
// slots that had been saved are appended to a file of their own. Graphs were written before; see save-graph.ts.
import { NO_BYTES } from "../../storage/data-file.ts";
import { grown } from "../../storage/grown-file.ts";
import type { SavedField, SavedGraph, SavedSegment } from "../../storage/manifest.ts";
import { allocateShared } from "../../storage/memory.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import { CHANGE_BYTES, type ChangeRecord, encodeChanges } from "../formats/change-records.ts";
import { encodeSlots, recordBytes, type SlotSource } from "../formats/slot-records.ts";
import type { SlotSums } from "../payload/store.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { saveIndexes } from "./save-index.ts";
import type { CapturedSegment, SaveParts } from "./save-parts.ts";

/** A segment whose files are durable. They become valid with the root of the checkpoint. */
export interface WrittenSegment {
  readonly segment: CollectionSegment;
  readonly saved: SavedSegment;
  /** The CRC-32 of each payload from slot `firstSlot` on. */
  readonly payloadCrcs: Uint32Array;
  readonly firstSlot: number;
  /** The CRC-32 of changed payloads of earlier slots. */
  readonly changedCrcs: SlotSums;
  /** Sentences about payload indexes that could not be saved. */
  readonly faults: readonly string[];
}

/** The work between two pauses: one to two milliseconds. */
const SLICE_SLOTS = 1024;
const SLICE_BYTES = 4 * 2 ** 20;
const REMOVED: SavedField = { name: "", removed: true, rows: null, codes: null, graph: null };
/** Slots whose records are in memory at a time: some megabytes. */
const BATCH_SLOTS = 64 * SLICE_SLOTS;

/** Writes everything of the segment but its graphs. @param graphs the result of `saveGraphs` */
export async function saveSegment(
  parts: SaveParts,
  captured: CapturedSegment,
  graphs: readonly (SavedGraph | null)[],
): Promise<WrittenSegment> {
  const { segment, slots, dead, open, shards } = captured;
  const { number, shard, division } = segment;
  const firstSlot = segment.saved?.slots ?? 0;
  const payloads = await savePayloads(parts, captured);
  const { points, payloadCrcs } = await savePoints(parts, captured, firstSlot);
  const { changes, changedCrcs } = await saveChanges(parts, segment);
  segment.changes.release();
  const fields = await saveFields(parts, captured, firstSlot, graphs);
  const { indexes, faults } = await saveIndexes(parts, captured, changes?.bytes ?? 0);
  const saved: SavedSegment = {
    number,
    ...(shard > 0 && { shard }),
    ...(division !== shards && { division }),
    slots,
    open,
    dead,
    points,
    changes,
    payloads,
    fields,
    indexes,
  };
  return { segment, saved, payloadCrcs, firstSlot, changedCrcs, faults };
}

/** Writes the vectors. @returns the files of each column; those of removed vectors have none */
async function saveFields(
  { checkpoints: files, number }: SaveParts,
  { segment, fields, slots }: CapturedSegment,
  from: number,
  graphs: readonly (SavedGraph | null)[],
): Promise<SavedField[]> {
  const saved: SavedField[] = Array.from({ length: segment.vectors.columns }, () => REMOVED);
  for (const [i, { field, index, column }] of fields.entries()) {
    const before = segment.saved?.fields[column];
    const { id } = field;
    const written = await index.save({ files, number, slots, from, before, graph: graphs[i]! });
    saved[column] = id === column ? written : { ...written, id };
  }
  return saved;
}

/** Appends the payloads that are not in the file yet. They stay in memory until the checkpoint is valid. */
function savePayloads({ checkpoints }: SaveParts, { segment, payloadBytes }: CapturedSegment) {
  const before = segment.saved?.payloads ?? NO_BYTES;
  const file = `${segment.directory}/payloads.bin`;
  const added = segment.payloads.parts(before.bytes, payloadBytes);
  return grown(file, before, added.length, () => checkpoints.append(file, before, added));
}

async function savePoints(parts: SaveParts, { segment, fields, slots }: CapturedSegment, first: number) {
  const { checkpoints } = parts;
  const { columns } = segment.vectors;
  const absent = new Map(fields.map((field) => [field.column, field.absent]));
  const payloadCrcs = new Uint32Array(slots - first);
  const source: SlotSource = {
    get bySlot() {
      return segment.ids.bySlot;
    },
    state: (slot) => ({ crc: payloadCrcs[slot - first]!, ...segment.stateAtCapture(slot) }),
    lacks: (slot, column) => absent.get(column)?.has(slot) ?? true,
  };
  const records: Uint8Array[] = [];
  const before = segment.saved?.points ?? NO_BYTES;
  const file = `${segment.directory}/slots.bin`;
  let { bytes, sums }: Omit<SavedFile, "file"> = before;
  for (let from = first; from < slots; from += SLICE_SLOTS) {
    const to = Math.min(slots, from + SLICE_SLOTS);
    const slice = allocateShared(recordBytes(columns) * (to - from));
    await sumPayloads(parts, segment, range(from, to), (slot, crc) => {
      payloadCrcs[slot - first] = crc;
    });
    encodeSlots(source, columns, from, to, slice);
    records.push(slice);
    if (to < slots && records.length * SLICE_SLOTS < BATCH_SLOTS) continue;
    ({ bytes, sums } = await checkpoints.append(file, { bytes, sums }, records.splice(0)));
  }
  const points: SavedFile = { file, bytes, sums };
  return { points, payloadCrcs };
}

/** Appends the changes, since the last checkpoint, of slots that had been saved before. */
async function saveChanges(parts: SaveParts, segment: CollectionSegment) {
  const { checkpoints } = parts;
  const changedCrcs = { slots: [] as number[], sums: [] as number[] };
  const file = `${segment.directory}/changes.bin`;
  const before = segment.saved?.changes ?? null;
  let { bytes, sums }: Omit<SavedFile, "file"> = before ?? NO_BYTES;
  for (const slots of slices(segment.changes.isCaptured(), BATCH_SLOTS)) {
    const records: ChangeRecord[] = [];
    await sumPayloads(parts, segment, slots, (slot, crc) => {
      records.push({ slot, crc, ...segment.stateAtCapture(slot) });
      changedCrcs.slots.push(slot);
      changedCrcs.sums.push(crc);
    });
    const encoded = allocateShared(records.length * CHANGE_BYTES);
    encodeChanges(records, encoded);
    ({ bytes, sums } = await checkpoints.append(file, { bytes, sums }, [encoded]));
  }
  return { changes: bytes === 0 ? null : { file, bytes, sums }, changedCrcs };
}

/** Computes the CRC-32 of each payload as it was at the capture. Payloads that are not saved yet are in memory. */
async function sumPayloads(
  { checkpoints, pause }: SaveParts,
  segment: CollectionSegment,
  slots: Iterable<number>,
  visit: (slot: number, crc: number) => void,
): Promise<void> {
  let bytes = 0;
  let count = 0;
  for (const slot of slots) {
    const { offset, length } = segment.stateAtCapture(slot);
    visit(slot, length === 0 ? 0 : checkpoints.crc32(segment.payloads.parts(offset, offset + length)[0]!));
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
