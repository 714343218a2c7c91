// Points pulled together where they are neighbours and pushed apart where they are not: the layout of UMAP by stochastic
// gradient descent with negative samples (McInnes, Healy and Melville 2018, section 4.2), beginning where PCA put them.
// The decision: both forces depend on the squared distance alone, so they are tabled by the upper bits of its float, and
// the loops have no power, no division and no allocation. The draws are seeded: equal data gets an equal map.
import type { FuzzySet } from "./fuzzy-set.ts";

/** Of the curve 1 / (1 + a d^2b) that fits a least distance of 0.1 and a spread of 1. */
const A = 1.576943;
const B = 0.8950609;
/** The initial width; PCA's coordinates are within -1 .. 1. */
export const WIDTH = 10;
const JITTER = 1e-3;
const NEGATIVE_SAMPLES = 5;
/** No step is longer along an axis. */
const LONGEST = 4;
/** Squared distances from 2^-20 to 2^20 have entries of their own, 64 for each power of two. */
const MANTISSA_BITS = 6;
const SHIFT = 23 - MANTISSA_BITS;
const FIRST_POWER = -20;
const POWERS = 40;
const FIRST_ENTRY = (127 + FIRST_POWER) << MANTISSA_BITS;
const ENTRIES = POWERS << MANTISSA_BITS;

/** As many as the map takes to settle; of a large one fewer, since each moves more. */
function epochsFor(count: number): number {
  return count <= 10_000 ? 500 : count <= 100_000 ? 200 : 100;
}

function table(force: (squared: number) => number): Float32Array {
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  return Float32Array.from({ length: ENTRIES }, (_, entry) => {
    // The middle of what the entry stands for.
    bits[0] = ((entry + FIRST_ENTRY) << SHIFT) | (1 << (SHIFT - 1));
    return force(float[0]!);
  });
}

/** Gradients over the difference of the coordinates. */
const ATTRACTION = table((squared) => (-2 * A * B * squared ** (B - 1)) / (1 + A * squared ** B));
const REPULSION = table((squared) => (2 * B) / ((0.001 + squared) * (1 + A * squared ** B)));

export class Layout {
  /** x and y by turns, changed in place. */
  readonly positions: Float32Array;
  readonly epochs: number;
  readonly #count: number;
  readonly #pairs: FuzzySet;
  /** How many epochs lie between two samples of a pair, and when the next is due. */
  readonly #every: Float32Array;
  readonly #due: Float32Array;
  /** The seed, the epoch, and one float whose bits are read. */
  #random: number;
  #epoch = 0;

  /** @param start within -1 .. 1 */
  constructor(pairs: FuzzySet, start: Float32Array, seed = 1, epochs = epochsFor(start.length / 2)) {
    this.#count = start.length / 2;
    this.#random = seed >>> 0 || 1;
    this.epochs = epochs;
    this.#pairs = worthSampling(pairs, epochs);
    const { weights } = this.#pairs;
    const most = weights.reduce((a, b) => Math.max(a, b), 0);
    this.#every = weights.map((weight) => most / weight);
    this.#due = this.#every.slice();
    this.positions = start.map((value) => value * WIDTH + (this.#draw(1000) / 500 - 1) * JITTER);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get isDone(): boolean {
    return this.#epoch >= this.epochs;
  }

  /** One look at every pair. */
  step(): void {
    const rate = 1 - this.#epoch / this.epochs;
    const every = this.#every;
    const due = this.#due;
    const { heads, tails } = this.#pairs;
    const now = ++this.#epoch;
    for (let pair = 0; pair < every.length; pair++) {
      if (due[pair]! > now) continue;
      due[pair]! += every[pair]!;
      this.#attract(heads[pair]!, tails[pair]!, rate);
      // The ends take turns at being pushed away from others.
      this.#repel((now & 1) === 0 ? heads[pair]! : tails[pair]!, rate);
    }
  }

  #attract(head: number, tail: number, rate: number): void {
    const p = this.positions;
    const i = head * 2;
    const j = tail * 2;
    const dx = p[i]! - p[j]!;
    const dy = p[i + 1]! - p[j + 1]!;
    const force = forceAt(ATTRACTION, dx * dx + dy * dy);
    const x = clipped(force * dx) * rate;
    const y = clipped(force * dy) * rate;
    p[i]! += x;
    p[i + 1]! += y;
    p[j]! -= x;
    p[j + 1]! -= y;
  }

  #repel(point: number, rate: number): void {
    const p = this.positions;
    const i = point * 2;
    let x = p[i]!;
    let y = p[i + 1]!;
    for (let sample = 0; sample < NEGATIVE_SAMPLES; sample++) {
      const j = this.#draw(this.#count) * 2;
      if (j === i) continue;
      const dx = x - p[j]!;
      const dy = y - p[j + 1]!;
      const force = forceAt(REPULSION, dx * dx + dy * dy);
      x += clipped(force * dx) * rate;
      y += clipped(force * dy) * rate;
    }
    p[i] = x;
    p[i + 1] = y;
  }

  /** @returns 0 .. below - 1 (xorshift of 32 bits) */
  #draw(below: number): number {
    let x = this.#random;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#random = x;
    return ((x >>> 0) * below * 2 ** -32) | 0;
  }
}

const FLOAT = new Float32Array(1);
const BITS = new Int32Array(FLOAT.buffer);

function forceAt(forces: Float32Array, squared: number): number {
  FLOAT[0] = squared;
  const entry = (BITS[0]! >> SHIFT) - FIRST_ENTRY;
  return forces[entry < 0 ? 0 : entry < ENTRIES ? entry : ENTRIES - 1]!;
}

function clipped(value: number): number {
  return value > LONGEST ? LONGEST : value < -LONGEST ? -LONGEST : value;
}

/** Pairs so weak that no epoch would take them are left out. */
function worthSampling({ heads, tails, weights }: FuzzySet, epochs: number): FuzzySet {
  const least = weights.reduce((a, b) => Math.max(a, b), 0) / epochs;
  const isKept = (_: unknown, pair: number) => weights[pair]! >= least && weights[pair]! > 0;
  return { heads: heads.filter(isKept), tails: tails.filter(isKept), weights: weights.filter(isKept) };
}
