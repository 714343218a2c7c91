// A graph as bytes: a head, then one section for each column of the graph, with the layout of the memory except for
// chunks.
// The decision: the head has everything needed to read the rest and to check that the graph belongs to the vector store
// it is read into; it has no addresses. The graph covers the slots below `indexed` and nothing else, so it is valid for
// every later state of the same store. Bytes are read directly to their final position and checked there; an invalid
// graph is cleared.
//
//   head     16 words u32, little-endian like all that follows:
//            0 magic "AZGR"   1 version of this format   2 dimension   3 metric (METRICS)   4 encoding (ENCODINGS)
//            5 M   6 ef_construct   7 seed of the level draw   8 indexed: slots in the graph, deleted ones included
//            9 nodes   10 duplicates   11 level of the entry point   12 entry point as slot + 1, 0: there is none
//            13 bytes of a list of level 0   14 bytes of the upper links   15 bytes of a 1-bit code, 0: no codes
//   sections, in this order, each filled up with zeros to 64 bytes; a link is slot + 1, and 0 ends a list:
//            links      for each slot 2 M links of level 0, filled up with zeros to the bytes of word 13
//            products   for Dot alone: a second list of the same shape
//            degree     for each slot u16: how many links of level 0 lead to it
//            duplicate  for each slot u32: the next slot with the same vector, as slot + 1, 0: none
//            upper      for each slot of level 1 and up: u32 slot, u32 level, M links of each level, the lowest first
//            centre     where word 15 is not 0: one row of f32, zeros to 16 bytes, to which codes are relative
//            codes      for each slot its 1-bit code
//
// 8-bit codes are not part of the graph: they are saved with the rows from which they are made.
import { OutOfMemory } from "../errors/failures.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { COLUMNS, ENCODINGS, METRICS, STATS, STATUS } from "./abi.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { rowBytesOf } from "./rows.ts";
import type { SavedReader } from "./saved.ts";
import type { StoreSpec } from "./types.ts";

/** The seed from which levels are drawn, with the slot: the same vectors in the same order make the same graph. */
export const LEVEL_SEED = 0x5eed;

const MAGIC = 0x5247_5a41;
const VERSION = 1;
const HEAD_WORDS = 16;
const ALIGNMENT = 64;
/** The length of the head before gathered upper links. */
const RECORDS_OFFSET = 64;
/** The bytes of upper links that are gathered in one step; one node takes 32 KiB at most. */
const STEP_BYTES = 256 * 1024;

/** The words of the head that must be equal to those of the store. */
const HEAD_FIELDS = [
  "magic",
  "version",
  "dimension",
  "metric",
  "encoding",
  "M",
  "ef_construct",
  "seed",
] as const;

function headWords({ dimension, metric, encoding, m, efConstruct }: StoreSpec): number[] {
  return [MAGIC, VERSION, dimension, METRICS[metric], ENCODINGS[encoding], m, efConstruct, LEVEL_SEED];
}

/**
 * Returns a copy of the graph, a part for the head and each section, reserved as passing memory; empty if there is no
 * graph. Nothing may be written meanwhile. @throws OutOfMemory, with nothing reserved
 */
export function copyGraph(linear: LinearMemory, spec: StoreSpec, account: MemoryLimit): Uint8Array[] {
  const { stat, upperBytes, centre, columnBytes } = linear.exports;
  const slots = stat(STATS.Indexed);
  if (spec.m === 0 || slots === 0) return [];
  // 8-bit codes are saved with the rows, and so is their centre.
  const centreAddress = spec.encoding === "binary" ? centre() : 0;
  const head = Uint32Array.of(
    ...headWords(spec),
    ...[slots, stat(STATS.Nodes), stat(STATS.Duplicates), stat(STATS.EntryLevel), stat(STATS.EntrySlot)],
    ...[columnBytes(COLUMNS.Links), upperBytes(slots)],
    centreAddress === 0 ? 0 : columnBytes(COLUMNS.Codes),
  );
  const upper = head[14]!;
  return intoParts(account, [
    [new Uint8Array(head.buffer)],
    linear.column(COLUMNS.Links, 0, slots),
    linear.column(COLUMNS.Products, 0, slots),
    linear.column(COLUMNS.Degree, 0, slots),
    linear.column(COLUMNS.Duplicate, 0, slots),
    { bytes: upper, of: () => gatheredUpper(linear, slots, upper) },
    centreAddress === 0 ? [] : [linear.bytes(centreAddress, rowBytesOf(spec.dimension))],
    centreAddress === 0 ? [] : linear.column(COLUMNS.Codes, 0, slots),
  ]);
}

/** The content of a part; a content that is made step by step gives its length in advance. */
type Source = readonly Uint8Array[] | { readonly bytes: number; readonly of: () => Iterable<Uint8Array> };

function intoParts(account: MemoryLimit, sources: readonly Source[]): Uint8Array[] {
  const lengths = sources.map((source) => aligned("of" in source ? source.bytes : lengthOf(source)));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (!account.reserve(total, "passing")) throw new OutOfMemory();
  try {
    return sources.flatMap((source, i) => {
      if (lengths[i] === 0) return [];
      const part = new Uint8Array(new SharedArrayBuffer(lengths[i]!));
      let at = 0;
      for (const bytes of "of" in source ? source.of() : source) {
        part.set(bytes, at);
        at += bytes.length;
      }
      return part;
    });
  } catch (cause) {
    account.release(total);
    // A buffer that cannot be allocated is a RangeError.
    throw cause instanceof RangeError ? new OutOfMemory({ cause }) : cause;
  }
}

/** Yields the upper links in steps; each step is invalid when the next one is requested. */
export function* gatheredUpper(linear: LinearMemory, slots: number, bytes: number): Generator<Uint8Array> {
  const maxBytes = Math.min(bytes, STEP_BYTES);
  for (let slot = 0; bytes > 0 && slot < slots; ) {
    const address = linear.exports.gatherUpper(linear.worker, slot, slots, maxBytes);
    if (address === 0) throw new OutOfMemory();
    const [next, length] = linear.words(address, 2);
    yield linear.bytes(address, RECORDS_OFFSET + length!).subarray(RECORDS_OFFSET);
    slot = next!;
  }
}

/**
 * Reads a graph into the columns of a store that has none. After an error the graph has to be cleared.
 * @throws DamagedFile if it is not as it was written or belongs to another store, OutOfMemory
 */
export function readGraph(linear: LinearMemory, spec: StoreSpec, reader: SavedReader): void {
  const { stat, columnBytes, upperInput, centreInput, useCentre, adoptGraph } = linear.exports;
  const bytes = reader.left;
  const head = new Uint32Array(HEAD_WORDS);
  reader.read(new Uint8Array(head.buffer));
  const [slots, nodes, duplicates, level, top, listBytes, upperBytes, codeBytes] = head.subarray(
    HEAD_FIELDS.length,
  );
  checkHead(head, spec, reader);
  if (slots! > stat(STATS.Count)) {
    throw reader.damaged(`its graph covers ${slots} slots, and there are ${stat(STATS.Count)}`, 0);
  }
  const centreBytes = codeBytes === 0 ? 0 : rowBytesOf(spec.dimension);
  const columns = [COLUMNS.Links, COLUMNS.Products, COLUMNS.Degree, COLUMNS.Duplicate];
  const sections = [...columns.map((column) => slots! * columnBytes(column)), upperBytes!, centreBytes];
  const total = [HEAD_WORDS * 4, ...sections, slots! * codeBytes!].reduce(
    (sum, length) => sum + aligned(length),
    0,
  );
  const shapes =
    listBytes === columnBytes(COLUMNS.Links) && [0, columnBytes(COLUMNS.Codes)].includes(codeBytes!);
  if (total !== bytes || !shapes)
    throw reader.damaged(`its head tells of ${total} bytes, it has ${bytes}`, 0);

  for (const column of columns) readSection(reader, linear.column(column, 0, slots!));
  const upper = upperBytes === 0 ? 0 : upperInput(upperBytes!);
  if (upperBytes! > 0) readSection(reader, [linear.writable(upper, upperBytes!)]);
  if (centreBytes > 0) {
    const maxBytes = centreInput();
    readSection(reader, [linear.writable(maxBytes, centreBytes)]);
    useCentre(maxBytes);
    readSection(reader, linear.column(COLUMNS.Codes, 0, slots!));
  }
  const status = adoptGraph(slots!, nodes!, duplicates!, level!, top!, upper, upperBytes!);
  if (status === STATUS.UnsoundGraph) throw reader.damaged("its links do not make a graph", 0);
  check(status);
}

function checkHead(head: Uint32Array, spec: StoreSpec, reader: SavedReader): void {
  const expected = headWords(spec);
  HEAD_FIELDS.forEach((name, i) => {
    if (head[i] === expected[i]) return;
    throw reader.damaged(`its graph has the ${name} ${head[i]}, ${expected[i]} is needed`, 0);
  });
}

function readSection(reader: SavedReader, into: readonly Uint8Array[]): void {
  for (const part of into) reader.read(part);
  const length = lengthOf(into);
  reader.read(new Uint8Array(aligned(length) - length));
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);
const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
