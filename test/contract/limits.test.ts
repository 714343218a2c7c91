// Limits of requests: depth, counts and sizes, each with its error. The decision: after each refusal the test checks
// that nothing was written and that the server still answers.
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { MAX_JSON_VALUES } from "../../src/json/json-limits.ts";
import {
  MAX_ANSWER_BYTES,
  MAX_BATCH_POINTS,
  MAX_BODY_BYTES,
  MAX_HITS_PER_REQUEST,
  MAX_IDS,
  MAX_LIMIT,
  MAX_PLAIN_BODY_BYTES,
  MAX_SEARCHES,
  MAX_VECTOR_FIELDS,
} from "../../src/schema/limits.ts";
import { refuses, upsertBody as upsert } from "../support/refusal.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const POINTS = "/collections/c/points";
const VECTOR = "[1,2,3,4]";

describe("limits:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
    await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
  });
  afterEach(() => server.close());

  const check = (method: string, path: string, body: unknown, status: number, error: string) =>
    refuses(server, { method, path, body }, status, error);

  describe("a payload at its limits", () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

    it("a payload is refused with 65 levels of nesting", () =>
      check(
        "PUT",
        POINTS,
        upsert(`{"id":3,"vector":${VECTOR},"payload":${nested(65)}}`),
        400,
        "points[1].payload: expected at most 64 levels of nesting, got 65",
      ));

    it("a payload is accepted and returned with 64 levels of nesting", async () => {
      await server.call("PUT", POINTS, `{"points":[{"id":3,"vector":${VECTOR},"payload":${nested(64)}}]}`);
      expect((await server.call("GET", `${POINTS}/3`)).text).to.contain(nested(64));
    });

    it("a payload is refused with a million levels of nesting", () =>
      check(
        "PUT",
        POINTS,
        upsert(`{"id":3,"vector":${VECTOR},"payload":${nested(1_000_000)}}`),
        400,
        "a value of more than 1048576 bytes at byte 76: payloads, texts and numbers may have as many",
      ));

    it("a payload is refused above 1 MiB", () =>
      check(
        "PUT",
        POINTS,
        upsert(`{"id":3,"vector":${VECTOR},"payload":{"a":"${"x".repeat(1024 * 1024)}"}}`),
        400,
        "points[1].payload: expected at most 1048576 bytes, got 1048584",
      ));
  });

  describe("limits of counts and sizes", () => {
    it("limits of counts and sizes refuse a batch with too many points", () => {
      const points = Array.from({ length: MAX_BATCH_POINTS + 1 }, (_, id) => ({ id, vector: [1, 2, 3, 4] }));
      return check(
        "PUT",
        POINTS,
        { points },
        400,
        `points: expected at most ${MAX_BATCH_POINTS} items, got ${points.length}`,
      );
    });

    it("limits of counts and sizes refuse a request with too many ids", () => {
      const ids = Array.from({ length: MAX_IDS + 1 }, (_, id) => id);
      return check("POST", POINTS, { ids }, 400, `ids: expected at most ${MAX_IDS} items, got ${ids.length}`);
    });

    it("limits of counts and sizes refuse a batch with too many searches", () => {
      const searches = Array.from({ length: MAX_SEARCHES + 1 }, () => ({ vector: [1, 2, 3, 4] }));
      return check(
        "POST",
        `${POINTS}/search/batch`,
        { searches },
        400,
        `searches: expected at most ${MAX_SEARCHES} items, got ${searches.length}`,
      );
    });

    for (const limit of [0, -1, MAX_LIMIT + 1, 1.5]) {
      it(`limits of counts and sizes refuse a search limit of ${limit}`, () =>
        check(
          "POST",
          `${POINTS}/search`,
          { vector: [1, 2, 3, 4], limit },
          400,
          `limit must be 1..${MAX_LIMIT}`,
        ));
    }

    it("limits of counts and sizes refuse a batch whose searches together request too many points", async () => {
      await server.call("PUT", POINTS, {
        points: Array.from({ length: 1000 }, (_, id) => ({ id, vector: [1, 2, 3, 4] })),
      });
      const searches = Array.from({ length: 101 }, () => ({
        vector: [1, 2, 3, 4],
        limit: 10_000,
        offset: 7,
      }));
      const { status, body } = await server.call("POST", `${POINTS}/search/batch`, { searches });
      expect([status, body.status.error]).to.deep.equal([
        400,
        `limit, offset and oversampling ask for 101000 points, at most ${MAX_HITS_PER_REQUEST} in one request`,
      ]);
    });

    itWeekly(
      "limits of counts and sizes refuse a response that would be too large, before it is built",
      async () => {
        const payload = { a: "x".repeat(1_000_000) };
        for (let id = 0; id < 136; id += 34) {
          const points = Array.from({ length: 34 }, (_, i) => ({
            id: id + i,
            vector: [1, 2, 3, 4],
            payload,
          }));
          expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
        }
        const ids = Array.from({ length: 136 }, (_, id) => id);
        const error = `The answer would be larger than ${MAX_ANSWER_BYTES} bytes; ask for fewer points, or without vectors or payload`;
        const { status, body } = await server.call("POST", POINTS, { ids });
        expect([status, body.status.error]).to.deep.equal([400, error]);
        expect((await server.call("POST", POINTS, { ids, with_payload: false })).status).to.equal(200);
      },
    );

    it("limits of counts and sizes refuse a list with more vector names than a collection may have", () => {
      const with_vector = Array.from({ length: MAX_VECTOR_FIELDS + 1 }, () => "");
      const search = { vector: [1, 2, 3, 4], with_vector };
      const error = `with_vector: expected at most ${MAX_VECTOR_FIELDS} items, got ${MAX_VECTOR_FIELDS + 1}`;
      return check("POST", `${POINTS}/search`, search, 400, error);
    });

    it("limits of counts and sizes refuse a body that is too large, with an error that the client can read", async () => {
      const error = (limit: number) =>
        `Request body is larger than the limit of ${limit} bytes; send smaller batches`;
      const blanks = (size: number) => new Uint8Array(size).fill(0x20);
      await check("PUT", POINTS, blanks(MAX_BODY_BYTES + 1), 413, error(MAX_BODY_BYTES));
      await check(
        "PUT",
        "/collections/d",
        blanks(MAX_PLAIN_BODY_BYTES + 1),
        413,
        error(MAX_PLAIN_BODY_BYTES),
      );
    });

    it("limits of counts and sizes refuse a chunked body that becomes too large", async () => {
      const chunk = new Uint8Array(8 * 1024 * 1024).fill(0x20);
      let left = MAX_BODY_BYTES / chunk.length + 1;
      const body = new ReadableStream({
        pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
      });
      const response = await fetch(server.url + POINTS, {
        method: "PUT",
        body,
        duplex: "half",
      } as RequestInit);
      expect(response.status).to.equal(413);
      expect(await count(server)).to.equal(1);
    });

    itWeekly("limits of counts and sizes refuse a body with too many values", () => {
      const body = `{"points":[${"{},".repeat(MAX_JSON_VALUES)}{}]}`;
      const at = '{"points":['.length + (MAX_JSON_VALUES - 2) * 3;
      return check("PUT", POINTS, body, 400, `JSON of more than ${MAX_JSON_VALUES} values at byte ${at}`);
    });

    it("limits of counts and sizes refuse a small gzip body that unpacks to a large one", async () => {
      const bomb = gzipSync(new Uint8Array(MAX_BODY_BYTES + 1).fill(0x20));
      const { status } = await server.call("PUT", POINTS, bomb, { "content-encoding": "gzip" });
      expect(status).to.equal(413);
    });
  });

  it("a request that needs more memory than the server has gets 500 out of memory and writes nothing", async () => {
    await server.close();
    server = await startTestServer({ maximumPages: 4 });
    await createCollection(server, { size: 1024, distance: "Dot" });
    const vector = Array.from({ length: 1024 }, () => 1);
    await server.call("PUT", POINTS, { points: [{ id: 1, vector }] });
    const points = Array.from({ length: 100 }, (_, i) => ({ id: i + 2, vector }));
    const { status, body } = await server.call("PUT", POINTS, { points });
    expect([status, body.status.error]).to.deep.equal([500, "Upsert failed: out of memory"]);
    expect(await count(server)).to.equal(1);
    expect((await server.call("POST", `${POINTS}/search`, { vector })).body.result).to.have.length(1);
  });
});
