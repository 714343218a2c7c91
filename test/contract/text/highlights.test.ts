// The words of a query in the texts of its hits: where they begin and end, in UTF-16 units.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const QUERY = "/collections/c/points/query";

describe("highlights", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true });
    await server.call("PUT", "/collections/c", { vectors: { size: 1, distance: "Dot" } });
  });
  afterEach(() => server.close());

  async function fill(payloads: readonly object[], options: object = {}): Promise<void> {
    const field_schema = { type: "text", ...options };
    await server.call("PUT", "/collections/c/index", { field_name: "body", field_schema });
    const points = payloads.map((payload, id) => ({ id, vector: [1], payload }));
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
  }

  /** Returns the marked parts of each hit by key. */
  async function marked(text: string, rest: object = {}) {
    const request = { query: { text }, using: "body", with_highlights: true, ...rest };
    const { status, body, text: raw } = await server.call("POST", QUERY, request);
    expect(status, raw).to.equal(200);
    return body.result.points.map((point: { highlights: object; payload: { body: string | string[] } }) =>
      Object.fromEntries(
        Object.entries(point.highlights as Record<string, [number, number][]>).map(([key, ranges]) => {
          const at = /\[(\d+)\]$/.exec(key);
          const value = at
            ? (point.payload.body as string[])[Number(at[1])]!
            : (point.payload.body as string);
          return [key, ranges.map(([start, end]) => value.slice(start, end))];
        }),
      ),
    );
  }

  it("highlights are the words of the query as they are spelled in the text", async () => {
    await fill([{ body: "A Fox; the fox's den, foxes" }]);
    expect(await marked("FOX")).to.deep.equal([{ body: ["Fox", "fox"] }]);
  });

  it("highlights include other forms of a word where the index reduces words to stems", async () => {
    await fill([{ body: "Running foxes ran from a fox that runs" }], { language: "english" });
    expect(await marked("fox running")).to.deep.equal([{ body: ["Running", "foxes", "fox", "runs"] }]);
  });

  it("highlights of a phrase are the phrase, and those of a prefix the words that begin with it", async () => {
    await fill([{ body: "quick fox, brown quick, the quick brown fox quit" }], { phrase_matching: true });
    expect(await marked('"quick brown"')).to.deep.equal([{ body: ["quick brown"] }]);
    expect(await marked("qui*")).to.deep.equal([{ body: ["quick", "quick", "quick", "quit"] }]);
  });

  it("highlights count UTF-16 units, also behind characters beyond 16 bits", async () => {
    await fill([{ body: "😀😀 Füchse 😀 füchse" }]);
    expect(await marked("füchse")).to.deep.equal([{ body: ["Füchse", "füchse"] }]);
  });

  it("highlights name the text of a list by its position", async () => {
    await fill([{ body: ["a dog", "a fox", 7, "the fox and a fox"] }]);
    const request = { query: { text: "fox" }, using: "body", with_highlights: true };
    const { body } = await server.call("POST", QUERY, request);
    expect(body.result.points[0].highlights).to.deep.equal({
      "body[1]": [[2, 5]],
      "body[2]": [[4, 7], [14, 17]], // biome-ignore format: one row
    });
  });

  it("highlights of Chinese words are the words and not the whole sentence", async () => {
    await fill([{ body: "我喜欢吃苹果" }], { tokenizer: "multilingual" });
    expect(await marked("苹果")).to.deep.equal([{ body: ["苹果"] }]);
  });

  it("highlights need no payload in the answer, and are there in groups and hybrid searches", async () => {
    await fill([{ body: "a fox", kind: "k" }]);
    const ranges = { body: [[2, 5]] };
    const asked = { with_highlights: true, with_payload: false };
    const one = await server.call("POST", QUERY, { query: { text: "fox" }, ...asked });
    expect(one.body.result.points[0]).to.have.all.keys("id", "version", "score", "highlights");
    const groups = await server.call("POST", `${QUERY}/groups`, {
      query: { text: "fox" },
      group_by: "kind",
      ...asked,
    });
    expect(groups.body.result.groups[0].hits[0].highlights).to.deep.equal(ranges);
    const hybrid = await server.call("POST", QUERY, {
      query: { hybrid: { text: "fox", vector: [1] } },
      ...asked,
    });
    expect(hybrid.body.result.points[0].highlights).to.deep.equal(ranges);
  });

  it("highlights of one text are a thousand at most", async () => {
    await fill([{ body: "fox ".repeat(3000) }]);
    const [hit] = await marked("fox");
    expect(hit.body).to.have.length(1000);
  });

  it("highlights are refused for a query without text", async () => {
    await fill([{ body: "a fox" }]);
    const { status, body } = await server.call("POST", QUERY, { query: [1], with_highlights: true });
    expect(status).to.equal(400);
    expect(body.status.error).to.match(/^with_highlights: the query has no text/);
  });
});
