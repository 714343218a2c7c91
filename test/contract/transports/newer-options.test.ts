// Options that Qdrant 1.20 has added. The decision: they are implemented over every transport, or refused by name in
// both packages.

import { expect } from "chai";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { c } from "../../support/transports/sample.ts";
import { itOnceIn } from "../../support/weekly.ts";

const VECTORS = { vectors_config: { size: 1, distance: "Dot" } };
const TEXTS = ["Quick, Fox", "fox", ["a", "Foxes"], "", 7];

async function filled(call: Call): Promise<void> {
  await call("createCollection", { ...c, ...VECTORS });
  const points = TEXTS.map((t, id) => ({ id, vector: [id + 1], payload: { t, n: id } }));
  await call("upsertPoints", { ...c, points, wait: true });
}

describe("the options of Qdrant 1.20", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("the options of Qdrant 1.20 include a filter by a part of a text, with and without an index", async () => {
    const script = async (call: Call) => {
      await filled(call);
      for (const index of [null, "keyword", { type: "text" }]) {
        if (index !== null)
          await call("createFieldIndex", { ...c, field_name: "t", field_schema: index, wait: true });
        for (const substring of ["ox", "Fox", "k, F", ""]) {
          const filter = { must: [{ key: "t", match: { substring } }] };
          await call("countPoints", { ...c, filter, exact: true });
        }
      }
    };
    for (const answers of [
      await contract.same(script),
      await contract.sameAsQdrant(script, { left: ["status"] }),
    ]) {
      const counts = answers.flatMap(({ count }) => (count === undefined ? [] : [count]));
      expect(counts).to.deep.equal([3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1, 4]);
    }
  });

  it("the options of Qdrant 1.20 include scores by max, min and acosh", async () => {
    const formulas = [
      { max: ["n", 2, { neg: "n" }] },
      { min: ["n", 2] },
      { acosh: { sum: ["n", 1] } },
      { max: ["$score"] },
    ];
    const answers = await contract.same(async (call) => {
      await filled(call);
      for (const formula of formulas) {
        const request = { prefetch: { query: [1], limit: 9 }, query: { formula }, limit: 9 };
        await call("queryPoints", { ...c, ...request });
      }
    });
    const scores = answers.slice(-formulas.length).map(({ points }) => {
      const byId = new Map(points.map(({ id, score }: { id: number; score: number }) => [id, score]));
      return TEXTS.map((_, id) => Math.fround(byId.get(id) as number));
    });
    const byId = (of: (n: number) => number) => TEXTS.map((_, id) => Math.fround(of(id)));
    expect(scores).to.deep.equal([
      byId((n) => Math.max(n, 2)),
      byId((n) => Math.min(n, 2)),
      byId((n) => Math.acosh(n + 1)),
      byId((n) => n + 1),
    ]);
  });

  it("the options of Qdrant 1.20 include max, which is refused without arguments", async () => {
    const [, refused] = await contract.same(async (call) => {
      await call("createCollection", { ...c, ...VECTORS });
      await call("queryPoints", { ...c, prefetch: { query: [1] }, query: { formula: { max: [] } } }).catch(
        () => {},
      );
    });
    expect(refused.message).to.include("query.formula.max: expected at least one expression, got []");
  });

  const itSampled = itOnceIn(3);
  for (const type of ["text", "keyword", "integer", "float", "geo", "bool", "datetime", "uuid"]) {
    itSampled(
      `the options of Qdrant 1.20 include a value for each element of an array, of ${type}`,
      async () => {
        const script = async (call: Call) => {
          await call("createCollection", { ...c, ...VECTORS });
          const index = { ...c, field_schema: { type, nested: "offers" } };
          await call("createFieldIndex", { ...index, field_name: "t" }).catch(() => {});
          await call("createFieldIndex", { ...index, field_name: "offers[].t" });
          await call("getCollection", c);
        };
        const [, refused, , shown] = await contract.same(script);
        expect(refused.message).to.equal(
          "field_schema.nested: field `t` must be inside the elements of nested `offers[]`, like `offers[].price`",
        );
        expect(shown.payload_schema["offers[].t"].params.nested).to.equal("offers");
        await contract.sameAsQdrant(script, { left: ["status"] });
      },
    );
  }

  it("the options of Qdrant 1.20 include a placement of ids, which is ignored with a warning", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", { ...c, ...VECTORS, id_tracker: { memory: "cold" } });
      await call("getCollection", c);
    });
    expect(answers.at(-1).warnings).to.deep.equal([
      { message: 'id_tracker {"memory":"cold"} has no effect: ids are in memory' },
    ]);
  });
});
