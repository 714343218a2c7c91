// Which slots of a segment were changed after they had been saved, and how they were when a checkpoint caught the segment.
// The decision: a bit for each slot that changed; what became of it is in the tables. While a checkpoint is being written
// the tables go on changing, so what it has still to write is noted here in the moment in which it would be lost.
import { SlotSet } from "./slot-set.ts";

/** All of a slot that can change. */
export interface SlotState {
  /** Since which write the point is as it is. */
  readonly version: number;
  /** Where its payload is in the stream. */
  readonly offset: number;
  /** Of the payload; 0: there is none. */
  readonly length: number;
}

export class SlotChanges {
  /** Since the segment was last caught. */
  #changed = new SlotSet();
  /** Before that, and not in any checkpoint that counts. */
  #caught = new SlotSet();
  /** The slots that are being written as they were, if they have changed meanwhile; null: nothing is being written. */
  #before: Map<number, SlotState> | null = null;
  #firstSlot = 0;

  /** To be called before the slot changes. @param state as it is now */
  note(slot: number, state: () => SlotState): void {
    this.#changed.add(slot);
    if (this.#before === null || this.#before.has(slot)) return;
    if (slot >= this.#firstSlot || this.#caught.has(slot)) this.#before.set(slot, state());
  }

  /** A checkpoint catches the segment as it is now. @param firstSlot those before were saved earlier */
  catch(firstSlot: number): void {
    // Should the one before have failed, what it caught is still to be saved.
    this.#caught.addAll(this.#changed);
    this.#changed = new SlotSet();
    this.#before = new Map();
    this.#firstSlot = firstSlot;
  }

  /** Those that were changed after they had been saved, ascending. */
  caught(): Generator<number> {
    return this.#caught.below(this.#firstSlot);
  }

  /** How the slot was when it was caught; undefined: as it is. */
  stateThen(slot: number): SlotState | undefined {
    return this.#before?.get(slot);
  }

  /** All that was caught has been read. */
  release(): void {
    this.#before = null;
  }

  /** The checkpoint counts. */
  saved(): void {
    this.#caught = new SlotSet();
  }
}
