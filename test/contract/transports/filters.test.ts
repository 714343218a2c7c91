// Conditions of every kind in a filter, with the same points over every transport.
import { expect } from "chai";
import { Contract } from "../../support/transports/contract.ts";
import { BIG_ID, c, fillSample, UUID } from "../../support/transports/sample.ts";

const place = (lon: number, lat: number) => ({ lon, lat });
const square = (from: number, to: number) => ({
  points: [place(from, 40), place(to, 40), place(to, 50), place(from, 50), place(from, 40)],
});
const is = (key: string, value: unknown) => ({ key, match: { value } });

/** Conditions by their kind; each matches some points but not all. */
const CONDITIONS: Readonly<Record<string, object>> = {
  "a keyword": is("city", "Bern"),
  "an integer": is("n", 5),
  "an integer beyond 2^53": is("big", 9007199254740995n),
  "a truth value": is("even", true),
  "a UUID": is("uuid", "550e8400-e29b-41d4-a716-446655440007"),
  "any of some keywords": { key: "city", match: { any: ["Bern", "Genf"] } },
  "any of some integers": { key: "big", match: { any: [9007199254740994n, 9007199254740999n, 1] } },
  "none of some keywords": { key: "city", match: { except: ["Bern", "Genf"] } },
  "none of some integers": { key: "n", match: { except: [1, 2, 3] } },
  "all tokens of a text": { key: "text", match: { text: "FOX quick" } },
  "some token of a text": { key: "text", match: { text_any: "7 quick" } },
  "a phrase": { key: "text", match: { phrase: "slow brown fox" } },
  "a range of numbers": { key: "x", range: { gt: 3.25, lte: 10 } },
  "a range of moments": { key: "at", range: { gte: "2024-01-05T00:00:00.500Z", lt: "2024-01-09T00:00:00Z" } },
  "a box on the globe": {
    key: "place",
    geo_bounding_box: { top_left: place(1, 46), bottom_right: place(4, 45) },
  },
  "a circle on the globe": { key: "place", geo_radius: { center: place(2, 45), radius: 200_000.5 } },
  "a polygon with a hole": {
    key: "place",
    geo_polygon: { exterior: square(-1, 8), interiors: [square(3, 5)] },
  },
  "how many values": { key: "tags", values_count: { gte: 2, lt: 3 } },
  "that nothing is there": { key: "nothing", is_empty: true },
  "that null is there": { key: "nothing", is_null: true },
  "is_empty on its own": { is_empty: { key: "nothing" } },
  "is_null on its own": { is_null: { key: "nothing" } },
  "some ids": { has_id: [3, BIG_ID, UUID] },
  "a vector": { has_vector: "" },
  "one object of an array": { nested: { key: "list", filter: { must: [is("a", 2), is("b", "y")] } } },
  "a part of all points": { slice: { total: 3, index: 1 } },
  "a filter within": { must: [is("even", true)], must_not: [is("city", "Bern")] },
};

describe("filters over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  for (const withIndexes of [true, false]) {
    it(`filters over every transport find the same points by every kind of condition ${withIndexes ? "with" : "without"} indexes`, async () => {
      const answers = await contract.same(async (call) => {
        await fillSample(call, withIndexes);
        for (const condition of Object.values(CONDITIONS))
          await call("scrollPoints", {
            ...c,
            limit: 100,
            with_payload: false,
            filter: { must: [condition] },
          });
      });
      // Without an index, texts are matched by substrings instead of words.
      if (!withIndexes) return;
      const found = answers.slice(-Object.keys(CONDITIONS).length);
      Object.keys(CONDITIONS).forEach((name, i) => {
        expect(found[i]?.points?.length, `${name}: ${found[i]?.message}`).to.be.greaterThan(0);
      });
    });
  }

  it("filters over every transport find the same points by every clause and combinations of them", async () => {
    const [a, b] = [is("city", "Bern"), is("even", true)];
    const third = { key: "n", range: { lt: 12 } };
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      for (const filter of [
        {},
        { must: [a, b], should: [third], must_not: [is("n", 6)] },
        { should: [a, b] },
        { must_not: [a, { should: [b, third] }] },
        { min_should: { conditions: [a, b, third], min_count: 2 } },
        { must: [{ ...third, match: { value: 20 } }] },
      ])
        await call("countPoints", { ...c, filter, exact: true });
    });
    const counts = answers.slice(-6).map(({ count }) => count);
    expect(counts[0]).to.equal(24);
    expect(new Set(counts).size).to.be.greaterThan(3);
  });

  it("filters over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      for (const condition of [
        is("a[", 1),
        { key: "at", range: { gt: "2024-01-01T00:00:00Z", lt: "2023-01-01T00:00:00Z" } },
        { key: "n" },
        { key: "place", geo_radius: { center: place(500, 0), radius: 1 } },
        { key: "place", geo_polygon: { exterior: { points: [place(0, 0), place(1, 1)] } } },
        { has_id: ["no-id"] },
        { slice: { total: 0, index: 0 } },
        { slice: { total: 2, index: 2 } },
        { nested: { key: "list", filter: { must: [{ has_id: [1] }] } } },
        { has_vector: "absent" },
      ])
        await call("countPoints", { ...c, filter: { must: [condition] } });
    });
    expect(answers.filter((answer) => answer instanceof Error)).to.have.lengthOf.at.least(7);
  });
});
