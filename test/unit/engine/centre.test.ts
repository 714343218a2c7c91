// Codes of 8 bits around a centre: whatever the vectors have in common, the distance of a code differs from that of the
// f32 kernel by no more than its bound (assembly/codes/bounds.ts).
import { expect } from "chai";
import { METRICS, type Metric } from "../../../src/engine/abi.ts";
import { floats, integer, METRIC_NAMES, type Random, withSeed } from "./fixtures.ts";
import { KERNEL_BUILDS, KernelBench, rowBytes } from "./kernel-bench.ts";

const OFFSETS = [0, 1, 10, 100, 1000, 1e4, 1e5, 1e6];
const SIZES = [1, 2, 3, 16, 64, 100, 768];

type Shape = (random: Random, dimension: number) => Float32Array;

/** Distributions of the vectors around the offset. */
const SHAPES: Record<string, Shape> = {
  "like a cloud": (random, dimension) => floats(random, dimension).map((value) => value * 2 - 1),
  "of one huge component": (random, dimension) =>
    floats(random, dimension).map((value, i) => (i === 0 ? value * 1e6 : value)),
  "of mixed scales": (random, dimension) =>
    floats(random, dimension).map((value, i) => value * 10 ** (i % 7)),
  "with heavy tails": (random, dimension) =>
    floats(random, dimension).map((value) => Math.min(1e6, 1 / (value + 1e-6))),
  "all equal": (_, dimension) => new Float32Array(dimension).fill(0.25),
};

function stored(vector: Float32Array, metric: Metric): Float32Array {
  if (metric !== "Cosine") return vector;
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}

const EXACT = {
  Cosine: "cosineDistance",
  Dot: "negatedDot",
  Euclid: "squaredEuclid",
  Manhattan: "manhattan",
} as const;

class World {
  readonly bench: KernelBench;
  readonly metric: Metric;
  readonly dimension: number;

  constructor(bench: KernelBench, metric: Metric, dimension: number) {
    this.bench = bench;
    this.metric = metric;
    this.dimension = dimension;
  }

  code(row: number, centre: number): number {
    const { bench, dimension, metric } = this;
    const bytes = rowBytes(dimension);
    const at = bench.take(bench.kernels.codeBytes(dimension, METRICS[metric]), 16);
    const spare = bench.take(bytes, 16);
    bench.kernels.encodeAround(row, centre, bytes, at, dimension, METRICS[metric], spare);
    return at;
  }

  query(row: number, centre: number): number {
    const { bench, dimension, metric } = this;
    const { kernels } = bench;
    const bytes = rowBytes(dimension);
    const difference = bench.take(bytes, 16);
    kernels.subtractCentre(row, centre, bytes, difference);
    const query = bench.prepared(dimension);
    if (metric === "Manhattan") kernels.prepareRowForManhattan(difference, bytes, query, dimension);
    else kernels.prepareRow(difference, bytes, query, dimension, METRICS[metric]);
    if (metric === "Cosine" || metric === "Dot")
      kernels.widenBounds(row, centre, bytes, query, dimension, METRICS[metric]);
    return query;
  }

  /** The part of the distance that codes leave out: for products the product with the centre, for Cosine 1 besides. */
  leftOut(query: number, centre: number): number {
    if (this.metric === "Euclid" || this.metric === "Manhattan") return 0;
    const [q, c] = [query, centre].map((at) => this.bench.floats(at, this.dimension));
    return q!.reduce((sum, value, i) => sum - value * c![i]!, this.metric === "Cosine" ? 1 : 0);
  }
}

for (const build of KERNEL_BUILDS) {
  describe(`8-bit codes around a centre, ${build} build`, () => {
    const bench = new KernelBench(build);
    const { kernels } = bench;

    for (const metric of METRIC_NAMES) {
      for (const [name, shape] of Object.entries(SHAPES)) {
        it(`8-bit codes around a centre have errors within their bounds for vectors ${name}, 0 to 10^6 away from zero (${metric})`, () =>
          withSeed((random) => {
            const one = metric === "Manhattan" ? kernels.oneManhattanCode : kernels.oneCode;
            for (const dimension of SIZES) {
              for (const offset of OFFSETS) {
                bench.clear();
                const world = new World(bench, metric, dimension);
                const draw = () =>
                  bench.row(
                    stored(
                      shape(random, dimension).map((value) => value + offset),
                      metric,
                    ),
                  );
                const rows = Array.from({ length: 12 }, draw);
                const centre = integer(random, 0, 2) === 0 ? bench.row(new Float32Array(dimension)) : draw();
                const width = kernels.codeWidth(dimension);
                for (const row of [draw(), rows[3]!, centre]) {
                  const query = world.query(row, centre);
                  const leftOut = world.leftOut(row, centre);
                  for (const other of rows) {
                    const code = world.code(other, centre);
                    const exact = kernels[EXACT[metric]](row, other, rowBytes(dimension));
                    const distance = one(query, code, width);
                    const slack = kernels.slackOf(query, code + width, distance);
                    const off = Math.abs(distance + leftOut - exact);
                    const where = `dimension ${dimension}, offset ${offset}: off by ${off}`;
                    expect(off, where).to.be.at.most(slack);
                  }
                }
                expect(bench.intact).to.equal(true);
              }
            }
          }));
      }
    }

    it("8-bit codes around a centre have lifted distances of vectors extended to equal length for Dot, wherever zero is", () =>
      withSeed((random) => {
        for (const dimension of SIZES) {
          for (const offset of [0, 1, 1000, 1e5]) {
            bench.clear();
            const world = new World(bench, "Dot", dimension);
            const draw = () => floats(random, dimension).map((value) => value + offset);
            const centre = draw();
            const vectors = Array.from({ length: 4 }, draw);
            const at = bench.row(centre);
            const codes = vectors.map((vector) => world.code(bench.row(vector), at));
            const beyond = vectors.map((vector) =>
              vector.reduce((sum, value, i) => sum + (value - centre[i]!) * (value + centre[i]!), 0),
            );
            const top = Math.max(0, ...beyond);
            const heights = beyond.map((value) => Math.sqrt(top - value));
            const query = bench.prepared(dimension);
            kernels.prepareLiftedCode(codes[0]!, query, dimension, top);
            const found = bench.four(kernels.fourLiftedCodes, query, codes, kernels.codeWidth(dimension));
            found.forEach((distance, i) => {
              const apart = vectors[i]!.reduce((sum, value, j) => sum + (value - vectors[0]![j]!) ** 2, 0);
              const wanted = apart + (heights[i]! - heights[0]!) ** 2;
              // Codes are off by a hundredth of a difference, and |x|^2 - |c|^2 by its last bits.
              const room = 0.02 * dimension + 1e-5 * offset * dimension;
              expect(Math.abs(distance - wanted), `dimension ${dimension}, offset ${offset}`).to.be.at.most(
                room,
              );
            });
          }
        }
      }));
  });
}
