// The choice of segments for a rebuild: segments with many dead slots, and segments beyond the number that the points
// need.
import { expect } from "chai";
import fc from "fast-check";
import { segmentSettings } from "../../../../src/core/config/segment-settings.ts";
import { planRebuild } from "../../../../src/core/rebuild/rebuild-plan.ts";
import { unnamed } from "../fixtures.ts";

const LIMIT = 100_000;
const SETTINGS = segmentSettings(unnamed(4), { maxSlots: LIMIT });

interface Sized {
  readonly open: boolean;
  readonly dead: number;
  readonly waste: number;
  readonly ids: { readonly slots: number; readonly size: number };
}

const sized = (slots: number, dead = 0, open = false, waste = 0): Sized => ({
  ...{ open, dead, waste },
  ids: { slots, size: slots - dead },
});
const plan = (segments: readonly Sized[]) => planRebuild(segments, ({ open }) => open, SETTINGS);
const indexes = (segments: readonly Sized[]) => plan(segments)?.map((one) => segments.indexOf(one)) ?? null;

describe("the plan of rebuilds", () => {
  it("the plan of rebuilds selects segments with more than a fifth of dead slots, the one with most of them first", () => {
    expect(indexes([sized(10_000, 2_000), sized(10_000)])).to.equal(null);
    expect(indexes([sized(10_000, 2_001), sized(10_000)])).to.deep.equal([0]);
    expect(indexes([sized(10_000, 2_001), sized(2_000, 1_500), sized(9_000, 3_000)])).to.deep.equal([1]);
  });

  it("the plan of rebuilds selects a segment with more than a fifth of its bytes in replaced payloads, however few its slots are", () => {
    expect(indexes([sized(10_000), sized(10, 0, true, 0.2)])).to.equal(null);
    expect(indexes([sized(10_000), sized(10, 0, true, 0.3)])).to.deep.equal([1]);
    expect(indexes([sized(10, 0, true, 0.3), sized(10_000, 2_001)])).to.deep.equal([1]);
  });

  it("the plan of rebuilds selects the open segment, too, when most of its slots are dead", () => {
    expect(indexes([sized(10_000), sized(1_000, 300, true)])).to.deep.equal([1]);
  });

  it("the plan of rebuilds ignores segments of fewer than a thousand slots, unless all of their slots are dead", () => {
    expect(indexes([sized(999, 998), sized(999, 998, true)])).to.equal(null);
    expect(indexes([sized(999, 998), sized(3, 3), sized(3, 3, true), sized(0, 0, true)])).to.deep.equal([1]);
  });

  it("the plan of rebuilds merges segments when there are more than four beyond the needed ones", () => {
    const small = [500, 400, 300, 200, 100].map((slots) => sized(slots));
    expect(indexes(small)).to.equal(null);
    expect(indexes([...small, sized(350)])).to.deep.equal([4, 3, 2, 5, 1, 0]);
  });

  it("the plan of rebuilds does not copy a large segment to merge a few small ones", () => {
    const small = [500, 400, 300, 200, 100].map((slots) => sized(slots));
    expect(indexes([sized(50_000), ...small])).to.deep.equal([5, 4, 3, 2, 1]);
  });

  it("the plan of rebuilds does not merge the open segment", () => {
    const small = [500, 400, 300, 200, 100].map((slots) => sized(slots));
    expect(indexes([...small, sized(350, 0, true)])).to.equal(null);
  });

  it("the plan of rebuilds merges no segments that do not fit into one", () => {
    expect(indexes(Array.from({ length: 30 }, () => sized(60_000)))).to.equal(null);
  });

  it("the plan of rebuilds comes to an end, and leaves at most twice the needed segments and a few", () => {
    const segment = fc.record({
      slots: fc.integer({ min: 1, max: LIMIT }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 60 }), (given) => {
        let segments = given.map(({ slots, share }) => sized(slots, Math.floor(slots * share)));
        for (let rebuilds = 0; ; rebuilds++) {
          const chosen = plan(segments);
          if (!chosen) break;
          expect(rebuilds, "rebuilds").to.be.below(200);
          const live = chosen.reduce((sum, { ids }) => sum + ids.size, 0);
          expect(live, "points of the new segment").to.be.at.most(LIMIT);
          segments = segments.filter((one) => !chosen.includes(one));
          if (live > 0) segments.push(sized(live));
        }
        const needed = segments.reduce((sum, { ids }) => sum + ids.size, 0) / LIMIT;
        const doubling = Math.log2(LIMIT);
        expect(segments.length).to.be.at.most(2 * needed + SETTINGS.spareSegments + doubling);
      }),
    );
  });
});

describe("the maximum number of slots of a segment", () => {
  it("the maximum number of slots of a segment leaves memory for the links of all its slots, which for Dot are in two lists", () => {
    for (const distance of ["Dot", "Euclid"] as const) {
      const config = { ...unnamed(4), vectors: [{ ...unnamed(4).vectors[0]!, distance }] };
      const links = 2 * 16 * 4 * (distance === "Dot" ? 2 : 1);
      const { maxSlots } = segmentSettings(config);
      expect(maxSlots * (links + 16 + 4), distance).to.be.below((2 ** 32 / 8) * 7);
    }
  });
});
