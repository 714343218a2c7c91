// Points that are hard for a graph in different ways, drawn from a seed: clusters, heavy tails, low rank, duplicates.
// The decision: one drawer gives the points and the queries, so that queries are distributed like points and none of
// them is a point, except among duplicates. All are meant for Cosine.
import { seededRandom } from "./random.ts";

export const DRAWN_KINDS = ["clusters", "heavy-tailed", "low-rank", "duplicates"] as const;
export type DrawnKind = (typeof DRAWN_KINDS)[number];

type Random = () => number;
/** Returns the next point. */
export type Draw = () => Float32Array;

const CENTRES = 1000;
const SPREAD = 0.8;
/** The degrees of freedom of Student's t: the variance of two is infinite. */
const FREEDOM = 3;
const RANK = 12;
const NOISE = 0.05;
/** The vectors that have duplicates, and the share of the points that are none. */
const REPEATED = 2000;
const UNIQUE = 0.5;

const DRAWERS: Record<DrawnKind, (random: Random, dimension: number) => Draw> = {
  /** Sizes of clusters by Zipf's law. */
  clusters: (random, dimension) => {
    const centres = Array.from({ length: CENTRES }, () => normals(random, dimension));
    return () => {
      // The inverse of Zipf's distribution, approximately.
      const centre = centres[Math.floor(CENTRES ** random()) - 1]!;
      return normals(random, dimension).map((value, i) => centre[i]! + SPREAD * value);
    };
  },
  /** Student's t in each number: a few of them are many times as large as the others. */
  "heavy-tailed": (random, dimension) => {
    const axes = Array.from({ length: RANK }, () => normals(random, dimension));
    return () => {
      const vector = normals(random, dimension);
      for (let i = 0; i < dimension; i++) vector[i]! *= tail(random);
      for (const axis of axes) add(vector, axis, tail(random) * normal(random));
      return vector;
    };
  },
  /** Few directions, and a little noise in all others. */
  "low-rank": (random, dimension) => {
    const axes = Array.from({ length: RANK }, () => normals(random, dimension));
    return () => {
      const vector = normals(random, dimension).map((value) => NOISE * value);
      for (const axis of axes) add(vector, axis, normal(random));
      return vector;
    };
  },
  /** Some vectors of clusters many times, among others. */
  duplicates: (random, dimension) => {
    const draw = DRAWERS.clusters(random, dimension);
    const repeated = Array.from({ length: REPEATED }, draw);
    return () => (random() < UNIQUE ? draw() : repeated[Math.floor(random() * REPEATED)]!);
  },
};

export function drawer(kind: DrawnKind, dimension: number, seed: number): Draw {
  return DRAWERS[kind](seededRandom(seed), dimension);
}

function normals(random: Random, dimension: number): Float32Array {
  return Float32Array.from({ length: dimension }, () => normal(random));
}

/** By Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns what makes a normal number one of Student's t. */
function tail(random: Random): number {
  let squares = 0;
  for (let i = 0; i < FREEDOM; i++) squares += normal(random) ** 2;
  return Math.sqrt(FREEDOM / squares);
}

function add(vector: Float32Array, axis: Float32Array, times: number): void {
  for (let i = 0; i < vector.length; i++) vector[i]! += times * axis[i]!;
}
