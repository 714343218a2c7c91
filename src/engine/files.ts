// The files of vector stores as the engine uses them: the port that storage implements.
// The decision: the core chooses the key of a file; the engine makes up no names and no paths. It writes only files of
// rows, and never removes one that belongs to a store. Calls are synchronous, since the engine's threads make them.

/** The f32 rows of one store that does not keep them in memory; every thread opens the file for itself. */
export interface RowFile {
  /**
   * Reserves disk space for `rows` rows in total, so that writing them cannot fail for lack of it.
   * @returns the number of rows with space, at least `rows`
   * @throws DiskFull, with nothing changed
   */
  reserve(rows: number): number;
  /** Writes consecutive rows from row `first` on. */
  write(first: number, bytes: Uint8Array): void;
  /** Fills `into` with the rows from row `first` on. @returns the bytes read: fewer only at the end of the file */
  read(first: number, into: Uint8Array): number;
  close(): void;
}

export interface SavedFile {
  /** Fills `into` from `position` on. @returns the bytes read: fewer only at the end of the file */
  read(into: Uint8Array, position: number): number;
  close(): void;
}

export interface StoreFiles {
  /** Creates an empty file for rows of `rowBytes` bytes. */
  create(key: string, rowBytes: number): RowFile;
  /** Opens an existing file; at most one thread has it open for writing. */
  open(key: string, rowBytes: number, mode: "read" | "write"): RowFile;
  read(key: string): SavedFile;
  /** Removes a file; a missing one is no error. A thread that has the file open may continue to read it. */
  remove(key: string): void;
  /** Returns the CRC-32 of zlib; `seed` continues an earlier one. */
  crc32(bytes: Uint8Array, seed?: number): number;
}
