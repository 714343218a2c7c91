// Adds vectors to a configuration and removes them.
// The decision: every vector has an id that is never used again. So a segment that was built for a vector which was
// removed, and for one of the same name that was added later, keeps them apart, and so do their files.
import type { CollectionConfig, VectorField } from "./types.ts";

export function withVector(config: CollectionConfig, field: VectorField): CollectionConfig {
  const id = nextId(config);
  return { ...config, vectors: [...numbered(config), { ...field, id }], next_vector: id + 1 };
}

export function withoutVector(config: CollectionConfig, name: string): CollectionConfig {
  const vectors = numbered(config).filter((field) => field.name !== name);
  return { ...config, vectors, next_vector: nextId(config) };
}

function nextId({ vectors, next_vector }: CollectionConfig): number {
  return next_vector ?? vectors.length;
}

/** Returns the vectors with their ids, which are their positions as long as none was added or removed. */
function numbered({ vectors }: CollectionConfig): VectorField[] {
  return vectors.map((field, position) => ({ ...field, id: field.id ?? position }));
}
