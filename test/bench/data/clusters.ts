// Points around 1,000 centres, distributed as embeddings of many documents are: 100,000 x 768, centres N(0, I), a point
// is its centre plus 0.8 N(0, I), cluster sizes by Zipf's law, all vectors of length 1. Queries are drawn like points,
// and none equals a point.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Dataset, datasetFolder } from "./dataset.ts";

const DIMENSION = 768;
/** The dimension of the data sets whose number of points grows. */
const SMALL_DIMENSION = 128;
const SMALL_QUERIES = 200;
const CENTRES = 1000;
const SPREAD = 0.8;
const QUERIES = 1000;
const SEED = 1;
/** The number of values of a random field for filters. */
const BUCKETS = 100;

export function clusters(rows = 100_000): Dataset {
  return drawn("clusters", { dimension: DIMENSION, rows, queries: QUERIES });
}

/** Draws points of the same distribution with 128 dimensions. */
export function smallClusters(rows = 100_000): Dataset {
  return drawn("clusters-128", { dimension: SMALL_DIMENSION, rows, queries: SMALL_QUERIES });
}

type Size = Pick<Dataset, "dimension" | "rows" | "queries">;

function drawn(name: string, size: Size): Dataset {
  const folder = datasetFolder(`${name}-${size.rows}`);
  const dataset: Dataset = { name, metric: "cosine", ...size, folder };
  if (!existsSync(join(folder, "buckets.u8"))) {
    const draw = drawer(size.dimension);
    writeFileSync(join(folder, "base.f32"), draw(size.rows));
    writeFileSync(join(folder, "queries.f32"), draw(size.queries));
    const uniform = xorshift(SEED);
    writeFileSync(
      join(folder, "buckets.u8"),
      Uint8Array.from({ length: size.rows }, () => uniform() * BUCKETS),
    );
  }
  return dataset;
}

/** Returns a function that draws points; every call continues the random sequence. */
function drawer(dimension: number): (points: number) => Float32Array {
  const uniform = xorshift(SEED);
  const normals = new Float32Array(dimension);
  const centres = new Float32Array(CENTRES * dimension);
  for (let i = 0; i < CENTRES; i++) {
    fillNormal(normals, uniform);
    centres.set(normals, i * dimension);
  }
  const shares = Array.from({ length: CENTRES }, (_, i) => 1 / (i + 1));
  const total = shares.reduce((sum, share) => sum + share);
  let sum = 0;
  const upTo = Float64Array.from(shares, (share) => {
    sum += share / total;
    return sum;
  });
  return (points) => {
    const drawn = new Float32Array(points * dimension);
    for (let point = 0; point < points; point++) {
      const u = uniform();
      const centre = Math.max(
        0,
        upTo.findIndex((end) => u < end),
      );
      fillNormal(normals, uniform);
      let square = 0;
      for (let i = 0; i < dimension; i++) {
        normals[i] = centres[centre * dimension + i]! + SPREAD * normals[i]!;
        square += normals[i]! ** 2;
      }
      const scale = 1 / Math.sqrt(square);
      for (let i = 0; i < dimension; i++) drawn[point * dimension + i] = normals[i]! * scale;
    }
    return drawn;
  };
}

/** Generates numbers in (0, 1) by Marsaglia's 32-bit xorshift. */
function xorshift(seed: number): () => number {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 4294967296;
  };
}

/** Fills the array with normal numbers in pairs, by Box and Muller. */
function fillNormal(into: Float32Array, uniform: () => number): void {
  for (let i = 0; i < into.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    into[i] = radius * Math.cos(angle);
    into[i + 1] = radius * Math.sin(angle);
  }
}
