// The files of dense vectors in a checkpoint: rows, 8-bit codes, and the copy of the graph.
// The decision: rows and codes are written once, so a checkpoint appends those of new slots. Rows that the engine keeps
// in a file of its own are not copied; the checkpoint takes the file over.
import { rowBytesOf } from "../../engine/rows.ts";
import type { SavedColumn, StoreSpec } from "../../engine/types.ts";
import { NO_BYTES } from "../../storage/data-file.ts";
import { grown } from "../../storage/grown-file.ts";
import type { SavedField } from "../../storage/manifest.ts";
import type { SavedFile } from "../../storage/saved-file.ts";
import { buildRecordOf } from "../config/build-record.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Probed } from "../config/probe-result.ts";
import type { RecallTable } from "../recall/recall-table.ts";
import type { SaveRequest } from "./vector-index.ts";

/** The members of a dense index that are needed to save it. */
interface SavableDense {
  readonly field: FieldConfig;
  readonly spec: StoreSpec;
  readonly directory: string;
  readonly position: number;
  readonly rowsKey: string;
  readonly probed: Probed | null;
  readonly recall: RecallTable | null;
  /** Returns the rows or codes of slots as views on the engine's memory; empty before memory was reserved. */
  column(column: SavedColumn, from: number, to: number): Promise<Uint8Array[]>;
}

export async function saveDense(index: SavableDense, request: SaveRequest): Promise<SavedField> {
  const rows = await saveRows(index, request);
  const codes = await saveCodes(index, request);
  return { name: index.field.name, rows, codes, graph: request.graph, made: buildRecordOf(index) };
}

async function saveRows(
  { field, spec, rowsKey, column }: SavableDense,
  { files, before, from, slots }: SaveRequest,
): Promise<SavedFile> {
  const saved = before?.rows ?? NO_BYTES;
  const parts = await column("rows", from, slots);
  if (spec.rowsFile === undefined)
    return grown(rowsKey, saved, parts.length, () => files.append(rowsKey, saved, parts));
  const bytes = slots * rowBytesOf(field.size);
  return grown(rowsKey, saved, slots - from, () => files.adopt(rowsKey, saved, bytes));
}

async function saveCodes(
  { field, directory, position, column }: SavableDense,
  { files, before, from, slots, number }: SaveRequest,
): Promise<SavedFile | null> {
  // Codes that were computed again differ from those in the file of an older checkpoint.
  const name = before === undefined ? `codes-${position}.bin` : `codes-${position}-${number}.bin`;
  const saved = before?.codes ?? { file: `${directory}/${name}`, ...NO_BYTES };
  const parts = await column("codes", saved.bytes === 0 ? 0 : from, slots);
  if (field.encoding !== "int8") return null;
  return grown(saved.file, saved, parts.length, () => files.append(saved.file, saved, parts));
}
