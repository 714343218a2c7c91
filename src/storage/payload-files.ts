// The files in which payloads are kept, as the core sees them.
// The decision: read into memory that the reader brings, so that pages are used again; who writes the files is not said
// here. A file is named by its key, its path below the collections of a data directory.

import { CollectionDamaged } from "../errors/failures.ts";
import { fileFailureOf, isOfProcess } from "../errors/files.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";

export interface PayloadFiles {
  /** Fills `into` from the byte `offset` on. @returns how many bytes: fewer only at the end of the file */
  read(key: string, offset: number, into: Uint8Array): Promise<number>;
  /** The file will not be read any more; reads under way may fail. */
  close(key: string): void;
  /** CRC-32 of zlib. */
  crc32(bytes: Uint8Array): number;
}

/**
 * What a file should hold cannot be had. A reason is shown to clients, who are not to learn the UUID of a collection:
 * that part of the key is in the cause alone, which is logged.
 */
export function damagedFile(key: string, offset: number, what: string, cause?: unknown): CollectionDamaged {
  const shown = key.slice(key.indexOf("/") + 1);
  const full = new Error(`collections/${key} at byte ${offset}: ${what}`, { cause });
  return new CollectionDamaged(`${shown} at byte ${offset}: ${what}`, { cause: full });
}

/** The file could not be read. */
export function unreadable(key: string, offset: number, cause: Error): VectorDbError {
  if (!isOfProcess(cause)) return damagedFile(key, offset, `it cannot be read: ${cause.message}`, cause);
  const known = fileFailureOf(cause);
  if (known) return known;
  return new VectorDbError("INTERNAL", `payloads cannot be read at this moment: ${cause.message}`, { cause });
}
