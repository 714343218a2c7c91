// Slots that have to die, by segment: what one operation takes from segments other than the one it writes to.
import type { SegmentWrite } from "../engine/engine.ts";
import type { Segment } from "./segment.ts";

export class Deaths {
  readonly #slots = new Map<Segment, number[]>();

  get any(): boolean {
    return this.#slots.size > 0;
  }

  add(segment: Segment, slot: number): void {
    const slots = this.#slots.get(segment);
    if (slots) slots.push(slot);
    else this.#slots.set(segment, [slot]);
  }

  /** What the engine has to write so that they die. */
  get writes(): SegmentWrite[] {
    return Array.from(this.#slots, ([segment, slots]) => segment.killing(slots)).flat();
  }
}
