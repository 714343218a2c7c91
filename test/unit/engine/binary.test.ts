// Codes of 1 bit and their kernels, against the definitions at the head of assembly/codes/binary.ts. A code is an
// estimate, so the tests show that it is the defined estimate, computed in f64 from the rotated vectors, and that this
// estimate has no bias and no larger error than Gao and Long prove.
import { expect } from "chai";
import { METRICS, type Metric } from "../../../src/engine/abi.ts";
import { floats, integer, oracle, type Random, withSeed } from "./fixtures.ts";
import { KERNEL_BUILDS, KernelBench, rowBytes } from "./kernel-bench.ts";

const METRIC_NAMES = ["Cosine", "Dot", "Euclid"] as const;
const WIDTHS = [128, 256, 384, 640, 896, 1024, 1152, 1920, 2048, 3968];
/** Dimensions below, on and above the steps of the width and powers of two. */
const DIMENSIONS = [1, 2, 3, 4, 5, 31, 100, 127, 128, 129, 200, 256, 300, 511, 513, 784, 1000, 1536];

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
const anySeed = (random: Random) => integer(random, 0, 2 ** 31);

/** A random centre at about the length of the vectors, vectors, and their codes. */
function scene(bench: KernelBench, random: Random, dimension: number, metric: Metric) {
  bench.clear();
  const centre = floats(random, dimension);
  const spread = 10 ** integer(random, -2, 2);
  const vectors = Array.from({ length: 5 }, () =>
    floats(random, dimension).map((v, i) => centre[i]! + v * spread),
  );
  const seed = anySeed(random);
  const { kernels } = bench;
  const data = bench.take(kernels.head() + kernels.binaryDataBytes(dimension)) + kernels.head();
  const centreRow = bench.row(centre);
  const bytes = rowBytes(dimension);
  const codes = vectors.slice(0, 4).map((vector) => {
    const code = bench.take(kernels.binaryCodeBytes(dimension), 16);
    const row = bench.row(vector);
    kernels.encodeBinary(row, centreRow, bytes, code, dimension, METRICS[metric], seed, data);
    return code;
  });
  const query = bench.row(vectors[4]!);
  kernels.prepareBinary(query, centreRow, bytes, data, dimension, METRICS[metric], seed);
  return { centre, vectors, codes, data, seed, width: kernels.binaryWidth(dimension) };
}

function rotated(bench: KernelBench, vector: Float32Array, width: number, seed: number): Float32Array {
  const at = bench.take(4 * width);
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  bench.floats(at, width).fill(0);
  bench.floats(at, vector.length).set(vector.map((value) => value / largest));
  bench.kernels.rotate(at, width, seed);
  return bench.floats(at, width).map((value) => value * largest);
}

/** The bits of a code in the order of the components. */
function signsOf(bench: KernelBench, code: number, width: number): number[] {
  const view = bench.view(code, width / 8);
  return Array.from({ length: width }, (_, i) => {
    const byte = view.getUint8(16 * (i >> 7) + (i & 15));
    return (byte >> ((i >> 4) & 7)) & 1 ? 1 : -1;
  });
}

/** The distance as defined: the terms that do not depend on the pair, and the product of the two differences. */
function definedDistance(
  metric: Metric,
  centre: Float32Array,
  x: Float32Array,
  q: Float32Array,
  product: number,
) {
  if (metric !== "Euclid") return -dot(centre, x) - dot(q, centre) + dot(centre, centre) - product;
  return oracle("Euclid", x, centre).distance + oracle("Euclid", q, centre).distance - 2 * product;
}

/** The exact distance. Vectors are taken as stored, so Cosine is a product like Dot. */
const exact = (metric: Metric, a: Float32Array, b: Float32Array) =>
  oracle(metric === "Cosine" ? "Dot" : metric, a, b).distance;

for (const build of KERNEL_BUILDS) {
  describe(`1-bit codes, ${build} build`, () => {
    const bench = new KernelBench(build);
    const { kernels } = bench;
    beforeEach(() => bench.clear());

    it("1-bit codes are rotated with equal lengths and angles", () =>
      withSeed((random) => {
        for (const width of [...WIDTHS, 65_536]) {
          bench.clear();
          const [a, b] = [floats(random, width), floats(random, width)];
          const seed = anySeed(random);
          const [c, d] = [rotated(bench, a, width, seed), rotated(bench, b, width, seed)];
          const scale = Math.sqrt(dot(a, a) * dot(b, b));
          expect(Math.abs(dot(c, c) / dot(a, a) - 1), `width ${width}`).to.be.below(1e-5);
          expect(Math.abs(dot(c, d) - dot(a, b)) / scale, `width ${width}`).to.be.below(1e-5);
        }
      }));

    it("1-bit codes are rotated so that one component spreads over all", () =>
      withSeed((random) => {
        for (const width of WIDTHS) {
          const sums = new Float64Array(width);
          const times = 200;
          let largest = 0;
          for (let i = 0; i < times; i++) {
            bench.clear();
            const one = new Float32Array(width);
            one[i % 2 === 0 ? 0 : integer(random, 0, width - 1)] = 1;
            const spread = rotated(bench, one, width, anySeed(random));
            spread.forEach((value, at) => {
              sums[at]! += (value * value * width) / times;
              largest = Math.max(largest, Math.abs(value) * Math.sqrt(width));
            });
          }
          // This is seven standard deviations.
          expect(largest, `width ${width}`).to.be.below(7);
          expect(Math.min(...sums), `least share of a component, width ${width}`).to.be.above(0.5);
          expect(Math.max(...sums), `largest share of a component, width ${width}`).to.be.below(1.7);
        }
      }));

    for (const metric of METRIC_NAMES) {
      it(`1-bit codes are the signs of the centred and rotated vector with their corrections (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of DIMENSIONS) {
            const { centre, vectors, codes, seed, width } = scene(bench, random, dimension, metric);
            codes.forEach((code, i) => {
              const y = rotated(
                bench,
                vectors[i]!.map((v, j) => v - centre[j]!),
                width,
                seed,
              );
              const signs = signsOf(bench, code, width);
              const wrong = signs.filter((sign, j) => sign * y[j]! < -1e-5 * Math.sqrt(dot(y, y)));
              expect(wrong, `dimension ${dimension}`).to.deep.equal([]);
              const trailer = bench.floats(code + width / 8, 4);
              const factor = dot(y, y) / y.reduce((sum, value) => sum + Math.abs(value), 0);
              expect(Math.abs(trailer[0]! / factor - 1)).to.be.below(1e-4);
              expect(trailer[1]).to.equal(signs.filter((sign) => sign > 0).length);
              expect(trailer[3]).to.equal(0);
            });
            expect(bench.intact).to.equal(true);
          }
        }));

      it(`1-bit codes have the defined distance to a query in 5 bits (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of DIMENSIONS) {
            const { centre, vectors, codes, data, seed, width } = scene(bench, random, dimension, metric);
            const z = rotated(
              bench,
              vectors[4]!.map((v, j) => v - centre[j]!),
              width,
              seed,
            );
            const unit = z.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 15.5;
            const bytes = Array.from({ length: width }, (_, i) => bench.view(data, width).getUint8(i));
            const off = bytes.filter((byte, i) => byte > 31 || Math.abs(byte - 15.5 - z[i]! / unit) > 0.501);
            expect(off, `dimension ${dimension}`).to.deep.equal([]);
            for (const [i, code] of codes.entries()) {
              const factor = bench.floats(code + width / 8, 1)[0]!;
              const signs = signsOf(bench, code, width);
              const product =
                factor * unit * signs.reduce((sum, sign, j) => sum + sign * (bytes[j]! - 15.5), 0);
              const wanted = definedDistance(metric, centre, vectors[i]!, vectors[4]!, product);
              const size =
                factor * unit * width * 16 +
                oracle(metric, vectors[4]!, vectors[i]!).terms +
                Math.abs(wanted);
              const found = kernels.oneBinaryCode(data, code, width / 8);
              expect(Math.abs(found - wanted), `dimension ${dimension}`).to.be.below(
                1e-5 * (size + dimension),
              );
            }
          }
        }));

      it(`1-bit codes have the same distances four at a time and alone, to the bit (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of [...DIMENSIONS, 65_536]) {
            const { codes, data, width } = scene(bench, random, dimension, metric);
            const alone = codes.map((code) => Math.fround(kernels.oneBinaryCode(data, code, width / 8)));
            const together = bench.four(kernels.fourBinaryCodes, data, codes, width / 8);
            expect(together, `dimension ${dimension}`).to.deep.equal(alone);
            expect(bench.intact).to.equal(true);
          }
        }));

      it(`1-bit codes estimate distances without bias, and with an error of less than 1 / sqrt(width) of the lengths (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of DIMENSIONS) {
            const errors: number[] = [];
            let width = 0;
            for (let i = 0; i < 100; i++) {
              const drawn = scene(bench, random, dimension, metric);
              const { centre, vectors, codes, data } = drawn;
              width = drawn.width;
              const lengthOf = (v: Float32Array) => Math.sqrt(oracle("Euclid", v, centre).distance);
              const scale = (metric === "Euclid" ? 2 : 1) * lengthOf(vectors[4]!) * lengthOf(vectors[0]!);
              const found = kernels.oneBinaryCode(data, codes[0]!, width / 8);
              const error = found - exact(metric, vectors[4]!, vectors[0]!);
              // The rounding of f32 where the vectors are near the centre is not an error of the code.
              const rounding = 1e-6 * (dot(centre, centre) + scale);
              const left = Math.sign(error) * Math.max(0, Math.abs(error) - rounding);
              errors.push((left / scale) * Math.sqrt(width));
            }
            const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
            const spread = Math.sqrt(dot(errors, errors) / errors.length);
            const where = `dimension ${dimension}`;
            expect(spread, where).to.be.below(1);
            expect(Math.abs(mean), where).to.be.below(0.5);
            expect(Math.max(...errors.map(Math.abs)), where).to.be.below(5);
          }
        }));

      it(`1-bit codes are exact for a vector in the centre, and have no meaning for one beyond the range (${metric})`, () =>
        withSeed((random) => {
          const dimension = 200;
          for (const size of [0, 1e-39, 3e38]) {
            bench.clear();
            const centre = floats(random, dimension);
            const row = bench.row(centre.map((value) => value + (size > 1 ? Math.sign(value) * size : size)));
            const code = bench.take(kernels.binaryCodeBytes(dimension), 16);
            const data = bench.take(kernels.head() + kernels.binaryDataBytes(dimension)) + kernels.head();
            const at = [row, bench.row(centre), rowBytes(dimension)] as const;
            kernels.encodeBinary(...at, code, dimension, METRICS[metric], 1, data);
            const factor = bench.floats(code + kernels.binaryWidth(dimension) / 8, 1)[0]!;
            expect(Number.isFinite(factor), `factor ${factor} at ${size}`).to.equal(true);
            if (size > 1) continue;
            const query = floats(random, dimension);
            kernels.prepareBinary(bench.row(query), at[1], at[2], data, dimension, METRICS[metric], 1);
            const found = kernels.oneBinaryCode(data, code, kernels.binaryWidth(dimension) / 8);
            expect(found).to.be.closeTo(exact(metric, query, centre), 1e-4);
          }
        }));
    }
  });
}
