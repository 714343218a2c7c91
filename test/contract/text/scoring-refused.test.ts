// Queries by text that are refused, in both dialects and over every transport, and changes of their index.
import { expect } from "chai";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { plainRanking } from "../../support/text-oracle.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { Refused } from "../../support/transports/transport.ts";

const QUERY = "/collections/c/points/query";
const bm25 = (given: object) => ({ text: { query: "fox", scoring: { bm25: given } } });
const NONE =
  'no text index of the collection scores; create one: {"field_schema": {"type": "text", "scoring": true}}';

async function startWith(indexes: Readonly<Record<string, unknown>>): Promise<TestServer> {
  const server = await startTestServer({ extendedApi: true });
  await server.call("PUT", "/collections/c", { vectors: { plain: { size: 1, distance: "Dot" } } });
  for (const [field_name, field_schema] of Object.entries(indexes))
    await server.call("PUT", "/collections/c/index", { field_name, field_schema });
  const points = [{ id: 1, vector: {}, payload: { body: "a fox", title: "fox" } }];
  await server.call("PUT", "/collections/c/points", { points });
  return server;
}

describe("queries by text that are refused", () => {
  let server: TestServer;
  before(async () => {
    server = await startWith({ body: "text", kw: "keyword", mute: { type: "text", scoring: false } });
  });
  after(() => server.close());

  // biome-ignore format: one case a line.
  const CASES: readonly [what: string, body: object, path: string, reason: string][] = [
    ["a key without an index", { query: { text: "fox" }, using: "title" }, "using", "BM25 requires a text index on field title, which has none"],
    ["a key with an index of another type", { query: { text: "fox" }, using: "kw" }, "using", "BM25 requires a text index on field kw, which has none"],
    ["the name of a vector", { query: { text: "fox" }, using: "plain" }, "using", "BM25 requires a text index on field plain, which has none"],
    ["an ill-formed key", { query: { text: "fox" }, using: "a..[" }, "using", "BM25 requires a text index on field a..[, which has none"],
    ["an index that does not score", { query: { text: "fox" }, using: "mute" }, "using", "The text index on `mute` does not score: set `scoring` on it to query it"],
    ["a negative k", { query: bm25({ k: -0.5 }), using: "body" }, "query.text.scoring.bm25.k", "BM25 k1 must be finite and non-negative, got -0.5"],
    ["a negative b", { query: bm25({ b: -0.5 }), using: "body" }, "query.text.scoring.bm25.b", "BM25 b must be finite and within [0, 1], got -0.5"],
    ["a b above 1", { query: bm25({ b: 1.5 }), using: "body" }, "query.text.scoring.bm25.b", "BM25 b must be finite and within [0, 1], got 1.5"],
    ["prefetches below", { prefetch: [{}], query: { text: "fox" }, using: "body" }, "query.text", "BM25 over a text index cannot rescore prefetches"],
    ["a collection to look points up in", { query: { text: "fox" }, using: "body", lookup_from: { collection: "c", vector: "plain" } }, "lookup_from", "A query by text refers to no points that could be looked up; leave it out"],
    ["a text above a megabyte", { query: { text: "é".repeat(2 ** 19 + 1) }, using: "body" }, "query.text", "a text of a query has at most 1048576 bytes"],
  ];
  for (const [what, body, path, reason] of CASES) {
    it(`queries by text are refused for ${what}`, async () => {
      const native = await server.call("POST", QUERY, body);
      expect([native.status, native.body.status.error]).to.deep.equal([400, `${path}: ${reason}`]);
      const qdrant = await server.call("POST", QUERY, body, AS_QDRANT);
      const told = `Wrong input: Validation failed: ${reason}`;
      expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([400, told]);
      const inPrefetch = await server.call("POST", QUERY, { prefetch: [body], query: { fusion: "rrf" } });
      expect([inPrefetch.status, inPrefetch.body.status.error]).to.deep.equal([
        ...[400, `prefetch[0].${path}: ${reason}`],
      ]);
      const inBatch = await server.call("POST", `${QUERY}/batch`, { searches: [{}, body] });
      expect([inBatch.status, inBatch.body.status.error]).to.deep.equal([
        ...[400, `searches[1].${path}: ${reason}`],
      ]);
    });
  }

  it("queries by text are refused over every transport alike", async () => {
    const contract = await Contract.open();
    try {
      const script = async (call: Call) => {
        const c = { collection_name: "c" };
        await call("createCollection", { ...c, vectors_config: {} });
        await call("queryPoints", { ...c, query: { text: "fox" } });
        const field_schema = { type: "text", scoring: true };
        await call("createFieldIndex", { ...c, field_name: "body", field_schema });
        for (const [, body] of CASES) await call("queryPoints", { ...c, ...body });
      };
      for (const answers of [
        await contract.same(script),
        await contract.sameAsQdrant(script, { left: ["status"] }),
      ]) {
        const refused = answers.filter((answer) => answer instanceof Refused);
        expect(refused).to.have.length(CASES.length + 1);
      }
    } finally {
      await contract.close();
    }
  });

  it("queries by text are refused natively for a phrase without phrase_matching, and take quotes for nothing in the qdrant dialect", async () => {
    const body = { query: { text: 'the "a fox"' }, using: "body" };
    const native = await server.call("POST", QUERY, body);
    expect(native.status).to.equal(400);
    expect(native.body.status.error).to.equal(
      'query.text: the phrase "a fox" needs an index with `phrase_matching`, which the one on `body` has not; ' +
        "leave out the quotes, or set it",
    );
    const qdrant = await server.call("POST", QUERY, body, AS_QDRANT);
    expect(qdrant.body.result.points.map(({ id }: { id: number }) => id)).to.deep.equal([1]);
  });

  it("queries by text are refused natively for more than 256 phrases and beginnings of words", async () => {
    const asked = (count: number) => ({ query: { text: "q* ".repeat(count) }, using: "body" });
    expect((await server.call("POST", QUERY, asked(256))).status).to.equal(200);
    const native = await server.call("POST", QUERY, asked(257));
    expect(native.status).to.equal(400);
    expect(native.body.status.error).to.equal(
      "query.text: a query has at most 256 phrases and beginnings of words, not 257",
    );
    expect((await server.call("POST", QUERY, asked(257), AS_QDRANT)).status).to.equal(200);
  });

  for (const [k, shown] of [
    ["1e999", "Infinity"],
    ['"x"', '"x"'],
  ] as const) {
    it(`queries by text are refused for the k ${k}`, async () => {
      const body = `{"query":{"text":{"query":"fox","scoring":{"bm25":{"k":${k}}}}},"using":"body"}`;
      const { status, body: answer } = await server.call("POST", QUERY, body);
      expect([status, answer.status.error]).to.deep.equal([
        ...[400, `query.text.scoring.bm25.k: expected a number, got ${shown}`],
      ]);
    });
  }

  it("queries by text take lone surrogates for characters that no word has", async () => {
    const body = '{"query":{"text":"fox \\ud83d \\udd8a"},"using":"body"}';
    const { status, body: answer } = await server.call("POST", QUERY, body);
    expect(status).to.equal(200);
    expect(answer.result.points.map(({ id }: { id: number }) => id)).to.deep.equal([1]);
  });

  for (const [count, indexes, reason] of [
    ["none", { mute: { type: "text", scoring: false }, kw: "keyword" }, NONE],
    ["two", { body: "text", title: "text" }, "name one of the text indexes that score: body, title"],
  ] as const) {
    it(`queries by text without a key are refused if ${count} of the text indexes score`, async () => {
      const other = await startWith(indexes);
      try {
        const body = { query: { text: "fox" } };
        const native = await other.call("POST", QUERY, body);
        expect([native.status, native.body.status.error]).to.deep.equal([400, `using: ${reason}`]);
        const { status, body: answer } = await other.call("POST", QUERY, body, AS_QDRANT);
        expect([status, answer.status.error]).to.deep.equal([
          ...[400, `Wrong input: Validation failed: ${reason}`],
        ]);
      } finally {
        await other.close();
      }
    });
  }
});

describe("a long query by text", () => {
  it("a long query by text of one word without a space is read in linear time", async () => {
    const server = await startWith({ body: "text" });
    const began = performance.now();
    for (const text of ["a".repeat(2 ** 18), `${"*".repeat(2 ** 18)}a`, `"`.repeat(2 ** 18)]) {
      const { status } = await server.call("POST", QUERY, { query: { text }, using: "body" }, AS_QDRANT);
      expect(status).to.equal(200);
      await server.call("POST", QUERY, { query: { text }, using: "body" });
    }
    expect(performance.now() - began).to.be.below(20_000);
    await server.close();
  });

  it("a long query by text is ended when it exceeds its time limit", async () => {
    const server = await startTestServer({ searchTimeout: 1e-6 });
    await server.call("PUT", "/collections/c", { vectors: {} });
    await server.call("PUT", "/collections/c/index", { field_name: "body", field_schema: "text" });
    const words = (first: number) => Array.from({ length: 20_000 }, (_, i) => `w${first + i}`).join(" ");
    const points = [0, 20_000, 40_000].map((id) => ({ id, vector: {}, payload: { body: words(id) } }));
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
    const query = { text: words(0) + words(20_000) };
    const { status, body } = await server.call("POST", QUERY, { query });
    expect(status).to.equal(500);
    expect(body.status.error).to.match(/failed: it took longer than .* --search-timeout$/i);
    await server.close();
  });
});

describe("the index of queries by text", () => {
  const index = (server: TestServer, field_schema: unknown) =>
    server.call("PUT", "/collections/c/index", { field_name: "body", field_schema });
  const ask = (server: TestServer) => server.call("POST", QUERY, { query: { text: "fox" }, using: "body" });
  const texts = new Map(Array.from({ length: 3000 }, (_, id) => [id, `fox ${"word ".repeat(id % 50)}`]));
  const wanted = plainRanking(texts, "fox").slice(0, 10);

  async function filled(memory?: MemoryLimit): Promise<TestServer> {
    const server = await startTestServer(memory ? { memory } : {});
    await server.call("PUT", "/collections/c", { vectors: {} });
    const points = [...texts].map(([id, body]) => ({ id, vector: {}, payload: { body } }));
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
    return server;
  }

  async function finds(server: TestServer): Promise<void> {
    const { status, body, text } = await ask(server);
    expect(status, text).to.equal(200);
    const found = body.result.points.map(({ id, score }: { id: number; score: number }) => ({
      ...{ id, score: Math.fround(score) },
    }));
    expect(found).to.deep.equal(wanted);
  }

  it("the index of queries by text is waited for while it is built", async () => {
    const server = await filled();
    await index(server, "text");
    await finds(server);
    await server.close();
  });

  it("the index of queries by text ranks when `scoring` is set on it, and no more when it is removed", async () => {
    const server = await filled();
    await index(server, { type: "text", scoring: false });
    expect((await ask(server)).status).to.equal(400);
    await index(server, { type: "text", scoring: true });
    await finds(server);
    await index(server, { type: "text", scoring: { type: "bm25" } });
    await finds(server);
    await index(server, { type: "text", scoring: false });
    expect((await ask(server)).body.status.error).to.match(/^using: The text index on `body` does not score/);
    const filter = { must: [{ key: "body", match: { text: "fox" } }] };
    const { body } = await server.call("POST", "/collections/c/points/count", { filter });
    expect(body.result.count).to.equal(3000);
    await server.close();
  });

  it("the index of queries by text may be removed and made again while they run, which are answered or refused", async () => {
    const server = await filled();
    await index(server, "text");
    for (let round = 0; round < 6; round++) {
      const asked = Array.from({ length: 5 }, () => ask(server));
      const removed = server.call("DELETE", "/collections/c/index/body");
      const more = Array.from({ length: 5 }, () => ask(server));
      expect((await removed).status).to.equal(200);
      for (const { status, body, text } of await Promise.all([...asked, ...more])) {
        if (status === 200) expect(body.result.points).to.have.length(10);
        else
          expect(body.status.error, text).to.equal(
            "using: BM25 requires a text index on field body, which has none",
          );
      }
      await index(server, round % 2 === 0 ? { type: "text", tokenizer: "prefix" } : "text");
    }
    await index(server, "text");
    await finds(server);
    await server.close();
  });

  it("the index of queries by text that has no memory to be built refuses them clearly, until there is some", async () => {
    const memory = MemoryLimit.of(24 * 2 ** 20);
    const server = await filled(memory);
    const held = memory.limit - memory.used - 1000;
    memory.add(held);
    await index(server, "text");
    const { status, body } = await ask(server);
    expect(status).to.equal(500);
    expect(body.status.error).to.match(/out of memory/);
    memory.release(held);
    await finds(server);
    await server.close();
  });
});
