// The points that a pointer selects on the map: the nearest one, and those within a drawn line.
import { expect } from "chai";
import { Camera } from "../../../src/ui/app/screens/collection/map/camera.ts";
import { labelsOf, regionsOf } from "../../../src/ui/app/screens/collection/map/clusters.ts";
import { isInside, nearest, pointsInside } from "../../../src/ui/app/screens/collection/map/picking.ts";
import { seededRandom } from "../../support/random.ts";

const COUNT = 2000;
const random = seededRandom(11);
const positions = Float32Array.from({ length: COUNT * 2 }, () => random() * 2 - 1);

function nearestByLooking(x: number, y: number, radius: number): number {
  let [best, least] = [-1, radius];
  for (let i = 0; i < COUNT; i++) {
    const away = Math.hypot(positions[i * 2]! - x, positions[i * 2 + 1]! - y);
    if (away <= least) [best, least] = [i, away];
  }
  return best;
}

describe("the search for a point near the pointer", () => {
  it("the search for a point near the pointer finds the point that a comparison of all points finds", () => {
    for (let i = 0; i < 500; i++) {
      const [x, y] = [random() * 2.4 - 1.2, random() * 2.4 - 1.2];
      expect(nearest(positions, [x, y], 0.05)).to.equal(nearestByLooking(x, y, 0.05));
    }
  });

  it("the search for a point near the pointer finds nothing far from all points", () => {
    expect(nearest(positions, [5, 5], 0.1)).to.equal(-1);
  });

  it("the search for a point near the pointer skips points that are not selectable", () => {
    const [x, y] = [positions[0]!, positions[1]!];
    expect(nearest(positions, [x, y], 0.2)).to.equal(0);
    expect(nearest(positions, [x, y], 0.2, (point) => point !== 0)).not.to.equal(0);
  });

  it("the search for a point near the pointer finds a point when all points have one position", () => {
    expect(nearest(new Float32Array(20), [0, 0], 1)).to.be.greaterThan(-1);
  });
});

describe("the lasso of the map", () => {
  /** A horseshoe: the middle of its opening is outside. */
  const horseshoe = new Float32Array([
    -0.9, -0.9, 0.9, -0.9, 0.9, 0.9, 0.5, 0.9, 0.5, -0.5, -0.5, -0.5, -0.5, 0.9, -0.9, 0.9,
  ]);

  it("the lasso of the map contains points inside its line, also where the line bends inwards", () => {
    expect(isInside(horseshoe, 0, -0.7)).to.equal(true);
    expect(isInside(horseshoe, 0, 0)).to.equal(false);
    expect(isInside(horseshoe, 0.7, 0.5)).to.equal(true);
  });

  it("the lasso of the map selects the points that a check of all points selects", () => {
    const expected = Array.from({ length: COUNT }, (_, i) => i).filter((i) =>
      isInside(horseshoe, positions[i * 2]!, positions[i * 2 + 1]!),
    );
    expect(pointsInside(horseshoe, positions)).to.deep.equal(expected);
    expect(expected.length).to.be.greaterThan(100);
  });

  it("the lasso of the map selects nothing with fewer than three corners", () => {
    expect(pointsInside(new Float32Array([0, 0, 1, 1]), positions)).to.deep.equal([]);
  });
});

describe("the camera of the map", () => {
  let camera: Camera;
  beforeEach(() => {
    camera = new Camera();
    camera.resize(800, 400);
    camera.frame({ left: -1, right: 1, bottom: -1, top: 1 });
  });

  it("the camera of the map shows all points when it frames them", () => {
    expect(camera.viewY(1)).to.be.greaterThan(0);
    expect(camera.viewY(-1)).to.be.lessThan(400);
    expect(camera.viewX(0)).to.equal(400);
  });

  it("the camera of the map keeps the point under the pointer there while it zooms", () => {
    const [x, y] = [camera.planeX(100), camera.planeY(300)];
    camera.zoomAt(100, 300, 7);
    expect(camera.viewX(x)).to.be.closeTo(100, 1e-6);
    expect(camera.viewY(y)).to.be.closeTo(300, 1e-6);
  });
});

describe("the description of the map in words", () => {
  it("the description of the map in words counts separate regions", () => {
    const two = Float32Array.from({ length: 400 }, (_, i) => (i < 200 ? 0 : 10) + random());
    const regions = regionsOf(two);
    expect(regions).to.have.lengthOf(2);
    for (const { points } of regions) expect(points).to.be.within(85, 100);
  });
});

describe("the labels of the map", () => {
  it("the labels of the map stand where most points of a group are, and not between its parts", () => {
    const [near, far] = [150, 50];
    const groups = Uint8Array.from({ length: 400 }, (_, i) => (i < near ? 0 : i < near + far ? 0 : 1));
    const positions = Float32Array.from({ length: 800 }, (_, at) => {
      const point = at >> 1;
      const middle = point < near ? 0 : point < near + far ? 20 : 10;
      return middle + random();
    });
    const labels = labelsOf(
      positions,
      groups,
      new Map([
        [0, "law"],
        [1, "music"],
        [2, "nobody"],
      ]),
    );
    expect(labels.map(({ text }) => text)).to.deep.equal(["law", "music"]);
    for (const [i, middle] of [0.5, 10.5].entries()) {
      expect(labels[i]!.x).to.be.closeTo(middle, 0.6);
      expect(labels[i]!.y).to.be.within(middle - 0.5, middle + 0.6);
    }
  });

  it("the labels of the map are placed for one point, and for points that are all at one place", () => {
    const names = new Map([[0, "alone"]]);
    expect(labelsOf(new Float32Array([3, 4]), new Uint8Array(1), names)).to.deep.equal([
      { x: 3, y: 4, text: "alone" },
    ]);
    const same = new Float32Array(20).fill(7);
    expect(labelsOf(same, new Uint8Array(10), names)).to.deep.equal([{ x: 7, y: 7, text: "alone" }]);
    expect(labelsOf(new Float32Array(), new Uint8Array(), names)).to.deep.equal([]);
  });
});
