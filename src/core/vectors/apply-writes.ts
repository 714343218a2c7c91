// Carries out the writes that one operation makes to vector indexes.
// The decision: an index returns what has to be written and the writer that writes it. All writes of one writer go to
// it in one call, in their order, so an operation costs the engine one message for any number of segments and fields.

/** Carries out the writes of all indexes of one kind. The engine is the writer of dense vectors. */
interface VectorWriter<Write = unknown> {
  /** Applies the writes in order; when it resolves, every search finds the new vectors. */
  write(writes: Write[]): Promise<void>;
}

export interface VectorWrite<Write = unknown> {
  readonly writer: VectorWriter<Write>;
  readonly write: Write;
}

/**
 * Carries the writes out.
 * @param added writes that add slots
 * @param tombstones writes that delete slots in other segments; the new slots become visible before
 */
export async function applyWrites(
  added: readonly VectorWrite[],
  tombstones: readonly VectorWrite[] = [],
): Promise<void> {
  const all = byWriter([...added, ...tombstones]);
  const phases = all.size > 1 ? [byWriter(added), byWriter(tombstones)] : [all];
  for (const phase of phases) for (const [writer, writes] of phase) await writer.write(writes);
}

function byWriter(writes: readonly VectorWrite[]): Map<VectorWriter, unknown[]> {
  const groups = new Map<VectorWriter, unknown[]>();
  for (const { writer, write } of writes) {
    const group = groups.get(writer);
    if (group) group.push(write);
    else groups.set(writer, [write]);
  }
  return groups;
}
