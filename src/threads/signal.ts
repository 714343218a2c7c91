// An event that happens at most once, such as the end of a thread. It can be awaited and tested.

export class Signal<T> {
  #resolve: (value: T) => void = () => {};
  readonly happened: Promise<T> = new Promise((resolve) => {
    this.#resolve = resolve;
  });
  #value: T | null = null;

  /** The value of the event; null before it. */
  get value(): T | null {
    return this.#value;
  }

  /** Signals the event; later calls change nothing. */
  note(value: T): void {
    this.#value ??= value;
    this.#resolve(value);
  }
}
