// Records which slots of a segment changed after they were saved, and their state when a checkpoint captured the
// segment.
// The decision: a bit for each changed slot; the new state is in the tables of the segment. While a checkpoint is
// written the tables continue to change, so a state that it still has to write is copied here just before it is
// replaced.
import { SlotSet } from "./slot-set.ts";

/** The parts of a slot that can change. */
export interface SlotState {
  /** The LSN of the write that gave the point its current state. */
  readonly version: number;
  /** The position of its payload in the stream of payloads. */
  readonly offset: number;
  /** The length of the payload in bytes; 0: there is none. */
  readonly length: number;
}

export class SlotChanges {
  /** Slots that changed since the segment was last captured. */
  #changed = new SlotSet();
  /** Slots that changed before that and are in no valid checkpoint yet. */
  #captured = new SlotSet();
  /** The captured state of slots that changed while they are being written; null: no checkpoint is being written. */
  #before: Map<number, SlotState> | null = null;
  #firstSlot = 0;

  /** Records a change; it has to be called before the slot changes. @param state returns the current state */
  note(slot: number, state: () => SlotState): void {
    this.#changed.add(slot);
    if (this.#before === null || this.#before.has(slot)) return;
    if (slot >= this.#firstSlot || this.#captured.has(slot)) this.#before.set(slot, state());
  }

  /** Captures the segment for a checkpoint. @param firstSlot slots below it were saved earlier */
  capture(firstSlot: number): void {
    // If the checkpoint before has failed, its slots are still to be saved.
    this.#captured.addAll(this.#changed);
    this.#changed = new SlotSet();
    this.#before = new Map();
    this.#firstSlot = firstSlot;
  }

  /** Yields the captured slots that changed after they were saved, ascending. */
  isCaptured(): Generator<number> {
    return this.#captured.below(this.#firstSlot);
  }

  /** Returns the captured state of a slot; undefined: the slot has not changed since. */
  stateAtCapture(slot: number): SlotState | undefined {
    return this.#before?.get(slot);
  }

  /** Ends the reading of captured states. */
  release(): void {
    this.#before = null;
  }

  /** Forgets the captured slots, because the checkpoint is valid. */
  saved(): void {
    this.#captured = new SlotSet();
  }
}
