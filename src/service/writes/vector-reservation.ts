// The reservation of the vectors that a request adds.
// The decision: there is one reservation for all writes of a request, made before the first is logged, so the request
// is refused as a whole.
import type { Collection } from "../../core/collection/collection.ts";
import { type CancelSignal, nextStep } from "../../scheduling/cancel.ts";
import type { Change } from "./change.ts";
import type { Release, VectorCap } from "./vector-cap.ts";
import { VectorForecast } from "./vector-forecast.ts";

/** Thrown if the exact number of added vectors has to be computed. */
export class NeedsExactCount extends Error {}

export class VectorReservation {
  readonly #cap: VectorCap;
  readonly #most: number;
  #release: Release | null = null;

  constructor(cap: VectorCap, changes: readonly Change[]) {
    this.#cap = cap;
    this.#most = maxAddedBy(changes);
  }

  /** Reserves the most that the request can add. @throws NeedsExactCount */
  async reserve(): Promise<void> {
    this.#release = await this.#cap.tryReserve(this.#most);
    if (this.#release === null) throw new NeedsExactCount();
  }

  /**
   * Reserves the most that the request can add, or the exact number. Nothing else may be written to the collection.
   * @throws VectorLimitReached
   */
  async reserveExactly(
    collection: Collection,
    changes: readonly Change[],
    signal?: CancelSignal,
  ): Promise<void> {
    this.#release = await this.#cap.tryReserve(this.#most);
    if (this.#release !== null) return;
    const forecast = new VectorForecast(collection, signal);
    await collection.reading(async () => {
      for (const change of changes) {
        await nextStep(signal);
        await change.estimate(forecast);
        forecast.step();
      }
    });
    this.#release = await this.#cap.reserve(forecast.most, this.#most);
  }

  /** Releases the reservation when all records are logged. */
  release(): void {
    this.#release?.();
  }
}

/** Returns the most vectors that the changes can add. */
export function maxAddedBy(changes: readonly Change[]): number {
  return changes.reduce((sum, { mayAdd }) => sum + mayAdd, 0);
}
