// Collections with sparse vectors: their creation, what is shown of them, and what is refused, in both dialects.
import { expect } from "chai";
import { type Mistake, validation, wrongInput } from "../../support/both-dialects.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { Contract } from "../../support/transports/contract.ts";

const DENSE = { size: 4, distance: "Dot" };
const LONG = "ü".repeat(101);

describe("a collection with sparse vectors", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function created(body: object, headers: object = {}) {
    const { status, text } = await server.call("PUT", "/collections/c", body, headers as never);
    expect(status, text).to.equal(200);
    return (await server.call("GET", "/collections/c", undefined, headers as never)).body.result;
  }

  for (const [dialect, headers] of [
    ["native", {}],
    ["qdrant", AS_QDRANT],
  ] as const) {
    it(`a collection with sparse vectors shows them as they were given in the ${dialect} dialect`, async () => {
      const sparse_vectors = {
        text: {},
        title: { index: {} },
        body: {
          index: { full_scan_threshold: 100, on_disk: true, memory: "cold", datatype: "float16" },
          modifier: "idf",
        },
      };
      const { config } = await created({ vectors: DENSE, sparse_vectors }, headers);
      expect(config.params.sparse_vectors).to.deep.equal(sparse_vectors);
      expect(config.params.vectors).to.deep.equal(DENSE);
    });

    it(`a collection with sparse vectors needs no dense ones, and shows {} for them, in the ${dialect} dialect`, async () => {
      const info = await created({ sparse_vectors: { text: { modifier: "none" } } }, headers);
      expect(info.config.params.vectors).to.deep.equal({});
      expect(info.config.params.sparse_vectors).to.deep.equal({ text: { modifier: "none" } });
      expect(info).to.not.have.property("warnings");
      expect(info.status).to.equal("green");
    });
  }

  it("a collection without sparse vectors shows no key for them", async () => {
    const { config } = await created({ vectors: DENSE, sparse_vectors: {} });
    expect(config.params).to.not.have.property("sparse_vectors");
  });

  it("a collection with sparse vectors leaves out what is null in their settings", async () => {
    const { config } = await created({
      sparse_vectors: { a: { index: null, modifier: null }, b: { index: { on_disk: null } } },
    });
    expect(config.params.sparse_vectors).to.deep.equal({ a: {}, b: { index: {} } });
  });

  it("a collection with sparse vectors warns of options without an effect", async () => {
    const index = { full_scan_threshold: 1, memory: "cached", datatype: "uint8" };
    const { warnings } = await created({ sparse_vectors: { text: { index } } });
    const options = warnings.map(({ message }: { message: string }) => message.split(" ")[0]);
    expect(options).to.deep.equal(Object.keys(index).map((option) => `sparse_vectors.text.index.${option}`));
  });

  const NAME = (name: string) => `Invalid sparse vector name \`${name}\`: vector name`;
  for (const [name, body, path, reason] of [
    ["an empty name", { sparse_vectors: { "": {} } }, "", "Sparse vector name cannot be empty"],
    [
      "a name that a dense vector has, too",
      { vectors: { a: DENSE }, sparse_vectors: { a: {} } },
      "a",
      "Dense and sparse vector names must be unique - duplicate found with 'a'",
    ],
    [
      "a name of 202 bytes",
      { sparse_vectors: { [LONG]: {} } },
      LONG,
      `${NAME(LONG)} must be at most 200 bytes long`,
    ],
    ...[...'<>:"/\\|?*\u0000\u001f'].map(
      (char) =>
        [
          `a name with ${JSON.stringify(char)}`,
          { sparse_vectors: { [`a${char}b`]: {} } },
          `a${char}b`,
          `${NAME(`a${char}b`)} cannot contain "${char}" char`,
        ] as const,
    ),
  ] as const) {
    it(`a collection with sparse vectors is refused for ${name}`, async () => {
      await isRefused({
        native: [400, `sparse_vectors.${path}: ${reason}`],
        qdrant: wrongInput(reason),
        request: ["PUT", "/collections/c", body],
      });
    });
  }

  it("a collection with sparse vectors is refused for the datatype turbo4", async () => {
    const reason = "sparse vectors do not support the `turbo4` datatype";
    const path = "sparse_vectors.a.index.datatype";
    await isRefused({
      native: [400, `${path}: ${reason}`],
      qdrant: validation(`${path}: ${reason}`),
      request: ["PUT", "/collections/c", { sparse_vectors: { a: { index: { datatype: "turbo4" } } } }],
    });
  });

  it("a collection with sparse vectors is refused for settings of another form", async () => {
    for (const [params, error] of [
      [{ modifier: "bm25" }, 'sparse_vectors.a.modifier: expected "none" or "idf", got "bm25"'],
      [{ index: 5 }, "sparse_vectors.a.index: expected an object, got 5"],
      [
        { index: { full_scan_threshold: -1 } },
        "sparse_vectors.a.index.full_scan_threshold: expected an integer of at least 0, got -1",
      ],
      [{ size: 4 }, "sparse_vectors.a.size: unknown field; known here: index, modifier"],
      [null, "sparse_vectors.a: expected an object, got null"],
    ] as const) {
      const answer = await server.call("PUT", "/collections/c", { sparse_vectors: { a: params } });
      expect([answer.status, answer.body.status.error]).to.deep.equal([400, error]);
    }
  });

  it("a PATCH replaces the modifier of sparse vectors, and merges the index field by field", async () => {
    const index = { on_disk: false, datatype: "float32" };
    await created({ vectors: DENSE, sparse_vectors: { a: { index, modifier: "idf" }, b: {} } });
    for (const [change, shown] of [
      [{ modifier: "none" }, { index, modifier: "none" }],
      [{ index: { memory: "pinned" } }, { index: { ...index, memory: "pinned" }, modifier: "none" }],
      [
        { index: { on_disk: true, memory: null }, modifier: null },
        { index: { ...index, on_disk: true, memory: "pinned" }, modifier: "none" },
      ],
    ]) {
      await server.call("PATCH", "/collections/c", { sparse_vectors: { a: change } });
      const { params } = (await server.call("GET", "/collections/c")).body.result.config;
      expect(params.sparse_vectors).to.deep.equal({ a: shown, b: {} });
      expect(params.vectors).to.deep.equal(DENSE);
    }
  });

  for (const [what, body, path, reason] of [
    [
      "an unknown name",
      { sparse_vectors: { n: {} } },
      "sparse_vectors.n",
      "Not existing vector name error: n",
    ],
    ["a dense name", { sparse_vectors: { d: {} } }, "sparse_vectors.d", "Not existing vector name error: d"],
  ] as const) {
    it(`a PATCH of sparse vectors is refused for ${what}, and changes nothing`, async () => {
      const { config } = await created({ vectors: { d: DENSE }, sparse_vectors: { s: {} } });
      for (const [told, headers] of [
        [[400, `${path}: ${reason}`], {}],
        [wrongInput(reason), AS_QDRANT],
      ] as const) {
        const answer = await server.call("PATCH", "/collections/c", body, headers);
        expect([answer.status, answer.body.status.error]).to.deep.equal(told);
      }
      expect((await server.call("GET", "/collections/c")).body.result.config).to.deep.equal(config);
    });
  }

  it("a PATCH of dense vectors does not know the name of a sparse one", async () => {
    await created({ vectors: { d: DENSE }, sparse_vectors: { s: {} } });
    const { status, body } = await server.call("PATCH", "/collections/c", { vectors: { s: {} } });
    const error = "vectors: there is no vector named 's', there is 'd'";
    expect([status, body.status.error]).to.deep.equal([400, error]);
  });

  /** Sends a request in both dialects. No collection may be there afterwards. */
  async function isRefused({ request: [method, path, body], native, qdrant }: Mistake): Promise<void> {
    for (const [told, headers] of [
      [native, {}],
      [qdrant, AS_QDRANT],
    ] as const) {
      const answer = await server.call(method, path, body, headers);
      expect([answer.status, answer.body.status.error]).to.deep.equal(told);
    }
    expect((await server.call("GET", "/collections")).body.result.collections).to.deep.equal([]);
  }
});

describe("sparse vectors of collections over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  const c = { collection_name: "c" };
  const sparse_vectors = {
    text: {},
    body: { index: { full_scan_threshold: 7, on_disk: false, datatype: "uint8" }, modifier: "idf" },
  };

  it("sparse vectors of collections over every transport are kept and shown", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", { ...c, vectors_config: DENSE, sparse_vectors });
      await call("getCollection", c);
      await call("deleteCollection", c);
      await call("createCollection", { ...c, sparse_vectors });
      await call("getCollection", c);
    });
    expect(answers[1].config.params).to.deep.include({ sparse_vectors, vectors: DENSE });
    expect(answers[4].config.params).to.deep.include({ sparse_vectors, vectors: {} });
  });

  it("sparse vectors of collections in the package qdrant are kept and shown", async () => {
    const answers = await contract.sameAsQdrant(async (call) => {
      await call("createCollection", { ...c, sparse_vectors });
      await call("getCollection", c);
    });
    expect(answers[1].config.params).to.deep.include({ sparse_vectors, vectors: {} });
  });

  it("sparse vectors of collections over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", { ...c, sparse_vectors: { "": {} } });
      await call("createCollection", { ...c, sparse_vectors: { a: { index: { datatype: "turbo4" } } } });
      await call("createCollection", { ...c, vectors_config: { a: DENSE }, sparse_vectors: { a: {} } });
    });
    for (const { message } of answers) expect(message).to.match(/^sparse_vectors\./);
  });
});
