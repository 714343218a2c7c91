// The axes of a map of vectors, against the eigenvectors of the whole scatter matrix.
import { expect } from "chai";
import { seededRandom } from "../../../../../src/core/search/projection/listed.ts";
import { principalAxes } from "../../../../../src/core/search/projection/principal-axes.ts";
import { symmetricEigen } from "../../../../../src/core/search/projection/symmetric-eigen.ts";

const random = seededRandom(5);
const signed = () => random() * 2 - 1;

/** The sum over the rows of each row times its product with the axis, for each of the axes. */
function scatterOf(rows: readonly number[][]) {
  const dimension = rows[0]!.length;
  return async (axes: Float32Array): Promise<Float64Array> => {
    const sums = new Float64Array(axes.length);
    for (let axis = 0; axis < axes.length; axis += dimension) {
      for (const row of rows) {
        const along = row.reduce((sum, value, i) => sum + value * axes[axis + i]!, 0);
        row.forEach((value, i) => {
          sums[axis + i]! += along * value;
        });
      }
    }
    return sums;
  };
}

const matrixOf = (rows: readonly number[][]) =>
  rows[0]!.map((_, i) => rows[0]!.map((_, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)));

/** Random rows with the given extent along each coordinate. */
const drawn = (count: number, extents: readonly number[]) =>
  Array.from({ length: count }, () => extents.map((extent) => extent * signed()));

describe("the eigenvectors of a small symmetric matrix", () => {
  it("the eigenvectors of a small symmetric matrix are mapped to multiples of themselves, have unit length and right angles, and begin with the largest value", () => {
    for (let size = 1; size <= 8; size++) {
      const matrix = matrixOf(drawn(20, Array(size).fill(1)));
      const { values, vectors } = symmetricEigen(matrix);
      expect(values).to.deep.equal([...values].sort((a, b) => b - a));
      vectors.forEach((vector, i) => {
        matrix.forEach((row, j) => {
          const turned = row.reduce((sum, value, k) => sum + value * vector[k]!, 0);
          expect(turned).to.be.closeTo(values[i]! * vector[j]!, 1e-9 * values[0]!);
        });
        vectors.forEach((other, j) => {
          const product = vector.reduce((sum, value, k) => sum + value * other[k]!, 0);
          expect(product).to.be.closeTo(i === j ? 1 : 0, 1e-12);
        });
      });
    }
  });

  it("the eigenvectors of a small symmetric matrix are those of the coordinates for a diagonal matrix or zero", () => {
    expect(
      symmetricEigen([
        [2, 0],
        [0, 5],
      ]).values,
    ).to.deep.equal([5, 2]);
    expect(
      symmetricEigen([
        [0, 0],
        [0, 0],
      ]).values,
    ).to.deep.equal([0, 0]);
  });
});

describe("the two principal axes of rows", () => {
  for (const [name, extents] of Object.entries({
    "a few that stand out": [9, 1, 1, 7, 1, 1, 1, 1, 1, 1, 1, 1],
    "two that are almost equal": [5, 4.9, 4.8, 4.7, 1, 1, 1, 1, 1, 1, 1, 1],
    "fewer dimensions than the block has": [3, 2, 1],
  })) {
    it(`the two principal axes of rows have the variance of the exact eigenvectors: ${name}`, async () => {
      const rows = drawn(300, extents);
      const truth = symmetricEigen(matrixOf(rows));
      const { axes, values } = await principalAxes(extents.length, scatterOf(rows), seededRandom(1));
      expect(values[0]).to.be.closeTo(truth.values[0]!, 1e-3 * truth.values[0]!);
      expect(values[1]).to.be.closeTo(truth.values[1]!, 1e-3 * truth.values[1]!);
      const [x, y] = [axes.subarray(0, extents.length), axes.subarray(extents.length)];
      const product = (a: Float32Array, b: Float32Array) =>
        a.reduce((sum, value, i) => sum + value * b[i]!, 0);
      expect(
        [product(x, x), product(y, y), product(x, y)].map((value) => Math.round(value * 1e6) + 0),
      ).to.deep.equal([1e6, 1e6, 0]);
    });
  }

  it("the two principal axes of rows point in the direction in which their largest component is positive", async () => {
    for (let seed = 1; seed < 20; seed++) {
      const rows = drawn(50, [6, 1, 1, 4, 1]);
      const { axes } = await principalAxes(5, scatterOf(rows), seededRandom(seed));
      for (const axis of [axes.subarray(0, 5), axes.subarray(5)]) {
        expect(Math.max(...axis)).to.equal(Math.max(...axis.map(Math.abs)));
      }
    }
  });

  it("the two principal axes of rows are zero when all vectors are equal", async () => {
    const none = await principalAxes(3, scatterOf([[0, 0, 0]]), seededRandom(1));
    expect([...none.axes, ...none.values]).to.deep.equal(Array(8).fill(0));
    const line = await principalAxes(
      2,
      scatterOf([
        [3, 4],
        [-3, -4],
      ]),
      seededRandom(1),
    );
    expect([...line.axes].map((value) => Math.round(value * 1e6) / 1e6)).to.deep.equal([0.6, 0.8, 0, 0]);
    const one = await principalAxes(1, scatterOf([[2]]), seededRandom(1));
    expect([...one.axes, ...one.values]).to.deep.equal([1, 0, 4, 0]);
  });
});
