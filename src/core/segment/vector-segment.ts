// One vector name of a segment: what vector-fields.ts keeps for each.
import type { SegmentHandle, SegmentSpec } from "../../engine/types.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Probed } from "../config/probe-result.ts";
import type { SlotSet } from "../slots/slot-set.ts";

export interface VectorSegment {
  readonly field: FieldConfig;
  spec: SegmentSpec;
  /** The key of the file of its rows. */
  readonly rowsKey: string;
  handle: SegmentHandle | null;
  readonly absent: SlotSet;
  capacity: number;
  /** The last measured recall of its walks; see code-probe.ts. */
  probed: Probed | null;
}

/** Nodes of the graphs of one vector. */
export interface Reached {
  /** Those that nothing led to, which have been linked. */
  readonly relinked: number;
  /** Those that nothing leads to still. */
  readonly unreachable: number;
}
