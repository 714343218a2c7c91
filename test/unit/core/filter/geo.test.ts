// The three geo conditions at their borders, across the antimeridian and around holes.
import { expect } from "chai";
import { haversine } from "../../../../src/core/filter/geo.ts";
import { checkHolds } from "./fixtures.ts";

type Pair = [lon: number, lat: number];
const at = ([lon, lat]: Pair) => ({ lon, lat });
const ring = (...pairs: Pair[]) => ({ points: pairs.map(at) });

/** The locations that the shape contains. */
const inside = (check: object, locations: Pair[]) =>
  locations.filter((location) => checkHolds(check, { a: at(location) }));

describe("a geo bounding box", () => {
  const box = (left: number, top: number, right: number, bottom: number) => ({
    geo_bounding_box: { top_left: at([left, top]), bottom_right: at([right, bottom]) },
  });

  it("a geo bounding box contains points strictly inside", () => {
    const locations: Pair[] = [
      [5, 5],
      [0.001, 9.999],
      [0, 5],
      [10, 5],
      [5, 10],
      [5, 0],
      [11, 5],
      [5, -1],
    ];
    expect(inside(box(0, 10, 10, 0), locations)).to.deep.equal([
      [5, 5],
      [0.001, 9.999],
    ]);
  });

  it("a geo bounding box crosses the antimeridian if its left is east of its right", () => {
    const locations: Pair[] = [
      [175, 0],
      [180, 0],
      [-180, 0],
      [-175, 0],
      [0, 0],
      [170, 0],
      [-170, 0],
      [175, 20],
    ];
    expect(inside(box(170, 10, -170, -10), locations)).to.deep.equal([
      [175, 0],
      [180, 0],
      [-180, 0],
      [-175, 0],
    ]);
  });

  it("a geo bounding box contains nothing if its top is below its bottom, or if it is a line", () => {
    expect(inside(box(0, 0, 10, 10), [[5, 5]])).to.deep.equal([]);
    expect(inside(box(0, 10, 0, 0), [[0, 5]])).to.deep.equal([]);
  });
});

describe("a geo radius", () => {
  it("a geo radius is measured on the sphere, in metres", () => {
    const [berlin, london] = [at([13.377, 52.516]), at([-0.128, 51.507])];
    expect(haversine(berlin, london)).to.be.closeTo(930_000, 5_000);
    expect(haversine(at([0, 0]), at([180, 0]))).to.be.closeTo(Math.PI * 6_371_008.8, 1);
    expect(haversine(at([0, 90]), at([123, 90]))).to.be.closeTo(0, 1e-6);
  });

  it("a geo radius contains points nearer than the radius, also across the antimeridian and at a pole", () => {
    const around = (center: Pair, radius: number) => ({ geo_radius: { center: at(center), radius } });
    const degree = haversine(at([0, 0]), at([1, 0]));
    expect(
      inside(around([0, 0], degree), [
        [1, 0],
        [0.999, 0],
        [-0.999, 0],
      ]),
    ).to.deep.equal([
      [0.999, 0],
      [-0.999, 0],
    ]);
    expect(
      inside(around([179.5, 0], degree * 1.1), [
        [-179.5, 0],
        [178, 0],
      ]),
    ).to.deep.equal([[-179.5, 0]]);
    expect(inside(around([0, 89.9], degree), [[180, 89.9]])).to.deep.equal([[180, 89.9]]);
    expect(inside(around([0, 0], 0), [[0, 0]])).to.deep.equal([]);
  });
});

describe("a geo polygon", () => {
  const square = ring([0, 0], [10, 0], [10, 10], [0, 10], [0, 0]);
  const polygon = (exterior: object, ...interiors: object[]) => ({ geo_polygon: { exterior, interiors } });

  it("a geo polygon contains points inside and on its border, in either direction of its ring", () => {
    const locations: Pair[] = [
      [5, 5],
      [0, 5],
      [10, 10],
      [5, 0],
      [10.001, 5],
      [-1, 5],
      [-1, 0],
      [11, 10],
      [5, 11],
    ];
    const backwards = { points: [...square.points].reverse() };
    for (const exterior of [square, backwards]) {
      expect(inside(polygon(exterior), locations)).to.deep.equal(locations.slice(0, 4));
    }
  });

  it("a geo polygon does not contain the points in a hole, nor those on the edge of a hole", () => {
    const hole = ring([4, 4], [6, 4], [6, 6], [4, 6], [4, 4]);
    const other = ring([1, 1], [2, 1], [2, 2], [1, 1]);
    const locations: Pair[] = [
      [5, 5],
      [4, 5],
      [3, 5],
      [1.8, 1.2],
      [8, 8],
    ];
    expect(inside(polygon(square, hole, other), locations)).to.deep.equal([
      [4, 5],
      [3, 5],
      [8, 8],
    ]);
  });

  it("a geo polygon may have any shape, concave ones included", () => {
    const concave = ring([0, 0], [10, 0], [10, 10], [5, 2], [0, 10], [0, 0]);
    expect(
      inside(polygon(concave), [
        [5, 5],
        [1, 5],
        [9, 5],
        [5, 1],
        [5, 2],
      ]),
    ).to.deep.equal([
      [1, 5],
      [9, 5],
      [5, 1],
      [5, 2],
    ]);
  });

  it("a geo polygon is tested correctly when the ray passes through its corners", () => {
    const diamond = ring([0, -5], [5, 0], [0, 5], [-5, 0], [0, -5]);
    expect(
      inside(polygon(diamond), [
        [-9, 0],
        [-9, 5],
        [-9, -5],
        [9, 0],
        [0, 0],
      ]),
    ).to.deep.equal([[0, 0]]);
  });
});

describe("the geo values of a payload", () => {
  const world = { geo_radius: { center: at([0, 0]), radius: 3e7 } };

  it("the geo values of a payload are objects with lon and lat on the globe, or lists of them", () => {
    const isGeo = (text: string) => checkHolds(world, `{"a": ${text}}`);
    for (const text of ['{"lon":1,"lat":2}', '{"lat":-90,"lon":180.0,"x":0}', '[5,{"lon":1,"lat":2}]']) {
      expect(isGeo(text), text).to.equal(true);
    }
    for (const text of [
      '{"lon":1}',
      '{"lon":"1","lat":"2"}',
      '{"lon":181,"lat":0}',
      '{"lon":0,"lat":-91}',
      "[1,2]",
      "null",
      '[[{"lon":1,"lat":2}]]',
      '{"lon":1e400,"lat":0}',
    ]) {
      expect(isGeo(text), text).to.equal(false);
    }
  });
});
