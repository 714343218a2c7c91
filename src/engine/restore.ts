// Makes a segment from what was saved of it: rows, codes, dead bits, and its graph.
// The decision: rows are what cannot be made again, so a row that is not as it was written fails the whole; codes and
// the graph are derived from them, so what is wrong there is said and made anew: codes at once, because nothing is found
// without them, the graph by the indexer as ever. Bytes are read straight to where they stay.
import { DamagedFile } from "../errors/failures.ts";
import { COLUMNS } from "./abi.ts";
import type { CodeCentre } from "./centre.ts";
import type { RowFile, SegmentFiles } from "./files.ts";
import { readGraph } from "./graph-file.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { rowBytesOf } from "./rows.ts";
import { readSaved, type SavedBytes } from "./saved.ts";
import type { SegmentSpec } from "./types.ts";

/** What was saved of a segment. */
export interface SavedSegment {
  readonly slots: number;
  /** Bits of the slots that are dead or never had a vector, slot 0 in bit 0 of word 0. */
  readonly dead: Uint32Array;
  /** With `rowsFile` that very file. */
  readonly rows: SavedBytes;
  /** Null: none were saved. Without a byte: there was no centre yet, so there were none. */
  readonly codes: SavedBytes | null;
  /** Null: none was saved. It may be older than the rest. */
  readonly graph: SavedBytes | null;
}

/** The segment being made: it has memory for all slots and none of them yet. */
interface EmptySegment {
  readonly linear: LinearMemory;
  readonly spec: SegmentSpec;
  readonly files: SegmentFiles;
  /** The open file of its rows, if they are in one. */
  readonly rowFile: RowFile | null;
  /** Rows that can be handed over at a time. */
  readonly inputRows: number;
}

const WORD_BITS = 32;
const ADDED_FOR_DOT = 16;

/** What became of what was saved. */
export interface Filled {
  /** What could not be used, and why. */
  readonly faults: string[];
  /** The codes are others than those that were saved. */
  readonly recoded: boolean;
}

/**
 * @throws DamagedFile, OutOfMemory
 */
export function fillSegment(empty: EmptySegment, saved: SavedSegment, centre: CodeCentre): Filled {
  const { linear, files, spec } = empty;
  const { kill, publish, clearGraph } = linear.exports;
  const faults: string[] = [];
  readRowColumn(empty, saved);
  for (const slot of bitsBelow(saved.slots, saved.dead)) check(kill(slot));
  check(publish(saved.slots));
  const recoded = spec.encoding === "int8" && saved.slots > 0 && !restoreCodes(empty, saved, centre, faults);
  const { graph } = saved;
  if (graph === null) return { faults, recoded };
  const read = () => readSaved(files, graph, (reader) => readGraph(linear, spec, reader));
  if (!attempt(read, faults)) clearGraph();
  return { faults, recoded };
}

/** @returns false when the codes had to be made anew */
function restoreCodes(
  empty: EmptySegment,
  saved: SavedSegment,
  centre: CodeCentre,
  faults: string[],
): boolean {
  const { codes } = saved;
  if (codes?.bytes === 0) return true;
  if (codes === null) faults.push(`the codes of ${saved.rows.file} were not saved`);
  const whole = codes !== null && !isOfOldShape(empty, saved);
  if (whole && attempt(() => readCodes(empty, saved, centre), faults)) return true;
  centre.takeNow();
  return false;
}

/** For Dot a code has sixteen bytes more since there are centres. */
function isOfOldShape({ linear, spec }: EmptySegment, { slots, codes }: SavedSegment): boolean {
  const now = linear.exports.columnBytes(COLUMNS.Codes);
  return spec.metric === "Dot" && codes!.bytes === slots * (now - ADDED_FOR_DOT);
}

/** @returns false, with a fault noted, when the file cannot be used */
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

/** Rows that stay in their file are gone through for their checksums alone. */
function readRowColumn({ linear, spec, files, rowFile }: EmptySegment, { slots, rows }: SavedSegment): void {
  if (rows.bytes === 0 && slots === 0) return;
  checkLength(rows, slots * rowBytesOf(spec.dimension));
  readSaved(files, rows, (reader) => {
    if (rowFile) reader.verifyRest();
    for (const run of linear.column(COLUMNS.Vectors, 0, slots)) reader.read(run);
  });
}

/** Before the codes stands the centre that they count from; those of earlier versions have none and count from zero. */
function readCodes(
  { linear, files, spec }: EmptySegment,
  { slots, codes }: SavedSegment,
  centre: CodeCentre,
) {
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

function* bitsBelow(end: number, words: Uint32Array): Generator<number> {
  for (let at = 0; at < words.length; at++) {
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const bit = at * WORD_BITS + 31 - Math.clz32(word & -word);
      if (bit < end) yield bit;
    }
  }
}
