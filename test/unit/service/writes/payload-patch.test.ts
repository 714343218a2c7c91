// Patches of payloads: the members they change, while all other bytes stay.
import { expect } from "chai";
import { parsePath } from "../../../../src/core/filter/path.ts";
import { MAX_PAYLOAD_BYTES } from "../../../../src/schema/limits.ts";
import { pathTree } from "../../../../src/service/common/payload-paths.ts";
import { type Patch, patchedAll } from "../../../../src/service/writes/payload-patch.ts";
import { cutsOf } from "../../../support/cuts.ts";

const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();

function patch(before: string | null, change: Patch): string | null {
  const { value } = cutsOf(patchedAll([before === null ? null : Buffer.from(before)], change, () => 7));
  return text(value[0]!);
}

function merge(before: string | null, payload: string, key?: string): string | null {
  const at = key === undefined ? null : parsePath(key);
  return patch(before, { kind: "merge", at, payload: Buffer.from(payload) });
}

const remove = (before: string | null, ...paths: string[]) =>
  patch(before, { kind: "remove", paths: pathTree(paths.map((path) => parsePath(path))) });

describe("a patch of a payload", () => {
  it("a patch of a payload may pause between points, also if only the new values are large", () => {
    const large = Buffer.from(`{"t":"${"x".repeat(100_000)}"}`);
    const change: Patch = { kind: "merge", at: null, payload: large };
    const { cuts, value } = cutsOf(patchedAll(Array(40).fill(Buffer.from('{"a":1}')), change, () => 7));
    // One slice is within the new members, which are read once for all points.
    expect(cuts).to.equal(40);
    expect(value.map((bytes) => bytes!.length)).to.deep.equal(Array(40).fill(large.length + '"a":1,'.length));
    expect(cutsOf(patchedAll(Array(100).fill(null), { kind: "clear" }, () => 7)).cuts).to.equal(0);
  });

  it("a patch of a payload may pause within one payload of very many items or members", () => {
    const each = (item: string) => `{"a":[${Array(10_000).fill(item).join(",")}]}`;
    const items = Buffer.from(each('{"c":1}'));
    const at = parsePath("a[].b");
    const set = cutsOf(patchedAll([items], { kind: "merge", at, payload: Buffer.from("{}") }, () => 7));
    expect(text(set.value[0]!) === each('{"c":1,"b":{}}')).to.equal(true);
    expect(set.cuts).to.be.at.least(10_000 / 256 + 10_000 / 256);
    const dropped = cutsOf(
      patchedAll([items], { kind: "remove", paths: pathTree([parsePath("a[].c")]) }, () => 7),
    );
    expect(text(dropped.value[0]!) === each("{}")).to.equal(true);
    expect(dropped.cuts).to.be.at.least(10_000 / 256 + 10_000 / 256);
    const many = Buffer.from(`{${Array.from({ length: 10_000 }, (_, i) => `"${i}":1`).join(",")}}`);
    const merged = cutsOf(patchedAll([many], { kind: "merge", at: null, payload: many }, () => 7));
    expect(text(merged.value[0]!) === many.toString()).to.equal(true);
    expect(merged.cuts).to.be.at.least((3 * 10_000) / 256);
  });

  describe("that sets members", () => {
    it("a patch that sets members replaces existing members at their positions, and appends the others", () => {
      expect(merge('{"a":1,"b":{"x":1},"c":3}', '{"d":4,"b":2}')).to.equal('{"a":1,"b":2,"c":3,"d":4}');
    });

    it("a patch that sets members gives a payload to a point without one", () => {
      expect(merge(null, '{"a":1}')).to.equal('{"a":1}');
    });

    it("a patch that sets members keeps all other members as they were received", () => {
      const rest =
        '"n":1e400,"m":-0.0,"i":123456789012345678901,"\\u0061\\ud83d":"\\ud83d\\u00e9","__proto__":{"x": [ ]}';
      expect(merge(`{${rest},"a":1}`, '{"a":2}')).to.equal(`{${rest},"a":2}`);
    });

    it("a patch that sets members removes members that are set to null, and only those", () => {
      expect(merge('{"a":1,"b":null,"c":{"d":1}}', '{"a":null,"c": {"d": null},"x": null}')).to.equal(
        '{"b":null,"c":{"d": null}}',
      );
    });
  });

  describe("that sets members of the object at a key", () => {
    const CASES: readonly [before: string | null, key: string, after: string | null][] = [
      ['{"a":{"x":1}}', "a", '{"a":{"x":1,"s":0}}'],
      ['{"b":1}', "a.c", '{"b":1,"a":{"c":{"s":0}}}'],
      [null, "a", '{"a":{"s":0}}'],
      ['{"a":5}', "a", '{"a":{"s":0}}'],
      ['{"a":5}', "a.b", '{"a":{"b":{"s":0}}}'],
      ['{"a":[1]}', "a.b", '{"a":{"b":{"s":0}}}'],
      ['{"a":[{"x":1},2]}', "a[]", '{"a":[{"x":1,"s":0},{"s":0}]}'],
      ['{"a":[{"x":1},2]}', "a[1]", '{"a":[{"x":1},{"s":0}]}'],
      ['{"a":[{"x":1},2]}', "a[0].x", '{"a":[{"x":{"s":0}},2]}'],
      ['{"a":5}', "a[]", '{"a":[]}'],
      ['{"b":5}', "a[].x", '{"b":5,"a":[]}'],
      ['{"a": [1]}', "a[3]", '{"a": [1]}'],
      ['{"a": 5}', "a[0]", '{"a":[]}'],
      ['{"a": 5}', "a.b[0]", '{"a":{"b":[]}}'],
      ['{"a":[]}', "a.b[0]", '{"a":{"b":[]}}'],
      ['{"a": []}', "a[]", '{"a": []}'],
      [null, "a[0]", '{"a":[]}'],
      ['{"a.b":{}}', '"a.b"', '{"a.b":{"s":0}}'],
      ["{}", "__proto__", '{"__proto__":{"s":0}}'],
    ];
    for (const [before, key, after] of CASES) {
      it(`a patch of the object at a key makes ${after} of ${before} at ${key}`, () => {
        expect(merge(before, '{"s":0}', key)).to.equal(after);
      });
    }

    it("a patch of the object at a key is refused with the point's id when the payload would be too large, before all items are built", () => {
      const items = `[${Array.from({ length: 300_000 }, () => "0").join()}]`;
      const payload = `{"s":"${"x".repeat(MAX_PAYLOAD_BYTES / 2)}"}`;
      expect(() => merge(`{"a":${items}}`, payload, "a[]")).to.throw(
        `Payload of point 7: expected at most ${MAX_PAYLOAD_BYTES} bytes`,
      );
    });
  });

  describe("that deletes keys", () => {
    it("a patch that deletes keys deletes the values of each path in the original payload", () => {
      expect(remove('{"a":[1,2,3],"b":{"c":1,"d":2}}', "a[0]", "a[1]", "b.c")).to.equal(
        '{"a":[3],"b":{"d":2}}',
      );
    });

    it("a patch that deletes keys does not change a payload that has no such keys", () => {
      expect([remove('{ "a":1 }', "b"), remove(null, "a")]).to.deep.equal(['{ "a":1 }', null]);
    });
  });

  it("a patch of a payload reads no old payload if it replaces or clears", () => {
    expect(patch('{"a":1}', { kind: "replace", payload: Buffer.from('{"b": 2}') })).to.equal('{"b": 2}');
    expect(patch('{"a":1}', { kind: "clear" })).to.equal(null);
  });
});
