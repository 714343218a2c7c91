// The slots that lose their points in one operation, by segment.
// The decision: the engine marks them as deleted after their replacements are visible, and the tombstones are confirmed
// when it has done so. Until then a search may still find them.
import type { PackedIds } from "../slots/point-id.ts";
import type { VectorWrite } from "../vectors/apply-writes.ts";
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

  /** Returns the writes that delete the slots. */
  writes(): VectorWrite[] {
    return Array.from(this.#slots, ([segment, slots]) => segment.tombstoneWrites(slots)).flat();
  }

  /** Confirms the tombstones, after the engine has written them. */
  confirm(): void {
    for (const segment of this.#slots.keys()) segment.confirmDeletes();
  }
}

/** Removes the id from all segments but one, and notes the slot that is deleted. */
export function unlink(
  segments: readonly CollectionSegment[],
  ids: PackedIds,
  at: number,
  tombstones: PendingTombstones,
  except: CollectionSegment | null,
): void {
  for (const segment of segments) {
    const slot = segment === except ? -1 : segment.unlink(ids, at);
    if (slot < 0) continue;
    return void tombstones.add(segment, slot);
  }
}
