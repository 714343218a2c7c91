// The table of distances: one row for each, with everything that other parts of the program need to know about it.
// The decision: server, command line, console and engine read this table and compare no names. A new distance is a row
// here, its number in assembly/abi.ts, its kernels in assembly/distance/, and their choice in assembly/walk/space.ts.
import { listed } from "./listed.ts";

interface DistanceRow {
  /** The number in the engine: `Metric` of assembly/abi.ts. Files of graphs contain it. */
  readonly metric: number;
  /** The number in the gRPC definitions: `Distance` of proto/azimuth/v1/vector_config.proto. */
  readonly grpc: number;
  /** Which scores are better. In the engine, smaller distances are always better. */
  readonly better: "larger" | "smaller";
  /** Whether vectors get unit length when they are stored. Then the engine's distance is 1 minus the score. */
  readonly isNormalised: boolean;
  /** Whether the engine's distance is the square of the score. */
  readonly isSquared: boolean;
  /** The codes that can estimate it. Without 8-bit codes, graphs are built and searched with the f32 rows. */
  readonly codes: readonly ("int8" | "binary")[];
  /** The property of a vector that is limited so that the distance to any other vector is a finite f32; null: none. */
  readonly limited: "length" | "sum" | null;
  /** The description in the console, below the name. */
  readonly about: string;
  /**
   * Computes the engine's distance of two stored rows in 64-bit arithmetic, which distinguishes rounding from equality.
   */
  between(query: Float32Array, row: Float32Array): number;
}

/**
 * For products of unit vectors above this the distance is computed from their difference, as in
 * assembly/distance/cosine.ts.
 */
const NEARLY_PARALLEL = 255 / 256;

export const DISTANCES = {
  Cosine: {
    metric: 0,
    grpc: 1,
    better: "larger",
    isNormalised: true,
    isSquared: false,
    codes: ["int8", "binary"],
    limited: null,
    about: "By angle: what most text embeddings are made for.",
    between(query, row) {
      const product = sumOver(query, row, (a, b) => a * b);
      return product > NEARLY_PARALLEL ? sumOver(query, row, (a, b) => (a - b) ** 2) / 2 : 1 - product;
    },
  },
  Dot: {
    metric: 1,
    grpc: 3,
    better: "larger",
    isNormalised: false,
    isSquared: false,
    codes: ["int8", "binary"],
    limited: "length",
    about: "By dot product: angle and length count.",
    between: (query, row) => -sumOver(query, row, (a, b) => a * b),
  },
  Euclid: {
    metric: 2,
    grpc: 2,
    better: "smaller",
    isNormalised: false,
    isSquared: true,
    codes: ["int8", "binary"],
    limited: "length",
    about: "By straight-line distance.",
    between: (query, row) => sumOver(query, row, (a, b) => (a - b) ** 2),
  },
  Manhattan: {
    metric: 3,
    grpc: 4,
    better: "smaller",
    isNormalised: false,
    isSquared: false,
    codes: ["int8"],
    limited: "sum",
    about: "By the sum of the differences.",
    between: (query, row) => sumOver(query, row, (a, b) => Math.abs(a - b)),
  },
} as const satisfies Record<string, DistanceRow>;

export type Distance = keyof typeof DISTANCES;

export const DISTANCE_NAMES = Object.keys(DISTANCES) as Distance[];

export function distanceRow(name: Distance): DistanceRow {
  return DISTANCES[name];
}

/** Returns the names of the distances whose larger, or whose smaller, scores are better: "Euclid and Manhattan". */
export function namesWhereBetter(better: DistanceRow["better"], last: "and" | "or"): string {
  return listed(
    DISTANCE_NAMES.filter((name) => DISTANCES[name].better === better),
    last,
  );
}

function sumOver(
  query: Float32Array,
  row: Float32Array,
  term: (component: number, other: number) => number,
): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += term(query[i]!, row[i]!);
  return sum;
}
