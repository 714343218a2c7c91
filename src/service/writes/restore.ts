// Restores the points of a deletion.
// The decision: a point whose id exists again is left as it is, so restoring never replaces newer data. Vectors whose
// name was removed meanwhile are left out, also if there is another vector of that name.
import type { Committed } from "../../core/catalogue/commits.ts";
import type { WritePoints } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import type { FieldVectors, UpsertDraft, UpsertPoints } from "../../core/record/operation.ts";
import { decodeOperation } from "../../core/record/record.ts";
import { PackedIds } from "../../core/slots/point-id.ts";
import type { Deletion, NextRecords } from "../../core/snapshot/deletions.ts";
import { CollectionDamaged, DamagedFile } from "../../errors/failures.ts";
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import type { Change } from "./change.ts";

/** The points of a deletion that were restored, and those whose ids exist again. */
interface Restored {
  restored: number;
  existing: number;
}

/** @param read reads the points of the deletion from the first @param counts receives what is restored */
export function restoreChange(
  collection: Collection,
  deletion: Deletion,
  read: <T>(work: (next: NextRecords) => Promise<T>) => Promise<T>,
  counts: Restored,
): Change {
  const eachRecord = (work: (points: UpsertDraft, all: number) => Promise<void>) =>
    collection.reading(() => read((next) => absentOfAll(collection, deletion, next, work)));
  return {
    reads: "unknown",
    effect: {},
    mayAdd: deletion.vectors,
    estimate: async (forecast) => {
      let vectors = 0;
      await eachRecord(async ({ fields }) => {
        vectors += fields.reduce((sum, { rows }) => sum + rows.length, 0);
      });
      forecast.add(vectors);
    },
    run: async (write) => {
      Object.assign(counts, { restored: 0, existing: 0 });
      let last: Committed | null = null;
      await eachRecord(async (points, all) => {
        const { length } = points.ids;
        await last?.applied;
        if (length > 0) last = await write(points, length);
        counts.restored += length;
        counts.existing += all - length;
      });
      return last ?? writeNothing(collection, write);
    },
  };
}

/** Every write has a number. */
function writeNothing({ uuid }: Collection, write: WritePoints): Promise<Committed> {
  return write({ kind: "delete_points", collection: uuid, ids: PackedIds.pack([]) }, 0);
}

/** Calls `work` with the points of each record that do not exist, and with the number of all its points. */
async function absentOfAll(
  collection: Collection,
  { id, fields }: Deletion,
  next: NextRecords,
  work: (points: UpsertDraft, all: number) => Promise<void>,
): Promise<void> {
  const isKnown = ({ name }: FieldVectors) => {
    const position = collection.config.vectors.findIndex((field) => field.name === name);
    const now = collection.config.vectors[position];
    return now && (now.id ?? position) === fields.find((field) => field.name === name)?.id;
  };
  const nextRecords = () => next().catch((error) => Promise.reject(damageOf(id, error)));
  for (let records = await nextRecords(); records.length > 0; records = await nextRecords()) {
    for (const { type, body } of records) {
      if (isSliceOver()) await pause();
      const points = decodeOperation(type, body) as UpsertPoints;
      const known = { ...points, fields: points.fields.filter(isKnown) };
      await work(await absentOf(collection, known), points.ids.length);
    }
  }
}

function damageOf(id: string, error: unknown): unknown {
  if (!(error instanceof DamagedFile)) return error;
  return new CollectionDamaged(`the file of deletion ${id} is damaged: ${error.reason}`, { cause: error });
}

/** Returns those of the points whose ids do not exist. */
async function absentOf({ uuid, reads }: Collection, points: UpsertPoints): Promise<UpsertDraft> {
  const { ids, fields, payloads } = points;
  const found = await reads.find(Array.from({ length: ids.length }, (_, row) => ids.at(row)));
  const absent = found.flatMap((ref, row) => (ref === null ? [row] : []));
  const newRows = new Map(absent.map((row, position) => [row, position]));
  const drafts = fields.map(({ name, rows, vectors }) => {
    const draft = { name, dimension: vectors.dimension, rows: [] as number[], vectors: [] as never[] };
    for (let i = 0; i < vectors.count; i++) {
      const position = newRows.get(rows ? rows[i]! : i);
      if (position === undefined) continue;
      draft.rows.push(position);
      draft.vectors.push(vectors.at(i) as never);
    }
    return draft;
  });
  return {
    kind: "upsert_points",
    collection: uuid,
    ids: ids.pick(absent),
    fields: drafts.filter(({ rows }) => rows.length > 0),
    payloads: absent.map((row) => payloads[row]!),
  };
}
