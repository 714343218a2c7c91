// Something that happens once, if it does, such as the end of a thread: to be waited for and to be asked about.

export class Signal<T> {
  #resolve: (value: T) => void = () => {};
  readonly happened: Promise<T> = new Promise((resolve) => {
    this.#resolve = resolve;
  });
  #value: T | null = null;

  /** Null: it has not happened. */
  get value(): T | null {
    return this.#value;
  }

  /** The first time counts. */
  note(value: T): void {
    this.#value ??= value;
    this.#resolve(value);
  }
}
