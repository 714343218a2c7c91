// Fills the payload indexes of all segments of a collection in the background.
// The decision: it works in slices and has no clock. Writes and reads start it, so work that was postponed for want
// of memory, or that failed, is tried again with the next request.
import { pause } from "../../scheduling/pause.ts";
import type { SegmentIndexes } from "./segment-indexes.ts";

export class IndexBuilder {
  readonly #segments: () => readonly { readonly indexes: SegmentIndexes }[];
  #work: Promise<void> | null = null;
  #stopped = false;

  /** @param segments returns the present segments */
  constructor(segments: () => readonly { readonly indexes: SegmentIndexes }[]) {
    this.#segments = segments;
  }

  /** Whether something has yet to be read. */
  get busy(): boolean {
    return this.#next() !== undefined;
  }

  /** Looks whether something has yet to be read; if so it is read in the background. */
  wake(): void {
    for (const { indexes } of this.#segments()) indexes.refresh();
    if (this.#work || this.#stopped || !this.busy) return;
    this.#work = this.#run().finally(() => {
      this.#work = null;
    });
  }

  /** Resolves when everything has been read, or nothing goes on for want of memory. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Ends the work at its next pause. */
  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    for (;;) {
      await pause();
      const indexes = this.#stopped ? undefined : this.#next();
      // A payload that cannot be read is reported to the requests that read it.
      if (!indexes || !(await indexes.read().catch(() => false))) return;
    }
  }

  #next(): SegmentIndexes | undefined {
    return this.#segments().find(({ indexes }) => indexes.unfinished)?.indexes;
  }
}
