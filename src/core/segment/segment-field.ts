// One vector of a segment: its index, and the slots that lack it.
// The decision: a vector is known by its id, because a name can be removed from a collection and added again with other
// vectors.
import { UnknownVector } from "../../errors/request.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { FieldVectors } from "../record/operation.ts";
import { DenseRows } from "../record/vector-rows.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { makeIndex, type VectorKinds } from "../vectors/kinds.ts";
import type { IndexParts, VectorIndex } from "../vectors/vector-index.ts";

/** The fields that a segment was made for, by column of its slot records; null: the vector was removed. */
export type FieldsByColumn = readonly (FieldConfig | null)[];

export interface SegmentField {
  readonly field: FieldConfig;
  /** Its position in the slot records of the segment. */
  readonly column: number;
  readonly index: VectorIndex;
  /** The slots without this vector. */
  readonly absent: SlotSet;
  /** The number of slots for which the index has memory. */
  capacity: number;
}

/** The vectors that the collection has now. */
export interface VectorsInForce {
  /** Whether it has this vector, not only one of the same name. */
  has(field: FieldConfig): boolean;
  readonly names: readonly string[];
}

/** @param fields returns the present fields of the collection */
export function inForceOf(fields: () => readonly FieldConfig[]): VectorsInForce {
  return {
    has: (field) => fields().some(({ id }) => id === field.id),
    get names() {
      return fields().map(({ name }) => name);
    },
  };
}

/** Vectors of some slots; `rows`: the positions of the slots that have one. */
export type ReadVectors = FieldVectors & { readonly rows: Uint32Array };

/** Returns what is read of a vector that the segment lacks. */
export function nothingRead(name: string): ReadVectors {
  return { name, rows: new Uint32Array(0), vectors: new DenseRows(1, new Float32Array(0)) };
}

export function newField(kinds: VectorKinds, parts: IndexParts, column: number): SegmentField {
  const index = makeIndex(kinds, parts);
  return { field: parts.field, column, index, absent: new SlotSet(), capacity: 0 };
}

export async function readField(
  { field, index, absent }: SegmentField,
  slots: readonly number[],
): Promise<ReadVectors> {
  const rows = Uint32Array.from(slots.flatMap((slot, i) => (absent.has(slot) ? [] : i)));
  return { name: field.name, rows, vectors: await index.read(rows.map((row) => slots[row]!)) };
}

/** Returns the error for a request that began before the vector was removed from the collection. */
export function removedVector(
  name: string,
  known: readonly string[],
  use: UnknownVector["use"],
): UnknownVector {
  const names = known.map((other) => (other === "" ? "the unnamed one" : `'${other}'`)).join(", ");
  const text = `the vector named '${name}' was removed meanwhile; the collection has ${names || "none"}`;
  return new UnknownVector(text, { vectorName: name, known, use });
}
