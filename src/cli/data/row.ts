// What every file with points comes down to, whatever its format: rows of fields, each the JSON text of its value.
// The decision: texts and not values, so numbers keep their digits from the file to the server, in ids as in payloads.

export interface Row {
  /** The first is 1. */
  readonly row: number;
  /** Null: the row cannot be read. */
  readonly fields: ReadonlyMap<string, string> | null;
  /** The row as JSON, where that is how it came. */
  readonly line?: string;
  /** Why it cannot be read. */
  readonly fault?: string;
}

/** A file, or what comes by a pipe. */
export interface Source {
  /** As people know it. */
  readonly name: string;
  /** Null: it comes by a pipe. */
  readonly path: string | null;
  /** Null: nobody knows. */
  readonly bytes: number | null;
  /** How far it was read. */
  readonly read: () => number;
  /** Counts bytes that were read without `open`. */
  readonly advance: (bytes: number) => void;
  /** Of what is in it, unpacked. */
  readonly open: () => AsyncIterable<Buffer>;
}

export type ReadRows = (source: Source, options: ReadOptions) => AsyncIterable<Row>;

interface ReadOptions {
  /** Between the fields of CSV. */
  readonly delimiter: string;
}
