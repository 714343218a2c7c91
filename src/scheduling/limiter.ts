// Runs at most n tasks at a time; the others wait in the order of their calls.
// The decision: a free place goes to the first task that is not cancelled. Most cancel signals have to be polled, so
// a caller that learns of an aborted one calls `dropAborted`; otherwise an aborted task leaves the queue when it
// comes to its front.
import { DeadlineExceeded } from "../errors/query.ts";
import { type CancelSignal, throwIfCancelled } from "./cancel.ts";

interface QueuedTask {
  readonly signal: CancelSignal;
  readonly begin: () => void;
  readonly leave: (error: Error) => void;
  next: QueuedTask | null;
}

/** The tasks that are refused instead of waiting. */
interface Refusal {
  /** A task is refused that comes while this number of tasks wait. */
  readonly maxWaiting: number;
  readonly error: () => Error;
}

export class Limiter {
  #free: number;
  readonly #refusal: Refusal | null;
  // A list, because removing the first item of an array takes longer the longer the array is.
  #first: QueuedTask | null = null;
  #last: QueuedTask | null = null;
  #waiting = 0;

  /** @param width how many may run at a time @param refusal without it, any number may wait */
  constructor(width: number, refusal: Refusal | null = null) {
    this.#free = width;
    this.#refusal = refusal;
  }

  /**
   * Runs the task when one of those before it has ended. A task that waits for another one of the same limiter can wait
   * for ever.
   * @throws DeadlineExceeded if it is cancelled before it begins; the error of the refusal
   */
  async run<T>(task: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    throwIfCancelled(signal);
    if (!this.tryEnter()) await this.enter(signal);
    try {
      return await task();
    } finally {
      this.leave();
    }
  }

  /** Takes a place if one is free. */
  tryEnter(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  /** Waits for a place, which `leave` gives back. @param isUrgent goes before all that wait @throws as `run` */
  async enter(signal?: CancelSignal, isUrgent = false): Promise<void> {
    if (!this.tryEnter()) await this.#wait(signal, isUrgent);
    if (!signal?.aborted) return;
    this.leave();
    throw new DeadlineExceeded();
  }

  leave(): void {
    for (let first = this.#first; first !== null; first = this.#first) {
      this.#remove(first, null);
      if (!first.signal?.aborted) {
        first.begin();
        return;
      }
      first.leave(new DeadlineExceeded());
    }
    this.#free++;
  }

  /** Removes cancelled tasks from the queue. */
  dropAborted(): void {
    let before: QueuedTask | null = null;
    for (let task = this.#first; task !== null; task = task.next) {
      if (!task.signal?.aborted) before = task;
      else {
        this.#remove(task, before);
        task.leave(new DeadlineExceeded());
      }
    }
  }

  #wait(signal: CancelSignal, isUrgent: boolean): Promise<void> {
    if (this.#refusal !== null && this.#waiting >= this.#refusal.maxWaiting) throw this.#refusal.error();
    return new Promise((begin, leave) => {
      const task = { signal, begin, leave, next: isUrgent ? this.#first : null };
      if (isUrgent || this.#first === null) this.#first = task;
      else this.#last!.next = task;
      if (task.next === null) this.#last = task;
      this.#waiting++;
    });
  }

  /** @param before the one in front of it */
  #remove(task: QueuedTask, before: QueuedTask | null): void {
    if (before === null) this.#first = task.next;
    else before.next = task.next;
    if (this.#last === task) this.#last = before;
    this.#waiting--;
  }
}
