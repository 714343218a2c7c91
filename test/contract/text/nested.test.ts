// Payload indexes with an entry for each element of an array: elements are texts of their own.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const POINTS = "/collections/c/points";
const KEY = "offers[].title";

describe("a payload index with nested elements", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", { vectors: { size: 1, distance: "Dot" } });
  });
  afterEach(() => server.close());

  const index = (field_schema: object, field_name = KEY) =>
    server.call("PUT", "/collections/c/index", { field_name, field_schema });
  async function put(...titles: (readonly (string | null)[] | null)[]): Promise<void> {
    const points = titles.map((own, id) => ({
      id,
      vector: [1],
      payload: own === null ? {} : { offers: own.map((title) => (title === null ? {} : { title })) },
    }));
    expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
  }
  async function ids(condition: object): Promise<number[]> {
    const { body } = await server.call("POST", `${POINTS}/scroll`, { filter: { must: [condition] } });
    return body.result.points.map(({ id }: { id: number }) => id);
  }
  async function scores(text: string, key = KEY): Promise<[number, number][]> {
    const { body } = await server.call("POST", `${POINTS}/query`, { query: { text }, using: key });
    return body.result.points.map(({ id, score }: { id: number; score: number }) => [id, score]);
  }

  it("a payload index with nested elements finds words that are in one element together", async () => {
    await index({ type: "text", nested: "offers" });
    await put(["red dog", "blue cat"], ["red cat", "blue dog"], ["a red, red dog"]);
    expect(await ids({ key: KEY, match: { text: "red dog" } })).to.deep.equal([0, 2]);
  });

  it("a payload index with nested elements counts each element as a text, and a point has the score of its best", async () => {
    await index({ type: "text", nested: "offers" });
    await put(["red dog", "red red dog"], ["blue cat"], ["dog"]);
    const all = await scores("red");
    // N = 4 elements, df = 2, and 2.0 tokens on average.
    const idf = Math.log(1 + (4 - 2 + 0.5) / (2 + 0.5));
    const part = (n: number, dl: number) => (n * 2.2) / (n + 1.2 * (0.25 + (0.75 * dl) / 2));
    const best = Math.max(part(1, 2), part(2, 3));
    expect(all.map(([id]) => id)).to.deep.equal([0]);
    expect(all[0]![1]).to.be.closeTo(idf * best, 1e-6);
  });

  it("a payload index with nested elements finds a phrase within one element", async () => {
    await index({ type: "text", nested: "offers", phrase_matching: true });
    await put(["a red", "dog"], [null, "dog", "the red dog"]);
    expect((await scores('"red dog"')).map(([id]) => id)).to.deep.equal([1]);
  });

  it("a payload index with nested elements says that a field is empty if one of the elements lacks it", async () => {
    await put(["red dog"], ["red cat", null], null, []);
    const condition = { is_empty: { key: KEY } };
    expect(await ids(condition)).to.deep.equal([2, 3]);
    for (const type of ["text", "keyword"]) {
      await index({ type, nested: "offers" });
      expect(await ids(condition), type).to.deep.equal([1, 2, 3]);
    }
  });

  it("a payload index with nested elements leaves conditions inside a nested filter as they are without it", async () => {
    await put(["red dog"], ["red cat", null], null);
    const inside = (is_empty: object) => ({ nested: { key: "offers", filter: { must: [{ is_empty }] } } });
    const condition = inside({ key: "title" });
    expect(await ids(condition)).to.deep.equal([1]);
    await index({ type: "keyword", nested: "offers" });
    expect(await ids(condition)).to.deep.equal([1]);
  });

  it("a payload index with nested elements follows changes of payloads", async () => {
    await index({ type: "text", nested: "offers" });
    await put(["red dog", "red cat"], ["red"]);
    const payload = { offers: [{ title: "blue" }, {}, { title: "blue dog" }] };
    await server.call("PUT", `${POINTS}/payload`, { points: [0], payload });
    expect((await scores("red")).map(([id]) => id)).to.deep.equal([1]);
    expect((await scores("dog")).map(([id]) => id)).to.deep.equal([0]);
    expect(await ids({ key: KEY, match: { text: "blue dog" } })).to.deep.equal([0]);
  });

  for (const [key, nested] of [
    ["title", "offers"],
    ["offers.title", "offers"],
    ["offers[]", "offers"],
  ] as const) {
    it(`a payload index with nested elements is refused for the field ${key} outside of the elements of ${nested}`, async () => {
      const { status, body } = await index({ type: "keyword", nested }, key);
      expect(status).to.equal(400);
      expect(body.status.error).to.equal(
        `field_schema.nested: field \`${key}\` must be inside the elements of nested \`offers[]\`, like \`offers[].price\``,
      );
    });
  }
});
