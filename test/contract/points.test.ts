// Points over REST: written, read by id, deleted and counted. The decision: ids and payloads are returned exactly as
// they were sent.
import { expect } from "chai";
import { connect } from "../../src/client/index.ts";
import { vectorDbOf } from "../../src/embedded/vector-db.ts";
import type { VectorDbError } from "../../src/errors/vector-db-error.ts";
import { RawJson } from "../../src/schema/raw-json.ts";
import { NATIVE_RULES } from "../../src/schema/rules.ts";
import { bare } from "../support/annotated.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const UUID = "550e8400-e29b-41d4-a716-446655440000";

describe("points:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  describe("PUT .../points", () => {
    it("PUT .../points returns the LSN, which grows with every write to the server", async () => {
      const first = await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
      const second = await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
      expect(first.body.result).to.deep.equal({ operation_id: 2, status: "Completed" });
      expect(second.body.result.operation_id).to.equal(3);
    });

    it("PUT .../points answers Acknowledged with wait=false", async () => {
      const { body } = await server.call("PUT", `${POINTS}?wait=false`, {
        points: [{ id: 1, vector: [1, 2, 3, 4] }],
      });
      expect(body.result.status).to.equal("Acknowledged");
    });

    it("PUT .../points replaces vector and payload of an existing id", async () => {
      await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4], payload: { a: 1 } }] });
      await server.call("PUT", POINTS, { points: [{ id: 1, vector: [5, 6, 7, 8] }] });
      const { body } = await server.call("GET", `${POINTS}/1`);
      expect(body.result).to.deep.equal({ id: 1, payload: {}, vector: [5, 6, 7, 8] });
      expect(await count(server)).to.equal(1);
    });

    it("PUT .../points keeps the last of several points with one id in a batch", async () => {
      const points = [1, 2, 3].map((n) => ({ id: 9, vector: [n, n, n, n], payload: { n } }));
      await server.call("PUT", POINTS, { points });
      const { body } = await server.call("POST", `${POINTS}/search`, { vector: [1, 1, 1, 1] });
      expect(body.result.map(({ payload }: { payload: unknown }) => payload)).to.deep.equal([{ n: 3 }]);
    });

    it("PUT .../points accepts an empty list of points", async () => {
      expect((await server.call("PUT", POINTS, { points: [] })).status).to.equal(200);
    });

    it("PUT .../points keeps payloads byte for byte: order of keys, long numbers, escapes, __proto__", async () => {
      const payload =
        '{"b":1, "a":[1e400,0.10000000000000000001], "__proto__":{"x":1}, "é":"\\ud83d\\u00e9"}';
      await server.call("PUT", POINTS, `{"points":[{"id":1,"vector":[1,2,3,4],"payload":${payload}}]}`);
      expect((await server.call("GET", `${POINTS}/1`)).text).to.contain(`"payload":${payload}`);
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    });

    it("PUT .../points accepts a gzip body", async () => {
      const { gzipSync } = await import("node:zlib");
      const body = gzipSync(JSON.stringify({ points: [{ id: 1, vector: [1, 2, 3, 4] }] }));
      const { status } = await server.call("PUT", POINTS, body, { "content-encoding": "gzip" });
      expect(status).to.equal(200);
      expect(await count(server)).to.equal(1);
    });
  });

  describe("ids", () => {
    it("ids stay exact above 2^53 in every operation", async () => {
      const id = "13570027672830659665";
      const body = await server.call("PUT", POINTS, `{"points":[{"id":${id},"vector":[1,2,3,4]}]}`);
      expect(body.status).to.equal(200);
      for (const answer of [
        await server.call("GET", `${POINTS}/${id}`),
        await server.call("POST", POINTS, `{"ids":[${id}]}`),
        await server.call("POST", `${POINTS}/search`, { vector: [1, 2, 3, 4] }),
        await server.call("POST", `${POINTS}/search/batch`, { searches: [{ vector: [1, 2, 3, 4] }] }),
      ]) {
        expect(answer.text).to.contain(`"id":${id},`);
      }
      const neighbour = "13570027672830660000";
      expect((await server.call("GET", `${POINTS}/${neighbour}`)).text).to.contain(
        `Point not found: ${neighbour}`,
      );
      await server.call("POST", `${POINTS}/delete`, `{"points":[${neighbour}]}`);
      expect(await count(server)).to.equal(1);
      await server.call("POST", `${POINTS}/delete`, `{"points":[${id}]}`);
      expect(await count(server)).to.equal(0);
    });

    for (const spelling of [
      UUID,
      UUID.toUpperCase(),
      UUID.replaceAll("-", ""),
      `urn:uuid:${UUID}`,
      `{${UUID}}`,
    ]) {
      it(`ids are written ${spelling} and returned in lower case with dashes`, async () => {
        await server.call("PUT", POINTS, { points: [{ id: spelling, vector: [1, 2, 3, 4] }] });
        const { body } = await server.call("POST", POINTS, { ids: [UUID] });
        expect(body.result[0].id).to.equal(UUID);
        expect((await server.call("GET", `${POINTS}/${encodeURIComponent(spelling)}`)).status).to.equal(200);
      });
    }
  });

  describe("POST .../points", () => {
    beforeEach(async () => {
      const points = [1, 2, 3].map((n) => ({ id: n, vector: [n, 0, 0, 0], payload: { n } }));
      await server.call("PUT", POINTS, { points });
    });

    it("POST .../points returns points in the order of the request, each once", async () => {
      const { body } = await server.call("POST", POINTS, { ids: [3, 1, 3], with_vector: true });
      expect(body.result).to.deep.equal([
        { id: 3, payload: { n: 3 }, vector: [3, 0, 0, 0] },
        { id: 1, payload: { n: 1 }, vector: [1, 0, 0, 0] },
      ]);
    });

    it("POST .../points returns neither vector nor payload if they were not requested", async () => {
      const { body } = await server.call("POST", POINTS, { ids: [1], with_payload: false });
      expect(body.result).to.deep.equal([{ id: 1 }]);
    });

    it("POST .../points answers 404 with all missing ids, and returns no point", async () => {
      const { status, body, text } = await server.call(
        "POST",
        POINTS,
        `{"ids":[1,8,18446744073709551615,8]}`,
      );
      expect([status, body.status.error]).to.deep.equal([404, "Point not found: 8, 18446744073709551615"]);
      expect(text).to.contain(',"code":"NOT_FOUND","missing":[8,18446744073709551615]}}');
      expect(body.result).to.equal(undefined);
    });

    it("POST .../points lists the first hundred missing ids in the error, and all of them in `missing`", async () => {
      const ids = Array.from({ length: 1_000 }, (_, i) => 10 + i);
      const { body } = await server.call("POST", POINTS, { ids });
      expect(body.status.error).to.match(/^Point not found: 10, 11, .*, 109 and 900 more$/);
      expect(body.status.missing).to.deep.equal(ids);
    });

    it("POST .../points executes writes of the library in the order of their calls, also a small one after a large one", async () => {
      const { points } = server.services;
      const vector = Float32Array.of(1, 2, 3, 4);
      const payload = (bytes: number) => new RawJson(Buffer.from(`{"a":"${"x".repeat(bytes)}"}`), 1);
      const write = (count: number, bytes: number) =>
        points.upsert(
          {
            collection_name: "c",
            points: Array.from({ length: count }, (_, id) => ({ id, vector, payload: payload(bytes) })),
          },
          NATIVE_RULES,
        );
      // The slots of both writes are reserved before, so that the large write waits for nothing.
      await write(60, 1);
      const [large, small] = await Promise.all([write(40, 500_000), write(1, 2)]);
      expect(bare(small).operation_id).to.equal(bare(large).operation_id + 1);
      const { body } = await server.call("GET", `${POINTS}/0`);
      expect(body.result.payload).to.deep.equal({ a: "xx" });
    });

    it("POST .../points lists all missing ids of the first operation of a batch that names any", async () => {
      const set = (...points: number[]) => ({ set_payload: { payload: { a: 1 }, points } });
      const { status, body } = await server.call("POST", `${POINTS}/batch`, {
        operations: [set(1), set(8, 1, 9, 8), set(10)],
      });
      expect([status, body.status.missing]).to.deep.equal([404, [8, 9]]);
    });

    it("POST .../points returns all missing ids to the library, from a server and in its own process", async () => {
      const client = connect({ url: server.url });
      const embedded = vectorDbOf({
        services: server.services,
        release: async () => {},
        defer: setImmediate,
      });
      for (const database of [client, embedded] as unknown as {
        retrievePoints(o: object): Promise<unknown>;
      }[]) {
        const request = { collection_name: "c", ids: [1, 8, 2n ** 64n - 1n, UUID] };
        const error = await database.retrievePoints(request).then(
          () => undefined,
          (thrown: VectorDbError) => thrown,
        );
        expect([error?.code, error?.missing]).to.deep.equal(["NOT_FOUND", [8, 2n ** 64n - 1n, UUID]]);
      }
      await client.close();
    });
  });

  describe("POST .../points/delete", () => {
    it("POST .../points/delete deletes points by their ids, and ignores missing ids", async () => {
      await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
      const { status, body } = await server.call("POST", `${POINTS}/delete`, { points: [1, 99, UUID] });
      expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
      expect((await server.call("GET", `${POINTS}/1`)).status).to.equal(404);
      expect(
        (await server.call("POST", `${POINTS}/search`, { vector: [1, 2, 3, 4] })).body.result,
      ).to.deep.equal([]);
    });
  });

  describe("named vectors", () => {
    beforeEach(async () => {
      await server.call("DELETE", "/collections/c");
      await createCollection(server, { a: { size: 2, distance: "Dot" }, b: { size: 3, distance: "Euclid" } });
      await server.call("PUT", POINTS, {
        points: [
          { id: 1, vector: { a: [1, 0], b: [1, 2, 3] } },
          { id: 2, vector: { b: [4, 5, 6] } },
          { id: 3, vector: {} },
        ],
      });
    });

    it("named vectors are returned by name; a point may lack some or all of them", async () => {
      const { body } = await server.call("POST", POINTS, {
        ids: [1, 2, 3],
        with_payload: false,
        with_vector: true,
      });
      expect(body.result).to.deep.equal([
        { id: 1, vector: { a: [1, 0], b: [1, 2, 3] } },
        { id: 2, vector: { b: [4, 5, 6] } },
        { id: 3, vector: {} },
      ]);
    });

    it("named vectors can be requested by their names", async () => {
      const { body } = await server.call("POST", POINTS, {
        ids: [1],
        with_payload: false,
        with_vector: ["a"],
      });
      expect(body.result).to.deep.equal([{ id: 1, vector: { a: [1, 0] } }]);
    });

    it("named vectors are searched one at a time, and points without the searched one are no hits", async () => {
      const search = { vector: { name: "a", vector: [1, 1] }, with_payload: false };
      const { body } = await server.call("POST", `${POINTS}/search`, search);
      expect(body.result.map(({ id }: { id: number }) => id)).to.deep.equal([1]);
    });

    for (const [what, path, body] of [
      ["an upsert with a name", POINTS, { points: [{ id: 9, vector: { x: [1] } }] }],
      ["an upsert without a name", POINTS, { points: [{ id: 9, vector: [1, 2] }] }],
    ] as const) {
      it(`named vectors are refused in ${what} under a name that the collection does not have`, async () => {
        const answer = await server.call("PUT", path, body);
        expect(answer.status).to.equal(400);
        expect(answer.body.status.error).to.contain("it has 'a', 'b'");
        expect(await count(server)).to.equal(3);
      });
    }
  });
});
