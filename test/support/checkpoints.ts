// Bodies of checkpoints for tests, and reading them back.
import { createHash } from "node:crypto";
import type { CheckpointStore } from "../../src/storage/checkpoint-store.ts";
import { seededRandom } from "./random.ts";

export const MIB = 2 ** 20;
export const LOG = "4f0c1c9e-7d0b-4a52-9d7e-0c7b8a3f1e55";

/** Returns random bytes, in pieces of lengths that are drawn. */
export async function* piecesOf(sizeBytes: number, seed: number): AsyncGenerator<Uint8Array> {
  const random = seededRandom(seed);
  for (let left = sizeBytes; left > 0; ) {
    const piece = new Uint8Array(Math.min(left, 1 + Math.floor(random() * 2 * MIB)));
    const words = new Uint32Array(Math.ceil(piece.length / 4));
    for (let i = 0; i < words.length; i++) words[i] = random() * 2 ** 32;
    piece.set(new Uint8Array(words.buffer, 0, piece.length));
    left -= piece.length;
    yield piece;
  }
}

/** Returns random bytes, and fails behind the last of them. */
export async function* failingPieces(sizeBytes: number): AsyncGenerator<Uint8Array> {
  yield* piecesOf(sizeBytes, 1);
  throw new Error("the disk of the node fails");
}

/** Returns the SHA-256 and the number of all bytes. */
export async function sumOf(body: AsyncIterable<Uint8Array>): Promise<{ sum: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of body) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sum: hash.digest("hex"), bytes };
}

/** Stores `count` bytes at an LSN. @returns the name */
export async function stored(store: CheckpointStore, lsn: number, count = 10): Promise<string> {
  await store.put(lsn, piecesOf(count, lsn));
  return (await store.list()).find((one) => one.lsn === lsn)!.name;
}

/** Returns the error with which a promise is rejected. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error("it did not fail");
}
