// The check sum of a checkpoint: made while it is stored, and compared while it is read.
// The decision: the whole is compared at its end, in the stream that a reader takes anyway, so nothing is read twice and
// nothing is kept.
import { createHash, type Hash } from "node:crypto";
import { CheckpointDamaged } from "../errors/cluster.ts";

/** Adds what passes to `hash`. */
export async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Passes a checkpoint on.
 * @param expected its SHA-256 in hex digits; null: the store has none
 * @throws CheckpointDamaged behind the last byte if the check sum differs, and before the first if there is none
 */
export async function* verified(
  name: string,
  body: AsyncIterable<Uint8Array>,
  expected: string | null,
): AsyncGenerator<Uint8Array> {
  if (expected === null) throw new CheckpointDamaged(name, "its check sum is missing");
  const hash = createHash("sha256");
  yield* hashed(body, hash);
  if (hash.digest("hex") !== expected) throw new CheckpointDamaged(name, "it does not match its check sum");
}
