// The slots of a segment in the order of their ids, from which pages of a scroll are read.
// The decision: the order is built when a page is first requested, in slices, and extended later: new slots are sorted
// into a run, and runs are merged so that their lengths double. Slots keep their ids, so nothing in it becomes invalid.
// It costs four bytes a slot.

import type { Engine } from "../../engine/engine.ts";
import { pause } from "../../scheduling/pause.ts";
import { SerialQueue } from "../../scheduling/serial-queue.ts";
import { firstIndex } from "./first-index.ts";
import type { IdTracker } from "./id-tracker.ts";
import { compareIds, type PackedIds } from "./point-id.ts";

/** Slots that are sorted or merged between two pauses: about two milliseconds. */
const SORTED_PER_SLICE = 4096;
const MERGED_PER_SLICE = 32 * 1024;

type Run = Uint32Array;

/** The next slot of a run. */
interface Head {
  readonly run: Run;
  at: number;
}

export class IdOrder {
  readonly #ids: IdTracker;
  readonly #engine: Pick<Engine, "memory" | "noteGarbage">;
  #runs: readonly Run[] = [];
  /** The slots below this number are in the runs. */
  #covered = 0;
  readonly #queue = new SerialQueue();
  #bytes = 0;
  #dropped = false;

  constructor(ids: IdTracker, engine: Pick<Engine, "memory" | "noteGarbage">) {
    this.#ids = ids;
    this.#engine = engine;
  }

  /** Whether all slots that are assigned now are in the order. */
  get isComplete(): boolean {
    return this.#covered === this.#ids.slots;
  }

  /** Resolves when all slots that are assigned now are in the order. */
  extend(): Promise<void> {
    const { slots } = this.#ids;
    return this.#queue.run(() => this.#extend(slots));
  }

  /** Yields the covered slots in order, from the first id of `from` on (null: from the beginning). */
  *walk(from: PackedIds | null): Generator<number> {
    const heads: Head[] = this.#runs.map((run) => ({
      run,
      at: from === null ? 0 : this.#firstNotBelow(run, from),
    }));
    for (;;) {
      let first: Head | null = null;
      let second: Head | null = null;
      for (const head of heads) {
        if (head.at >= head.run.length) continue;
        if (first === null || this.#isBefore(head, first)) {
          second = first;
          first = head;
        } else if (second === null || this.#isBefore(head, second)) second = head;
      }
      if (first === null) return;
      // Ids often come in order, so a run is long before the others, and one comparison a slot is enough.
      do yield first.run[first.at++]!;
      while (first.at < first.run.length && (second === null || this.#isBefore(first, second)));
    }
  }

  #isBefore(a: Head, b: Head): boolean {
    return this.#compare(a.run[a.at]!, b.run[b.at]!) < 0;
  }

  drop(): void {
    this.#dropped = true;
    this.#engine.noteGarbage(this.#bytes);
  }

  async #extend(slots: number): Promise<void> {
    while (this.#covered < slots && !this.#dropped) {
      const end = Math.min(slots, this.#covered + SORTED_PER_SLICE);
      let run: Run = Uint32Array.from({ length: end - this.#covered }, (_, i) => this.#covered + i);
      run.sort((a, b) => this.#compare(a, b));
      const runs = [...this.#runs];
      while (runs.length > 0 && runs.at(-1)!.length < 2 * run.length)
        run = await this.#merge(runs.pop()!, run);
      this.#runs = [...runs, run];
      this.#covered = end;
      if (end < slots) await pause();
    }
    if (this.#dropped) return;
    const bytes = this.#covered * Uint32Array.BYTES_PER_ELEMENT;
    this.#engine.memory.add(bytes - this.#bytes);
    this.#bytes = bytes;
  }

  async #merge(a: Run, b: Run): Promise<Run> {
    const merged = new Uint32Array(a.length + b.length);
    for (let i = 0, j = 0; i + j < merged.length; ) {
      const end = Math.min(merged.length, i + j + MERGED_PER_SLICE);
      while (i + j < end) {
        const fromA = j === b.length || (i < a.length && this.#compare(a[i]!, b[j]!) <= 0);
        merged[i + j] = fromA ? a[i]! : b[j]!;
        if (fromA) i++;
        else j++;
      }
      if (end < merged.length) await pause();
    }
    return merged;
  }

  /** Compares two slots by their ids, and slots with equal ids by their number. */
  #compare(a: number, b: number): number {
    return this.#ids.compare(a, b) || a - b;
  }

  #firstNotBelow(run: Run, from: PackedIds): number {
    const ids = this.#ids.bySlot;
    return firstIndex(run.length, (i) => compareIds(ids, run[i]!, from, 0) >= 0);
  }
}
