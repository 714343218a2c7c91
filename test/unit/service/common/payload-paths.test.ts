// The parts of a payload that paths keep or drop; the rest is unchanged byte for byte.
import { expect } from "chai";
import { parsePath } from "../../../../src/core/filter/path.ts";
import { pathTree, prunedInSlices, type Treatment } from "../../../../src/service/common/payload-paths.ts";
import { cutsOf } from "../../../support/cuts.ts";

const PAYLOAD = '{"a": {"b":1.0, "c":[ 2 ]},"list":[{"x":1,"y":2},{"x":3},4],"n":12345678901234567890}';

function prune(treatment: Treatment, paths: readonly string[], payload = PAYLOAD): string {
  const tree = pathTree(paths.map((path) => parsePath(path)));
  return Buffer.from(cutsOf(prunedInSlices(Buffer.from(payload), tree, treatment)).value).toString();
}

describe("the paths of a payload selector", () => {
  const KEPT: readonly [paths: string[], left: string][] = [
    [["n"], '{"n":12345678901234567890}'],
    [["a"], '{"a":{"b":1.0, "c":[ 2 ]}}'],
    [["a.c"], '{"a":{"c":[ 2 ]}}'],
    [["n", "a.b"], '{"a":{"b":1.0},"n":12345678901234567890}'],
    [["list[].x"], '{"list":[{"x":1},{"x":3},4]}'],
    [["list[1]"], '{"list":[{"x":3}]}'],
    [["list[]"], '{"list":[{"x":1,"y":2},{"x":3},4]}'],
    [["list[0].y", "list[].x"], '{"list":[{"x":1,"y":2},{"x":3},4]}'],
    [["a", "a.b"], '{"a":{"b":1.0, "c":[ 2 ]}}'],
    [["a.zzz"], '{"a":{}}'],
    [["n.x"], '{"n":12345678901234567890}'],
    [["n[]", "a.b.x"], '{"a":{"b":1.0},"n":12345678901234567890}'],
    [["zzz"], "{}"],
    [[], "{}"],
  ];
  for (const [paths, left] of KEPT) {
    it(`the paths of a payload selector keep values with the containers around them: ${paths.join(" ") || "none"}`, () => {
      expect(prune("kept", paths)).to.equal(left);
    });
  }

  const DROPPED: readonly [paths: string[], left: string][] = [
    [["a", "list"], '{"n":12345678901234567890}'],
    [["a.b", "list"], '{"a":{"c":[ 2 ]},"n":12345678901234567890}'],
    [["a", "n", "list[].x"], '{"list":[{"y":2},{},4]}'],
    [["a", "n", "list[0]", "list[1]"], '{"list":[4]}'],
    [["a", "n", "list[]"], '{"list":[]}'],
    [["a.b.c", "list.x", "n[]", "zzz"], PAYLOAD],
    [[], PAYLOAD],
  ];
  for (const [paths, left] of DROPPED) {
    it(`the paths of a payload selector delete all values that they match: ${paths.join(" ") || "none"}`, () => {
      expect(prune("dropped", paths)).to.equal(left);
    });
  }

  it("the paths of a payload selector are followed in slices if a payload has very many items", () => {
    const payload = Buffer.from(`{"a":[${Array(10_000).fill('{"b":1,"c":2}').join(",")}]}`);
    const { cuts, value } = cutsOf(prunedInSlices(payload, pathTree([parsePath("a[].b")]), "kept"));
    expect(Buffer.from(value).toString()).to.equal(`{"a":[${Array(10_000).fill('{"b":1}').join(",")}]}`);
    expect(cuts).to.be.at.least(10_000 / 256 + 10_000 / 256);
    expect(cutsOf(prunedInSlices(Buffer.from(PAYLOAD), pathTree([parsePath("a.b")]), "kept")).cuts).to.equal(
      0,
    );
  });

  it("the paths of a payload selector distinguish keys with dots, quotes and __proto__ from others", () => {
    const payload = '{"a.b":1,"a":{"b":2},"q\\"q":3,"__proto__":{"x":4}}';
    expect(prune("kept", ['"a.b"', '"q\\"q"', "__proto__.x"], payload)).to.equal(
      '{"a.b":1,"q\\"q":3,"__proto__":{"x":4}}',
    );
    expect(prune("dropped", ['"a.b"', '"q\\"q"', "__proto__"], payload)).to.equal('{"a":{"b":2}}');
  });
});
