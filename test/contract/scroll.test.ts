// Scrolling by id over REST, counting, and the parts of points that a response contains. The decision: a page begins at
// an id, so writes between two pages skip no other point.
import { expect } from "chai";
import { MAX_LIMIT, MAX_PATHS } from "../../src/schema/limits.ts";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const SCROLL = `${POINTS}/scroll`;
const UUID = "550e8400-e29b-41d4-a716-446655440000";
const LATER = "ffffffff-e29b-41d4-a716-446655440000";

describe("scrolling:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Dot" });
    const ids = ["18446744073709551615", "9007199254740993", "12", "2", "7", `"${LATER}"`, `"${UUID}"`];
    const points = ids.map((id, n) => `{"id":${id},"vector":[${n}],"payload":{"n":${n}}}`);
    await server.call("PUT", POINTS, `{"points":[${points.join()}]}`);
  });
  after(() => server.close());

  const ORDER = ["2", "7", "12", "9007199254740993", "18446744073709551615", `"${UUID}"`, `"${LATER}"`];

  /** Returns the ids of a page as text, and the offset of the next page. */
  async function page(body: unknown, headers = {}): Promise<[ids: string[], next: string]> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await server.call("POST", SCROLL, text, headers);
    expect(answer.status, answer.text).to.equal(200);
    const ids = Array.from(answer.text.matchAll(/"id":([^,}]+)/g), ([, id]) => id!);
    return [ids, /"next_page_offset":([^,}]+)/.exec(answer.text)![1]!];
  }

  it("scrolling returns integers in ascending order, then UUIDs by their bytes, with exact ids", async () => {
    expect(await page({})).to.deep.equal([ORDER, "null"]);
  });

  it("scrolling treats null like a missing limit, as searches do", async () => {
    expect(await page({ limit: null, offset: null, filter: null })).to.deep.equal([ORDER, "null"]);
  });

  it("scrolling continues at the returned offset until it is null", async () => {
    const seen: string[] = [];
    let next = "null";
    do {
      const [ids, after] = await page(`{"limit":2,"offset":${next}}`);
      expect(ids.length).to.equal(after === "null" ? 1 : 2);
      seen.push(...ids);
      next = after;
    } while (next !== "null");
    expect(seen).to.deep.equal(ORDER);
  });

  it("scrolling ends with null when the last page is full", async () => {
    expect((await page({ limit: ORDER.length }))[1]).to.equal("null");
  });

  it("scrolling begins at the first id that is not below the offset, whether the offset exists or not", async () => {
    expect(await page({ offset: 8, limit: 1 })).to.deep.equal([["12"], "9007199254740993"]);
    expect(await page({ offset: UUID.toUpperCase(), limit: 1 })).to.deep.equal([[`"${UUID}"`], `"${LATER}"`]);
    expect(await page({ offset: "ffffffff-ffff-ffff-ffff-ffffffffffff" })).to.deep.equal([[], "null"]);
  });

  it("scrolling fills pages with points that match a filter", async () => {
    const filter = { must: [{ key: "n", range: { gte: 2, lte: 4 } }] };
    expect(await page({ filter, limit: 2 })).to.deep.equal([["2", "7"], "12"]);
    expect(await page({ filter, limit: 2, offset: 12 })).to.deep.equal([["12"], "null"]);
  });

  it("scrolling returns payloads and no vectors by default", async () => {
    const first = async (body: object) => (await server.call("POST", SCROLL, body)).body.result.points[0];
    expect(await first({})).to.deep.equal({ id: 2, payload: { n: 3 } });
    expect(await first({ with_payload: false, with_vector: true })).to.deep.equal({ id: 2, vector: [3] });
    expect(await first({ with_payload: null, with_vectors: [""] })).to.deep.equal({
      id: 2,
      payload: { n: 3 },
      vector: [3],
    });
  });

  it("scrolling returns at most 100 points natively and 10 in the qdrant dialect if no limit is given", async () => {
    const points = Array.from({ length: 101 }, (_, i) => ({ id: i, vector: [i] }));
    await server.call("PUT", "/collections/many", { vectors_config: { size: 1, distance: "Dot" } });
    await server.call("PUT", "/collections/many/points", { points });
    for (const [headers, limit] of [
      [{}, 100],
      [AS_QDRANT, 10],
    ] as const) {
      const { body } = await server.call("POST", "/collections/many/points/scroll", {}, headers);
      expect([body.result.points.length, body.result.next_page_offset]).to.deep.equal([limit, limit]);
    }
  });

  for (const limit of [0, -1, 1.5, MAX_LIMIT + 1, 999_999_999]) {
    it(`scrolling refuses a limit of ${limit}`, async () => {
      const { status, body } = await server.call("POST", SCROLL, { limit });
      expect([status, body.status.error]).to.deep.equal([400, `limit must be 1..${MAX_LIMIT}`]);
    });
  }

  it("scrolling returns all points for a huge limit in the qdrant dialect, and refuses 0", async () => {
    expect((await page({ limit: 999_999_999 }, AS_QDRANT))[0]).to.deep.equal(ORDER);
    const { status, body } = await server.call("POST", SCROLL, { limit: 0 }, AS_QDRANT);
    expect([status, body.status.error]).to.deep.equal([
      422,
      "Validation error in JSON body: [scroll_request.limit: value 0 invalid, must be 1 or larger]",
    ]);
  });

  it("scrolling refuses an invalid offset, an invalid filter, and an order without an index", async () => {
    const errorOf = async (body: unknown) => {
      const answer = await server.call("POST", SCROLL, body);
      expect(answer.status).to.equal(400);
      return answer.body.status.error;
    };
    expect(await errorOf({ offset: "x" })).to.equal(
      'offset: expected an unsigned 64-bit integer or a UUID, got "x"',
    );
    expect(await errorOf({ filter: 5 })).to.match(/^Invalid filter at filter: /);
    expect(await errorOf({ order_by: "n" })).to.match(/^No range index for order_by key 'n'/);
    expect(await errorOf({ order_by: { key: "n", direction: "up" } })).to.equal(
      'order_by.direction: expected "asc" or "desc", got "up"',
    );
    expect(await errorOf({ order_by: { key: "n", start_from: "soon" } })).to.match(
      /^order_by.start_from: expected/,
    );
    expect(await errorOf({ order_by: "a..b" })).to.match(/^Invalid payload path "a\.\.b"/);
    expect(await errorOf({ order_by: "n", offset: 2 })).to.match(/^offset cannot be used with order_by/);
  });

  describe("counting", () => {
    const count = (body: unknown) => server.call("POST", `${POINTS}/count`, body);

    it("counting points includes all points, or those that match a filter", async () => {
      const filter = { must: [{ key: "n", range: { gte: 2, lte: 4 } }] };
      expect((await count({})).body.result).to.deep.equal({ count: ORDER.length });
      expect((await count({ filter: {} })).body.result).to.deep.equal({ count: ORDER.length });
      expect((await count({ filter })).body.result).to.deep.equal({ count: 3 });
      expect((await count({ filter, exact: true })).body.result).to.deep.equal({ count: 3 });
    });

    it("counting points returns an estimate on request, within the possible range", async () => {
      const filter = { must: [{ key: "n", range: { gte: 2, lte: 4 } }] };
      const { body } = await count({ filter, exact: false });
      expect(body.result.count).to.be.within(0, ORDER.length);
    });

    it("counting points refuses an invalid filter", async () => {
      expect((await count({ filter: { must: [{ kye: "n" }] } })).body.status.error).to.match(
        /^Invalid filter at filter\.must\[0\]/,
      );
    });
  });
});

describe("with_payload", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Dot" });
    const payload =
      '{"title":"t", "n":12345678901234567890,"meta":{"lang": "de","f":1.0},"tags":[{"k":1,"v":2},{"k":3}],"a.b":0}';
    await server.call(
      "PUT",
      POINTS,
      `{"points":[{"id":1,"vector":[1],"payload":${payload}},{"id":2,"vector":[2]}]}`,
    );
  });
  after(() => server.close());

  const CASES: readonly [with_payload: unknown, shown: string][] = [
    [["title", "n"], '{"title":"t","n":12345678901234567890}'],
    [["meta.f", "tags[].k"], '{"meta":{"f":1.0},"tags":[{"k":1},{"k":3}]}'],
    [{ include: ["tags[1]", '"a.b"'] }, '{"tags":[{"k":3}],"a.b":0}'],
    [{ include: ["absent"] }, "{}"],
    [[], "{}"],
    [{ exclude: ["n", "meta", "tags"] }, '{"title":"t","a.b":0}'],
    [
      { exclude: ["title", "n", "meta.lang", "tags[].v", '"a.b"'] },
      '{"meta":{"f":1.0},"tags":[{"k":1},{"k":3}]}',
    ],
    [{ include: ["title"], exclude: null }, '{"title":"t"}'],
  ];
  for (const [with_payload, shown] of CASES) {
    it(`with_payload returns the requested parts, with exact numbers: ${JSON.stringify(with_payload)}`, async () => {
      const reads: [path: string, body: object][] = [
        [POINTS, { ids: [1] }],
        [SCROLL, { limit: 1 }],
        [`${POINTS}/search`, { vector: [1], filter: { must: [{ has_id: [1] }] } }],
      ];
      for (const [path, body] of reads) {
        const { text } = await server.call("POST", path, { ...body, with_payload });
        expect(text, path).to.contain(`"payload":${shown}}`);
      }
    });
  }

  it("with_payload returns null for a point without a payload", async () => {
    const { body } = await server.call("POST", POINTS, { ids: [2], with_payload: ["a"] });
    expect(body.result).to.deep.equal([{ id: 2, payload: {} }]);
  });

  const WORDS = "with_payload: expected a boolean, a list of paths, {include: [...]} or {exclude: [...]}";
  const REFUSED: readonly [with_payload: unknown, error: string][] = [
    ["title", `${WORDS}, got "title"`],
    [{ includes: ["a"] }, 'with_payload: unknown key "includes"; give include or exclude'],
    [{ include: ["a"], other: 1 }, 'with_payload: unknown key "other"; give include or exclude'],
    [{ include: ["a"], exclude: ["b"] }, "with_payload: give include or exclude, not both"],
    [{}, "with_payload: expected include or exclude, got an empty object"],
    [{ include: "a" }, 'with_payload.include: expected an array, got "a"'],
    [{ exclude: [1] }, "with_payload.exclude[0]: expected a string, got 1"],
    [
      new Array(MAX_PATHS + 1).fill("a"),
      `with_payload: expected at most ${MAX_PATHS} items, got ${MAX_PATHS + 1}`,
    ],
  ];
  for (const [with_payload, error] of REFUSED) {
    it(`with_payload is refused: ${error}`, async () => {
      const { status, body } = await server.call("POST", POINTS, { ids: [1], with_payload });
      expect([status, body.status.error]).to.deep.equal([400, error]);
    });
  }

  it("with_payload is refused for an invalid path", async () => {
    const { status, body } = await server.call("POST", POINTS, { ids: [1], with_payload: ["a..b"] });
    expect(status).to.equal(400);
    expect(body.status.error).to.match(/^Invalid payload path "a\.\.b"/);
  });
});

describe("missing ids of a retrieve", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Dot" });
    await server.call("PUT", POINTS, { points: [1, 2].map((n) => ({ id: n, vector: [n] })) });
  });
  after(() => server.close());

  it("missing ids of a retrieve are refused natively with all of them named, and left out in the qdrant dialect", async () => {
    const native = await server.call("POST", POINTS, { ids: [2, 8, 1, 9] });
    expect([native.status, native.body.status.error]).to.deep.equal([404, "Point not found: 8, 9"]);
    const qdrant = await server.call("POST", POINTS, { ids: [2, 8, 1, 2, 9] }, AS_QDRANT);
    expect(qdrant.body.result.map(({ id }: { id: number }) => id)).to.deep.equal([2, 1]);
  });
});
