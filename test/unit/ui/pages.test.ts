// The pages of a table of any length: which the console requests, and which it keeps.
import { expect } from "chai";
import type { PointId } from "../../../src/ui/app/api/types.ts";
import { Pages } from "../../../src/ui/app/screens/collection/points/pages.ts";

const SIZE = 10;

/** A table with the ids 0, 2, 4 ..., and the limits of the requests to it. */
function table(many: number) {
  const asked = { rows: 0, ids: 0 };
  const read = async (kind: "rows" | "ids", offset: PointId | null, limit: number) => {
    asked[kind]++;
    const from = Math.ceil(Number(offset ?? 0) / 2);
    const points = Array.from({ length: Math.min(limit, many - from) }, (_, i) => ({ id: (from + i) * 2 }));
    return { points, next_page_offset: from + limit < many ? (from + limit) * 2 : null };
  };
  const source = {
    rows: (offset: PointId | null, limit: number) => read("rows", offset, limit),
    ids: (offset: PointId | null, limit: number) => read("ids", offset, limit),
  };
  return { asked, pages: new Pages<{ id: PointId }>(source, SIZE) };
}

describe("the pages of a table", () => {
  it("the pages of a table find the row of a distant id without reading the rows before it", async () => {
    const { pages, asked } = table(50_000);
    expect(await pages.find(80_002)).to.equal(40_001);
    expect(pages.row(40_001)).to.deep.equal({ id: 80_002 });
    expect(asked).to.deep.equal({ rows: 1, ids: 5 });
  });

  it("the pages of a table show that an id is missing, in the middle and after the end", async () => {
    const { pages } = table(95);
    expect(await pages.find(81)).to.equal(undefined);
    expect(await pages.find("5c56c793-69f3-4fbf-87e6-c4bf54c28c26")).to.equal(undefined);
    expect(await pages.find(188)).to.equal(94);
  });

  it("the pages of a table keep their rows until they are read again", async () => {
    const { pages } = table(30);
    await pages.find(0);
    pages.refresh();
    expect(pages.row(3)).to.deep.equal({ id: 6 });
  });
});
