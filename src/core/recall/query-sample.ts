// A sample of the queries that clients ask of one vector index, with which its recall is measured.
// The decision: the newest queries count most. A new query replaces a random one of the sample, so an old one stays for
// some WINDOW queries; of more frequent queries only every n-th is taken, which costs a search one comparison. A query
// that is in the sample is not taken again, so one that is repeated all day does not stand for all. The sample is only
// in memory: what clients ask is written to no file.

/** The most queries that are kept. */
const SIZE = 256;
/** The queries over which the sample is spread, once there are so many. */
const WINDOW = 16 * SIZE;
const SEED = 0x2545f491;

export class QuerySample {
  readonly #queries: Float32Array[] = [];
  /** The sum of the numbers of each query: one that has another is another, and the sums lie side by side. */
  readonly #sums = new Float64Array(SIZE);
  #searches = 0;
  #asked = 0;
  #next = 1;
  #random = SEED;
  #call: { readonly asked: number; readonly then: () => void } | null = null;

  /** The searches that were made, repeated queries included. */
  get searches(): number {
    return this.#searches;
  }

  /** The queries that were asked, as far as they differ. */
  get asked(): number {
    return this.#asked;
  }

  /** Takes the query into the sample if it is its turn. The vector is copied. */
  offer(query: Float32Array): void {
    this.#searches++;
    if (++this.#asked < this.#next) return;
    const queries = this.#queries;
    const sum = sumOf(query);
    if (this.#has(query, sum)) {
      this.#asked--;
      return;
    }
    const at = queries.length < SIZE ? queries.length : this.#draw(SIZE);
    queries[at] = query.slice();
    this.#sums[at] = sum;
    const step = Math.max(1, Math.min(this.#asked, WINDOW) / SIZE);
    if (this.#call !== null && this.#asked >= this.#call.asked) {
      const { then } = this.#call;
      this.#call = null;
      then();
    }
    this.#next += queries.length < SIZE ? 1 : 1 + this.#draw(Math.round(2 * step - 1));
  }

  /** Calls back once so many queries were asked, at the first one that is taken from then on. */
  whenAsked(asked: number, then: () => void): void {
    this.#call = { asked, then };
  }

  /** Returns at most `most` of the queries. */
  take(most: number): readonly Float32Array[] {
    return this.#queries.slice(0, most);
  }

  #has(query: Float32Array, sum: number): boolean {
    for (let i = 0; i < this.#queries.length; i++) {
      if (this.#sums[i] === sum && areEqual(this.#queries[i]!, query)) return true;
    }
    return false;
  }

  /** Returns a number from 0 to below `end` (xorshift32, Marsaglia 2003). */
  #draw(end: number): number {
    let x = this.#random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#random = x >>> 0;
    return this.#random % end;
  }
}

function sumOf(query: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += query[i]!;
  return sum;
}

function areEqual(one: Float32Array, other: Float32Array): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
