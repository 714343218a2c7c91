// Reads Parquet, a group of rows at a time. The library for the format is loaded when a file needs it.
import { type FileHandle, open } from "node:fs/promises";
import type { ParquetReadOptions } from "hyparquet";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { WrongUsage } from "../../errors/usage.ts";
import { writeJson } from "../../json/writer.ts";
import { parquetFields, sparseColumns } from "../../shared/parquet-rows.ts";
import { unreadable } from "./file-faults.ts";
import type { ReadRows } from "./row.ts";

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
    const sparse = sparseColumns(metadata.schema.map(({ name }) => name));
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      const rows = await soundly(parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors }));
      for (const [i, row] of rows.entries()) {
        const given = parquetFields(row, sparse);
        const fields = new Map(given.map(([key, value]) => [key, writeJson(value)] as const));
        yield { row: rowStart + i + 1, fields, ...(sparse.size > 0 && { sparse }) };
      }
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
};

/** @throws InvalidArgument if a damaged file refers to bytes that it does not have */
async function partOf(handle: FileHandle, start: number, end: number, size: number): Promise<ArrayBuffer> {
  if (!(start >= 0 && start <= end && end <= size))
    throw new InvalidArgument(`it refers to bytes ${start} to ${end}, and has ${size}`);
  const part = new Uint8Array(end - start);
  const { bytesRead } = await handle.read(part, 0, part.length, start);
  if (bytesRead < part.length) throw new InvalidArgument("it has become shorter");
  return part.buffer;
}
