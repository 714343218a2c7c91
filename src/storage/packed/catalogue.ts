// The catalogue of a volume: the names of its files, their lengths, and their blocks.
// The decision: it is written as a whole, alternately to two files, so a torn write leaves the previous one. All
// changes between two catalogues become durable in one step, renames over existing files included.
//
// Each is a sealed file (sealed-file.ts) of kind "catalogue", with the value
//   {"generation": n, "block_bytes": n, "dirs": [path...],
//    "files": [[path, bytes, first block, blocks, first block, blocks...]...]}
// Generation g is in the file g mod 2; the intact one with the higher generation is valid. A volume has both before it
// stores any file, so one that is damaged beside an empty one is a volume whose creation was interrupted.
import { DamagedFile } from "../../errors/failures.ts";
import { crc32 } from "../crc32.ts";
import type { FileHandle } from "../fs.ts";
import { type SealedKind, sealedParts, unseal } from "../sealed-file.ts";
import type { Run } from "./blocks.ts";
import { BLOCK_BYTES, blocksOf } from "./packed-file.ts";

const CATALOGUE: SealedKind = { kind: "catalogue", version: 1 };
const SUMS = { crc32 };

interface CatalogueEntry {
  readonly path: string;
  readonly size: number;
  readonly runs: readonly Run[];
}

export interface Catalogue {
  readonly generation: number;
  readonly dirs: readonly string[];
  readonly files: readonly CatalogueEntry[];
}

interface FoundCatalogue {
  /** The valid catalogue; null: the volume is new. */
  readonly newest: Catalogue | null;
  /** Whether the other file has a catalogue, too. */
  readonly isPaired: boolean;
}

/**
 * Reads both files. @throws DamagedFile when a catalogue was written and cannot be read, StartRefused for one of a
 * newer version
 */
export function readCatalogue(files: readonly FileHandle[]): FoundCatalogue {
  const faults: DamagedFile[] = [];
  const found: Catalogue[] = [];
  let empty = 0;
  for (const [i, file] of files.entries()) {
    if (file.size() === 0) {
      empty++;
      continue;
    }
    try {
      found.push(readFile(file, `catalogue-${i}`));
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      faults.push(error);
    }
  }
  if (found.length === 0 && faults.length > 0 && empty === 0) throw faults[0]!;
  const newest = found.sort((a, b) => b.generation - a.generation)[0] ?? null;
  return { newest, isPaired: found.length === files.length };
}

/** Writes the next catalogue. @returns a function that makes it durable */
export function writeCatalogue(
  files: readonly FileHandle[],
  { generation, dirs, files: entries }: Catalogue,
): () => void {
  const value = {
    generation,
    block_bytes: BLOCK_BYTES,
    dirs,
    files: entries.map(({ path, size, runs }) => [path, size, ...runs.flat()]),
  };
  const parts = sealedParts(SUMS, CATALOGUE, value);
  const file = files[generation % files.length]!;
  file.write(parts, 0);
  file.truncate(parts.reduce((sum, { length }) => sum + length, 0));
  return () => file.sync();
}

function readFile(file: FileHandle, name: string): Catalogue {
  const bytes = new Uint8Array(file.size());
  const { value } = unseal(SUMS, name, bytes.subarray(0, file.read(bytes, 0)), CATALOGUE);
  const { generation, block_bytes, dirs, files } = value as {
    generation: number;
    block_bytes: number;
    dirs: string[];
    files: [string, number, ...number[]][];
  };
  if (block_bytes !== BLOCK_BYTES) throw new DamagedFile(name, 0, `it has blocks of ${block_bytes} bytes`);
  const entries = files.map(([path, size, ...numbers]) => ({ path, size, runs: runsOf(numbers) }));
  const short = entries.find(({ size, runs }) => Math.ceil(size / BLOCK_BYTES) > blocksOf(runs));
  if (short) throw new DamagedFile(name, 0, `${short.path} has fewer blocks than bytes`);
  return { generation, dirs, files: entries };
}

function runsOf(numbers: readonly number[]): Run[] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}
