// Formulas over REST: a score from scores of prefetches, payload values, conditions and geographic distances.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const QUERY = "/collections/c/points/query";

describe("queries by a formula", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 2, distance: "Dot" });
    const points = [
      { id: 1, vector: [3, 4], payload: { price: 2, tag: "a", at: { lon: 0, lat: 0 }, day: "2024-01-01" } },
      { id: 2, vector: [0, 1], payload: { price: 10, tag: "b", at: { lon: 1, lat: 0 }, day: "2024-01-11" } },
      { id: 3, vector: [1, 0], payload: { price: [7], tag: "a" } },
    ];
    await server.call("PUT", "/collections/c/points", { points });
  });
  after(() => server.close());

  const prefetch = { query: [3, 4], limit: 3 };

  async function scores(
    formula: unknown,
    { defaults, ...more }: { readonly defaults?: object; readonly prefetch?: unknown } = {},
  ): Promise<Record<number, number>> {
    const query = { formula, ...(defaults && { defaults }) };
    const { body, text } = await server.call("POST", QUERY, { prefetch, query, ...more });
    if (!body.result) throw new Error(text);
    return Object.fromEntries(
      body.result.points.map(({ id, score }: { id: number; score: number }) => [id, score]),
    );
  }

  async function refusal(formula: unknown, more: object = {}): Promise<string> {
    const { status, body } = await server.call("POST", QUERY, { prefetch, query: { formula }, ...more });
    expect(status).to.equal(400);
    return body.status.error;
  }

  it("queries by a formula use the score of a prefetch, and of each of several prefetches", async () => {
    expect(await scores("$score")).to.deep.equal({ 1: 25, 2: 4, 3: 3 });
    const both = [prefetch, { query: [1, 0], limit: 2 }];
    const sum = { sum: ["$score[0]", { mult: [100, "$score[1]"] }] };
    expect(await scores(sum, { prefetch: both })).to.deep.equal({ 1: 325, 2: 4, 3: 103 });
  });

  it("queries by a formula use the default for a missing score", async () => {
    const both = [prefetch, { query: [1, 0], limit: 1 }];
    const defaults = { "$score[1]": -1 };
    expect(await scores("$score[1]", { prefetch: both, defaults })).to.deep.equal({ 1: 3, 2: -1, 3: -1 });
  });

  it("queries by a formula use numbers of the payload, also in arrays", async () => {
    expect(await scores("price")).to.deep.equal({ 1: 2, 2: 10, 3: 7 });
    expect(await scores("price[0]", { defaults: { "price[0]": 0 } })).to.deep.equal({ 1: 0, 2: 0, 3: 7 });
  });

  it("queries by a formula convert conditions to 1 and 0", async () => {
    const bonus = { mult: [10, { key: "tag", match: { value: "a" } }] };
    expect(await scores({ sum: ["$score", bonus] })).to.deep.equal({ 1: 35, 2: 4, 3: 13 });
    expect(await scores({ must_not: [{ has_id: [1] }] })).to.deep.equal({ 1: 0, 2: 1, 3: 1 });
  });

  it("queries by a formula compute geographic distances, and decay functions of them", async () => {
    const distance = { geo_distance: { origin: { lon: 0, lat: 0 }, to: "at" } };
    const defaults = { at: { lon: 0, lat: 90 } };
    const found = await scores(distance, { defaults });
    expect(found[1]).to.equal(0);
    expect(found[2]).to.be.closeTo(111_195, 1);
    expect(found[3]).to.be.closeTo(10_007_557, 10);
    const decayed = await scores({ exp_decay: { x: distance, scale: 111_195 } }, { defaults });
    expect(decayed[1]).to.equal(1);
    expect(decayed[2]).to.be.closeTo(0.5, 1e-4);
  });

  it("queries by a formula use datetimes as seconds", async () => {
    const age = { sum: [{ datetime: "2024-01-11T00:00:00Z" }, { neg: { datetime_key: "day" } }] };
    const defaults = { day: "2024-01-10T23:59:59Z" };
    expect(await scores(age, { defaults })).to.deep.equal({ 1: 864_000, 2: 0, 3: 1 });
  });

  it("queries by a formula return hits whose score is at the threshold or better, the best first", async () => {
    const answer = { prefetch, query: { formula: "price" }, score_threshold: 7, with_payload: false };
    const { body } = await server.call("POST", QUERY, answer);
    expect(body.result.points.map(({ id }: { id: number }) => id)).to.deep.equal([2, 3]);
  });

  it("queries by a formula are refused if a point lacks a value and the formula has no default", async () => {
    expect(await refusal({ datetime_key: "day" })).to.equal(
      "query.formula: point 3 has no datetime at 'day'; give one in defaults",
    );
    expect(await refusal("nothing")).to.match(/^query\.formula: point \d has no number at 'nothing'/);
  });

  it("queries by a formula are refused if the score of a point is not finite", async () => {
    expect(await refusal({ sqrt: -4 })).to.equal("query.formula: sqrt(-4) is not a finite number");
    expect(await refusal({ div: { left: 1, right: 0 } })).to.equal(
      "query.formula: 1/0 is not a finite number",
    );
  });

  it("queries by a formula are refused with the position of the error", async () => {
    for (const [formula, error] of [
      [{ sum: [1, { mult: 2 }] }, "query.formula.sum[1].mult: expected a list of expressions, got 2"],
      [{ pow: { base: 1 } }, "query.formula.pow.exponent is required"],
      [{ lin_decay: { x: 1, scale: 0 } }, "query.formula.lin_decay.scale: expected a number above 0, got 0"],
      [{ datetime: "soon" }, 'query.formula.datetime: expected a datetime, got "soon"'],
      [true, "query.formula: expected an expression, got true"],
      [{ div: [1, 2] }, "query.formula.div: expected an object, got an array"],
      [{ sum: [1], mult: [2] }, "query.formula: give either sum or mult, not both"],
    ] as const) {
      expect(await refusal(formula)).to.equal(error);
    }
    expect(await refusal({ nonsense: 1 })).to.contain("query.formula");
  });

  it("queries by a formula do not take properties of Object.prototype for an operation or a default", async () => {
    expect(await refusal({ constructor: 1 })).to.match(/^Invalid filter at query\.formula/);
    expect(await refusal("constructor")).to.match(/^query\.formula: point \d has no number at 'constructor'/);
  });

  it("queries by a formula are refused with a constant that is not finite", async () => {
    const { status, body } = await server.call(
      "POST",
      QUERY,
      '{"prefetch": {"query": [1, 0]}, "query": {"formula": 1e400}}',
    );
    expect([status, body.status.error]).to.deep.equal([
      400,
      "query.formula: expected a number, got Infinity",
    ]);
  });

  it("queries by a formula are refused without a prefetch", async () => {
    const { status, body } = await server.call("POST", QUERY, { query: { formula: 1 } });
    expect(status).to.equal(400);
    expect(body.status.error).to.match(/^query\.formula: needs prefetches/);
  });
});
