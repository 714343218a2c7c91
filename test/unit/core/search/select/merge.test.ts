// Merging the hits of several segments, in which a point may occur twice.
import { expect } from "chai";
import { fieldConfigs } from "../../../../../src/core/config/collection-config.ts";
import { type Candidate, merge as mergeInSlices } from "../../../../../src/core/search/select/merge.ts";
import { CollectionSegment } from "../../../../../src/core/segment/segment.ts";
import { append } from "../../../../../src/core/segment/taken-slots.ts";
import { PackedIds } from "../../../../../src/core/slots/point-id.ts";
import { pointRef, segmentOf as segmentOfRef, slotOf } from "../../../../../src/core/slots/point-ref.ts";
import { runWhole } from "../../../../../src/scheduling/slices.ts";
import type { PointId } from "../../../../../src/schema/leaf.ts";
import { cutsOf } from "../../../../support/cuts.ts";
import { newEngine } from "../../../engine/fixtures.ts";
import { unnamed } from "../../fixtures.ts";

const merge = (...given: Parameters<typeof mergeInSlices>) => runWhole(mergeInSlices(...given));

const FIELDS = fieldConfigs(unnamed(1));

/** A segment whose slots have these ids and versions. */
function segmentOf(
  number: number,
  points: readonly (readonly [id: PointId, version: number])[],
): CollectionSegment {
  const segment = new CollectionSegment(newEngine(), FIELDS, 1, { number });
  points.forEach(([id, version]) => {
    const ids = PackedIds.pack([id]);
    const operation = { kind: "upsert_points", collection: "", ids, fields: [], payloads: [null] } as const;
    append(segment, operation, version);
  });
  return segment;
}

const idsAndVersions = (ids: readonly PointId[]) => ids.map((id) => [id, 1] as const);

const hits = (pairs: readonly (readonly [slot: number, distance: number])[], complete = true) => ({
  slots: Uint32Array.from(pairs, ([slot]) => slot),
  distances: Float32Array.from(pairs, ([, distance]) => distance),
  complete,
});

describe("merging the hits of segments", () => {
  const old = segmentOf(0, [
    [7, 1],
    [8, 1],
    [9, 1],
  ]);
  const recent = segmentOf(1, [
    [7, 2],
    [10, 2],
  ]);

  it("merging the hits of segments returns the nearest hits first, whatever their segments are", () => {
    const results = [
      {
        segment: old,
        result: hits([
          [1, 1],
          [2, 3],
        ]),
      },
      { segment: recent, result: hits([[1, 2]]) },
    ];
    const { found, missing } = merge(results, 2, 2);
    expect(found.map(({ ref, distance }) => [ref, distance])).to.deep.equal([
      [pointRef(0, 1), 1],
      [pointRef(1, 1), 2],
    ]);
    expect(missing).to.equal(0);
  });

  it("merging the hits of segments returns points that are equally near in the order of their ids", () => {
    const mixed: readonly PointId[] = [
      "00000000-0000-0000-0000-000000000001",
      2n ** 60n + 1n,
      3,
      2n ** 60n,
      11,
    ];
    const [first, second] = [segmentOf(5, idsAndVersions(mixed)), segmentOf(6, [[10, 1]])];
    const pairs = mixed.map((_, slot) => [slot, 1] as const);
    const alone = [{ segment: first, result: hits(pairs) }];
    const idsOf = (found: readonly Candidate[]) =>
      found.map(({ ref }) => (segmentOfRef(ref) === 5 ? first : second).ids.idOf(slotOf(ref)));
    expect(idsOf(merge(alone, 5, 5).found)).to.deep.equal([3, 11, 2n ** 60n, 2n ** 60n + 1n, mixed[0]]);
    expect(idsOf(merge(alone, 2, 5).found)).to.deep.equal([3, 11]);
    const both = [...alone, { segment: second, result: hits([[0, 1]]) }];
    expect(idsOf(merge(both, 3, 5).found)).to.deep.equal([3, 10, 11]);
  });

  it("merging the hits of segments requests more hits when a skipped point may have hidden one that is as near, with a smaller id", () => {
    const recentlyFar = {
      segment: recent,
      result: hits([
        [1, 1],
        [0, 5],
      ]),
    };
    const hidingOf = (id: number) => {
      const segment = segmentOf(2, [
        [7, 1],
        [id, 1],
        [1, 1],
      ]);
      return merge(
        [
          {
            segment,
            result: hits(
              [
                [0, 1],
                [1, 1],
              ],
              false,
            ),
          },
          recentlyFar,
        ],
        2,
        2,
      ).missing;
    };
    expect(hidingOf(8), "the hits of the segment end before id 10").to.equal(1);
    expect(hidingOf(12), "they end behind it").to.equal(0);
  });

  it("merging the hits of segments returns the last written version of a point with two references", () => {
    const results = [
      { segment: recent, result: hits([[0, 5]]) },
      {
        segment: old,
        result: hits([
          [0, 0],
          [1, 1],
        ]),
      },
    ];
    expect(merge(results, 5, 5).found.map(({ ref }) => ref)).to.deep.equal([pointRef(0, 1), pointRef(1, 0)]);
  });

  it("merging the hits of segments returns the later of two slots that one batch gave to an id", () => {
    const twice = segmentOf(3, [
      [7, 4],
      [7, 4],
    ]);
    const { found } = merge(
      [
        {
          segment: twice,
          result: hits([
            [0, 1],
            [1, 2],
          ]),
        },
      ],
      1,
      1,
    );
    expect(found.map(({ ref }) => ref)).to.deep.equal([pointRef(3, 1)]);
  });

  it("merging the hits of segments requests more hits when a skipped point may have hidden a nearer one", () => {
    const results = [
      {
        segment: old,
        result: hits(
          [
            [0, 0],
            [1, 1],
          ],
          false,
        ),
      },
      { segment: recent, result: hits([[0, 5]]) },
    ];
    expect(merge(results, 2, 2).missing).to.equal(1);
    expect(merge(results, 1, 2).missing, "the first is nearer than whatever is hidden").to.equal(0);
    expect(merge(results, 2, 3).missing, "there is nothing more to tell").to.equal(0);
  });

  it("merging the hits of segments may pause when there are many hits", () => {
    const many = Array.from({ length: 5_000 }, (_, id) => [id, 1] as const);
    const segment = segmentOf(4, many);
    const answer = hits(many.map(([id]) => [id, (id * 7919) % 5_003]));
    const { cuts, value } = cutsOf(mergeInSlices([{ segment, result: answer }], 5_000, 5_000));
    expect(value.found.map(({ distance }) => distance)).to.deep.equal(
      [...answer.distances].sort((a, b) => a - b),
    );
    expect(cuts).to.be.at.least(25);
  });
});
