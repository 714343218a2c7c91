// Recall for kinds of data, distances and encodings: a sample of what test/slow/recall-matrix measures.
import { type Cell, expectFoundOrSaid, measureCell } from "../support/recall-matrix.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";
import { withSeed } from "../unit/engine/fixtures.ts";

const CELLS: readonly Cell[] = [
  { shape: "Cauchy tails", distance: "Manhattan", way: "8-bit codes" },
  { shape: "two heaps", distance: "Dot", way: "1-bit codes, rows on disk" },
  { shape: "a jump after 256 rows", distance: "Cosine", way: "8-bit codes" },
  { shape: "two heaps", distance: "Euclid", way: "8-bit codes, rows on disk" },
];

describe("data that may exceed the precision of codes", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  for (const cell of CELLS) {
    const test = cell.distance === "Cosine" || cell.distance === "Dot" ? it : itWeekly;
    test(`data that may exceed the precision of codes is found, or causes a warning: ${cell.shape}, ${cell.distance}, ${cell.way}`, () =>
      withSeed(async (random) => {
        expectFoundOrSaid(await measureCell(server, { ...cell, rows: 1100 }, random), cell);
      }));
  }
});
