// The worker that reads a file and returns its rows in portions on request.
// The decision: it reads nothing ahead of a request, so that a file of any size needs the memory of one portion.
import { type Chunks, type Row, rowsOf } from "./rows.ts";
import type { Reading } from "./sniff.ts";

export interface Begin extends Reading {
  readonly file: File;
}

/** The most rows of a portion, and about the most bytes of the file. */
export interface Next {
  readonly rows: number;
  readonly bytes: number;
}

export interface Portion {
  readonly rows: readonly Row[];
  /** The bytes of the file that were read so far. */
  readonly read: number;
  readonly isEnd: boolean;
  readonly error?: string;
}

let rows: AsyncGenerator<Row> | undefined;
let read = 0;

async function* chunksOf(file: File): Chunks & AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    read += value.length;
    yield value;
  }
}

/** Parquet is read by parts from its end on, and not as a stream. */
async function* rowsIn(begin: Begin): AsyncGenerator<Row> {
  if (begin.format !== "parquet") return yield* rowsOf(chunksOf(begin.file), begin);
  const { parquetRows } = await import("./parquet.ts");
  const { size } = begin.file;
  yield* parquetRows(begin.file, (bytes) => {
    read = Math.min(size, read + bytes);
  });
  read = size;
}

async function portion({ rows: most, bytes }: Next): Promise<Portion> {
  const taken: Row[] = [];
  const before = read;
  try {
    while (taken.length < most && read - before < bytes) {
      const { value, done } = await rows!.next();
      if (done) return { rows: taken, read, isEnd: true };
      taken.push(value);
    }
    return { rows: taken, read, isEnd: false };
  } catch (error) {
    return { rows: taken, read, isEnd: true, error: (error as Error).message };
  }
}

addEventListener("message", async ({ data }: MessageEvent<Begin | Next>) => {
  if ("file" in data) rows = rowsIn(data);
  else postMessage(await portion(data));
});
