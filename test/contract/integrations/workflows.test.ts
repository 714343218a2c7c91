// Flowise and n8n: their requests as they send them. Both build on LangChain.js, which lists the collections before
// every search.
import { expect } from "chai";
import { Integration, idsOf, JS_CLIENT } from "../../support/integration.ts";

const A = "0b6ab7a6-3a4e-4e57-8f4f-6ac5a61f3c01";
const B = "0b6ab7a6-3a4e-4e57-8f4f-6ac5a61f3c02";
const C = "0b6ab7a6-3a4e-4e57-8f4f-6ac5a61f3c03";
const DOCS = "/collections/docs";

describe("n8n", () => {
  let n8n: Integration;
  beforeEach(async () => {
    n8n = await Integration.start({ ...JS_CLIENT, "api-key": "n8n-key" });
    expect(await n8n.ok("GET", "/collections")).to.deep.equal({ collections: [] });
    expect(await n8n.ok("PUT", DOCS, { vectors: { size: 2, distance: "Cosine" } })).to.equal(true);
    const points = [
      { id: A, vector: [1, 0], payload: { content: "pears", metadata: { userId: "u1", fileId: "f1" } } },
      { id: B, vector: [0, 1], payload: { content: "plums", metadata: { userId: "u1", fileId: "f2" } } },
      { id: C, vector: [0.6, 0.8], payload: { content: "figs", metadata: { userId: "u2", fileId: "f3" } } },
    ];
    const written = await n8n.ok("PUT", `${DOCS}/points?wait=true`, { points });
    expect(written.status).to.equal("completed");
  });
  afterEach(() => n8n.close());

  const search = (filter: object) =>
    n8n.ok("POST", `${DOCS}/points/query`, {
      query: [1, 0],
      filter,
      limit: 4,
      with_payload: ["metadata", "content"],
      with_vector: false,
    });

  it("n8n checks its credential and lists collections to choose from", async () => {
    expect((await n8n.bare("/")).version).to.match(/^1\.19\./);
    expect(await n8n.ok("GET", "/collections")).to.deep.equal({ collections: [{ name: "docs" }] });
  });

  it("n8n selects all points with an empty filter", async () => {
    const { points } = await search({});
    expect(idsOf(points)).to.deep.equal([A, C, B]);
    expect(points[0].payload).to.deep.equal({
      content: "pears",
      metadata: { userId: "u1", fileId: "f1" },
    });
    expect(points[0]).not.to.have.property("vector");
  });

  it("n8n separates the files of users by a payload index on a nested key", async () => {
    const index = { field_name: "metadata.userId", field_schema: "keyword" };
    expect((await n8n.ok("PUT", `${DOCS}/index?wait=true`, index)).status).to.equal("completed");
    const { points } = await search({
      must: [
        { key: "metadata.userId", match: { value: "u1" } },
        { key: "metadata.fileId", match: { any: ["f2", "f3"] } },
      ],
    });
    expect(idsOf(points)).to.deep.equal([B]);
  });

  it("n8n deletes by ids and by filter", async () => {
    const remove = (what: object) => n8n.ok("POST", `${DOCS}/points/delete?wait=true&ordering=weak`, what);
    expect((await remove({ points: [A] })).status).to.equal("completed");
    await remove({ filter: { must: [{ key: "metadata.fileId", match: { any: ["f2"] } }] } });
    expect(idsOf((await search({})).points)).to.deep.equal([C]);
  });

  it("n8n sends several kinds of changes in one batch from its own node for Qdrant", async () => {
    const operations = [
      { upsert: { points: [{ id: 7, vector: [1, 1], payload: { n: 1 } }] } },
      { set_payload: { payload: { m: 2 }, points: [7] } },
      { delete_payload: { keys: ["n"], points: [7] } },
      { delete: { points: [A] } },
    ];
    const results = await n8n.ok("POST", `${DOCS}/points/batch?wait=true`, { operations });
    expect(results.map(({ status }: { status: string }) => status)).to.deep.equal(Array(4).fill("completed"));
    expect(await n8n.ok("POST", `${DOCS}/points/count`, { exact: true })).to.deep.equal({ count: 3 });
    const page = await n8n.ok("POST", `${DOCS}/points/scroll`, { limit: 1, with_vector: true });
    expect(page.points[0].payload).to.deep.equal({ m: 2 });
    expect(page.next_page_offset).to.equal(B);
  });
});

describe("Flowise", () => {
  let flowise: Integration;
  beforeEach(async () => {
    flowise = await Integration.start(JS_CLIENT);
    await flowise.ok("GET", "/collections");
    await flowise.ok("PUT", DOCS, { vectors: { size: 2, distance: "Cosine" } });
    const points = [
      { id: A, vector: [1, 0], payload: { text: "ours", source: { flowise_chatId: "chat-1" } } },
      { id: B, vector: [0, 1], payload: { text: "everybody's", source: {} } },
      { id: C, vector: [0.6, 0.8], payload: { text: "theirs", source: { flowise_chatId: "chat-2" } } },
    ];
    // A batch size divides the points into several requests.
    await flowise.ok("PUT", `${DOCS}/points?wait=true`, { points: points.slice(0, 2) });
    await flowise.ok("PUT", `${DOCS}/points?wait=true`, { points: points.slice(2) });
  });
  afterEach(() => flowise.close());

  const FILTER = {
    should: [
      { key: "source.flowise_chatId", match: { value: "chat-1" } },
      { is_empty: { key: "source.flowise_chatId" } },
    ],
  };

  it("Flowise finds the files of a chat and files of no chat, under the configured payload keys", async () => {
    await flowise.ok("GET", "/collections");
    const { points } = await flowise.ok("POST", `${DOCS}/points/query`, {
      query: [1, 0],
      filter: FILTER,
      limit: 4,
      with_payload: ["source", "text"],
      with_vector: false,
    });
    expect(idsOf(points)).to.deep.equal([A, B]);
    expect(points[1].payload).to.deep.equal({ text: "everybody's", source: {} });
  });

  it("Flowise finds the same with the older search operation", async () => {
    const points = await flowise.ok("POST", `${DOCS}/points/search`, {
      vector: [1, 0],
      limit: 4,
      offset: 0,
      filter: FILTER,
      with_payload: true,
      with_vector: false,
    });
    expect(idsOf(points)).to.deep.equal([A, B]);
    expect(points[0].score).to.be.closeTo(1, 1e-6);
  });

  it("Flowise deletes the ids of its record manager, also ids that are already deleted", async () => {
    const result = await flowise.ok("POST", `${DOCS}/points/delete?wait=true`, { points: [A, C, A] });
    expect(result.status).to.equal("completed");
    await flowise.ok("POST", `${DOCS}/points/delete?wait=true`, { points: [A] });
    expect(await flowise.ok("POST", `${DOCS}/points/count`, {})).to.deep.equal({ count: 1 });
  });
});
