// Existing points as a record that writes them again, with all vectors and the payload; some vectors may be others.
// The decision: vectors and payloads are read a megabyte at a time, and other work runs in between.
import type { Collection } from "../../core/collection/collection.ts";
import type { VectorField } from "../../core/config/types.ts";
import type { FieldDraft, UpsertDraft } from "../../core/record/operation.ts";
import type { VectorRow } from "../../core/record/vector-rows.ts";
import type { CollectionReads } from "../../core/search/collection-reads.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import { portions } from "../common/portions.ts";

/** Vectors by name; null: the vector is removed. */
export type NewVectors = ReadonlyMap<string, VectorRow | null>;

/** Bytes of vectors that are read at once, and copied in one slice. */
const READ_BYTES = 1024 * 1024;

/** Returns a function that returns the approximate size of a point in a record. */
export function bytesOfWhole(
  { reads, config }: Collection,
  changesOf: (ref: PointRef) => NewVectors,
): (ref: PointRef) => number {
  return (ref) => {
    const changes = changesOf(ref);
    const sizeOf = (name: string) => {
      const given = changes.get(name);
      return given === undefined ? reads.vectorBytes(name, ref) : (given?.byteLength ?? 0);
    };
    return config.vectors.reduce((sum, { name }) => sum + sizeOf(name), reads.payloadLength(ref));
  };
}

/** Returns the record that writes the points. No other write may change them until it is used. */
export async function wholePoints(
  { reads, uuid, config }: Collection,
  refs: readonly PointRef[],
  changesOf: (ref: PointRef) => NewVectors,
): Promise<UpsertDraft> {
  const payloads: (Uint8Array | null)[] = [];
  for (const part of portions(refs, (ref) => reads.payloadLength(ref))) {
    if (isSliceOver()) await pause();
    payloads.push(...(await reads.payloads(part)));
  }
  const fields: FieldDraft[] = [];
  for (const field of config.vectors) fields.push(await rewritten(reads, field, refs, changesOf));
  const ids = reads.packedIds(refs);
  const given = fields.filter(({ rows }) => rows.length > 0);
  return { kind: "upsert_points", collection: uuid, ids, fields: given, payloads };
}

/** Returns the vectors of one name after the changes. Vectors that are replaced are not read. */
async function rewritten(
  reads: CollectionReads,
  { name, size }: VectorField,
  refs: readonly PointRef[],
  changesOf: (ref: PointRef) => NewVectors,
): Promise<FieldDraft> {
  const draft: FieldDraft = { name, dimension: size, rows: [], vectors: [] };
  const isKept = (ref: PointRef) => changesOf(ref).get(name) === undefined;
  let row = 0;
  for (const portion of portions(refs, (ref) => reads.vectorBytes(name, ref), READ_BYTES)) {
    if (isSliceOver()) await pause();
    const kept = portion.filter(isKept);
    const before = kept.length === 0 ? [] : await reads.vectors(name, kept);
    let next = 0;
    for (const slot of portion) {
      const given = changesOf(slot).get(name);
      const vector = given === undefined ? before[next++]! : given;
      if (vector) {
        draft.rows.push(row);
        draft.vectors.push(vector);
      }
      row++;
    }
  }
  return draft;
}
