// Lets other tasks run in the middle of long work.
// The decision: a pause uses the platform's task that comes after waiting input and output and before timers, so
// hundreds of pauses do not each cost a millisecond. If several requests have long work, one of them continues in
// each round of the event loop, in the order of arrival, so a round takes as long as one slice, however many there
// are.

/** The resolvers of work that waits to go on. */
const waiting: (() => void)[] = [];

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    // Where there are only timers these are milliseconds apart, and each has its own.
    if (typeof setImmediate !== "function") setTimeout(resume, 0, resolve);
    else if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  resume(waiting.shift()!);
  // What is set here runs in the next round.
  if (waiting.length > 0) setImmediate(next);
}

/** A quarter of the time for which a request may hold the thread: other requests and the garbage collector need it. */
const SLICE_MS = 5;

function resume(resolve: () => void): void {
  endSlice();
  resolve();
}

/** When the present slice ends, which all work in one turn of the event loop shares; 0: no work was done in it. */
let sliceEndsAt = 0;

/** Whether the work of all requests since the last pause has taken the time of a slice, so that it has to pause. */
export function isSliceOver(): boolean {
  const now = performance.now();
  if (sliceEndsAt > 0) return now >= sliceEndsAt;
  sliceEndsAt = now + SLICE_MS;
  if (typeof setImmediate === "function") setImmediate(endSlice);
  else setTimeout(endSlice);
  return false;
}

function endSlice(): void {
  sliceEndsAt = 0;
}

/** Work that may pause where it yields, which it does at least every half millisecond. */
export type Sliced<T> = Generator<void, T>;

/** Does all of the work at once. */
export function runWhole<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Measures how long work has had the thread, for work whose parts take unknown times. */
export class TimeSlice {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= SLICE_MS;
  }

  /** Lets other tasks run, and begins a new slice. */
  async next(): Promise<void> {
    await pause();
    this.#began = performance.now();
  }
}

/**
 * Calls `work` for the numbers from 0 to before `count`, in portions between which other tasks run. The size of a
 * portion is a number and not a time, so that a replay takes the same steps.
 */
export async function inSlices(
  count: number,
  atATime: number,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += atATime) {
    if (from > 0) await pause();
    work(from, Math.min(from + atATime, count));
  }
}
