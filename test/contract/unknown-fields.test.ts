// Fields and query parameters that an operation does not have. The decision: they are refused natively, and ignored in
// the qdrant dialect, where a header of the response lists them.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const VECTOR = [1, 2, 3, 4];
const NAMED = "x-azimuth-ignored";

describe("an unknown field of a request", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server);
    await server.call("PUT", POINTS, { points: [{ id: 1, vector: VECTOR, payload: { a: 1 } }] });
  });
  afterEach(() => server.close());

  const filter = { must: [{ key: "a", match: { value: 2 } }] };
  const vectors_config = { size: 4, distance: "Dot" };
  const CASES: readonly [method: string, path: string, body: unknown, error: string][] = [
    [
      "POST",
      `${POINTS}/search`,
      { vector: VECTOR, filters: filter },
      "filters: unknown field; did you mean filter?",
    ],
    ["POST", `${POINTS}/search`, { vector: VECTOR, top_k: 3 }, "top_k: unknown field; did you mean limit?"],
    ["POST", `${POINTS}/search`, { query: VECTOR }, "query: unknown field; did you mean vector?"],
    [
      "POST",
      `${POINTS}/search`,
      { vector: VECTOR, params: { ef: 9 } },
      "params.ef: unknown field; did you mean hnsw_ef?",
    ],
    ["POST", `${POINTS}/count`, { filters: filter }, "filters: unknown field; did you mean filter?"],
    [
      "POST",
      `${POINTS}/delete`,
      { points: [1], filters: filter },
      "filters: unknown field; did you mean filter?",
    ],
    [
      "PUT",
      POINTS,
      { points: [{ id: 2, vector: VECTOR, metadata: { a: 1 } }] },
      "points[0].metadata: unknown field; did you mean payload?",
    ],
    [
      "PUT",
      POINTS,
      { points: [{ id: 2, vectors: VECTOR }] },
      "points[0].vectors: unknown field; did you mean vector?",
    ],
    [
      "POST",
      `${POINTS}/batch`,
      { operations: [{ upsert: { points: [{ id: 2, vector: VECTOR }], if: 1 } }] },
      "operations[0].upsert.if: unknown field; known here: points, batch, update_mode, update_filter",
    ],
    [
      "POST",
      `${POINTS}/query`,
      { prefetch: [{ query: VECTOR, filtre: filter }], query: VECTOR },
      "prefetch[0].filtre: unknown field; did you mean filter?",
    ],
    [
      "POST",
      `${POINTS}/query`,
      { query: { nearest: VECTOR, mmrr: {} } },
      "query.mmrr: unknown field; did you mean mmr?",
    ],
    [
      "PUT",
      "/collections/d",
      { vectors_config, hnsw_confg: { m: 64 } },
      "hnsw_confg: unknown field; did you mean hnsw_config?",
    ],
    [
      "PUT",
      "/collections/d",
      { vectors_config, hnsw_config: { M: 64 } },
      "hnsw_config.M: unknown field; did you mean m?",
    ],
    [
      "PUT",
      "/collections/d",
      { vectors_config: { ...vectors_config, onDisk: true } },
      "vectors_config.onDisk: unknown field; did you mean on_disk?",
    ],
    ["PATCH", "/collections/c", { nothing: 1 }, "nothing: unknown field"],
    [
      "PUT",
      "/collections/c/index",
      { field_name: "a", field_schema: { type: "integer", rnage: true } },
      "field_schema.rnage: unknown field; did you mean range?",
    ],
    ...(
      [
        [{ sum: [1], zz: 1 }, ': unknown key "zz"; this expression can have sum'],
        [
          { div: { left: 1, right: 2, by_zero: 3 } },
          '.div: unknown key "by_zero"; div can have left, right and by_zero_default',
        ],
        [{ pow: { base: 1, exponent: 1, zz: 1 } }, '.pow: unknown key "zz"; pow can have base and exponent'],
        [
          { exp_decay: { x: 1, scal: 1 } },
          '.exp_decay: unknown key "scal"; a decay can have x, target, scale and midpoint',
        ],
        [
          { geo_distance: { origin: { lon: 1, lat: 1, alt: 1 }, to: "g" } },
          '.geo_distance.origin: unknown key "alt"; a geo point can have lon and lat',
        ],
      ] as const
    ).map(
      ([formula, text]) =>
        [
          "POST",
          `${POINTS}/query`,
          { prefetch: { query: VECTOR }, query: { formula } },
          `query.formula${text}`,
        ] as [string, string, unknown, string],
    ),
    [
      "POST",
      `${POINTS}/query`,
      { query: VECTOR, with_payload: { include: ["a"], zz: 1 } },
      'with_payload: unknown key "zz"; give include or exclude',
    ],
    [
      "PUT",
      "/collections/d",
      { vectors_config, quantization_config: { scalar: { type: "int8" }, zz: 1 } },
      'quantization_config: expected {"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled", got an object with the keys "scalar", "zz"',
    ],
    [
      "PUT",
      "/collections/d",
      { vectors_config, strict_mode_config: { enabeld: true } },
      "strict_mode_config.enabeld: unknown field; did you mean enabled?",
    ],
    ["POST", "/aliases", { actions: [], action: 1 }, "action: unknown field; did you mean actions?"],
  ];
  for (const [method, path, body, error] of CASES) {
    it(`an unknown field of a request is refused without any effect: ${method} ${path} ${error}`, async () => {
      const answer = await server.call(method, path, body);
      expect([answer.status, answer.body.status.error]).to.deep.equal([400, error]);
      const { text } = await server.call("POST", `${POINTS}/scroll`, {});
      expect(text).to.include('"points":[{"id":1,"payload":{"a":1}}]');
      expect((await server.call("GET", "/collections/d/exists")).body.result.exists).to.equal(false);
    });
  }

  it("an unknown field of a request is refused in a line of an import, which continues with the next line", async () => {
    const lines = [
      { id: 2, vector: VECTOR, metadata: { a: 1 } },
      { id: 3, vector: VECTOR },
    ];
    const body = lines.map((line) => JSON.stringify(line)).join("\n");
    const { result } = (await server.call("POST", `${POINTS}/import`, body)).body;
    expect(result).to.include({ accepted: 1, rejected: 1 });
    expect(result.errors).to.deep.equal([
      { line: 1, error: "metadata: unknown field; did you mean payload?" },
    ]);
  });

  it("an unknown field of a request is refused by the operations of authentication in their envelope", async () => {
    const { status, body } = await server.call("POST", "/auth/admin", {
      password: "Blue-Kettle-77x",
      name: "me",
    });
    expect([status, body]).to.deep.equal([
      400,
      { status: "error", message: "name: unknown field; known here: password" },
    ]);
  });

  it("an unknown field of a request is quoted in the error up to the length of the longest valid name", async () => {
    const name = "x".repeat(100_000);
    const { status, text } = await server.call("POST", `${POINTS}/count`, { [name]: 1 });
    expect(status).to.equal(400);
    expect(text.length).to.be.lessThan(300);
  });

  it("an unknown field of a request is ignored and listed if it is shard_key, which has no meaning on a single server", async () => {
    const { status, headers } = await server.call("POST", `${POINTS}/count`, { shard_key: "a" });
    expect([status, headers.get(NAMED)]).to.deep.equal([200, "shard_key"]);
  });

  it("an unknown field of a request is ignored in the qdrant dialect, and listed in the response", async () => {
    const points = [5, 6].map((id) => ({ id, vector: VECTOR, metadata: {}, "naïve, name": 1 }));
    const body = { points, foo: 1 };
    const { status, headers } = await server.call("PUT", `${POINTS}?wait=true`, body, AS_QDRANT);
    expect([status, headers.get(NAMED)]).to.deep.equal([
      200,
      "points[].metadata, points[].na%C3%AFve%2C%20name, foo",
    ]);
    expect((await server.call("GET", `${POINTS}/6`)).status).to.equal(200);
  });

  it("an unknown field of a request is listed in a header of limited length", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field_${i}`, i]));
    const { status, headers } = await server.call("POST", `${POINTS}/count`, many, AS_QDRANT);
    expect(status).to.equal(200);
    expect(headers.get(NAMED)!.length).to.be.within(100, 1_000);
  });
});

describe("an unknown query parameter", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  it("an unknown query parameter is refused without any effect if the request changes something", async () => {
    const { status, body } = await server.call("DELETE", "/collections/c?undo_second=60");
    expect([status, body.status.error]).to.deep.equal([
      400,
      "undo_second: unknown query parameter; did you mean undo_seconds?",
    ]);
    expect((await server.call("GET", "/collections/c")).status).to.equal(200);
  });

  it("an unknown query parameter is refused if it has the name of a field of the body", async () => {
    const { status, body } = await server.call("POST", `${POINTS}/scroll?limit=3`, {});
    expect([status, body.status.error]).to.deep.equal([
      400,
      "limit: unknown query parameter; send it in the body",
    ]);
  });

  it("an unknown query parameter is ignored and listed in the response to a GET, because probes and browsers add parameters", async () => {
    const { status, headers } = await server.call("GET", "/collections?_=17&include_delted=true");
    expect([status, headers.get(NAMED)]).to.deep.equal([200, "_, include_delted"]);
  });

  it("an unknown query parameter is ignored and listed if Qdrant has it and it has no meaning here", async () => {
    const path = `${POINTS}/count?timeout=5&consistency=majority`;
    const { status, headers } = await server.call("POST", path, {});
    expect([status, headers.get(NAMED)]).to.deep.equal([200, "timeout, consistency"]);
  });

  it("an unknown query parameter is ignored in the qdrant dialect, and listed in the response", async () => {
    const { status, headers } = await server.call("POST", `${POINTS}/count?foo=1`, {}, AS_QDRANT);
    expect([status, headers.get(NAMED)]).to.deep.equal([200, "foo"]);
  });
});
