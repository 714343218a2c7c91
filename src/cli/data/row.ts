// The rows of a file with points, in any format: fields with the JSON text of their value.
// The decision: texts instead of values, so numbers keep their digits from the file to the server, in ids as in
// payloads.

export interface Row {
  /** The number of the row; the first is 1. */
  readonly row: number;
  /** Null: the row cannot be read. */
  readonly fields: ReadonlyMap<string, string> | null;
  /** The fields that can only be sparse vectors, with the names of these, whether or not this row has them. */
  readonly sparse?: ReadonlyMap<string, string>;
  /** The row as JSON, if the file has it so. */
  readonly line?: string;
  /** The reason why it cannot be read. */
  readonly fault?: string;
}

/** A file or a pipe. */
export interface Source {
  /** The name in messages. */
  readonly name: string;
  /** Null: it is a pipe. */
  readonly path: string | null;
  /** The size; null: it is unknown. */
  readonly bytes: number | null;
  /** The part of `bytes` that was read so far. */
  readonly read: () => number;
  /** Counts bytes that were read without `open`. */
  readonly advance: (bytes: number) => void;
  /** Opens the content, decompressed. */
  readonly open: () => AsyncIterable<Buffer>;
}

export type ReadRows = (source: Source, options: ReadOptions) => AsyncIterable<Row>;

interface ReadOptions {
  /** The separator of CSV cells. */
  readonly delimiter: string;
}
