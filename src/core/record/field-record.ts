// The vectors of one name as a part of an upsert's record.
//
//     u32 length of the name, the name in UTF-8, padding to 4
//     u32 dimension; 0: the vectors are byte strings, which the index of their kind reads (vector-rows.ts)
//     u32 r: points that have this vector
//     4 r            their numbers, ascending; left out when r = n, the number of points of the record
//     4 r dimension  the rows, f32; for byte strings: 4 r lengths, then the strings one after another, padding to 4
import type { Sliced } from "../../scheduling/slices.ts";
import { aligned, type ByteReader, type ByteWriter, decodeText } from "../formats/bytes.ts";
import type { FieldDraft, FieldVectors } from "./operation.ts";
import { DenseRows, EncodedRows } from "./vector-rows.ts";

/** Bytes that are copied between two yields. Memory that is new is slow: this takes a tenth of a millisecond or two. */
export const BYTES_PER_YIELD = 256 * 1024;

const utf8 = new TextEncoder();

/** Returns the bytes of the field in a record of `points` points. */
export function fieldSize({ name, rows, dimension, vectors }: FieldDraft, points: number): number {
  const head = 12 + aligned(utf8.encode(name).length) + (rows.length === points ? 0 : rows.length * 4);
  if (dimension > 0) return head + rows.length * dimension * 4;
  return head + rows.length * 4 + aligned(vectors.reduce((sum, { byteLength }) => sum + byteLength, 0));
}

export function* writeField(writer: ByteWriter, field: FieldDraft, points: number): Sliced<void> {
  const { name, rows, dimension, vectors } = field;
  const text = utf8.encode(name);
  writer.u32(text.length);
  writer.raw(text);
  writer.align();
  writer.u32(dimension);
  writer.u32(rows.length);
  if (rows.length !== points) writer.words(Uint32Array.from(rows));
  if (dimension === 0) for (const { byteLength } of vectors) writer.u32(byteLength);
  let written = 0;
  for (const vector of vectors) {
    if (vector instanceof Float32Array) writer.floats(vector);
    else writer.raw(vector);
    written += vector.byteLength;
    if (written < BYTES_PER_YIELD) continue;
    written = 0;
    yield;
  }
  writer.align();
}

export function readField(reader: ByteReader, points: number): FieldVectors {
  const name = decodeText(reader.raw(reader.u32()));
  reader.align();
  const dimension = reader.u32();
  const rowCount = reader.u32();
  const rows = rowCount === points ? null : reader.words(rowCount);
  if (dimension > 0)
    return { name, rows, vectors: new DenseRows(dimension, reader.floats(rowCount * dimension)) };
  const lengths = reader.words(rowCount);
  const vectors = new EncodedRows(Array.from(lengths, (length) => reader.raw(length)));
  reader.align();
  return { name, rows, vectors };
}
