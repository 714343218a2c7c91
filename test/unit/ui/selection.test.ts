// The selection of a table: some points, or all that match except some; and pages in the order of a field.
import { expect } from "chai";
import type { PointId } from "../../../src/ui/app/api/types.ts";
import { Pages } from "../../../src/ui/app/screens/collection/points/pages.ts";
import {
  countOf,
  filterOfSelected,
  isSelected,
  toggled,
  withRange,
} from "../../../src/ui/app/screens/collection/points/selection.ts";
import { sortedSource } from "../../../src/ui/app/screens/collection/points/sorted-source.ts";

const LARGE = 2n ** 64n - 1n;
const NONE = { isAll: false, ids: new Map() };
const ALL = { isAll: true, ids: new Map() };

describe("the selection of a table", () => {
  it("the selection of a table names its points by their exact ids", () => {
    const some = toggled(toggled(NONE, LARGE), 5);
    expect([isSelected(some, LARGE), isSelected(some, 5), isSelected(some, 6)]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect(filterOfSelected(some, { must: [] })).to.deep.equal({ must: [{ has_id: [LARGE, 5] }] });
    expect(countOf(toggled(some, 5), 100)).to.equal(1);
  });

  it("the selection of all that match is the filter of the table without the exceptions", () => {
    const filter = { must: [{ key: "a", match: { value: 1 } }] };
    expect(filterOfSelected(ALL, undefined)).to.deep.equal({});
    expect(filterOfSelected(ALL, filter)).to.deep.equal({ must: [filter] });
    const except = toggled(ALL, 7);
    expect(filterOfSelected(except, filter)).to.deep.equal({ must: [filter], must_not: [{ has_id: [7] }] });
    expect([isSelected(except, 7), isSelected(except, 8), countOf(except, 10)]).to.deep.equal([
      false,
      true,
      9,
    ]);
  });

  it("the selection of a range adds or removes its points, whether some or all are selected", () => {
    for (const before of [NONE, ALL, toggled(NONE, 2), toggled(ALL, 2)]) {
      for (const isOn of [true, false]) {
        const after = withRange(before, [1, 2, 3], isOn);
        expect([1, 2, 3].map((id) => isSelected(after, id))).to.deep.equal([isOn, isOn, isOn]);
        expect(isSelected(after, 4)).to.equal(before.isAll);
      }
    }
  });
});

describe("the pages of a sorted table", () => {
  /** A table whose order is that of these ids. */
  function sorted(ids: PointId[]) {
    const asked: (readonly PointId[])[] = [];
    const { source, total } = sortedSource(
      async () => [...ids],
      async (some) => {
        asked.push(some);
        return some.map((id) => ({ id }));
      },
    );
    return { pages: new Pages<{ id: PointId }>(source, 10), total, asked };
  }

  it("the pages of a sorted table are in the order of the ids that were read, and loaded when they are visible", async () => {
    const order = Array.from({ length: 35 }, (_, i) => (i * 8) % 35);
    const { pages, total, asked } = sorted(order);
    pages.show(25, 32);
    for (let i = 0; i < 100 && !pages.row(32); i++) await new Promise((resolve) => setTimeout(resolve));
    expect(total.value).to.equal(35);
    expect(pages.row(32)).to.deep.equal({ id: order[32] });
    expect(asked).to.deep.equal([order.slice(20, 30), order.slice(30)]);
    expect(await pages.find(order[33]!)).to.equal(33);
    expect(await pages.find(99)).to.equal(undefined);
    expect(await pages.ids(8, 12)).to.deep.equal(order.slice(8, 13));
    expect(await pages.ids(40, 41)).to.deep.equal([]);
  });

  it("the pages of a sorted table read the order again when they are refreshed", async () => {
    const order: PointId[] = [3, 1, 2];
    const { pages } = sorted(order);
    expect(await pages.find(2)).to.equal(2);
    order.reverse();
    pages.refresh();
    expect(await pages.find(2)).to.equal(0);
  });

  it("the pages of a sorted table without points end at once", async () => {
    const { pages, total } = sorted([]);
    expect(await pages.ids(0, 5)).to.deep.equal([]);
    expect(total.value).to.equal(0);
  });
});
