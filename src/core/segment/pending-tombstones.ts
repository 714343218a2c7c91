// The slots that lose their points in one operation, by segment.
// The decision: they die for the engine after what takes their place is visible, and are buried when it says so: until
// then whoever asks may still find them.
import type { SegmentWrite } from "../../engine/types.ts";
import type { CollectionSegment } from "./segment.ts";

export class PendingTombstones {
  readonly #slots = new Map<CollectionSegment, number[]>();

  get none(): boolean {
    return this.#slots.size === 0;
  }

  add(segment: CollectionSegment, slot: number): void {
    const slots = this.#slots.get(segment);
    if (slots) slots.push(slot);
    else this.#slots.set(segment, [slot]);
  }

  /** What the engine has to write so that they die. */
  writes(): SegmentWrite[] {
    return Array.from(this.#slots, ([segment, slots]) => segment.killing(slots)).flat();
  }

  /** The engine has written it. */
  confirm(): void {
    for (const segment of this.#slots.keys()) segment.confirmDeletes();
  }
}
