// Codes of 8 bits and their kernels, against the definitions at the head of assembly/codes/int8.ts. Products of codes
// are integers, so distances must have exactly the bits that the definition gives in f32 steps.
import { expect } from "chai";
import { METRICS, type Metric } from "../../../src/engine/abi.ts";
import { DIMENSIONS, floats, integer, METRIC_NAMES, type Random, withSeed } from "./fixtures.ts";
import { KERNEL_BUILDS, KernelBench, rowBytes } from "./kernel-bench.ts";

const INTEGER_METRICS = METRIC_NAMES.filter((metric) => metric !== "Manhattan");
const f32 = Math.fround;

/** The nearest integer, ties to even as IEEE 754 says. */
function rounded(value: number): number {
  const floor = Math.floor(value);
  const up = value - floor > 0.5 || (value - floor === 0.5 && floor % 2 !== 0);
  return up ? floor + 1 : floor;
}

const largestOf = (vector: Float32Array) =>
  vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const squared = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value ** 2, 0);

function codeOf(vector: Float32Array): number[] {
  const scale = f32(127 / largestOf(vector));
  return Array.from(vector, (value) => (Number.isFinite(scale) ? rounded(f32(value * scale)) : 0));
}

/** The largest possible error of the code, as assembly/codes/bounds.ts defines it. */
function errorOf(vector: Float32Array, { values, scale }: Code, metric: Metric): number {
  const off = Array.from(vector, (value, i) => Math.abs(value - scale * values[i]!));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  if (metric === "Manhattan") return sum(off) + sum(Array.from(vector, Math.abs)) * 2 ** -22;
  return Math.sqrt(squared(off)) + Math.sqrt(squared(vector)) / 4096;
}

interface Code {
  readonly values: number[];
  readonly padding: number[];
  readonly scale: number;
  readonly square: number;
  readonly sum: number;
  readonly error: number;
}

function readCode(bench: KernelBench, at: number, dimension: number): Code {
  const width = bench.kernels.codeWidth(dimension);
  const view = bench.view(at, width + 16);
  const bytes = Array.from({ length: width }, (_, i) => view.getInt8(i));
  return {
    values: bytes.slice(0, dimension),
    padding: bytes.slice(dimension),
    scale: view.getFloat32(width, true),
    square: view.getFloat32(width + 4, true),
    sum: view.getInt32(width + 8, true),
    error: view.getFloat32(width + 12, true),
  };
}

function readPrepared(bench: KernelBench, at: number, dimension: number) {
  const head = bench.kernels.head();
  const width = bench.kernels.codeWidth(dimension);
  const view = bench.view(at - head, head + 2 * width);
  const data = Array.from({ length: width }, (_, i) => view.getInt16(head + 2 * i, true));
  const [factor, square] = [0, 4].map((at) => view.getFloat32(at, true)) as [number, number];
  return { factor, square, data };
}

/** The distance of a prepared query to a code, computed step by step in f32 as the definition says. */
function distanceOf(query: ReturnType<typeof readPrepared>, code: Code): number {
  const product = code.values.reduce((sum, value, i) => sum + value * query.data[i]!, 0);
  expect(Math.abs(product), "fits 32 bits").to.be.below(2 ** 31);
  const squares = f32(code.square + query.square);
  return f32(squares - f32(f32(code.scale * query.factor) * f32(product)));
}

/** Vectors that are hard for a scale: equal components, one large component, random components. */
function shaped(random: Random, dimension: number): Float32Array {
  const shape = integer(random, 0, 3);
  const size = 10 ** integer(random, -3, 3);
  if (shape === 0) return new Float32Array(dimension).fill(random() < 0.5 ? size : -size);
  const row = floats(random, dimension).map((value) => value * size);
  if (shape === 1) row[integer(random, 0, dimension - 1)] = 50 * size;
  return row;
}

const near = (value: number, wanted: number, steps: number) =>
  expect(Math.abs(value - wanted), `${value} for ${wanted}`).to.be.at.most(
    Math.abs(wanted) * steps * 2 ** -24,
  );

for (const build of KERNEL_BUILDS) {
  describe(`8-bit codes, ${build} build`, () => {
    const bench = new KernelBench(build);
    const { kernels } = bench;
    beforeEach(() => bench.clear());

    for (const metric of METRIC_NAMES) {
      it(`8-bit codes are round(127 x / max|x|) with scale, square and sum, in every dimension (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of DIMENSIONS) {
            bench.clear();
            const vector = shaped(random, dimension);
            const code = readCode(
              bench,
              bench.code(bench.row(vector), dimension, METRICS[metric]),
              dimension,
            );
            const wanted = codeOf(vector);
            expect(code.values, `dimension ${dimension}`).to.deep.equal(wanted);
            expect(code.padding.every((value) => value === 0)).to.equal(true);
            const step = largestOf(vector) / 127;
            near(code.scale, metric === "Manhattan" ? step : Math.sqrt(squared(vector) / squared(wanted)), 2);
            near(code.square, metric === "Euclid" ? squared(vector) : 0, 2);
            expect(code.sum).to.equal(wanted.reduce((sum, value) => sum + value, 0));
            const error = errorOf(vector, code, metric);
            expect(code.error, "error").to.be.within(error, error * 1.00001);
            expect(bench.intact).to.equal(true);
          }
        }));
    }

    for (const metric of INTEGER_METRICS) {
      it(`8-bit codes have the exact distance, four at a time and alone, to a query and to a slot, in every dimension (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of DIMENSIONS) {
            bench.clear();
            const rows = Array.from({ length: 5 }, () => bench.row(shaped(random, dimension)));
            const codes = rows.map((row) => bench.code(row, dimension, METRICS[metric]));
            const asRow = bench.prepared(dimension);
            kernels.prepareRow(rows[4]!, rowBytes(dimension), asRow, dimension, METRICS[metric]);
            const asSlot = bench.prepared(dimension);
            kernels.prepareCode(codes[4]!, asSlot, dimension, METRICS[metric]);
            for (const query of [asRow, asSlot]) expectDistances(bench, query, codes.slice(0, 4), dimension);
            expect(bench.intact).to.equal(true);
          }
        }));

      it(`8-bit codes are compared with a query at the finest scale for products of 32 bits (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of [1, 2, 3, 16, 100, 200, 516, 520, 1000, 65_536]) {
            for (const vector of [
              new Float32Array(dimension).fill(-3),
              floats(random, dimension),
              Float32Array.from({ length: dimension }, (_, i) => (i === 0 ? 1 : 1e-6)),
            ]) {
              bench.clear();
              const row = bench.row(vector);
              const query = bench.prepared(dimension);
              kernels.prepareRow(row, rowBytes(dimension), query, dimension, METRICS[metric]);
              const { data, factor, square } = readPrepared(bench, query, dimension);
              const total = data.reduce((sum, value) => sum + Math.abs(value), 0);
              expect(127 * total, "|<q', x'>| at most").to.be.below(2 ** 31);
              const largest = largestOf(Float32Array.from(data));
              const finest = 127 * (total + total / largest) > 2 ** 31 - 127 * 2 * dimension;
              expect(largest === 32_767 || finest, `largest ${largest} of ${dimension}`).to.equal(true);
              const unit = metric === "Euclid" ? factor / 2 : factor;
              const errors = vector.map((value, i) => Math.abs(value - unit * data[i]!) / unit);
              expect(largestOf(errors), "half a step").to.be.at.most(0.5 + 32_767 * 2 ** -22);
              near(square, metric === "Euclid" ? squared(vector) : 0, 2);
              const codes = Array.from({ length: 4 }, () => bench.code(row, dimension, METRICS[metric]));
              expectDistances(bench, query, codes, dimension);
            }
          }
        }));
    }

    it("8-bit codes have the sum of differences to the decoded vectors for Manhattan, four at a time and alone", () =>
      withSeed((random) => {
        const { Manhattan } = METRICS;
        for (const dimension of DIMENSIONS) {
          bench.clear();
          const vectors = Array.from({ length: 5 }, () => shaped(random, dimension));
          const rows = vectors.map((vector) => bench.row(vector));
          const codes = rows.map((row) => bench.code(row, dimension, Manhattan));
          const decoded = codes.map((at) => {
            const { values, scale } = readCode(bench, at, dimension);
            return values.map((value) => f32(value * scale));
          });
          const asRow = bench.prepared(dimension);
          kernels.prepareRowForManhattan(rows[4]!, rowBytes(dimension), asRow, dimension);
          const asSlot = bench.prepared(dimension);
          kernels.prepareCodeForManhattan(codes[4]!, asSlot, dimension);
          const width = kernels.codeWidth(dimension);
          for (const [query, values] of [
            [asRow, [...vectors[4]!]],
            [asSlot, decoded[4]!],
          ] as const) {
            const found = bench.four(kernels.fourManhattanCodes, query, codes, width);
            for (let i = 0; i < 4; i++) {
              const wanted = values.reduce((sum, value, j) => sum + Math.abs(value - decoded[i]![j]!), 0);
              near(found[i]!, wanted, Math.floor(dimension / 8) + 8);
              expect(kernels.oneManhattanCode(query, codes[i]!, width), "one as in four").to.equal(found[i]);
            }
          }
          expect(bench.intact).to.equal(true);
        }
      }));

    it("8-bit codes have no direction and no NaN for the zero vector and for a nearly zero one", () => {
      for (const metric of METRIC_NAMES) {
        for (const size of [0, 2 ** -126]) {
          bench.clear();
          const row = bench.row(new Float32Array(7).fill(size));
          const code = readCode(bench, bench.code(row, 7, METRICS[metric]), 7);
          expect(code).to.deep.include({ values: [0, 0, 0, 0, 0, 0, 0], scale: 0, sum: 0 });
          const query = bench.prepared(7);
          kernels.prepareRow(row, rowBytes(7), query, 7, METRICS[metric]);
          const { data, factor, square } = readPrepared(bench, query, 7);
          expect(data.every((value) => value === 0)).to.equal(true);
          expect([factor, square].every(Number.isFinite)).to.equal(true);
        }
      }
    });
  });
}

function expectDistances(bench: KernelBench, at: number, codes: readonly number[], dimension: number): void {
  const { fourCodes, oneCode, codeWidth } = bench.kernels;
  const query = readPrepared(bench, at, dimension);
  const wanted = codes.map((code) => distanceOf(query, readCode(bench, code, dimension)));
  const width = codeWidth(dimension);
  expect(bench.four(fourCodes, at, codes, width), `dimension ${dimension}`).to.deep.equal(wanted);
  expect(codes.map((code) => oneCode(at, code, width))).to.deep.equal(wanted);
}

/** As in kernels.test.ts; a four-row kernel has one addition for each four components, and no separate accumulators. */
const tolerance = (dimension: number) => Math.floor(dimension / 4) + 12;

const FOUR_ROWS: [Metric, "fourDots" | "fourEuclids" | "fourManhattans", (a: number, b: number) => number][] =
  [
    ["Dot", "fourDots", (a, b) => -a * b],
    ["Euclid", "fourEuclids", (a, b) => (a - b) ** 2],
    ["Manhattan", "fourManhattans", (a, b) => Math.abs(a - b)],
  ];

for (const build of KERNEL_BUILDS) {
  describe(`four rows at once, ${build} build`, () => {
    const bench = new KernelBench(build);
    for (const [metric, kernel, term] of FOUR_ROWS) {
      it(`four rows at once have the defined distances in every dimension (${metric})`, () =>
        withSeed((random) => {
          for (const dimension of DIMENSIONS) {
            bench.clear();
            const vectors = Array.from({ length: 5 }, () => floats(random, dimension));
            const rows = vectors.map((vector) => bench.row(vector));
            const found = bench.four(bench.kernels[kernel], rows[4]!, rows, rowBytes(dimension));
            found.forEach((distance, i) => {
              const terms = Array.from(vectors[4]!, (value, j) => term(value, vectors[i]![j]!));
              const wanted = terms.reduce((sum, value) => sum + value, 0);
              const bound = terms.reduce((sum, value) => sum + Math.abs(value), 0) * 2 ** -24;
              expect(Math.abs(distance - wanted), `dimension ${dimension}`).to.be.at.most(
                bound * tolerance(dimension),
              );
            });
          }
        }));
    }

    it("four rows at once have 1 minus the product for Cosine, and half the squared difference if they are nearly parallel", () =>
      withSeed((random) => {
        for (const dimension of DIMENSIONS) {
          bench.clear();
          const vector = unit(floats(random, dimension));
          const offs = [floats(random, dimension), 1e-3, 1e-5, new Float32Array(dimension)];
          const vectors = offs.map((off) =>
            typeof off === "number" ? unit(vector.map((value) => value + off * (random() - 0.5))) : unit(off),
          );
          const [query, ...rows] = [vector, ...vectors].map((one) => bench.row(one));
          const found = bench.four(bench.kernels.fourCosines, query!, rows, rowBytes(dimension));
          found.forEach((distance, i) => {
            const wanted =
              i === 3 ? 1 : vector.reduce((sum, v, j) => sum + (v - vectors[i]![j]!) ** 2 / 2, 0);
            const bound =
              tolerance(dimension) * 2 ** -24 * (wanted < 2 ** -9 ? wanted : 4) + 1e-6 * (i === 0 ? 1 : 0);
            const one = bench.kernels.cosineDistance(query!, rows[i]!, rowBytes(dimension));
            for (const each of [distance, one])
              expect(Math.abs(each - wanted), `dimension ${dimension}, row ${i}`).to.be.at.most(bound);
          });
        }
      }));
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
