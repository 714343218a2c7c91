// The files of segments as the engine sees them: the port that storage implements.
// The decision: a file is named by a key that whoever makes a segment chose; the engine makes up no name and no path. It
// writes files of rows alone, and never removes one that belongs to a segment. Calls block: it is the engine's threads
// that make them.

/** The f32 rows of one segment that does not keep them in memory; every thread opens the file for itself. */
export interface RowFile {
  /**
   * Makes sure of room for `rows` rows in all, so that writing them cannot fail for want of it.
   * @returns the rows there is room for now, at least as many
   * @throws DiskFull, with nothing changed
   */
  reserve(rows: number): number;
  /** Writes rows side by side from row `first` on. */
  write(first: number, bytes: Uint8Array): void;
  /** Fills `into` with the rows from row `first` on. @returns the bytes read: fewer only at the end of the file */
  read(first: number, into: Uint8Array): number;
  close(): void;
}

/** A file of bytes that somebody saved. */
export interface SavedFile {
  /** Fills `into` from `position` on. @returns the bytes read: fewer only at the end of the file */
  read(into: Uint8Array, position: number): number;
  close(): void;
}

export interface SegmentFiles {
  /** A new, empty file of rows of so many bytes. */
  create(key: string, rowBytes: number): RowFile;
  /** One that is there, as it is; at most one thread has it open for writing. */
  open(key: string, rowBytes: number, mode: "read" | "write"): RowFile;
  read(key: string): SavedFile;
  /** Nothing there is no error; whoever has the file open may go on reading. */
  remove(key: string): void;
  /** CRC-32 of zlib; `seed` continues an earlier one. */
  crc32(bytes: Uint8Array, seed?: number): number;
}
