// One vector name of a segment: what vector-fields.ts keeps for each.
import type { SegmentHandle, SegmentSpec } from "../engine/engine.ts";
import type { FieldConfig } from "./collection-config.ts";
import type { Probed } from "./probe-result.ts";
import type { SlotSet } from "./slot-set.ts";

export interface VectorSegment {
  readonly field: FieldConfig;
  spec: SegmentSpec;
  /** The key of the file of its rows, whoever writes it. */
  readonly rowsKey: string;
  handle: SegmentHandle | null;
  readonly absent: SlotSet;
  capacity: number;
  /** What was last measured of its walks; see code-probe.ts. */
  probed: Probed | null;
}
