// A write of points that was checked against its collection as far as that is possible without looking at its points.
// The decision: what depends on the points that are there is worked out when the change runs, and what is written are
// whole points, payloads and ids. A change that looks runs alone, so what it saw is what it changes.
import type { Committed, WritePoints } from "../../core/catalogue/writer.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { VectorForecast } from "./vector-forecast.ts";

export interface Change {
  /** Whether it looks at points: then no other write may come between the look and the write. */
  readonly looks: boolean;
  readonly effect: Effect;
  /** The most vectors that it can add to those there are. */
  readonly mayAdd: number;
  /** Tells what it makes of the points. Nothing may be written meanwhile. @throws PointNotFound */
  estimate(outlook: VectorForecast): Promise<void>;
  /**
   * Everything that can be refused is refused before the first record is written.
   * @param signal until when it may look for its points; what has begun to be written is finished
   * @returns the last record; those before it, if any, have been applied
   * @throws PointNotFound, DeadlineExceeded with nothing written
   */
  run(write: WritePoints, signal?: CancelSignal): Promise<Committed>;
}

/** What is known beforehand about ids: which must be there, which are there or gone afterwards. */
export interface Effect {
  readonly needs?: readonly PointId[];
  readonly adds?: readonly PointId[];
  /** "unknown": whichever match a filter. */
  readonly removes?: readonly PointId[] | "unknown";
}
