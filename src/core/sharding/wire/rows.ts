// Points in messages: those that an answer found, and those that a call names.
// The decision: a point that was found comes with what is asked of it at once afterwards: its id, its version, the
// length of its payload and those of its vectors; a few small payloads that will be shown come along, which saves a
// second call. A call names a point by its id, its version, and the reference that the other server gave to it, which is
// a hint: it is used as long as it leads to a slot of that id with that version or a later one, also after the point was
// deleted or overwritten, so that what is read belongs to what was found. Another server with the shard goes by the id,
// and so does one that has started again: its slots are others, and may have an older state of the point.
import {
  byteStrings,
  checked,
  f64,
  listOf,
  nullable,
  type Of,
  object,
  packedIds,
  text,
  u32,
} from "./shapes.ts";

/** Stands for the length of a vector that a point does not have. */
export const NO_VECTOR = 0xffff_ffff;

export const foundRows = checked(
  object({
    ids: packedIds,
    /** References of the server that answers. */
    refs: f64,
    versions: f64,
    /** The bytes of the payloads. */
    lengths: u32,
    /** The names of the vectors of the collection. */
    names: listOf(text),
    /** The bytes of the vectors: those of all points for one name after another, NO_VECTOR where there is none. */
    vectors: u32,
    /** The payloads, if they were asked for and are few; null: they are asked for by themselves. */
    payloads: nullable(byteStrings),
  }),
  ({ ids, refs, versions, lengths, names, vectors, payloads }) =>
    [refs, versions, lengths].every(({ length }) => length === ids.length) &&
    vectors.length === ids.length * names.length &&
    (payloads === null || payloads.ends.length === ids.length),
);
export type FoundRows = Of<typeof foundRows>;

export const namedPoints = checked(
  object({ ids: packedIds, refs: f64, versions: f64 }),
  ({ ids, refs, versions }) => refs.length === ids.length && versions.length === ids.length,
);
export type NamedPoints = Of<typeof namedPoints>;
