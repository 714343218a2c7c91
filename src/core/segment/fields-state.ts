// The state of the vector indexes of a segment, added up.
import { countBits } from "../slots/bits.ts";
import type { IndexWork, Reached } from "../vectors/vector-index.ts";
import type { SegmentField } from "./segment-field.ts";

export interface FieldsState {
  /** The number of indexed vectors. */
  readonly indexed: number;
  /** Whether slots are being added. */
  readonly busy: boolean;
  /** By vector name the nodes that no link led to. */
  readonly reached: ReadonlyMap<string, Reached>;
  /** The work on graphs that is under way. */
  readonly work: readonly IndexWork[];
}

/** @param slots the slots of the segment */
export async function stateOf(fields: readonly SegmentField[], slots: number): Promise<FieldsState> {
  const state = { indexed: 0, busy: false, reached: new Map<string, Reached>(), work: [] as IndexWork[] };
  for (const { field, index, absent } of fields) {
    const { indexed, busy, reached, work } = await index.stats();
    // An index may count the slots that it has passed over because they lack the vector.
    state.indexed += Math.min(indexed, slots - countBits(absent.words(slots)));
    state.busy ||= busy;
    if (reached) state.reached.set(field.name, reached);
    if (work) state.work.push(work);
  }
  return state;
}
