// Lets others have the thread for a moment in the middle of long work.
// The decision: whatever the platform has that comes behind waiting input and output, and before a timer: work that is
// cut into hundreds of slices is not made a millisecond longer by each. Where several have long work, one of them goes on in
// each round of the event loop, first come first served, so a round takes as long as one slice, however many there are.

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

/** Whether work that shares a turn, of all requests together, has had the thread for as long as it may, so it has to pause. */
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

/** How long somebody has had the thread. For work whose parts take times that nobody knows before. */
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
 * Does something for the numbers from 0 to before `count`, so many at a time, between which others have the thread. What is done at
 * a time is a number and not a time, so that a replay goes the same way.
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
