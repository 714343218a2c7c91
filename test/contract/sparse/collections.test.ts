// The configuration of sparse vectors: how collections get them, show them, change them and refuse them.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const DENSE = { size: 2, distance: "Dot" };
const PREFIX = "Wrong input: ";

describe("sparse vectors of a collection over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("sparse vectors of a collection are shown as they were given", async () => {
    const sparse_vectors = {
      text: {},
      body: { modifier: "idf", index: { on_disk: false, datatype: "float32", full_scan_threshold: 1000 } },
    };
    const answers = await contract.same(async (call) => {
      await call("createCollection", { ...c, vectors_config: DENSE, sparse_vectors });
      await call("getCollection", c);
    });
    expect(answers[1]).to.have.nested.property("config.params.vectors.size", 2);
    expect(plain(answers[1]).config.params.sparse_vectors).to.deep.equal(sparse_vectors);
  });

  it("sparse vectors alone are enough to create a collection", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", { ...c, sparse_vectors: { text: { modifier: "none" } } });
      await call("getCollection", c);
    });
    expect(answers[0]).to.equal(true);
    const { params } = plain(answers[1]).config;
    expect(params.vectors).to.deep.equal({});
    expect(params.sparse_vectors).to.deep.equal({ text: { modifier: "none" } });
  });

  it("sparse vectors of a collection get another modifier, and options of the index one by one", async () => {
    const answers = await contract.same(async (call) => {
      const text = { index: { on_disk: false, full_scan_threshold: 5 } };
      await call("createCollection", { ...c, sparse_vectors: { text, other: {} } });
      const change = { modifier: "idf", index: { full_scan_threshold: 9 } };
      await call("updateCollection", { ...c, sparse_vectors: { text: change } });
      await call("getCollection", c);
    });
    expect(plain(answers[2]).config.params.sparse_vectors).to.deep.equal({
      text: { modifier: "idf", index: { on_disk: false, full_scan_threshold: 9 } },
      other: {},
    });
  });
});

describe("sparse vectors that a collection is refused with", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/present", { sparse_vectors: { text: {} } });
  });
  after(() => server.close());

  for (const [what, body, sentence] of [
    ["an empty name", { sparse_vectors: { "": {} } }, "Sparse vector name cannot be empty"],
    [
      "the name of a dense vector",
      { vectors: { a: DENSE }, sparse_vectors: { a: {} } },
      "Dense and sparse vector names must be unique - duplicate found with 'a'",
    ],
    [
      "a name of 201 bytes",
      { sparse_vectors: { [`${"é".repeat(100)}x`]: {} } },
      `Invalid sparse vector name \`${"é".repeat(100)}x\`: vector name must be at most 200 bytes long`,
    ],
    [
      "a forbidden character",
      { sparse_vectors: { "a/b": {} } },
      'Invalid sparse vector name `a/b`: vector name cannot contain "/" char',
    ],
  ] as const) {
    it(`sparse vectors that a collection is refused with are named: ${what}`, async () => {
      const native = await server.call("PUT", "/collections/new", body);
      expect([native.status, native.body.status.error]).to.deep.equal([400, `sparse_vectors: ${sentence}`]);
      const dialect = await server.call("PUT", "/collections/new", body, AS_QDRANT);
      expect([dialect.status, dialect.body.status.error]).to.deep.equal([400, PREFIX + sentence]);
      expect((await server.call("GET", "/collections/new/exists")).body.result.exists).to.equal(false);
    });
  }

  it("sparse vectors that a collection is refused with are named: codes of 4 bits", async () => {
    const body = { sparse_vectors: { text: { index: { datatype: "turbo4" } } } };
    const sentence = "sparse vectors do not support the `turbo4` datatype";
    const native = await server.call("PUT", "/collections/new", body);
    expect(native.body.status.error).to.equal(`sparse_vectors.text.index.datatype: ${sentence}`);
    expect(native.status).to.equal(400);
    const dialect = await server.call("PUT", "/collections/new", body, AS_QDRANT);
    expect(dialect.status).to.equal(422);
    expect(dialect.body.status.error).to.contain(sentence);
  });

  it("sparse vectors that a collection is refused with are named: an unknown modifier or option", async () => {
    for (const [text, error] of [
      [{ modifier: "bm25" }, /^sparse_vectors\.text\.modifier: expected "none" or "idf"/],
      [{ index: { datatype: "float64" } }, /^sparse_vectors\.text\.index\.datatype: expected/],
      [{ index: { full_scan_threshold: -1 } }, /^sparse_vectors\.text\.index\.full_scan_threshold: /],
      [{ unknown: 1 }, /unknown/],
      [5, /^sparse_vectors\.text: /],
    ] as const) {
      const { status, body } = await server.call("PUT", "/collections/new", { sparse_vectors: { text } });
      expect(status, body.status.error).to.equal(400);
      expect(body.status.error).to.match(error);
    }
  });

  it("sparse vectors that are changed must exist", async () => {
    const body = { sparse_vectors: { absent: { modifier: "idf" } } };
    const native = await server.call("PATCH", "/collections/present", body);
    const sentence = "Not existing vector name error: absent";
    expect([native.status, native.body.status.error]).to.deep.equal([400, `sparse_vectors: ${sentence}`]);
    const dialect = await server.call("PATCH", "/collections/present", body, AS_QDRANT);
    expect([dialect.status, dialect.body.status.error]).to.deep.equal([400, PREFIX + sentence]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the answer of a call, as JSON.
const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));
