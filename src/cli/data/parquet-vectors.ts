// A column of vectors of a Parquet file: a chunk of one page in each group of rows.
// The decision: it is written here and not by the library that writes the other columns, which handles lists number by
// number, with two levels for each: a fifth of a millisecond per vector. All numbers of a vector but the first have the
// same levels, so levels are written as runs, and the numbers are copied as bytes.
//
//   page    header, repetition levels, definition levels, floats or integers in 32 bits, the lowest byte first
//   header  Thrift, compact: {1: 3 (data page v2), 2: bytes, 3: bytes, 8: {1: values, 2: nulls, 3: rows, 4: 0
//   (plain),
//           5: bytes of definition levels, 6: of repetition levels, 7: false (not compressed)}}
//   levels  runs: twice the length, as a varint, and the level in a byte; repetition 0 begins a row; definition 2 is
//           a number, 1 an empty vector, 0 a row without a vector
import type { ColumnChunk } from "hyparquet";
import type { Writer } from "hyparquet-writer";

const DATA_PAGE_V2 = 3;
const PLAIN = 0;
const NUMBER = 2;
const EMPTY = 1;
const ABSENT = 0;
/** Types of fields in compact Thrift. */
const I32 = 5;
const FALSE = 2;
const STRUCT = 12;
const STOP = 0;

/** The numbers of a row: of a dense vector, or the indices or values of a sparse one. */
export type Numbers = Float32Array | Uint32Array;
type NumberType = "FLOAT" | "INT32";

/** @param vectors of the rows in order; undefined for a row without one */
export function writeVectors(
  writer: Writer,
  { name, type }: { readonly name: string; readonly type: NumberType },
  vectors: readonly (Numbers | undefined)[],
): ColumnChunk {
  const from = writer.offset;
  const { repetitions, definitions, values, nulls } = levelsOf(vectors);
  const numbers = vectors.flatMap((vector) => (vector ? [bytesOf(vector)] : []));
  const size = repetitions.length + definitions.length + numbers.reduce((sum, { length }) => sum + length, 0);
  const details = [values, nulls, vectors.length, PLAIN, definitions.length, repetitions.length];
  const header = [
    ...[DATA_PAGE_V2, size, size].flatMap(field),
    ...[(5 << 4) | STRUCT, ...details.flatMap(field), (1 << 4) | FALSE, STOP],
    STOP,
  ];
  for (const part of [header, repetitions, definitions]) writer.appendBytes(Uint8Array.from(part));
  for (const bytes of numbers) writer.appendBytes(bytes);
  const all = BigInt(writer.offset - from);
  return {
    file_offset: BigInt(from),
    meta_data: {
      type,
      encodings: ["PLAIN", "RLE"],
      path_in_schema: [name, "list", "element"],
      codec: "UNCOMPRESSED",
      num_values: BigInt(values),
      total_uncompressed_size: all,
      total_compressed_size: all,
      data_page_offset: BigInt(from),
    },
  };
}

/** Returns a field of the struct; its number follows that of the field before it. */
function field(value: number): number[] {
  // Zigzag: a non-negative number is doubled.
  return [(1 << 4) | I32, ...varint(value * 2)];
}

function levelsOf(vectors: readonly (Numbers | undefined)[]) {
  const repetitions: number[] = [];
  const definitions: number[] = [];
  let values = 0;
  let nulls = 0;
  for (const vector of vectors) {
    const length = vector?.length || 1;
    const definition = vector === undefined ? ABSENT : vector.length === 0 ? EMPTY : NUMBER;
    repetitions.push(...run(1, 0), ...(length > 1 ? run(length - 1, 1) : []));
    definitions.push(...run(length, definition));
    values += length;
    nulls += definition === NUMBER ? 0 : 1;
  }
  return { repetitions, definitions, values, nulls };
}

function run(length: number, level: number): number[] {
  return [...varint(length * 2), level];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left];
}

function bytesOf(vector: Numbers): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
