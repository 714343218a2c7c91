// Reads files of vectors only: npy (a table of numbers, as NumPy saves it), fvecs, bvecs and ivecs (each vector after
// its length in 32 bits). Their rows have one field, `vector`.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { writeArray } from "../../json/writer.ts";
import { MAX_DIMENSION } from "../../schema/limits.ts";
import { NPY_MAGIC, npyArray } from "../../shared/npy.ts";
import type { ReadRows, Row, Source } from "./row.ts";
import { ByteReader } from "./source.ts";

/** How numbers of one type are read. */
interface NumberType {
  readonly bytes: number;
  readonly read: (from: DataView, at: number) => number;
}

const FLOAT32: NumberType = { bytes: 4, read: (from, at) => from.getFloat32(at, true) };
const INT32: NumberType = { bytes: 4, read: (from, at) => from.getInt32(at, true) };
const UINT8: NumberType = { bytes: 1, read: (from, at) => from.getUint8(at) };

/** Types as NumPy names them; `<`: the lowest byte first. */
const NPY_TYPES: Readonly<Record<string, NumberType>> = {
  "<f4": FLOAT32,
  "<f8": { bytes: 8, read: (from, at) => from.getFloat64(at, true) },
  "<f2": { bytes: 2, read: (from, at) => halfOf(from.getUint16(at, true)) },
  "|u1": UINT8,
  "|i1": { bytes: 1, read: (from, at) => from.getInt8(at) },
  "<i2": { bytes: 2, read: (from, at) => from.getInt16(at, true) },
  "<i4": INT32,
  "<i8": { bytes: 8, read: (from, at) => Number(from.getBigInt64(at, true)) },
};

export const readFvecs: ReadRows = (source) => readVecs(source, FLOAT32);
export const readIvecs: ReadRows = (source) => readVecs(source, INT32);
export const readBvecs: ReadRows = (source) => readVecs(source, UINT8);

async function* readVecs(source: Source, type: NumberType): AsyncGenerator<Row> {
  const reader = new ByteReader(source);
  for (let row = 1; ; row++) {
    const head = await reader.take(4);
    if (head.length === 0) return;
    const dimension = head.length === 4 ? head.readInt32LE(0) : 0;
    if (!isDimension(dimension)) {
      throw new InvalidArgument(
        `${source.name} is cut off or of another format: vector ${row} has no length`,
      );
    }
    yield rowOf(row, await reader.take(dimension * type.bytes), dimension, type, source);
  }
}

export const readNpy: ReadRows = async function* (source) {
  const reader = new ByteReader(source);
  const wrong = (what: string) => new InvalidArgument(`${source.name}: ${what}`);
  const start = await reader.take(8);
  if (start.length < 8 || start.toString("latin1", 0, 6) !== NPY_MAGIC) throw wrong("is no npy file");
  const header = await headerOf(reader, start[6] === 1);
  if (header === null) throw wrong("it is cut off in its header");
  const { type: name, shape, isByColumns } = npyArray(header);
  const [rows, dimension, ...others] = shape
    .split(",")
    .flatMap((part) => (part.trim() ? [Number(part)] : []));
  const type = NPY_TYPES[name];
  if (!type) throw wrong(`expected numbers of one of ${Object.keys(NPY_TYPES).join(", ")}, got ${name}`);
  if (!Number.isSafeInteger(rows) || !isDimension(dimension) || others.length > 0) {
    throw wrong(`expected a table, of shape (rows, dimension up to ${MAX_DIMENSION}), got (${shape})`);
  }
  if (isByColumns) throw wrong("it is saved by columns; save numpy.ascontiguousarray(it)");
  for (let row = 1; row <= rows!; row++) {
    yield rowOf(row, await reader.take(dimension * type.bytes), dimension, type, source);
  }
};

/** Returns the header; null: the file is cut off. */
async function headerOf(reader: ByteReader, isOld: boolean): Promise<string | null> {
  const bytes = isOld ? 2 : 4;
  const head = await reader.take(bytes);
  if (head.length < bytes) return null;
  const length = head.readUIntLE(0, bytes);
  const header = await reader.take(length);
  return header.length < length ? null : header.toString("latin1");
}

function isDimension(dimension: number | undefined): dimension is number {
  return Number.isSafeInteger(dimension) && dimension! > 0 && dimension! <= MAX_DIMENSION;
}

function rowOf(row: number, bytes: Buffer, dimension: number, type: NumberType, source: Source): Row {
  if (bytes.length < dimension * type.bytes) {
    throw new InvalidArgument(`${source.name} is cut off in vector ${row}; those before it are in`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const vector = Array.from({ length: dimension }, (_, i) => type.read(view, i * type.bytes));
  return { row, fields: new Map([["vector", writeArray(vector)]]) };
}

/** Converts IEEE 754 binary16. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
