// What a request is charged for the vectors that it adds.
// The decision: it is charged once, for all of its writes, before the first is logged; so it is refused whole.
import type { Collection } from "../../core/collection.ts";
import { ensureWanted } from "../../core/wanted.ts";
import type { Wanted } from "../../schema/caller.ts";
import type { GiveBack, VectorCap } from "../vector-cap.ts";
import type { Change } from "./change.ts";
import { Outlook } from "./outlook.ts";

/** It has to be looked up how many vectors there really are to be more. */
export class HasToLook extends Error {}

export class Charge {
  readonly #cap: VectorCap;
  readonly #most: number;
  #giveBack: GiveBack | null = null;

  constructor(cap: VectorCap, changes: readonly Change[]) {
    this.#cap = cap;
    this.#most = mostOf(changes);
  }

  /** Charges the most that it can be. @throws HasToLook */
  async atOnce(): Promise<void> {
    this.#giveBack = await this.#cap.promise(this.#most);
    if (this.#giveBack === null) throw new HasToLook();
  }

  /** The same, or what it really is. Nothing else may be written to the collection. @throws VectorLimitReached */
  async admit(collection: Collection, changes: readonly Change[], wanted?: Wanted): Promise<void> {
    this.#giveBack = await this.#cap.promise(this.#most);
    if (this.#giveBack !== null) return;
    const outlook = new Outlook(collection, wanted);
    await collection.reading(async () => {
      for (const change of changes) {
        ensureWanted(wanted);
        await change.foresee(outlook);
        outlook.step();
      }
    });
    this.#giveBack = await this.#cap.admit(outlook.most, this.#most);
  }

  /** All is logged that will be. */
  close(): void {
    this.#giveBack?.();
  }
}

/** The most vectors that the changes can add. */
export function mostOf(changes: readonly Change[]): number {
  return changes.reduce((sum, { mayAdd }) => sum + mayAdd, 0);
}
