// The port through which the core reads payload files.
// The decision: bytes are read into memory of the caller, so that pages can be reused. Who writes the files is not part
// of it. A file is named by its key: its path below the collections of a data directory.

import { CollectionDamaged } from "../errors/failures.ts";
import { fileFailureOf, isOfProcess } from "../errors/files.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";

export interface PayloadFiles {
  /** Fills `into` from the byte `offset` on. @returns the number of bytes: fewer only at the end of the file */
  read(key: string, offset: number, into: Uint8Array): Promise<number>;
  /** Notes that the file is not read any more; reads in progress may fail. */
  close(key: string): void;
  /** Returns the CRC-32 as in zlib. */
  crc32(bytes: Uint8Array): number;
}

/**
 * Makes the error for a damaged payload file. Clients see the reason and must not learn the UUID of a collection, so
 * that part of the key is only in the cause, which is logged.
 */
export function damagedFile(key: string, offset: number, what: string, cause?: unknown): CollectionDamaged {
  const shown = key.slice(key.indexOf("/") + 1);
  const full = new Error(`collections/${key} at byte ${offset}: ${what}`, { cause });
  return new CollectionDamaged(`${shown} at byte ${offset}: ${what}`, { cause: full });
}

/** Makes the error for a payload file that could not be read. */
export function unreadable(key: string, offset: number, cause: Error): VectorDbError {
  if (!isOfProcess(cause)) return damagedFile(key, offset, `it cannot be read: ${cause.message}`, cause);
  const known = fileFailureOf(cause);
  if (known) return known;
  return new VectorDbError("INTERNAL", `payloads cannot be read at this moment: ${cause.message}`, { cause });
}
