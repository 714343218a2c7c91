// What the parts of a checkpoint get that write one segment: its state at the capture, and where they write.
import type { Engine } from "../../engine/engine.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { SegmentField } from "../segment/segment-field.ts";
import type { SlotSet } from "../slots/slot-set.ts";

/** The state of a segment between two operations. */
export interface CapturedSegment {
  readonly segment: CollectionSegment;
  /** The number of shards of the collection. */
  readonly shards: number;
  /** Its vectors at the capture; reads keep those alive that are removed meanwhile. */
  readonly fields: readonly SegmentField[];
  readonly slots: number;
  readonly payloadBytes: number;
  /** One bit for each slot; set if the slot has lost its point. */
  readonly dead: Uint32Array;
  /** Whether it takes new points. */
  readonly open: boolean;
  /** Grows by every slot whose payload is replaced after the capture. */
  readonly touched: SlotSet;
}

export interface SaveParts {
  readonly engine: Engine;
  readonly checkpoints: Checkpoints;
  /** The number of the checkpoint, which is part of the names of graph files. */
  readonly number: number;
  /** Whether this is the last checkpoint before a stop: then graphs and indexes are saved even if little was added. */
  readonly final: boolean;
  readonly pause: () => Promise<void>;
}
