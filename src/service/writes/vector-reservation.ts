// What a request is charged for the vectors that it adds.
// The decision: it is charged once, for all of its writes, before the first is logged; so it is refused whole.
import type { Collection } from "../../core/collection/collection.ts";
import { type CancelSignal, nextStep } from "../../scheduling/cancel.ts";
import type { Change } from "./change.ts";
import type { Release, VectorCap } from "./vector-cap.ts";
import { VectorForecast } from "./vector-forecast.ts";

/** It has to be looked up how many vectors there really are to be more. */
export class NeedsExactCount extends Error {}

export class VectorReservation {
  readonly #cap: VectorCap;
  readonly #most: number;
  #giveBack: Release | null = null;

  constructor(cap: VectorCap, changes: readonly Change[]) {
    this.#cap = cap;
    this.#most = mostOf(changes);
  }

  /** Charges the most that it can be. @throws NeedsExactCount */
  async reserve(): Promise<void> {
    this.#giveBack = await this.#cap.tryReserve(this.#most);
    if (this.#giveBack === null) throw new NeedsExactCount();
  }

  /** The same, or what it really is. Nothing else may be written to the collection. @throws VectorLimitReached */
  async reserveExactly(
    collection: Collection,
    changes: readonly Change[],
    signal?: CancelSignal,
  ): Promise<void> {
    this.#giveBack = await this.#cap.tryReserve(this.#most);
    if (this.#giveBack !== null) return;
    const outlook = new VectorForecast(collection, signal);
    await collection.reading(async () => {
      for (const change of changes) {
        await nextStep(signal);
        await change.estimate(outlook);
        outlook.step();
      }
    });
    this.#giveBack = await this.#cap.reserve(outlook.most, this.#most);
  }

  /** All is logged that will be. */
  release(): void {
    this.#giveBack?.();
  }
}

/** The most vectors that the changes can add. */
export function mostOf(changes: readonly Change[]): number {
  return changes.reduce((sum, { mayAdd }) => sum + mayAdd, 0);
}
