// Scrolling in the order of a payload field over REST. The decision: such a scroll needs a payload index on the field
// and has no offset of a next page.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";

describe("scrolling in the order of a field", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Dot" });
    const payloads = [
      '{"i":5,"f":0.5,"t":"2024-01-02T00:00:00Z","big":9007199254740993}',
      '{"i":[1,5],"f":-1,"t":"2024-01-01","big":9007199254740995}',
      '{"i":3,"t":"2024-01-01T12:00:00+12:00"}',
      '{"i":"x","a":{"b":[2,1]}}',
      "{}",
    ];
    const points = payloads.map((payload, id) => `{"id":${id},"vector":[1],"payload":${payload}}`);
    await server.call("PUT", POINTS, `{"points":[${points.join()}]}`);
    for (const [field_name, field_schema] of [
      ["i", "integer"],
      ["f", "float"],
      ["t", "datetime"],
      ["big", "integer"],
      ["a.b[]", "integer"],
      ["k", "keyword"],
    ]) {
      const { status, text } = await server.call("PUT", "/collections/c/index", { field_name, field_schema });
      expect(status, text).to.equal(200);
    }
  });
  after(() => server.close());

  /** Returns ids and order values of a scroll; expects that it has no offset of a next page. */
  async function order(order_by: unknown, rest: object = {}): Promise<unknown[]> {
    const text =
      typeof order_by === "string" && order_by.startsWith("{") ? order_by : JSON.stringify(order_by);
    const body = `${JSON.stringify({ with_payload: false, ...rest }).slice(0, -1)},"order_by":${text}}`;
    const answer = await server.call("POST", `${POINTS}/scroll`, body);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body.result.next_page_offset).to.equal(null);
    return answer.body.result.points.map((one: { id: number; order_value: number }) => [
      one.id,
      one.order_value,
    ]);
  }

  it("scrolling in the order of a field returns a point once for each of its values, equal values by id, and no points without a value", async () => {
    expect(await order("i")).to.deep.equal([
      [1, 1],
      [2, 3],
      [0, 5],
      [1, 5],
    ]);
  });

  it("scrolling in the order of a field reverses the order of values and ids with desc", async () => {
    expect(await order({ key: "i", direction: "desc" })).to.deep.equal([
      [1, 5],
      [0, 5],
      [2, 3],
      [1, 1],
    ]);
  });

  it("scrolling in the order of a field begins at start_from, inclusive, in either direction, and respects the limit", async () => {
    expect(await order({ key: "i", start_from: 3 }, { limit: 2 })).to.deep.equal([
      [2, 3],
      [0, 5],
    ]);
    expect(await order({ key: "i", start_from: 3.5, direction: "desc" })).to.deep.equal([
      [2, 3],
      [1, 1],
    ]);
    expect(await order({ key: "f", start_from: null, direction: null })).to.deep.equal([
      [1, -1],
      [0, 0.5],
    ]);
  });

  it("scrolling in the order of a field returns datetimes in microseconds, and begins at a datetime given as text", async () => {
    const micros = (text: string) => Date.parse(text) * 1000;
    const first = [1, micros("2024-01-01T00:00:00Z")];
    expect(await order("t")).to.deep.equal([
      first,
      [2, micros("2024-01-01T00:00:00Z")],
      [0, micros("2024-01-02T00:00:00Z")],
    ]);
    expect(await order({ key: "t", start_from: "2024-01-01 06:00" })).to.deep.equal([
      [0, micros("2024-01-02T00:00:00Z")],
    ]);
  });

  it("scrolling in the order of a field keeps the digits of integers above 2^53", async () => {
    const body = '{"order_by":{"key":"big","start_from":9007199254740994},"with_payload":false}';
    const { text } = await server.call("POST", `${POINTS}/scroll`, body);
    expect(text).to.contain('"points":[{"id":1,"order_value":9007199254740995}]');
  });

  it("scrolling in the order of a field accepts every notation of a path", async () => {
    expect(await order('"a"."b"[]')).to.deep.equal([
      [3, 1],
      [3, 2],
    ]);
  });

  it("scrolling in the order of a field returns only points that match a filter", async () => {
    expect(await order("i", { filter: { must: [{ has_id: [0, 2, 4] }] } })).to.deep.equal([
      [2, 3],
      [0, 5],
    ]);
  });

  it("scrolling in the order of a field returns payloads and vectors if they were requested", async () => {
    const body = { order_by: "f", limit: 1, with_payload: ["i"], with_vector: true };
    const answer = await server.call("POST", `${POINTS}/scroll`, body);
    expect(answer.body.result.points).to.deep.equal([
      { id: 1, payload: { i: [1, 5] }, vector: [1], order_value: -1 },
    ]);
  });

  const REFUSED: readonly [order_by: unknown, error: RegExp][] = [
    ["k", /^No range index for order_by key 'k'/],
    [
      { key: "i", start_from: "soon" },
      /^order_by\.start_from: expected a number or a moment .*, got "soon"$/,
    ],
    [{ key: "i", start_from: [1] }, /^order_by\.start_from: expected a number or a moment .*, got an array$/],
    [{ start_from: 1 }, /^order_by\.key is required$/],
    [5, /^order_by: expected a path or an object with a key, got 5$/],
  ];
  for (const [order_by, error] of REFUSED) {
    it(`scrolling in the order of a field is refused: ${error.source}`, async () => {
      const { status, body } = await server.call("POST", `${POINTS}/scroll`, { order_by });
      expect(status).to.equal(400);
      expect(body.status.error).to.match(error);
    });
  }
});
