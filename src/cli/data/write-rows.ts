// Writes points to a file, in one of several formats, a page at a time.
// The decision: data that a format cannot hold is left out and reported: npy and fvecs hold vectors only, in the order
// of the ids.
import type { FileHandle } from "node:fs/promises";
import type { ParquetWriter, Writer } from "hyparquet-writer";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { singleLine } from "../../json/one-line.ts";
import { writeJson } from "../../json/writer.ts";
import type { NamedVector } from "../../schema/leaf.ts";
import type { RawJson } from "../../schema/raw-json.ts";
import { npyPrefix } from "../../shared/npy.ts";
import { type Numbers, writeVectors } from "./parquet-vectors.ts";

/** A point as the server returns it, with payload and numbers unchanged. */
export interface Exported {
  readonly id: number | bigint | string;
  readonly payload?: RawJson | null;
  readonly vector?: Float32Array | Readonly<Record<string, NamedVector>>;
}

export interface RowWriter {
  write(points: readonly Exported[]): Promise<void>;
  /** Completes the file. */
  end(): Promise<void>;
  /** Points that could not be written, because they lack the vector. */
  readonly left: number;
}

interface WriteOptions {
  readonly withVectors: boolean;
  /** The vector of formats that hold one; "" is the unnamed one. */
  readonly vector: string;
}

type OpenWriter = (file: FileHandle, options: WriteOptions) => Promise<RowWriter>;

export const WRITERS: Readonly<Record<string, { readonly open: OpenWriter; readonly isBare: boolean }>> = {
  jsonl: { open: openJsonl, isBare: false },
  csv: { open: openCsv, isBare: false },
  npy: { open: openNpy, isBare: true },
  fvecs: { open: openFvecs, isBare: true },
  parquet: { open: openParquet, isBare: false },
};

async function openJsonl(file: FileHandle): Promise<RowWriter> {
  return {
    left: 0,
    write: async (points) => {
      // The fields are in the order of an import, whatever the order of the server is. A payload, which may have been
      // received on many lines, is written on one.
      const lines = points.map(({ id, vector, payload }) => singleLine(writeJson({ id, vector, payload })));
      await file.appendFile(lines.map((line) => `${line}\n`).join(""));
    },
    end: async () => {},
  };
}

async function openCsv(file: FileHandle, { withVectors }: WriteOptions): Promise<RowWriter> {
  await file.appendFile(withVectors ? "id,vector,payload\n" : "id,payload\n");
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return {
    left: 0,
    write: async (points) => {
      const lines = points.map(({ id, vector, payload }) => {
        const cells = [String(id), ...(withVectors ? [quoted(writeJson(vector ?? null))] : [])];
        return `${[...cells, payload ? quoted(singleLine(writeJson(payload))) : ""].join(",")}\n`;
      });
      await file.appendFile(lines.join(""));
    },
    end: async () => {},
  };
}

function vectorOf(point: Exported, name: string): Float32Array | undefined {
  const vector = namedOf(point, name);
  return vector instanceof Float32Array ? vector : undefined;
}

function namedOf({ vector }: Exported, name: string): NamedVector | undefined {
  if (vector instanceof Float32Array) return name === "" ? vector : undefined;
  return vector && Object.hasOwn(vector, name) ? vector[name] : undefined;
}

async function openFvecs(file: FileHandle, { vector: name }: WriteOptions): Promise<RowWriter> {
  let left = 0;
  return {
    get left() {
      return left;
    },
    write: async (points) => {
      const parts = points.flatMap((point) => {
        const vector = vectorOf(point, name);
        if (vector) return [Buffer.from(Uint32Array.of(vector.length).buffer), bytesOf(vector)];
        left++;
        return [];
      });
      await file.appendFile(Buffer.concat(parts));
    },
    end: async () => {},
  };
}

/** The header states the number of vectors, so it is written last, into the space that was left for it. */
const NPY_HEAD_BYTES = 128;

async function openNpy(file: FileHandle, { vector: name }: WriteOptions): Promise<RowWriter> {
  let left = 0;
  let rows = 0;
  let dimension = 0;
  let at = NPY_HEAD_BYTES;
  return {
    get left() {
      return left;
    },
    write: async (points) => {
      for (const point of points) {
        const vector = vectorOf(point, name);
        if (!vector) {
          left++;
          continue;
        }
        dimension = vector.length;
        rows++;
        await file.write(bytesOf(vector), 0, vector.byteLength, at);
        at += vector.byteLength;
      }
    },
    end: async () => {
      const head = npyPrefix(rows, dimension);
      await file.write(head, 0, head.length, 0);
    },
  };
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

const ELEMENTS = {
  FLOAT: { type: "FLOAT" },
  INT32: { type: "INT32", converted_type: "UINT_32" },
} as const;
const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;

/** A column of lists: the dense vectors of a name, or one of the two lists of its sparse vectors. */
interface VectorColumn {
  readonly name: string;
  readonly type: "FLOAT" | "INT32";
  readonly of: (point: Exported) => Numbers | undefined;
}

function columnsOf(vector: string, isSparse: boolean): VectorColumn[] {
  if (!isSparse) return [{ name: columnOf(vector), type: "FLOAT", of: (point) => vectorOf(point, vector) }];
  const sparseOf = (point: Exported) => {
    const found = namedOf(point, vector);
    return found instanceof Float32Array ? undefined : found;
  };
  return [
    { name: `vector.${vector}.indices`, type: "INT32", of: (point) => sparseOf(point)?.indices },
    { name: `vector.${vector}.values`, type: "FLOAT", of: (point) => sparseOf(point)?.values },
  ];
}

/**
 * Ids and payloads are texts, which can hold every id and every number; a named vector is the column of its name, and a
 * sparse one two columns.
 */
async function openParquet(file: FileHandle, { withVectors }: WriteOptions): Promise<RowWriter> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const bytes: Writer & { index: number } = new ByteWriter();
  let writer: ParquetWriter | undefined;
  let names: string[] = [];
  let vectors: VectorColumn[] = [];
  const flush = async () => {
    await file.appendFile(bytes.getBytes());
    // Bytes that are in the file are removed from memory; the offset is counted separately.
    bytes.index = 0;
  };
  const start = (points: readonly Exported[]) => {
    names = withVectors ? namesIn(points) : [];
    const isSparse = (name: string) =>
      points.some((point) => namedOf(point, name) && vectorOf(point, name) === undefined);
    vectors = names.flatMap((name) => columnsOf(name, isSparse(name)));
    const columns = vectors.flatMap(({ name, type }) => [
      { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 } as const,
      { name: "list", repetition_type: "REPEATED", num_children: 1 } as const,
      { ...ELEMENTS[type], name: "element", repetition_type: "REQUIRED" } as const,
    ]);
    const schema = [
      { name: "root", num_children: vectors.length + 2 },
      { name: "id", ...TEXT, repetition_type: "REQUIRED" } as const,
      ...columns,
      { name: "payload", ...TEXT, repetition_type: "OPTIONAL" } as const,
    ];
    writer = new ParquetWriter({ writer: bytes, schema });
  };
  return {
    left: 0,
    write: async (points) => {
      if (!writer) start(points);
      const found = withVectors ? namesIn(points).find((name) => !names.includes(name)) : undefined;
      if (found !== undefined) {
        throw new InvalidArgument(
          `the vector "${found}" first comes after a page without it: export to JSONL instead`,
        );
      }
      const columnData = [
        { name: "id", data: points.map(({ id }) => String(id)) },
        { name: "payload", data: points.map(({ payload }) => (payload ? writeJson(payload) : null)) },
      ];
      await writer!.write({ columnData, rowGroupSize: points.length });
      if (points.length > 0) addVectors(writer!, bytes, vectors, points);
      await flush();
    },
    end: async () => {
      if (!writer) start([]);
      await writer!.finish();
      await flush();
    },
  };
}

/** Adds columns to the group of rows that was written last, between its ids and its payloads, as in the schema. */
function addVectors(
  { row_groups }: ParquetWriter,
  bytes: Writer,
  vectors: readonly VectorColumn[],
  points: readonly Exported[],
): void {
  const group = row_groups.at(-1)!;
  const before = bytes.offset;
  const chunks = vectors.map((column) => writeVectors(bytes, column, points.map(column.of)));
  group.columns.splice(1, 0, ...chunks);
  const size = BigInt(bytes.offset - before);
  group.total_byte_size += size;
  group.total_compressed_size = (group.total_compressed_size ?? 0n) + size;
}

function namesIn(points: readonly Exported[]): string[] {
  const names = points.flatMap(({ vector }) =>
    vector === undefined ? [] : vector instanceof Float32Array ? [""] : Object.keys(vector),
  );
  return [...new Set(names)];
}

function columnOf(name: string): string {
  return name === "" ? "vector" : name;
}
