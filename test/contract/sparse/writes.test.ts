// Sparse vectors in writes: every place that takes a vector, over every transport, and what is refused.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const DENSE = { size: 2, distance: "Dot" };
const BOTH = { ...c, vectors_config: { image: DENSE }, sparse_vectors: { text: {}, title: {} } };
const A = { indices: [7, 3], values: [2.5, -1] };
/** `A` as it is returned: ascending by index. */
const SHOWN_A = { indices: [3, 7], values: [-1, 2.5] };
const B = { indices: [4294967295, 0], values: [0, 1] };
const SHOWN_B = { indices: [0, 4294967295], values: [1, 0] };
const EMPTY = { indices: [], values: [] };

describe("sparse vectors in writes over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  const all = { ...c, ids: [1, 2, 3], with_vectors: true, with_payload: false };
  // biome-ignore lint/suspicious/noExplicitAny: the answer of a call, as JSON.
  const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));

  it("sparse vectors in writes are returned ascending by index, beside dense ones", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", BOTH);
      await call("upsertPoints", {
        ...c,
        points: [
          { id: 1, vector: { text: A, image: [1, 2] } },
          { id: 2, vector: { title: B, text: EMPTY } },
          { id: 3, vector: {} },
        ],
      });
      await call("retrievePoints", all);
      await call("retrievePoints", { ...all, with_vectors: ["text"] });
    });
    expect(plain(answers[2])).to.deep.equal([
      { id: 1, vector: { text: SHOWN_A, image: [1, 2] } },
      { id: 2, vector: { text: EMPTY, title: SHOWN_B } },
      { id: 3, vector: {} },
    ]);
    expect(plain(answers[3]).map(({ vector }: { vector: object }) => vector)).to.deep.equal([
      { text: SHOWN_A },
      { text: EMPTY },
      {},
    ]);
  });

  it("sparse vectors in writes replace and delete single vectors of a point", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", BOTH);
      const vector = { text: A, title: A, image: [1, 2] };
      await call("upsertPoints", {
        ...c,
        points: [
          { id: 1, vector },
          { id: 2, vector },
          { id: 3, vector },
        ],
      });
      await call("updateVectors", { ...c, points: [{ id: 1, vector: { text: B } }] });
      await call("deleteVectors", { ...c, points: [2], vectors: ["text", "image"] });
      const operations = [{ update_vectors: { points: [{ id: 3, vector: { title: EMPTY, text: B } }] } }];
      await call("batchUpdate", { ...c, operations });
      await call("retrievePoints", all);
    });
    expect(plain(answers.at(-1))).to.deep.equal([
      { id: 1, vector: { image: [1, 2], text: SHOWN_B, title: SHOWN_A } },
      { id: 2, vector: { title: SHOWN_A } },
      { id: 3, vector: { image: [1, 2], text: SHOWN_B, title: EMPTY } },
    ]);
  });
});

describe("sparse vectors in writes", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", {
      vectors: { image: DENSE },
      sparse_vectors: { text: {}, title: {} },
    });
    await put({ points: [{ id: 1, vector: { text: A } }] });
  });
  afterEach("a refused write changes no point", async () => {
    const { result } = (await server.call("GET", "/collections/c/points/1")).body;
    expect(result.vector).to.deep.equal({ text: SHOWN_A });
    expect((await server.call("GET", "/collections/c")).body.result.points_count).to.equal(1);
  });
  after(() => server.close());

  const put = (body: object, headers = {}, path = "points") =>
    server.call("PUT", `/collections/c/${path}`, body, headers);

  /** The status and text of an upsert of a point with this vector, natively and in the dialect. */
  async function refusals(vector: unknown, path = "points", id = 1) {
    const body = { points: [{ id, vector }] };
    const native = await put(body, {}, path);
    const dialect = await put(body, AS_QDRANT, path);
    return [native, dialect].map(({ status, body: { status: said } }) => [status, said.error]);
  }

  const VALIDATION = "Validation error in JSON body: ";
  const AT = "points[0].vector";
  for (const [what, vector, native, dialect] of [
    [
      "lists of different lengths",
      { text: { indices: [1, 2], values: [1] } },
      `${AT}.text.values: must be the same length as indices`,
      [422, `${VALIDATION}[${AT}.?.values: Validation error: must be the same length as indices [{}]]`],
    ],
    [
      "an index twice",
      { text: { indices: [5, 1, 5], values: [1, 2, 3] } },
      `${AT}.text.indices: must be unique`,
      [422, `${VALIDATION}[${AT}.?.indices: Validation error: must be unique [{}]]`],
    ],
    [
      "several vectors that are wrong",
      { text: { indices: [1], values: [] }, title: { indices: [2, 2], values: [1, 1] } },
      `${AT}.text.values: must be the same length as indices`,
      [
        422,
        `${VALIDATION}[${AT}.?[0].values: Validation error: must be the same length as indices [{}]; ` +
          `${AT}.?[1].indices: Validation error: must be unique [{}]]`,
      ],
    ],
    [
      "a number that is not finite as a 32-bit float",
      { text: { indices: [1, 2], values: [1, 1e39] } },
      `${AT}.text: Sparse vector 'text' contains a value that is not finite`,
      [400, "Wrong input: Sparse vector 'text' contains a value that is not finite"],
    ],
    [
      "no name",
      { "": A },
      `${AT}: Sparse vector must be named`,
      [400, "Wrong input: Sparse vector must be named"],
    ],
    [
      "an unknown name",
      { other: A },
      /^points\[0\]\.vector: .* no vector named 'other'/,
      [400, "Wrong input: Not existing vector name error: other"],
    ],
    [
      "a dense vector under the name of a sparse one",
      { text: [1, 2] },
      `${AT}.text: Conversion between sparse and regular vectors failed`,
      [400, "Wrong input: Conversion between sparse and regular vectors failed"],
    ],
    [
      "a sparse vector under the name of a dense one",
      { image: A },
      `${AT}.image: Conversion between sparse and regular vectors failed`,
      [400, "Wrong input: Conversion between sparse and regular vectors failed"],
    ],
    [
      "several vectors under the name of a sparse one",
      { text: [[1, 2], [3, 4]] }, // biome-ignore format: a multivector
      `${AT}.text[0]: expected a number, got an array; multivectors are not supported`,
      [400, "Wrong input: Conversion between multi and regular vectors failed"],
    ],
    [
      "65,537 entries",
      { text: { indices: Array.from({ length: 65_537 }, (_, i) => i), values: Array(65_537).fill(1) } },
      `${AT}.text: Sparse vector 'text' has 65537 indices, at most 65536 are supported`,
      [400, "Wrong input: Sparse vector 'text' has 65537 indices, at most 65536 are supported"],
    ],
    [
      "a negative index",
      { text: { indices: [1, -1], values: [1, 2] } },
      `${AT}.text.indices[1]: expected an integer from 0 to 4294967295, got -1`,
      [400, "Format error in JSON body: data did not match any variant of untagged enum VectorStruct"],
    ],
    [
      "an index of 2^32",
      { text: { indices: [4_294_967_296], values: [1] } },
      `${AT}.text.indices[0]: expected an integer from 0 to 4294967295, got 4294967296`,
      [400, "Format error in JSON body: data did not match any variant of untagged enum VectorStruct"],
    ],
    [
      "an index with a fraction",
      { text: { indices: [1.5], values: [1] } },
      `${AT}.text.indices[0]: expected an integer from 0 to 4294967295, got 1.5`,
      [400, "Format error in JSON body: data did not match any variant of untagged enum VectorStruct"],
    ],
    [
      "a text as an index",
      { text: { indices: ["1"], values: [1] } },
      `${AT}.text.indices[0]: expected an integer from 0 to 4294967295, got "1"`,
      [400, "Format error in JSON body: data did not match any variant of untagged enum VectorStruct"],
    ],
    [
      "no values",
      { text: { indices: [1] } },
      `${AT}.text.values: expected an array of numbers, got nothing`,
      [400, "Format error in JSON body: data did not match any variant of untagged enum VectorStruct"],
    ],
    [
      "another member",
      { text: { indices: [1], values: [1], weights: [1] } },
      `${AT}.text.weights: expected no other fields than indices and values`,
      [400, "Format error in JSON body: data did not match any variant of untagged enum VectorStruct"],
    ],
  ] as const) {
    it(`sparse vectors in writes are refused with ${what}`, async () => {
      for (const path of ["points", "points/vectors"]) {
        const [ours, theirs] = await refusals(vector, path);
        expect(ours![0], ours![1]).to.equal(400);
        if (native instanceof RegExp) expect(ours![1]).to.match(native);
        else expect(ours![1]).to.equal(native);
        expect(theirs, path).to.deep.equal(dialect);
      }
    });
  }

  it("sparse vectors in writes are refused with a number beyond every float", async () => {
    const text = `{"points":[{"id":1,"vector":{"text":{"indices":[1],"values":[1e400]}}}]}`;
    const { status, body } = await server.call("PUT", "/collections/c/points", text, AS_QDRANT);
    expect(status).to.equal(400);
    expect(body.status.error).to.contain("number out of range");
  });

  it("sparse vectors in writes need an entry to be a change of a point", async () => {
    const [native, dialect] = await refusals({ text: EMPTY }, "points/vectors");
    expect(native![0]).to.equal(400);
    expect(dialect![0]).to.equal(422);
    expect(dialect![1]).to.contain("must specify vectors to update for point");
  });
});

describe("sparse vectors under a strict limit of entries", () => {
  it("sparse vectors under a strict limit of entries are refused beyond it by upserts and updates", async () => {
    const server = await startTestServer();
    try {
      const strict_mode_config = { enabled: true, sparse_config: { text: { max_length: 2 } } };
      await server.call("PUT", "/collections/c", {
        sparse_vectors: { text: {}, free: {} },
        strict_mode_config,
      });
      const long = { indices: [1, 2, 3], values: [1, 1, 1] };
      const points = [{ id: 1, vector: { text: A, free: long } }];
      expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
      const sentence = "Sparse vector 'text' has a limit of 2 indices, but 3 were provided!";
      for (const path of ["points", "points/vectors"]) {
        const body = { points: [{ id: 1, vector: { text: long } }] };
        const native = (await server.call("PUT", `/collections/c/${path}`, body)).body.status.error;
        expect(native).to.equal(`points[0].vector.text: ${sentence}`);
        const dialect = (await server.call("PUT", `/collections/c/${path}`, body, AS_QDRANT)).body.status
          .error;
        expect(dialect).to.equal(`Bad request: ${sentence}`);
      }
    } finally {
      await server.close();
    }
  });
});
