// Lets other tasks run in the middle of long work.
// The decision: a pause uses the platform's task that comes after waiting input and output and before timers, so
// hundreds of pauses do not each cost a millisecond. If several requests have long work, one of them continues in
// each round of the event loop, in the order of arrival, so a round takes as long as one slice, however many there
// are.

/** Those that wait to go on. */
const waiting: (() => void)[] = [];

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    // Where there are only timers these are milliseconds apart, and each has its own.
    if (typeof setImmediate !== "function") setTimeout(goOn, 0, resolve);
    else if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  goOn(waiting.shift()!);
  // What is set here runs in the next round.
  if (waiting.length > 0) setImmediate(next);
}

/** A quarter of what a request may hold the thread for at a time: others come in between, and collectors. */
const SLICE_MS = 5;

function goOn(resolve: () => void): void {
  endTurn();
  resolve();
}

/** When the turn of this moment is over for work that shares it; 0: none was done in it. */
let turnEnds = 0;

/** Whether the work of all requests in this turn has taken its time, so that it has to pause. */
export function turnIsOver(): boolean {
  const now = performance.now();
  if (turnEnds > 0) return now >= turnEnds;
  turnEnds = now + SLICE_MS;
  if (typeof setImmediate === "function") setImmediate(endTurn);
  else setTimeout(endTurn);
  return false;
}

function endTurn(): void {
  turnEnds = 0;
}

/** Work that may be cut where it yields, which it does at least every half millisecond. */
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

  /** Lets others have the thread; what follows is a slice of its own. */
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
