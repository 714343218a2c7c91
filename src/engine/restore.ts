// Restores a vector store from its saved state: rows, codes, deleted bits, and its graph.
// The decision: rows cannot be computed from anything else, so a damaged row fails the whole. Codes and the graph are
// derived from rows, so damage of these is reported and they are built again: codes at once, because searches need
// them, the graph by the indexer as usual. Bytes are read directly to their final position.
import { DamagedFile } from "../errors/failures.ts";
import { COLUMNS } from "./abi.ts";
import type { CodeCentre } from "./centre.ts";
import type { RowFile, StoreFiles } from "./files.ts";
import { readGraph } from "./graph-file.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { rowBytesOf } from "./rows.ts";
import { readSaved, type SavedBytes } from "./saved.ts";
import type { StoreSpec } from "./types.ts";

export interface SavedStore {
  readonly slots: number;
  /** The bits of the slots that are deleted or never had a vector, slot 0 in bit 0 of word 0. */
  readonly dead: Uint32Array;
  /** With `rowsFile` that same file. */
  readonly rows: SavedBytes;
  /** Null: none were saved. Empty: there was no centre yet, so there were no codes. */
  readonly codes: SavedBytes | null;
  /** Null: none was saved. It may be older than the rest. */
  readonly graph: SavedBytes | null;
}

/** The store being restored: it has memory for all slots, and no slots yet. */
interface EmptyStore {
  readonly linear: LinearMemory;
  readonly spec: StoreSpec;
  readonly files: StoreFiles;
  /** Null: the rows are in memory. */
  readonly rowFile: RowFile | null;
  /** Rows that can be passed at a time. */
  readonly inputRows: number;
}

const WORD_BITS = 32;
const ADDED_FOR_DOT = 16;

export interface FillResult {
  /** The parts that could not be used, each with the reason. */
  readonly faults: string[];
  /** Whether the codes differ from the saved ones. */
  readonly recoded: boolean;
}

/** Fills the store. @throws DamagedFile, OutOfMemory */
export function fillStore(empty: EmptyStore, saved: SavedStore, centre: CodeCentre): FillResult {
  const { linear, files, spec } = empty;
  const { markDead, publish, clearGraph } = linear.exports;
  const faults: string[] = [];
  readRowColumn(empty, saved);
  for (const slot of bitsBelow(saved.slots, saved.dead)) check(markDead(slot));
  check(publish(saved.slots));
  const recoded = spec.encoding === "int8" && saved.slots > 0 && !restoreCodes(empty, saved, centre, faults);
  const { graph } = saved;
  if (graph === null) return { faults, recoded };
  const read = () => readSaved(files, graph, (reader) => readGraph(linear, spec, reader));
  if (!attempt(read, faults)) clearGraph();
  return { faults, recoded };
}

/** Restores codes, or makes them again. @returns false if they were made again */
function restoreCodes(empty: EmptyStore, saved: SavedStore, centre: CodeCentre, faults: string[]): boolean {
  const { codes } = saved;
  if (codes?.bytes === 0) return true;
  if (codes === null) faults.push(`the codes of ${saved.rows.file} were not saved`);
  const whole = codes !== null && !isOfOldShape(empty, saved);
  if (whole && attempt(() => readCodes(empty, saved, centre), faults)) return true;
  centre.computeNow();
  return false;
}

/** Returns whether codes were saved before there were centres: for Dot a code has sixteen bytes more since then. */
function isOfOldShape({ linear, spec }: EmptyStore, { slots, codes }: SavedStore): boolean {
  const now = linear.exports.columnBytes(COLUMNS.Codes);
  return spec.metric === "Dot" && codes!.bytes === slots * (now - ADDED_FOR_DOT);
}

/** Runs a read. @returns false, with a fault added, if the file cannot be used */
function attempt(read: () => void, faults: string[]): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    faults.push(error.damage);
    return false;
  }
}

/** Reads the rows. Rows that stay in their file are read only for their checksums. */
function readRowColumn({ linear, spec, files, rowFile }: EmptyStore, { slots, rows }: SavedStore): void {
  if (rows.bytes === 0 && slots === 0) return;
  checkLength(rows, slots * rowBytesOf(spec.dimension));
  readSaved(files, rows, (reader) => {
    if (rowFile) reader.verifyRest();
    for (const run of linear.column(COLUMNS.Vectors, 0, slots)) reader.read(run);
  });
}

/** Reads the codes, and before them their centre; those of earlier versions have none and are relative to zero. */
function readCodes({ linear, files, spec }: EmptyStore, { slots, codes }: SavedStore, centre: CodeCentre) {
  const { columnBytes, noteCodes } = linear.exports;
  const bytes = slots * columnBytes(COLUMNS.Codes);
  const row = new Uint8Array(rowBytesOf(spec.dimension));
  if (codes!.bytes !== bytes) checkLength(codes!, row.length + bytes);
  readSaved(files, codes!, (reader) => {
    if (codes!.bytes > bytes) reader.read(row);
    for (const run of linear.column(COLUMNS.Codes, 0, slots)) reader.read(run);
  });
  check(noteCodes(slots));
  centre.use(new Float32Array(row.buffer, 0, spec.dimension));
}

function checkLength({ file, bytes }: SavedBytes, expected: number): void {
  if (bytes === expected) return;
  const reason = `${bytes} bytes of it were saved, ${expected} are needed`;
  throw new DamagedFile(file, Math.min(bytes, expected), reason);
}

export function* bitsBelow(end: number, words: Uint32Array): Generator<number> {
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const bit = at * WORD_BITS + 31 - Math.clz32(word & -word);
      if (bit < end) yield bit;
    }
  }
}
