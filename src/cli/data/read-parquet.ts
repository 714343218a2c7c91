// Reads Parquet, a group of rows at a time. The library for the format is loaded when a file needs it.
// The decision: the columns `vector.NAME.indices` and `vector.NAME.values` are one field, the sparse vector NAME,
// because flat lists are what other programs write and read most easily.
import { type FileHandle, open } from "node:fs/promises";
import type { ParquetReadOptions } from "hyparquet";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { WrongUsage } from "../../errors/usage.ts";
import { writeJson } from "../../json/writer.ts";
import { unreadable } from "./file-faults.ts";
import type { ReadRows } from "./row.ts";

const INDICES = ".indices";
const VALUES = ".values";

export const readParquet: ReadRows = async function* ({ name, path, bytes, advance }) {
  if (path === null)
    throw new WrongUsage("Parquet is read from its end: it cannot come by a pipe, name the file");
  const [{ parquetMetadataAsync, parquetReadObjects }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const handle = await open(path).catch((cause) => {
    throw unreadable(path, cause);
  });
  const file: ParquetReadOptions["file"] = {
    byteLength: bytes!,
    slice: (start, end = bytes!) => {
      const part = partOf(handle, start, end, bytes!);
      // The library reads several parts and stops at the first failure; the failures of the others must not end the
      // process.
      part.then(
        ({ byteLength }) => advance(byteLength),
        () => {},
      );
      return part;
    },
  };
  const soundly = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      const why = (cause as Error).message;
      throw new InvalidArgument(`${name} is no Parquet file, or cut off: ${why}`, { cause: cause as Error });
    }
  };
  try {
    const metadata = await soundly(parquetMetadataAsync(file));
    const sparse = sparseIn(metadata.schema.map(({ name }) => name));
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      const rows = await soundly(parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors }));
      for (const [i, row] of rows.entries()) {
        for (const field of sparse.keys()) joinSparse(row, field);
        const given = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
        const fields = new Map(given.map(([key, value]) => [key, writeJson(plain(value))] as const));
        yield { row: rowStart + i + 1, fields, ...(sparse.size > 0 && { sparse }) };
      }
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
};

/** Returns the names of sparse vectors that have both columns, by the field that these are read as. */
function sparseIn(columns: readonly string[]): ReadonlyMap<string, string> {
  const prefix = "vector.";
  const fields = columns.flatMap((column) =>
    column.startsWith(prefix) && column.endsWith(INDICES) ? [column.slice(0, -INDICES.length)] : [],
  );
  const pairs = fields.filter((field) => columns.includes(field + VALUES) && field.length > prefix.length);
  return new Map(pairs.map((field) => [field, field.slice(prefix.length)]));
}

/** Replaces the two columns of a sparse vector by one field, which is absent if both are. */
function joinSparse(row: Record<string, unknown>, field: string): void {
  const { [field + INDICES]: indices, [field + VALUES]: values } = row;
  delete row[field + INDICES];
  delete row[field + VALUES];
  // If one of them is absent, the server refuses the row.
  if ((indices ?? null) !== null || (values ?? null) !== null) row[field] = { indices, values };
}

/** @throws InvalidArgument if a damaged file refers to bytes that it does not have */
async function partOf(handle: FileHandle, start: number, end: number, size: number): Promise<ArrayBuffer> {
  if (!(start >= 0 && start <= end && end <= size))
    throw new InvalidArgument(`it refers to bytes ${start} to ${end}, and has ${size}`);
  const part = new Uint8Array(end - start);
  const { bytesRead } = await handle.read(part, 0, part.length, start);
  if (bytesRead < part.length) throw new InvalidArgument("it has become shorter");
  return part.buffer;
}

/** Converts datetimes to text, as in payloads, and bytes to base64. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
