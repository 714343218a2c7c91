// The distances that vectors are compared by: a row each, with everything that the other parts of the program need to know of it.
// The decision: server, command line, console and engine read this table and compare no names, so that a new distance is a row
// here, its number in assembly/abi.ts, a kernel in assembly/distance/ and its choice in assembly/walk/space.ts.

interface DistanceRow {
  /** In the engine: `Metric` of assembly/abi.ts. Files of graphs contain it. */
  readonly metric: number;
  /** In the gRPC definitions: `Distance` of proto/azimuth/v1/vector_config.proto. */
  readonly grpc: number;
  /** Which scores are better. The engine's distances are always better when they are smaller. */
  readonly better: "larger" | "smaller";
  /** Vectors get unit length when they are stored, and the engine's distance is 1 less the score. */
  readonly isNormalised: boolean;
  /** The engine's distance is the square of the score. */
  readonly isSquared: boolean;
  /** Codes that can estimate it. Without 8-bit codes, graphs are built and walked on the f32 rows. */
  readonly codes: readonly ("int8" | "binary")[];
  /** What of a vector is limited, so that the distance to any other vector is an f32; null: any vector is taken. */
  readonly limited: "length" | "sum" | null;
  /** For the console, below the name. */
  readonly about: string;
  /** The engine's distance of two stored rows in 64-bit arithmetic, to tell rounding from equality. */
  between(query: Float32Array, row: Float32Array): number;
}

/** Products of unit vectors above this are measured by their differences, as in assembly/distance/cosine.ts. */
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

/** Those whose larger, or whose smaller scores are better: "Euclid and Manhattan". */
export function namesWhereBetter(better: DistanceRow["better"], last: "and" | "or"): string {
  return listed(
    DISTANCE_NAMES.filter((name) => DISTANCES[name].better === better),
    last,
  );
}

/** "Cosine, Dot, Euclid or Manhattan". */
export function listed(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
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
