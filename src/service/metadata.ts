// Metadata of a collection, set by its owner: merged key by key, with a limit of its size.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { writeKept } from "../json/kept.ts";
import { MAX_METADATA_BYTES } from "../schema/limits.ts";

type Metadata = Readonly<Record<string, unknown>>;

/** Merges changes into metadata. A key of `changes` wins; null removes it. */
export function mergeMetadata(metadata: Metadata, changes: Metadata): Metadata {
  const taken = (key: string) => Object.hasOwn(changes, key) && changes[key] === null;
  return Object.fromEntries(Object.entries({ ...metadata, ...changes }).filter(([key]) => !taken(key)));
}

/** @throws InvalidArgument if it is too large */
export function checkMetadata(metadata: Metadata): void {
  const size = writeKept(metadata).length;
  if (size <= MAX_METADATA_BYTES) return;
  throw new InvalidArgument(
    `metadata: expected at most ${MAX_METADATA_BYTES} characters as JSON, all keys together, got ${size}; ` +
      "set keys that are not needed to null, or keep this elsewhere",
  );
}
