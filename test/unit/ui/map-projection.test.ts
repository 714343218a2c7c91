// The binary map of the server, as the console reads it.
import { expect } from "chai";
import { decodeProjection } from "../../../src/ui/app/screens/collection/map/projection.ts";
import { projectionBytes } from "../../support/projection-bytes.ts";

const header = { count: 2, total: 5, dimension: 3, neighbors: 1, variance: [0.5, 0.25], time_ms: {} };
const lists = [new Float32Array([0.5, -1, 1, 0.25]), new Uint32Array([1, 0]), new Float32Array([3, 3])];

describe("a map that the server sends", () => {
  it("a map that the server sends has positions, neighbours and distances of its points", () => {
    const bytes = projectionBytes({ header: { ...header, ids: [1, 2], values: ["a", null] }, lists });
    const map = decodeProjection(bytes);
    expect([...map.positions]).to.deep.equal([0.5, -1, 1, 0.25]);
    expect([...map.neighbours]).to.deep.equal([1, 0]);
    expect([...map.distances]).to.deep.equal([3, 3]);
    expect(map.values).to.deep.equal(["a", null]);
    expect(map.total).to.equal(5);
  });

  it("a map that the server sends keeps ids above 2^53 exact", () => {
    const headerText = JSON.stringify({ ...header, ids: [0, 1], values: null }).replace(
      "[0,1]",
      '[18446744073709551615,"6f1b0a54-0000-4000-8000-000000000000"]',
    );
    const { ids } = decodeProjection(projectionBytes({ header, headerText, lists }));
    expect(ids).to.deep.equal([18446744073709551615n, "6f1b0a54-0000-4000-8000-000000000000"]);
  });

  it("a map that the server sends is refused when it is not a map", () => {
    expect(() => decodeProjection(new TextEncoder().encode('{"result":1}').buffer)).to.throw("no map");
    expect(() => decodeProjection(new ArrayBuffer(3))).to.throw("no map");
  });

  it("a map that the server sends is refused when it is truncated", () => {
    const whole = projectionBytes({ header: { ...header, ids: [1, 2], values: null }, lists });
    expect(() => decodeProjection(whole.slice(0, -4))).to.throw("bytes and should have");
  });
});
