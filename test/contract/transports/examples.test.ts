// Points that a query or a prefetch names by id. The decision: such a point is left out of the results of that query or
// prefetch, and of no other.
import { expect } from "chai";
import { Contract } from "../../support/transports/contract.ts";
import { c } from "../../support/transports/sample.ts";

const POINTS = [
  { id: 1, vector: [1, 0] },
  { id: 2, vector: [0, 1] },
  { id: 3, vector: [1, 1] },
];

describe("a point that a query names by id", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  /** Returns ids and scores of the hits; expects the same over every transport and in both dialects. */
  async function found(query: object): Promise<[id: number, score: number][]> {
    const script = async (call: (operation: string, request: object) => Promise<unknown>) => {
      await call("createCollection", { ...c, vectors_config: { size: 2, distance: "Dot" } });
      await call("upsertPoints", { ...c, points: POINTS, wait: true });
      await call("queryPoints", { ...c, ...query });
    };
    const native = await contract.same(script);
    const theirs = await contract.sameAsQdrant(script, { left: ["status"] });
    const [one, other] = [native, theirs].map((answers) =>
      answers.at(-1).points.map(({ id, score }: { id: number; score: number }) => [id, score]),
    );
    expect(other).to.deep.equal(one);
    return one!;
  }

  const third = Math.fround(1 / 3);
  const prefetch = [{ query: 1 }, { query: [1, 0] }];

  it("a point that a query names by id is found by another prefetch, and counts there in a fusion", async () => {
    // The first prefetch finds 3 and 2; the second finds 1, 3 and 2 by their products with [1, 0].
    const ranked = await found({ prefetch, query: { fusion: "rrf" } });
    expect(ranked).to.have.lengthOf(3);
    const byId = new Map(ranked);
    const second = await found({ query: [1, 0] });
    const place = second.findIndex(([id]) => id === 1);
    expect(byId.get(1)).to.equal(Math.fround(1 / (place + 2)));
    expect(byId.get(1)).to.be.at.least(third);
  });

  it("a point that a query names by id is found by another prefetch whatever the outer query is", async () => {
    for (const query of [{ fusion: "dbsf" }, { formula: { sum: ["$score", 1] } }, [1, 0.5]]) {
      const ids = (await found({ prefetch, query, limit: 3 })).map(([id]) => id);
      expect(ids.sort(), JSON.stringify(query)).to.deep.equal([1, 2, 3]);
    }
  });

  it("a point that a query names by id is left out of the prefetch that names it", async () => {
    const ids = (await found({ prefetch: [{ query: 1 }], query: [1, 0] })).map(([id]) => id);
    expect(ids.sort()).to.deep.equal([2, 3]);
  });

  it("a point that a query names by id is left out of all prefetches of the outer query that names it", async () => {
    const nested = [{ prefetch: [{ query: [1, 0] }], query: [1, 1] }];
    for (const query of [1, { recommend: { positive: [1] } }]) {
      const ids = (await found({ prefetch: nested, query })).map(([id]) => id);
      expect(ids.sort(), JSON.stringify(query)).to.deep.equal([2, 3]);
    }
  });
});
