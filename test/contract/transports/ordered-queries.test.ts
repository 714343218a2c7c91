// Queries in the order of a field of which some points have several values, with equal results over every transport.
import { expect } from "chai";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { c } from "../../support/transports/sample.ts";

describe("a query in the order of a field", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("a query in the order of a field returns a point once for each of its values, like a scroll", async () => {
    const script = async (call: Call) => {
      await call("createCollection", { ...c, vectors_config: { size: 1, distance: "Dot" } });
      await call("createFieldIndex", { ...c, field_name: "n", field_schema: "integer", wait: true });
      const points = [
        { id: 1, vector: [1], payload: { n: [1, 5, 9] } },
        { id: 2, vector: [1], payload: { n: 6 } },
      ];
      await call("upsertPoints", { ...c, points, wait: true });
      await call("scrollPoints", { ...c, order_by: { key: "n" }, limit: 10 });
      await call("queryPoints", { ...c, query: { order_by: { key: "n" } } });
      await call("queryPoints", { ...c, query: { order_by: { key: "n" } }, limit: 2 });
      await call("queryPoints", {
        ...c,
        prefetch: [{ query: [1] }],
        query: { order_by: { key: "n" } },
        limit: 10,
      });
    };
    for (const answers of [
      await contract.same(script),
      await contract.sameAsQdrant(script, { left: ["status"] }),
    ]) {
      const [scrolled, queried, some, rescored] = answers
        .slice(-4)
        .map(({ points }) => points.map(({ id }: { id: number }) => id));
      expect(scrolled).to.deep.equal([1, 1, 2, 1]);
      expect(queried).to.deep.equal(scrolled);
      expect(some).to.deep.equal([1, 1]);
      expect(rescored).to.deep.equal(scrolled);
    }
  });
});
