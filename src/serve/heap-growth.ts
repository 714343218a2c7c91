// Lets the small heap of a server grow before V8 collects the whole of it.
// The decision: V8 counts buffers of requests as growth of the heap. With a small heap it therefore began a collection
// of everything about every 25 batches of 256 points, each of which held up searches for 5 to 20 ms, although young
// collections free these buffers anyway. Growth is limited while the heap is small compared with the memory limit; V8
// decides about larger heaps by itself.
import { getHeapStatistics, setFlagsFromString } from "node:v8";

/** The growth of the heap, in percent, between two collections of the whole; V8 takes 0 as leave to decide. */
const GROWTH_PERCENT = 300;
/** A heap with its garbage is small up to this size and this share of the memory limit. */
const SMALL_BYTES = 128 * 2 ** 20;
const SMALL_SHARE = 1 / 16;
const PERIOD_MS = 1000;

/** The heap of this thread. */
interface Heap {
  usedBytes(): number;
  growBy(percent: number): void;
}

const V8: Heap = {
  usedBytes: () => getHeapStatistics().used_heap_size,
  growBy: (percent) => setFlagsFromString(`--heap-growing-percent=${percent}`),
};

export class HeapGrowth {
  readonly #heap: Heap;
  readonly #smallBytes: number;
  #timer: NodeJS.Timeout | undefined;
  #percent = 0;

  /** @param memoryLimit in bytes, of the whole server */
  constructor(memoryLimit: number, heap: Heap = V8) {
    this.#heap = heap;
    this.#smallBytes = Math.min(SMALL_BYTES, memoryLimit * SMALL_SHARE);
  }

  start(): void {
    this.choose();
    this.#timer = setInterval(() => this.choose(), PERIOD_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#set(0);
  }

  /** Decides for the next collection. */
  choose(): void {
    this.#set(this.#heap.usedBytes() <= this.#smallBytes ? GROWTH_PERCENT : 0);
  }

  #set(percent: number): void {
    if (percent !== this.#percent) this.#heap.growBy(percent);
    this.#percent = percent;
  }
}
