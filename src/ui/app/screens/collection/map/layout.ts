// The layout of UMAP: neighbours attract each other and other points repel each other, by stochastic gradient descent
// with negative samples (McInnes, Healy and Melville 2018, section 4.2), starting with the positions of PCA.
// The decision: both forces depend only on the squared distance, so they are in tables indexed by the upper bits of its
// float, and the loops contain no power, no division and no allocation. The random numbers are seeded: equal data gives
// an equal map.
import type { FuzzySet, Neighbours } from "./fuzzy-set.ts";

/** The message from the page to the thread of the layout. */
export interface Order {
  readonly neighbours: Neighbours;
  /** The initial positions of the points, within -1 .. 1. */
  readonly positions: Float32Array;
  readonly seed: number;
}

/** A message from the thread to the page. */
export interface Frame {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly epoch: number;
  readonly epochs: number;
  /** The time spent so far. */
  readonly busyMs: number;
}

/** The parameters of the curve 1 / (1 + a d^2b) for a minimum distance of 0.1 and a spread of 1. */
const A = 1.576943;
const B = 0.8950609;
/** The initial width; the coordinates of PCA are within -1 .. 1. */
export const WIDTH = 10;
const JITTER = 1e-3;
const NEGATIVE_SAMPLES = 5;
/** The longest step along one axis. */
const MAX_STEP = 4;
/** Squared distances from 2^-20 to 2^20 have entries of their own, 64 for each power of two. */
const MANTISSA_BITS = 6;
const SHIFT = 23 - MANTISSA_BITS;
const FIRST_POWER = -20;
const POWERS = 40;
const FIRST_ENTRY = (127 + FIRST_POWER) << MANTISSA_BITS;
const ENTRIES = POWERS << MANTISSA_BITS;

/**
 * Returns the number of epochs until the map is stable; fewer for a large map, because each epoch moves more points.
 */
function epochsFor(count: number): number {
  return count <= 10_000 ? 500 : count <= 100_000 ? 200 : 100;
}

function table(force: (squared: number) => number): Float32Array {
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  return Float32Array.from({ length: ENTRIES }, (_, entry) => {
    // The middle of the range of the entry.
    bits[0] = ((entry + FIRST_ENTRY) << SHIFT) | (1 << (SHIFT - 1));
    return force(float[0]!);
  });
}

/** Gradients divided by the difference of the coordinates. */
const ATTRACTION = table((squared) => (-2 * A * B * squared ** (B - 1)) / (1 + A * squared ** B));
const REPULSION = table((squared) => (2 * B) / ((0.001 + squared) * (1 + A * squared ** B)));

export class Layout {
  /** x and y of each point, alternating; changed in place. */
  readonly positions: Float32Array;
  readonly epochs: number;
  readonly #count: number;
  readonly #pairs: FuzzySet;
  /** The number of epochs between two samples of a pair, and the epoch of the next one. */
  readonly #every: Float32Array;
  readonly #due: Float32Array;
  #random: number;
  #epoch = 0;

  /** @param start the initial positions, within -1 .. 1 */
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

  /** Runs one epoch. */
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
      // The two ends of a pair alternate in being repelled by other points.
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

  /** Returns a random number of 0 .. below - 1 (xorshift of 32 bits). */
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
  return value > MAX_STEP ? MAX_STEP : value < -MAX_STEP ? -MAX_STEP : value;
}

/** Removes pairs whose weight is so small that no epoch would sample them. */
function worthSampling({ heads, tails, weights }: FuzzySet, epochs: number): FuzzySet {
  const least = weights.reduce((a, b) => Math.max(a, b), 0) / epochs;
  const isKept = (_: unknown, pair: number) => weights[pair]! >= least && weights[pair]! > 0;
  return { heads: heads.filter(isKept), tails: tails.filter(isKept), weights: weights.filter(isKept) };
}
