// Rows projected on axes: coordinates and sums, against the same in f64, in any dimension, in memory and in a file.
import { rmSync } from "node:fs";
import { expect } from "chai";
import type { Basis, Projected } from "../../../src/engine/projection.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import {
  append,
  BUILDS,
  concat,
  floats,
  integer,
  kill,
  newEngine,
  type Random,
  rejection,
  spec,
  withSeed,
} from "./fixtures.ts";

const DIMENSIONS = [...Array(20).keys()].map((i) => i + 1).concat(127, 784, 4100);

const rowsOf = (random: Random, count: number, dimension: number) =>
  Array.from({ length: count }, () => floats(random, dimension));

function expected(rows: readonly Float32Array[], { scale, centre, axes }: Basis): Projected {
  const dimension = centre.length;
  const number = axes.length / dimension;
  const sums = new Float64Array((number + 1) * dimension);
  let squares = 0;
  let largest = 0;
  const coordinates = rows.flatMap((row) => {
    const moved = Array.from(row, (value, i) => value * scale - centre[i]!);
    const own = Array.from({ length: number }, (_, axis) =>
      moved.reduce((sum, value, i) => sum + value * axes[axis * dimension + i]!, 0),
    );
    moved.forEach((value, i) => {
      sums[i]! += value;
      squares += value * value;
      largest = Math.max(largest, Math.abs(value));
      own.forEach((coordinate, axis) => {
        sums[(axis + 1) * dimension + i]! += coordinate * value;
      });
    });
    return own;
  });
  return { coordinates: Float32Array.from(coordinates), sums, squares, largest };
}

/** Expects the numbers within the rounding of sums of numbers of about this size. */
function expectClose(found: ArrayLike<number>, wanted: ArrayLike<number>, size: number): void {
  expect(found.length).to.equal(wanted.length);
  const worst = Array.from(found).reduce((most, value, i) => Math.max(most, Math.abs(value - wanted[i]!)), 0);
  expect(worst).to.be.at.most(1e-5 * size);
}

describe("rows projected on axes", () => {
  for (const [build, module] of Object.entries(BUILDS)) {
    it(`rows projected on axes have coordinates and sums as defined in any dimension (${build})`, () =>
      withSeed(async (random) => {
        const engine = newEngine({ module });
        for (const dimension of DIMENSIONS) {
          const store = await engine.create(spec({ dimension, metric: "Euclid", m: 0 }));
          const rows = rowsOf(random, 30, dimension);
          await append(engine, store, rows);
          const basis = {
            scale: 2,
            centre: floats(random, dimension),
            axes: concat(rowsOf(random, integer(random, 0, 8), dimension)),
          };
          const slots = Uint32Array.from({ length: 40 }, () => integer(random, 0, 29));
          const found = await engine.project(store, slots, basis, true);
          const wanted = expected(
            Array.from(slots, (slot) => rows[slot]!),
            basis,
          );
          const size = 10 * dimension;
          expectClose(found.coordinates, wanted.coordinates, size);
          expectClose(found.sums, wanted.sums, 40 * size);
          expect(found.squares).to.be.closeTo(wanted.squares, 1e-5 * wanted.squares);
          expect(found.largest).to.be.closeTo(wanted.largest, 1e-6);
        }
      }));
  }

  it("rows projected on axes are the same in memory and in a file, in one call and in many", () =>
    withSeed(async (random) => {
      const dir = scratchFolder("azimuth-project-");
      try {
        const engine = newEngine({ files: segmentFilesIn(nodeFs, dir) });
        const dimension = 301;
        const rows = rowsOf(random, 1500, dimension);
        const basis = {
          scale: 1,
          centre: floats(random, dimension),
          axes: concat(rowsOf(random, 2, dimension)),
        };
        const slots = Uint32Array.from(rows, (_, i) => i);
        const inMemory = await engine.create(spec({ dimension, metric: "Dot" }));
        const inFile = await engine.create(spec({ dimension, metric: "Dot", rowsFile: "rows.f32" }));
        for (const store of [inMemory, inFile]) await append(engine, store, rows);
        const [one, other] = await Promise.all(
          [inMemory, inFile].map((store) => engine.project(store, slots, basis, true)),
        );
        expect(other!.coordinates).to.deep.equal(one!.coordinates);
        expectClose(other!.sums, one!.sums, 1500 * dimension);
        expectClose(one!.coordinates, expected(rows, basis).coordinates, dimension);
      } finally {
        rmSync(dir, { recursive: true });
      }
    }));

  it("rows projected on axes have only coordinates if no sums are requested, and nothing without axes", async () => {
    const engine = newEngine();
    const store = await engine.create(spec({ dimension: 3, metric: "Euclid" }));
    await append(engine, store, [Float32Array.of(1, 2, 3)]);
    const basis = { scale: 1, centre: new Float32Array(3), axes: Float32Array.of(1, 0, 0) };
    const found = await engine.project(store, Uint32Array.of(0), basis, false);
    expect([...found.coordinates]).to.deep.equal([1]);
    expect([found.squares, ...found.sums]).to.deep.equal([0, 0, 0, 0, 0, 0, 0]);
    const none = await engine.project(
      store,
      Uint32Array.of(0),
      { ...basis, axes: new Float32Array(0) },
      true,
    );
    expect([none.coordinates.length, ...none.sums]).to.deep.equal([0, 1, 2, 3]);
  });

  it("rows projected on axes include dead slots, and are refused for slots that were never written", async () => {
    const engine = newEngine();
    const store = await engine.create(spec({ dimension: 2, metric: "Euclid" }));
    await append(engine, store, [Float32Array.of(3, 4)]);
    await kill(engine, store, [0]);
    const basis = { scale: 1, centre: new Float32Array(2), axes: Float32Array.of(0, 1) };
    const found = await engine.project(store, Uint32Array.of(0), basis, false);
    expect([...found.coordinates]).to.deep.equal([4]);
    const error = await rejection(engine.project(store, Uint32Array.of(1), basis, false));
    expect(error.message).to.equal("slot 1 was never written");
  });
});
