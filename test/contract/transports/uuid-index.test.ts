// Payload fields with a UUID index over every transport.
import { expect } from "chai";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { c } from "../../support/transports/sample.ts";

const PLAIN = "0db52dabfcbf45cca7c86294f28d5574";
const HYPHENS = "0db52dab-fcbf-45cc-a7c8-6294f28d5574";
const OTHER = "550e8400-e29b-41d4-a716-446655440000";

describe("a UUID index", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("a UUID index finds and counts a UUID in every notation, before the index is built and after", async () => {
    const checks = [
      { match: { value: HYPHENS } },
      { match: { value: HYPHENS.toUpperCase() } },
      { match: { any: [PLAIN.toUpperCase(), "no uuid"] } },
      { match: { except: [PLAIN] } },
    ];
    const script = async (call: Call) => {
      await call("createCollection", { ...c, vectors_config: { size: 1, distance: "Dot" } });
      const values = [PLAIN, [HYPHENS.toUpperCase(), OTHER], OTHER, "no uuid", 7];
      const points = values.map((u, id) => ({ id, vector: [1], payload: { u, list: [{ u }] } }));
      await call("upsertPoints", { ...c, points, wait: true });
      await call("createFieldIndex", { ...c, field_name: "u", field_schema: "uuid", wait: true });
      await call("createFieldIndex", { ...c, field_name: "list[].u", field_schema: "uuid", wait: true });
      for (const check of checks) {
        await call("countPoints", { ...c, filter: { must: [{ key: "u", ...check }] }, exact: true });
        const nested = { key: "list", filter: { must: [{ key: "u", ...check }] } };
        await call("countPoints", { ...c, filter: { must: [{ nested }] }, exact: true });
      }
      await call("facet", { ...c, key: "u" });
    };
    for (const answers of [
      await contract.same(script),
      await contract.sameAsQdrant(script, { left: ["status"] }),
    ]) {
      const counts = answers.slice(-9, -1).map(({ count }) => count);
      expect(counts).to.deep.equal([2, 2, 2, 2, 3, 3, 4, 4]);
      expect(answers.at(-1).hits).to.deep.equal([
        { value: HYPHENS, count: 2 },
        { value: OTHER, count: 2 },
      ]);
    }
  });
});
