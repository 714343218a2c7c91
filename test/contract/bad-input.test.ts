// Bad input: every kind of it gets the documented 4xx in the core envelope. The decision: after each refusal the test
// checks that nothing was written and that the server still answers.

import { expect } from "chai";
import { MAX_LIMIT } from "../../src/schema/limits.ts";
import { refuses, upsertBody as upsert } from "../support/refusal.ts";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const VECTOR = "[1,2,3,4]";

describe("bad input:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
    await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
  });
  afterEach(() => server.close());

  const check = (method: string, path: string, body: unknown, status: number, error: string) =>
    refuses(server, { method, path, body }, status, error);

  describe("malformed JSON", () => {
    for (const [body, at] of [
      ['{"points":[', 11],
      ['{"points":[}', 11],
      ['{"points":[]}x', 13],
      ["{'points':[]}", 1],
      [`{"points":[{"id":1,"vector":[1,2,3,4],}]}`, 38],
    ] as const) {
      it(`malformed JSON is refused at byte ${at}: ${body}`, () =>
        check("PUT", POINTS, body, 400, `Malformed JSON at byte ${at}`));
    }

    it("malformed JSON is refused in a body that has no ids and no vectors", () =>
      check("PUT", "/collections/d", '{"vectors_config": x}', 400, "Malformed JSON at byte 19"));

    it("malformed JSON is refused when the body is not UTF-8", () =>
      check("PUT", POINTS, Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), 400, "Malformed JSON at byte 2"));

    it("malformed JSON is refused when the body contains NaN, which JSON does not have", () =>
      check("PUT", POINTS, upsert('{"id":3,"vector":[NaN,2,3,4]}'), 400, "Malformed JSON at byte 57"));
  });

  describe("values of a wrong type", () => {
    for (const [body, error] of [
      ["[]", "body: expected an object, got an array"],
      ["5", "body: expected an object, got 5"],
      ["{}", "points is required"],
      ['{"points":5}', "points: expected an array, got 5"],
      ['{"points":{"id":1}}', "points: expected an array, got an object"],
      ['{"points":[5]}', "points[0]: expected an object, got 5"],
      [`{"points":[{"vector":${VECTOR}}]}`, "points[0].id is required"],
      ['{"points":[{"id":1}]}', "points[0].vector is required"],
      [
        upsert('{"id":3,"vector":"x"}'),
        'points[1].vector: expected an array of numbers or an object of vectors by name, got "x"',
      ],
      [upsert('{"id":3,"vector":[1,2,"x",4]}'), 'points[1].vector[2]: expected a number, got "x"'],
      [upsert('{"id":3,"vector":[1,2,null,4]}'), "points[1].vector[2]: expected a number, got null"],
      [
        upsert('{"id":3,"vector":[[1,2,3,4]]}'),
        "points[1].vector[0]: expected a number, got an array; multivectors are not supported",
      ],
      [upsert('{"id":3,"vector":[]}'), "Dimension mismatch for vector '3': expected 4, got 0"],
      [
        upsert(`{"id":3,"vector":${VECTOR},"payload":[1]}`),
        "points[1].payload: expected an object, got an array",
      ],
      [upsert(`{"id":3,"vector":${VECTOR},"payload":"x"}`), 'points[1].payload: expected an object, got "x"'],
    ] as const) {
      it(`values of a wrong type are reported with their path and the value: ${error}`, () =>
        check("PUT", POINTS, body, 400, error));
    }

    for (const [body, error] of [
      [{ vector: [1, 2, 3, 4], limit: "5" }, `limit must be 1..${MAX_LIMIT}`],
      [{ vector: [1, 2, 3, 4], offset: -1 }, "offset: expected an integer of at least 0, got -1"],
      [{ vector: [1, 2, 3, 4], score_threshold: "x" }, 'score_threshold: expected a number, got "x"'],
      [
        { vector: [1, 2, 3, 4], with_payload: 1 },
        "with_payload: expected a boolean, a list of paths, {include: [...]} or {exclude: [...]}, got 1",
      ],
      [
        { vector: [1, 2, 3, 4], with_vector: 1 },
        "with_vector: expected a boolean or a list of vector names, got 1",
      ],
      [
        { vector: [1, 2, 3, 4], with_vector: ["x"] },
        "with_vector: collection 'c' has no vector named 'x'; it has the unnamed one",
      ],
      [
        { vector: { name: "x", vector: [1] } },
        "vector: collection 'c' has no vector named 'x'; it has the unnamed one",
      ],
      [
        { vector: [1, 2, 3, 4], params: { hnsw_ef: 0 } },
        "params.hnsw_ef: expected an integer from 1 to 10000, got 0",
      ],
      [{}, "vector is required"],
    ] as const) {
      it(`values of a wrong type are reported with their path in a search: ${error}`, () =>
        check("POST", `${POINTS}/search`, body, 400, error));
    }

    it("values of a wrong type are reported when they are parameters of the query string", () =>
      check("PUT", `${POINTS}?wait=maybe`, { points: [] }, 400, 'wait: expected a boolean, got "maybe"'));
  });

  describe("a vector of a wrong dimension", () => {
    it("a vector of a wrong dimension is refused in an upsert with the id of its point", () =>
      check(
        "PUT",
        POINTS,
        upsert('{"id":7,"vector":[1,2,3]}'),
        400,
        "Dimension mismatch for vector '7': expected 4, got 3",
      ));

    it("a vector of a wrong dimension is refused with all digits of an id above 2^53", () =>
      check(
        "PUT",
        POINTS,
        upsert('{"id":13570027672830659665,"vector":[1,2,3,4,5]}'),
        400,
        "Dimension mismatch for vector '13570027672830659665': expected 4, got 5",
      ));

    it("a vector of a wrong dimension is refused in a query with '' in the place of the id", () =>
      check(
        "POST",
        `${POINTS}/search`,
        { vector: [1] },
        400,
        "Dimension mismatch for vector '': expected 4, got 1",
      ));

    it("a vector of a wrong dimension is refused before any other search of its batch runs", () =>
      check(
        "POST",
        `${POINTS}/search/batch`,
        { searches: [{ vector: [1, 2, 3, 4] }, { vector: [1] }] },
        400,
        "Dimension mismatch for vector '': expected 4, got 1",
      ));
  });

  describe("numbers that are not finite as 32-bit floats", () => {
    for (const [number, shown] of [
      ["1e39", "1e+39"],
      ["-1e39", "-1e+39"],
      ["1e999", "Infinity"],
    ] as const) {
      it(`numbers that are not finite as 32-bit floats are refused: ${number}`, () =>
        check(
          "PUT",
          POINTS,
          upsert(`{"id":3,"vector":[1,2,${number},4]}`),
          400,
          `points[1].vector[2]: expected a number that is finite as a 32-bit float, got ${shown}`,
        ));
    }
  });

  describe("ids that are neither unsigned 64-bit integers nor UUIDs", () => {
    for (const id of ["-1", "1.5", "18446744073709551616", '"abc"', '"5"', "null", "true", "[]", "{}"]) {
      const shown = id === "[]" ? "an array" : id === "{}" ? "an object" : id;
      const rule = `expected an unsigned 64-bit integer or a UUID, got ${shown}`;
      it(`ids that are neither unsigned 64-bit integers nor UUIDs are refused: ${id}`, async () => {
        await check("PUT", POINTS, upsert(`{"id":${id},"vector":${VECTOR}}`), 400, `points[1].id: ${rule}`);
        await check("POST", `${POINTS}/delete`, `{"points":[1,${id}]}`, 400, `points[1]: ${rule}`);
        await check("POST", POINTS, `{"ids":[${id}]}`, 400, `ids[0]: ${rule}`);
      });
    }

    for (const id of ["-1", "1.5", "18446744073709551616", "abc"]) {
      it(`ids that are neither unsigned 64-bit integers nor UUIDs are refused in a path: ${id}`, () => {
        const shown = id === "18446744073709551616" ? id : JSON.stringify(id);
        const error = `id: expected an unsigned 64-bit integer or a UUID, got ${shown}`;
        return check("GET", `${POINTS}/${id}`, undefined, 400, error);
      });
    }
  });

  it("vectors of a wrong dimension are refused with the expected and the given dimension, and a hint", async () => {
    const points = [{ id: 7, vector: [1, 2, 3] }];
    const written = (await server.call("PUT", POINTS, { points })).body.status;
    expect(written).to.deep.equal({
      error: "Dimension mismatch for vector '7': expected 4, got 3",
      code: "INVALID_ARGUMENT",
      hint: "the vector of point 7 has 3 numbers; the collection's vectors have 4",
    });
    const asked = (await server.call("POST", `${POINTS}/search`, { vector: [1] })).body.status;
    expect(asked.error).to.equal("Dimension mismatch for vector '': expected 4, got 1");
    expect(asked.hint).to.equal("the query vector has 1 number; the collection's vectors have 4");
  });

  for (const [what, path, body, meant] of [
    ["NaN", "/search", '{"vector": [1, NaN, 3, 4]}', "NaN is no JSON"],
    [
      "-Infinity in a payload",
      "/payload",
      '{"payload": {"x": -Infinity}, "points": [1]}',
      "Infinity is no JSON",
    ],
    [
      "a number in quotes",
      "/search",
      '{"vector": [1, 2, 3, 4], "limit": "3"}',
      "send the number, without quotes",
    ],
    ["an id that is a text", "", '{"ids": ["doc-1"]}', "make a UUID of it"],
  ] as const) {
    it(`a request with ${what} is refused with a hint`, async () => {
      const answer = await server.call("POST", `${POINTS}${path}`, new TextEncoder().encode(body));
      expect(answer.status).to.equal(400);
      expect(answer.body.status.hint).to.contain(meant);
    });
  }

  describe("requests for collections", () => {
    for (const [method, path, body] of [
      ["PUT", "", { points: [] }],
      ["POST", "", { ids: [] }],
      ["POST", "/delete", { points: [] }],
      ["POST", "/count", {}],
      ["POST", "/search", { vector: [1] }],
      ["POST", "/search/batch", { searches: [] }],
      ["GET", "/1", undefined],
    ] as const) {
      it(`requests for collections are refused when the collection is unknown: ${method} .../points${path}`, () => {
        return check(method, `/collections/nope/points${path}`, body, 404, "Collection not found: nope");
      });
    }

    it("requests for collections are refused when a collection to be created exists", () =>
      check(
        "PUT",
        "/collections/c",
        { vectors_config: { size: 4, distance: "Dot" } },
        409,
        "Collection already exists: c",
      ));

    it("requests for collections are refused when vectors_config is missing", () =>
      check("PUT", "/collections/d", {}, 400, "vectors_config is required"));

    for (const [vectors_config, error] of [
      [{ size: 0, distance: "Dot" }, "vectors_config.size: expected an integer from 1 to 65536, got 0"],
      [
        { size: 65_537, distance: "Dot" },
        "vectors_config.size: expected an integer from 1 to 65536, got 65537",
      ],
      [{ size: "4", distance: "Dot" }, 'vectors_config.size: expected an integer from 1 to 65536, got "4"'],
      [{ size: 4 }, "vectors_config.distance is required"],
      [
        { size: 4, distance: "dot" },
        'vectors_config.distance: expected "Cosine", "Dot", "Euclid" or "Manhattan", got "dot"',
      ],
      [{ a: { size: 4 } }, "vectors_config.a.distance is required"],
      [5, "vectors_config: expected {size, distance} or an object of them by vector name, got 5"],
    ] as const) {
      it(`requests for collections are refused with an invalid vectors_config: ${error}`, () =>
        check("PUT", "/collections/d", { vectors_config }, 400, error));
    }
  });

  describe("names that are not well-formed Unicode", () => {
    it("names that are not well-formed Unicode are refused: half of a surrogate pair in the name of a vector", () =>
      check(
        "PUT",
        "/collections/d",
        '{"vectors_config":{"a\\ud800":{"size":4,"distance":"Dot"}}}',
        400,
        'vectors_config: a vector name must be well-formed Unicode, got "a\\ud800"',
      ));
  });

  it("objects may contain __proto__ as an ordinary key", async () => {
    const body = '{"vectors_config":{"size":4,"distance":"Dot"},"__proto__":{"size":1}}';
    await check("PUT", "/collections/d", body, 400, "__proto__: unknown field");
    expect((await server.call("PUT", "/collections/d", body, AS_QDRANT)).status).to.equal(200);
    const named = '{"vectors_config":{"__proto__":{"size":2,"distance":"Dot"}}}';
    expect((await server.call("PUT", "/collections/e", named)).status).to.equal(200);
    const point = '{"points":[{"id":1,"vector":{"__proto__":[1,2]}}]}';
    expect((await server.call("PUT", "/collections/e/points", point)).status).to.equal(200);
    const { text } = await server.call("GET", "/collections/e/points/1");
    expect(text).to.contain('"vector":{"__proto__":[1,2]}');
  });

  it("hnsw_config may contain unknown keys in the qdrant dialect", async () => {
    const hnsw_config = { m: 8, foo: "bar" };
    const body = { vectors_config: { size: 4, distance: "Dot" }, hnsw_config };
    await server.call("PUT", "/collections/d", body, AS_QDRANT);
    const { hnsw_config: shown } = (await server.call("GET", "/collections/d")).body.result.config;
    expect(shown).to.deep.equal({ m: 8, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 });
  });
});
