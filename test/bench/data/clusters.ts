// Points around 1,000 centres, as embeddings of many documents lie: 100,000 x 768, centres N(0, I), a point its centre
// plus 0.8 N(0, I), cluster sizes by Zipf's law, all of length 1. Queries are drawn like points and are none of them.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Dataset, datasetFolder } from "./dataset.ts";

const DIMENSION = 768;
const CENTRES = 1000;
const SPREAD = 0.8;
const QUERIES = 1000;
const SEED = 1;

/** @param quick a tenth of the rows */
export function clusters(quick: boolean): Dataset {
  const rows = quick ? 10_000 : 100_000;
  const folder = datasetFolder(quick ? "clusters-quick" : "clusters");
  const dimension = DIMENSION;
  const dataset: Dataset = { name: "clusters", dimension, metric: "cosine", rows, queries: QUERIES, folder };
  if (!existsSync(join(folder, "queries.f32"))) {
    const draw = drawer();
    writeFileSync(join(folder, "base.f32"), draw(rows));
    writeFileSync(join(folder, "queries.f32"), draw(QUERIES));
  }
  return dataset;
}

/** Draws points; every call goes on where the last one ended. */
function drawer(): (points: number) => Float32Array {
  const uniform = xorshift(SEED);
  const normals = new Float32Array(DIMENSION);
  const centres = new Float32Array(CENTRES * DIMENSION);
  for (let i = 0; i < CENTRES; i++) {
    fillNormal(normals, uniform);
    centres.set(normals, i * DIMENSION);
  }
  const shares = Array.from({ length: CENTRES }, (_, i) => 1 / (i + 1));
  const total = shares.reduce((sum, share) => sum + share);
  let sum = 0;
  const upTo = Float64Array.from(shares, (share) => {
    sum += share / total;
    return sum;
  });
  return (points) => {
    const drawn = new Float32Array(points * DIMENSION);
    for (let point = 0; point < points; point++) {
      const u = uniform();
      const centre = Math.max(
        0,
        upTo.findIndex((end) => u < end),
      );
      fillNormal(normals, uniform);
      let square = 0;
      for (let i = 0; i < DIMENSION; i++) {
        normals[i] = centres[centre * DIMENSION + i]! + SPREAD * normals[i]!;
        square += normals[i]! ** 2;
      }
      const scale = 1 / Math.sqrt(square);
      for (let i = 0; i < DIMENSION; i++) drawn[point * DIMENSION + i] = normals[i]! * scale;
    }
    return drawn;
  };
}

/** Numbers in (0, 1) by Marsaglia's 32-bit xorshift. */
export function xorshift(seed: number): () => number {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 4294967296;
  };
}

/** Normal numbers in pairs, after Box and Muller. */
function fillNormal(into: Float32Array, uniform: () => number): void {
  for (let i = 0; i < into.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    into[i] = radius * Math.cos(angle);
    into[i + 1] = radius * Math.sin(angle);
  }
}
