// Reads Parquet in the worker, a group of rows at a time. It is a bundle of its own with the library for the format.
// The decision: the decompressors are those in JavaScript, because the content security policy allows no WebAssembly.
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from "hyparquet-compressors";
import { parquetFields, sparseColumns } from "../../../../../shared/parquet-rows.ts";
import type { Row } from "./rows.ts";

const compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  ZSTD: (input: Uint8Array) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** @param onRead is called with the bytes of each part that is read */
export async function* parquetRows(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Row> {
  const source = {
    byteLength: file.size,
    slice: async (start: number, end = file.size) => {
      const part = await file.slice(start, end).arrayBuffer();
      onRead(part.byteLength);
      return part;
    },
  };
  const metadata = await parquetMetadataAsync(source);
  const sparse = sparseColumns(metadata.schema.map(({ name }) => name));
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await parquetReadObjects({ file: source, metadata, rowStart, rowEnd, compressors });
    for (const [i, row] of rows.entries())
      yield { line: rowStart + i + 1, values: Object.fromEntries(parquetFields(row, sparse)) };
    rowStart = rowEnd;
  }
}
