// Requests over REST with their vectors as bytes behind the JSON. The decision: results and errors equal those of the
// same request in JSON.
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { OPERATIONS } from "../../src/api/operations/index.ts";
import { between, countOf, roundRandom, seedOf } from "../support/chance.ts";
import { AS_BYTES, packedBody } from "../support/packed-body.ts";
import { AS_QDRANT, count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const LARGE_ID = 13570027672830659665n;

describe("a request with its vectors as bytes", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const send = (method: string, path: string, head: unknown, floats: readonly number[], headers = {}) =>
    server.call(method, path, packedBody(head, floats), { ...AS_BYTES, ...headers });

  it("a request with its vectors as bytes writes points with exact ids, and payloads as they were sent", async () => {
    const head = `{"points":[{"id":${LARGE_ID},"vector":{"$f32":4},"payload":{"a":1.0,"b":[]}},{"id":2,"vector":{"$f32":4}}]}`;
    expect((await send("PUT", POINTS, head, [1, 0.1, -0, 4, 5, 6, 7, 8])).status).to.equal(200);
    const { text } = await server.call("POST", POINTS, `{"ids":[${LARGE_ID},2],"with_vector":true}`);
    expect(text).to.contain(
      `[{"id":${LARGE_ID},"payload":{"a":1.0,"b":[]},"vector":[1,0.1,0,4]},{"id":2,"payload":{},"vector":[5,6,7,8]}]`,
    );
  });

  it("a request with its vectors as bytes writes columns whose vectors are one matrix", async () => {
    const head = { batch: { ids: [1, 2], vectors: { $f32: [2, 4] } } };
    expect((await send("PUT", POINTS, head, [1, 2, 3, 4, 5, 6, 7, 8])).status).to.equal(200);
    const { body } = await server.call("POST", POINTS, { ids: [2], with_vector: true });
    expect(body.result[0].vector).to.deep.equal([5, 6, 7, 8]);
  });

  it("a request with its vectors as bytes gets the same response as with JSON from every operation that accepts vectors", async () => {
    await server.call("PUT", POINTS, {
      points: Array.from({ length: 9 }, (_, id) => ({ id, vector: [id, 1, 2, 3], payload: { id } })),
    });
    const vector = [1, 2, 0.3, 4];
    const mark = { $f32: 4 };
    const asked: [path: string, of: (vector: unknown) => object][] = [
      ["/search", (vector) => ({ vector, limit: 3, filter: { must: [{ key: "id", range: { gt: 2 } }] } })],
      ["/search/batch", (vector) => ({ searches: [{ vector }, { vector: vector, limit: 2 }] })],
      ["/search/groups", (vector) => ({ vector, group_by: "id" })],
      ["/query", (query) => ({ query, limit: 3 })],
      ["/query", (nearest) => ({ query: { nearest }, prefetch: [{ query: nearest, limit: 5 }] })],
      ["/query/batch", (query) => ({ searches: [{ query }] })],
      ["/recommend", (one) => ({ positive: [1, one], negative: [one] })],
      ["/discover", (target) => ({ target, context: [{ positive: 1, negative: target }] })],
    ];
    for (const [path, of] of asked) {
      const plain = await server.call("POST", POINTS + path, of(vector));
      const marks = JSON.stringify(of(mark)).split("$f32").length - 1;
      const packed = await send("POST", POINTS + path, of(mark), Array(marks).fill(vector).flat());
      expect(packed.body.result, path + packed.text).to.deep.equal(plain.body.result);
      expect(packed.status).to.equal(200);
    }
  });

  it("a request with its vectors as bytes may spell its content type in any case and with parameters, be compressed, and be empty", async () => {
    const head = { vector: { $f32: 4 } };
    const type = { "content-type": "Application/Octet-Stream; x=y" };
    expect((await send("POST", `${POINTS}/search`, head, [1, 2, 3, 4], type)).status).to.equal(200);
    const zipped = gzipSync(packedBody(head, [1, 2, 3, 4]));
    const encoding = { ...AS_BYTES, "content-encoding": "gzip" };
    expect((await server.call("POST", `${POINTS}/search`, zipped, encoding)).status).to.equal(200);
    expect((await server.call("POST", `${POINTS}/query`, "", AS_BYTES)).status).to.equal(200);
  });

  it("a request with its vectors as bytes is refused with the same errors as a request in JSON", async () => {
    const same = async (path: string, method: string, plain: string, head: unknown, floats: number[]) => {
      for (const headers of [{}, AS_QDRANT]) {
        const expected = await server.call(method, POINTS + path, plain, headers);
        const { status, body } = await send(method, POINTS + path, head, floats, headers);
        expect(expected.status).to.be.within(400, 422);
        expect([status, body.status]).to.deep.equal([expected.status, expected.body.status]);
      }
    };
    const point = (vector: string) => `{"points":[{"id":7,"vector":${vector}}]}`;
    await same("", "PUT", point("[1,2,3]"), point('{"$f32":3}'), [1, 2, 3]);
    await same("", "PUT", point("[]"), point('{"$f32":0}'), []);
    await same("/search", "POST", '{"vector":[1,2,3,4,5]}', { vector: { $f32: 5 } }, [1, 2, 3, 4, 5]);
    await same(
      "",
      "PUT",
      '{"points":[{"vector":[1,2,3,4]}]}',
      { points: [{ vector: { $f32: 4 } }] },
      [1, 2, 3, 4],
    );
    await same("", "PUT", '{"points":[{"id":1,}]}', '{"points":[{"id":1,}]}', []);
    expect(await count(server)).to.equal(0);
  });

  it("a request with its vectors as bytes is refused with the position of a number that is not finite", async () => {
    const error = async (value: number) => {
      const { status, body } = await send("PUT", POINTS, { points: [{ id: 1, vector: { $f32: 4 } }] }, [
        1,
        2,
        value,
        4,
      ]);
      return [status, body.status.error];
    };
    const text = (got: string) =>
      `points[0].vector[2]: expected a number that is finite as a 32-bit float, got ${got}`;
    expect(await error(Number.NaN)).to.deep.equal([400, text("NaN")]);
    expect(await error(-Infinity)).to.deep.equal([400, text("-Infinity")]);
  });

  for (const [where, query] of [
    ["query", { $f32: 4 }],
    ["query.nearest", { nearest: { $f32: 4 } }],
    ["query.recommend.positive[0]", { recommend: { positive: [{ $f32: 4 }] } }],
    ["query.discover.target", { discover: { target: { $f32: 4 }, context: [] } }],
  ] as const)
    it(`a request with its vectors as bytes is refused for a number in ${where} that is not finite`, async () => {
      await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
      const { status, body } = await send("POST", `${POINTS}/query`, { query }, [1, Number.NaN, 3, 4]);
      expect([status, body.status.error]).to.deep.equal([
        400,
        `${where}[1]: expected a number that is finite as a 32-bit float, got NaN`,
      ]);
    });

  it("a request with its vectors as bytes is refused with a clear error when the body is JSON alone, or ends too early", async () => {
    const { status, body } = await server.call("POST", `${POINTS}/search`, '{"vector":[1,2,3,4]}', AS_BYTES);
    expect(status).to.equal(400);
    expect(body.status.error).to.contain("JSON alone is sent as application/json");
  });

  it("a request with its vectors as bytes is read as JSON by operations without vectors, whatever its content type is", async () => {
    expect((await server.call("POST", `${POINTS}/count`, "{}", AS_BYTES)).status).to.equal(200);
    expect((await server.call("POST", `${POINTS}/delete`, '{"points":[1]}', AS_BYTES)).status).to.equal(200);
  });

  it("a request with its vectors as bytes is described in the OpenAPI document for every operation that takes vectors", async () => {
    const { body } = await server.call("GET", "/openapi.json");
    const packed = OPERATIONS.filter(({ rest }) => {
      const content = body.paths[rest.path][rest.method].requestBody?.content;
      return content?.["application/octet-stream"] !== undefined;
    });
    expect(packed.map(({ id }) => id)).to.include.members(["upsertPoints", "searchPoints", "queryPoints"]);
    expect(packed.map(({ id }) => id)).not.to.include.members(["importPoints", "deletePoints"]);
  });

  it("a request with its vectors as bytes gets a response for any bytes, after which the server continues", async () => {
    const seed = seedOf();
    const rounds = countOf("ROUNDS", 60);
    const whole = packedBody({ points: [{ id: 1, vector: { $f32: 4 }, payload: { a: 1 } }] }, [1, 2, 3, 4]);
    for (let round = 0; round < rounds; round++) {
      const random = roundRandom(seed, round);
      const body = Buffer.from(
        whole.subarray(0, random() < 0.5 ? whole.length : between(random, 0, whole.length)),
      );
      for (let edits = between(random, 0, 4); edits > 0 && body.length > 0; edits--) {
        body[between(random, 0, body.length - 1)] = between(random, 0, 255);
      }
      const { status, text } = await server.call("PUT", POINTS, body, AS_BYTES);
      expect([200, 400], `SEED=${seed} round ${round}: ${text}`).to.include(status);
    }
    const search = await send("POST", `${POINTS}/search`, { vector: { $f32: 4 } }, [1, 2, 3, 4]);
    expect(search.status).to.equal(200);
  });
});
