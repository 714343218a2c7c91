// A collection to look points up in, beside queries that refer to no points, over every transport.

import { expect } from "chai";
import { Contract } from "../../support/transports/contract.ts";
import { c, fillSample, vectorOf } from "../../support/transports/sample.ts";
import { Refused } from "../../support/transports/transport.ts";
import { itOnceIn } from "../../support/weekly.ts";

const near = vectorOf(3.5);
const prefetch = [{ query: near, limit: 10 }, { query: vectorOf(11) }];
const one = { must: [{ key: "n", match: { value: 5 } }] };

/** Requests by what refers to no points. */
const REQUESTS: Readonly<Record<string, object>> = {
  "a request without a query": {},
  "a query by order_by": { query: { order_by: { key: "n" } } },
  "a query by sample": { query: { sample: "random" }, filter: one },
  "a query by fusion": { prefetch, query: { fusion: "dbsf" } },
  "a query by rrf": { prefetch, query: { rrf: { weights: [2, 1] } } },
  "a query by formula": { prefetch, query: { formula: "$score" } },
};

describe("lookups for no points over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  const itSampled = itOnceIn(2);
  const itUnchanged = itOnceIn(2);
  for (const [what, request] of Object.entries(REQUESTS)) {
    itSampled(`lookups for no points over every transport are refused natively in ${what}`, async () => {
      const answers = await contract.same(async (call) => {
        await fillSample(call);
        for (const lookup_from of [{ collection: "absent" }, { collection: c.collection_name }])
          await call("queryPoints", { ...c, ...request, lookup_from });
        const below = { ...request, lookup_from: { collection: c.collection_name } };
        await call("queryPoints", { ...c, prefetch: [{ query: near }, below], query: { fusion: "rrf" } });
      });
      const path = "lookup_from";
      const text = `${path}: ${what} refers to no points that could be looked up; leave it out`;
      const refused = answers
        .slice(-3)
        .map((answer) => (answer instanceof Refused ? answer.message : answer));
      expect(refused).to.deep.equal([text, text, `prefetch[1].${text}`]);
    });

    itUnchanged(
      `lookups for no points over every transport change nothing in the qdrant dialect in ${what}`,
      async () => {
        const script = async (call: Parameters<typeof fillSample>[0]) => {
          await fillSample(call);
          await call("queryPoints", { ...c, ...request });
          await call("queryPoints", { ...c, ...request, lookup_from: { collection: "absent", vector: "x" } });
        };
        const answers = await contract.sameAsQdrant(script, { left: ["status"] });
        const [plain, other] = answers.slice(-2).map(({ points }) => points);
        expect(plain).to.not.be.empty;
        expect(other).to.deep.equal(plain);
      },
    );
  }
});
