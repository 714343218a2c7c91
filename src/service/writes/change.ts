// A write of points, checked against its collection as far as that is possible without reading its points.
// The decision: everything that depends on existing points is computed when the change runs, and the records contain
// whole points, payloads and ids. A change that reads points runs beside none that changes them, so what it has read is
// what it changes.
import type { Committed } from "../../core/catalogue/commits.ts";
import type { WritePoints } from "../../core/catalogue/writer.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { VectorForecast } from "./vector-forecast.ts";

export interface Change {
  /** The points that it reads; no other write of them may come between the read and the write. "unknown": any. */
  readonly reads: readonly PointId[] | "none" | "unknown";
  readonly effect: Effect;
  /** The most vectors that it can add. */
  readonly mayAdd: number;
  /** Adds its effect to a forecast. Nothing may be written meanwhile. @throws PointNotFound */
  estimate(forecast: VectorForecast): Promise<void>;
  /**
   * Runs the change. Everything that can be refused is refused before the first record is written.
   * @param signal cancels the search for its points; records are all written once the first is
   * @returns the last record; those before it, if any, have been applied
   * @throws PointNotFound, DeadlineExceeded with nothing written
   */
  run(write: WritePoints, signal?: CancelSignal): Promise<Committed>;
}

/** The effect on ids that is known in advance: which must exist, and which exist or are gone afterwards. */
export interface Effect {
  readonly needs?: readonly PointId[];
  readonly adds?: readonly PointId[];
  /** "unknown": the points that match a filter. */
  readonly removes?: readonly PointId[] | "unknown";
}
