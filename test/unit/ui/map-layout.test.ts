// The layout of the map: the weights of UMAP's definition, and neighbours that stay together.
import { expect } from "chai";
import { directedWeights, fuzzySet } from "../../../src/ui/app/screens/collection/map/fuzzy-set.ts";
import { Layout } from "../../../src/ui/app/screens/collection/map/layout.ts";
import { NOBODY } from "../../../src/ui/app/screens/collection/map/projection.ts";
import { seededRandom } from "../../support/random.ts";

const K = 10;
const CLUSTERS = 6;
const COUNT = 300;
const DIMENSION = 12;

interface Sample {
  readonly vectors: readonly Float64Array[];
  readonly points: Uint32Array;
  readonly distances: Float32Array;
}

/** Seeded clusters, and the true neighbours of each point. */
function clustered(): Sample {
  const random = seededRandom(7);
  const centres = Array.from({ length: CLUSTERS }, () =>
    Float64Array.from({ length: DIMENSION }, () => random() * 4),
  );
  const vectors = Array.from({ length: COUNT }, (_, i) =>
    centres[i % CLUSTERS]!.map((value) => value + random() + random() - 1),
  );
  const points = new Uint32Array(COUNT * K);
  const distances = new Float32Array(COUNT * K);
  for (const [i, vector] of vectors.entries()) {
    const near = nearest(vectors, vector, i, K);
    near.forEach(({ place, away }, n) => {
      points[i * K + n] = place;
      distances[i * K + n] = away;
    });
  }
  return { vectors, points, distances };
}

function nearest(vectors: readonly ArrayLike<number>[], from: ArrayLike<number>, self: number, k: number) {
  return vectors
    .map((vector, place) => {
      const squares = Array.from(vector, (value, j) => (value - from[j]!) ** 2);
      return { place, away: Math.sqrt(squares.reduce((a, b) => a + b, 0)) };
    })
    .filter(({ place }) => place !== self)
    .sort((a, b) => a.away - b.away)
    .slice(0, k);
}

/** The share of the true neighbours that are neighbours in the plane, too. */
function kept({ points }: Sample, positions: Float32Array): number {
  const plane = Array.from({ length: COUNT }, (_, i) => positions.subarray(i * 2, i * 2 + 2));
  let found = 0;
  for (const [i, place] of plane.entries()) {
    const near = new Set(nearest(plane, place, i, K).map((one) => one.place));
    for (let n = 0; n < K; n++) if (near.has(points[i * K + n]!)) found++;
  }
  return found / (COUNT * K);
}

/** Two of the coordinates, within -1 .. 1, as a poor projection would show them. */
function flat({ vectors }: Sample): Float32Array {
  return Float32Array.from({ length: COUNT * 2 }, (_, i) => vectors[i >> 1]![i & 1]! / 6 - 0.5);
}

describe("the weights of neighbours for the layout", () => {
  it("the weights of neighbours for the layout have the sum log2(k), and the nearest neighbour has 1", () => {
    const { points, distances } = clustered();
    const weights = directedWeights({ count: COUNT, k: K, points, distances });
    for (let i = 0; i < COUNT; i++) {
      const own = weights.subarray(i * K, (i + 1) * K);
      expect(own[0]).to.equal(1);
      expect(own.reduce((a, b) => a + b, 0)).to.be.closeTo(Math.log2(K), 1e-3);
    }
  });

  it("the weights of neighbours for the layout decrease with the distance: of 2 neighbours with the sum 1 the second has almost nothing", () => {
    const points = new Uint32Array([1, 2, 0, 2, 0, 1]);
    const distances = new Float32Array([1, 2, 1, 1.5, 1.5, 2]);
    const weights = directedWeights({ count: 3, k: 2, points, distances });
    expect(weights[0]).to.equal(1);
    expect(weights[1]).to.be.lessThan(1e-4);
  });

  it("the weights of neighbours for the layout are combined as a + b - ab, each pair once", () => {
    const points = new Uint32Array([1, 2, NOBODY, 0, 2, NOBODY, NOBODY, NOBODY, NOBODY]);
    const distances = new Float32Array([
      1,
      3,
      Number.NaN,
      1,
      2,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
    const input = { count: 3, k: 3, points, distances };
    const directed = directedWeights(input);
    const { heads, tails, weights } = fuzzySet(input);
    const pairs = Array.from(heads, (head, i) => `${head}-${tails[i]}`);
    expect(pairs).to.deep.equal(["0-1", "0-2", "1-2"]);
    expect(weights[0]).to.equal(1);
    expect(weights[1]).to.be.closeTo(directed[1]!, 1e-6);
    expect(weights[2]).to.be.closeTo(directed[4]!, 1e-6);
  });

  it("the weights of neighbours for the layout support negative distances, as Dot has them", () => {
    const points = new Uint32Array([1, 2, 0, 2, 0, 1]);
    const distances = new Float32Array([-5, -1, -5, -2, -2, -1]);
    const weights = directedWeights({ count: 3, k: 2, points, distances });
    expect([weights[0], weights[2], weights[4]]).to.deep.equal([1, 1, 1]);
    expect(weights[1]).to.be.lessThan(0.01);
  });

  it("the weights of neighbours for the layout are 1 when all points are equal", () => {
    const points = new Uint32Array([1, 0]);
    const { weights } = fuzzySet({ count: 2, k: 1, points, distances: new Float32Array(2) });
    expect([...weights]).to.deep.equal([1]);
  });
});

describe("the layout of the map", () => {
  const sample = clustered();
  const pairs = fuzzySet({ count: COUNT, k: K, points: sample.points, distances: sample.distances });
  const run = (seed: number): Float32Array => {
    const layout = new Layout(pairs, flat(sample), seed, 200);
    while (!layout.isDone) layout.step();
    return layout.positions;
  };

  it("the layout of the map keeps more neighbours together than the initial projection", () => {
    const before = kept(sample, flat(sample));
    const after = kept(sample, run(1));
    expect(after).to.be.greaterThan(0.4);
    expect(after).to.be.greaterThan(before * 1.5);
  });

  it("the layout of the map is the same for the same seed", () => {
    expect([...run(3)]).to.deep.equal([...run(3)]);
  });

  it("the layout of the map stays finite when points have the same position", () => {
    const layout = new Layout(pairs, new Float32Array(COUNT * 2), 1, 50);
    while (!layout.isDone) layout.step();
    expect(layout.positions.every(Number.isFinite)).to.equal(true);
  });
});
