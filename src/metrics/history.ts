// Figures of the last hour: lines of numbers, one sample for each moment.
// The decision: each line is a ring of a fixed length, and there are at most MAX_LINES, so the memory has a bound. A
// line without a value for the whole hour is removed.

const MAX_LINES = 384;

/** The values of all lines from some moment on. */
interface Samples {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  /** By line: a value for each time; null: there was none. */
  readonly lines: ReadonlyMap<string, readonly (number | null)[]>;
}

interface Line {
  /** NaN where there was no value. */
  readonly values: Float64Array;
  /** The number of the last sample with a value. */
  last: number;
}

export class History {
  readonly #length: number;
  readonly #times: Float64Array;
  readonly #lines = new Map<string, Line>();
  /** All samples ever taken. */
  #count = 0;

  constructor(length: number) {
    this.#length = length;
    this.#times = new Float64Array(length);
  }

  /** Adds a sample. @param at seconds since 1970, later than that of the last sample */
  add(at: number, values: ReadonlyMap<string, number>): void {
    const place = this.#count % this.#length;
    this.#times[place] = at;
    for (const name of values.keys()) this.#ensureLine(name);
    for (const [name, line] of this.#lines) {
      const value = values.get(name);
      line.values[place] = value ?? Number.NaN;
      if (value !== undefined) line.last = this.#count;
      else if (this.#count - line.last >= this.#length) this.#lines.delete(name);
    }
    this.#count++;
  }

  /** Returns the samples after a moment. @param after seconds since 1970 */
  since(after: number): Samples {
    const kept = Math.min(this.#count, this.#length);
    const places = Array.from({ length: kept }, (_, i) => (this.#count - kept + i) % this.#length);
    const first = places.findIndex((place) => this.#times[place]! > after);
    const shown = first < 0 ? [] : places.slice(first);
    const lines = Array.from(this.#lines, ([name, { values }]) => {
      const numbers = shown.map((place) => values[place]!);
      return [name, numbers.map((value) => (Number.isNaN(value) ? null : value))] as const;
    });
    return { times: shown.map((place) => this.#times[place]!), lines: new Map(lines) };
  }

  #ensureLine(name: string): void {
    if (this.#lines.has(name) || this.#lines.size >= MAX_LINES) return;
    this.#lines.set(name, { values: new Float64Array(this.#length).fill(Number.NaN), last: this.#count });
  }
}
