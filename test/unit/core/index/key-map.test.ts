// The map from payload keys to numbers, against a JavaScript Map.
import { expect } from "chai";
import { KeyMap } from "../../../../src/core/index/key-map.ts";
import type { Key } from "../../../../src/core/index/keys.ts";
import { cutsOf } from "../../../support/cuts.ts";
import { integer, withSeed } from "../../engine/fixtures.ts";

const KINDS: readonly ((n: number) => Key)[] = [
  (n) => n,
  (n) => -n,
  (n) => 2n ** 60n + BigInt(n),
  (n) => `user-${n}`,
  (n) => "x".repeat(n % 12),
  (n) => n % 2 === 0,
];

describe("the map from keys to numbers", () => {
  it("the map from keys to numbers has the numbers that were set last, for keys of every type", () =>
    withSeed((random) => {
      const [map, model] = [new KeyMap(), new Map<Key, number>()];
      for (let value = 0; value < 10_000; value++) {
        const key = KINDS[integer(random, 0, KINDS.length - 1)]!(integer(random, 0, 2_000));
        expect(map.get(key)).to.equal(model.get(key));
        map.set(key, value);
        model.set(key, value);
      }
      const all = new Map<Key, number>();
      const { cuts } = cutsOf(
        map.forEach((key, value) => {
          all.set(key, value);
        }),
      );
      expect(all).to.deep.equal(model);
      expect(map.size).to.equal(model.size);
      expect(cuts, "each thousand").to.equal(Math.floor(model.size / 1024));
    }));
});
