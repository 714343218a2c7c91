// Fills the payload indexes of all segments of a collection in the background.
// The decision: it works in slices and has no clock. Writes and reads start it, so work that was postponed for want
// of memory, or that failed, is tried again with the next request.
import { pause } from "../../scheduling/pause.ts";
import type { SegmentIndexes } from "./segment-indexes.ts";

export class IndexBuilder {
  readonly #segments: () => readonly { readonly indexes: SegmentIndexes }[];
  #work: Promise<void> | null = null;
  #stopped = false;

  constructor(segments: () => readonly { readonly indexes: SegmentIndexes }[]) {
    this.#segments = segments;
  }

  get busy(): boolean {
    return this.#next() !== undefined;
  }

  /** Whether it is reading payloads; not while it waits for memory. */
  get isRunning(): boolean {
    return this.#work !== null;
  }

  /** Begins to read payloads in the background if any index lacks some. */
  wake(): void {
    for (const { indexes } of this.#segments()) indexes.refresh();
    if (this.#work || this.#stopped || !this.busy) return;
    this.#work = this.#run().finally(() => {
      this.#work = null;
    });
  }

  /** Resolves when all payloads have been read, or when reading has stopped because memory is missing. */
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
