// The files of sparse vectors in a checkpoint: the rows of all slots, and the postings of sealed windows.
// The decision: both are written once, so a checkpoint appends those that are new. Rows have the same bytes whether a
// checkpoint wrote the file or the engine keeps its rows there, so a file serves both, and a restart goes by the
// present configuration. Postings of the open window are made of its rows at a restart.
import type { Engine } from "../../engine/engine.ts";
import { postingsFrom } from "../../engine/sparse-saved.ts";
import type { SparseSpec } from "../../engine/sparse-types.ts";
import type { StoreHandle } from "../../engine/types.ts";
import { NO_BYTES } from "../../storage/data-file.ts";
import { grown } from "../../storage/grown-file.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import type { RowSizes } from "./row-sizes.ts";
import type { SaveRequest } from "./vector-index.ts";

/** The parts of an index of sparse vectors that are needed to save it. */
interface SavableSparse {
  readonly engine: Engine;
  /** Null before memory was reserved. */
  readonly handle: StoreHandle | null;
  readonly sizes: RowSizes;
  readonly spec: SparseSpec;
  /** The beginning of the keys of its files. */
  readonly key: string;
}

/** Postings that are appended at once: the engine copies them in parts of 256 KiB. */
const BATCH_BYTES = 32 * 2 ** 20;

export async function saveSparse(
  index: SavableSparse,
  request: SaveRequest,
): Promise<{ rows: SavedFile; postings: SavedFile }> {
  return { rows: await saveRows(index, request), postings: await savePostings(index, request) };
}

async function saveRows(
  { engine, handle, sizes, spec, key }: SavableSparse,
  { files, before, from, slots }: SaveRequest,
): Promise<SavedFile> {
  const file = `${key}.rows`;
  const saved = before?.files?.rows ?? NO_BYTES;
  if (spec.rowsFile !== undefined) {
    return grown(file, saved, slots - from, () => files.adopt(file, saved, sizes.below(slots)));
  }
  const parts = handle === null ? [] : await engine.sparseRows(handle, from, slots);
  return grown(file, saved, parts.length, () => files.append(file, saved, parts));
}

async function savePostings(
  { engine, handle, key }: SavableSparse,
  { files, before, from, slots, number }: SaveRequest,
): Promise<SavedFile> {
  // A file with damage, or from before there were any, is not continued.
  const name =
    before === undefined || before.files?.postings ? `${key}.postings` : `${key}-${number}.postings`;
  const saved = before?.files?.postings ?? { file: name, ...NO_BYTES };
  let after: SavedFile = saved;
  if (handle === null) return after;
  let cursor = postingsFrom(saved.bytes === 0 ? 0 : from, slots);
  for (let isLast = false; !isLast; ) {
    const parts: Uint8Array[] = [];
    for (let bytes = 0; bytes < BATCH_BYTES && !isLast; ) {
      const part = await engine.sparsePostings(handle, cursor);
      cursor = part.next;
      bytes += part.bytes.length;
      isLast = part.bytes.length === 0;
      if (!isLast) parts.push(part.bytes);
    }
    const sums = after;
    after = await grown(saved.file, sums, parts.length, () => files.append(saved.file, sums, parts));
  }
  return after;
}
