// How manifests and lists of backups name a file of a collection: its path, and how many bytes of it are valid.
// The decision: a path has one form, whatever a manifest says, so that none leads out of the folder of the collections.
import { CHUNK_BYTES, type FileSums } from "./data-file.ts";

/** The only form of path that is followed, whatever the manifest says. */
const FILE = /^[0-9a-f-]{36}\/\d+\/[a-z]+(-\d+)*\.[a-z0-9]+$/;

/** The first bytes of a file below collections/, with their checksums. */
export interface SavedFile extends FileSums {
  readonly file: string;
}

/** Returns whether manifests may name this path, relative to collections/. */
export function isCollectionFile(path: string): boolean {
  return FILE.test(path);
}

export function fileToJson({ file, bytes, sums }: SavedFile): object {
  return { file, bytes, sums: hexOf(sums) };
}

export function fileFromJson(json: unknown): SavedFile {
  const { file, bytes, sums } = json as { file: string; bytes: number; sums: string };
  if (!FILE.test(file)) throw new Error(`"${file}" is not a file of a collection`);
  return { file, ...sumsFromJson({ bytes, sums }) };
}

/** Decodes checksums. @throws Error when their number does not fit the length */
export function sumsFromJson({ bytes, sums }: { bytes: number; sums: string }): FileSums {
  if (!isCount(bytes) || sums.length !== Math.ceil(bytes / CHUNK_BYTES) * 8)
    throw new Error(`${bytes} bytes have ${Math.ceil(bytes / CHUNK_BYTES)} sums of 8 digits`);
  return { bytes, sums: wordsOf(sums) };
}

export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function hexOf(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, "0")).join("");
}

export function wordsOf(hex: string): Uint32Array {
  return Uint32Array.from({ length: hex.length / 8 }, (_, i) =>
    Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16),
  );
}
