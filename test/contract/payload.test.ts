// Changes to payloads over REST. The decision: a change rewrites only the members that it names, and a request that is
// refused changes no point.
import { expect } from "chai";
import { MAX_PATHS, MAX_PAYLOAD_BYTES } from "../../src/schema/limits.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const PAYLOAD = `${POINTS}/payload`;

/** A payload that stays equal only if it is kept as text and not parsed. */
const DELICATE = '{"n":12345678901234567890,"f":1.0,"\\ud83d":"\\u00e9","__proto__":{"x":1},"a.b":[ 1 ]';

describe("payload operations:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    await createCollection(server);
    await server.call(
      "PUT",
      POINTS,
      `{"points":[{"id":1,"vector":[1,0,0,0],"payload":${DELICATE},"k":"x"}},
        {"id":2,"vector":[2,0,0,0],"payload":{"k":"y"}},{"id":3,"vector":[3,0,0,0]}]}`,
    );
  });
  afterEach(() => server.call("DELETE", "/collections/c"));

  /** Returns the payload of a point as text. */
  async function payloadOf(id: number): Promise<string> {
    const { text } = await server.call("GET", `${POINTS}/${id}`);
    return /"payload":(.*),"vector"/.exec(text)![1]!;
  }

  async function payloads(): Promise<string[]> {
    return [await payloadOf(1), await payloadOf(2), await payloadOf(3)];
  }

  /** Expects that the request is refused with this status and error, and that no payload has changed. */
  async function refuses(method: string, path: string, body: unknown, status: number, error: string) {
    const before = await payloads();
    const answer = await server.call(method, path, body);
    expect([answer.status, answer.body.status.error]).to.deep.equal([status, error]);
    expect(await payloads()).to.deep.equal(before);
  }

  describe("POST .../points/payload", () => {
    it("POST .../points/payload sets members, keeps all others byte for byte, and returns the result of a write", async () => {
      const { status, body } = await server.call(
        "POST",
        PAYLOAD,
        '{"payload":{"k":[2],"z":1e400},"points":[1]}',
      );
      expect([status, body.result.status]).to.deep.equal([200, "Completed"]);
      expect(body.result.operation_id).to.be.a("number");
      expect(await payloads()).to.deep.equal([`${DELICATE},"k":[2],"z":1e400}`, '{"k":"y"}', "{}"]);
    });

    it("POST .../points/payload changes nothing of a point but its payload and its version", async () => {
      const { body } = await server.call("POST", PAYLOAD, { payload: { z: 1 }, points: [2] });
      const search = await server.call("POST", `${POINTS}/search`, {
        vector: [1, 0, 0, 0],
        with_vector: true,
      });
      expect(search.body.result.find(({ id }: { id: number }) => id === 2)).to.deep.equal({
        id: 2,
        version: body.result.operation_id,
        score: 2,
        payload: { k: "y", z: 1 },
        vector: [2, 0, 0, 0],
      });
    });

    it("POST .../points/payload sets members of the object at `key`, and creates the object if it is missing", async () => {
      await server.call("POST", PAYLOAD, { payload: { s: 0 }, points: [2], key: "a.b" });
      await server.call("POST", PAYLOAD, { payload: { t: 1 }, points: [2], key: "a.b" });
      await server.call("POST", PAYLOAD, { payload: { u: 1 }, points: [1], key: '"a.b"[0]' });
      expect(await payloads()).to.deep.equal([
        `${DELICATE.replace("[ 1 ]", '[{"u":1}]')},"k":"x"}`,
        '{"k":"y","a":{"b":{"s":0,"t":1}}}',
        "{}",
      ]);
    });

    it("POST .../points/payload changes all points that match a filter, and all points with {}", async () => {
      const filter = { must: [{ key: "k", match: { value: "y" } }] };
      await server.call("POST", PAYLOAD, { payload: { f: 1 }, filter });
      await server.call("POST", PAYLOAD, { payload: { all: 1 }, filter: {} });
      expect((await payloads()).slice(1)).to.deep.equal(['{"k":"y","f":1,"all":1}', '{"all":1}']);
      const { body } = await server.call("POST", PAYLOAD, {
        payload: { f: 1 },
        filter: { must: [{ has_id: [99] }] },
      });
      expect(body.result.status).to.equal("Completed");
    });

    it("POST .../points/payload changes only those of the given points that match the filter", async () => {
      await server.call("POST", PAYLOAD, {
        payload: { z: 1 },
        points: [2],
        filter: { must: [{ has_id: [3] }] },
      });
      expect((await payloads()).slice(1)).to.deep.equal(['{"k":"y","z":1}', "{}"]);
    });

    it("POST .../points/payload loses no change of concurrent requests", async () => {
      const all = Array.from({ length: 30 }, (_, n) => ({ payload: { [`k${n}`]: n }, points: [2] }));
      const beside = { points: [{ id: 9, vector: [9, 0, 0, 0] }] };
      const calls = all.flatMap((body, n) => [
        server.call("POST", `${PAYLOAD}?wait=${n % 2 === 0}`, body),
        server.call("PUT", POINTS, beside),
      ]);
      for (const { status } of await Promise.all(calls)) expect(status).to.equal(200);
      await server.call("POST", PAYLOAD, { payload: {}, points: [2] });
      const { body } = await server.call("GET", `${POINTS}/2`);
      const wanted = Object.assign({ k: "y" }, ...all.map(({ payload }) => payload));
      expect(body.result.payload).to.deep.equal(wanted);
    });

    it("POST .../points/payload answers Acknowledged with wait=false", async () => {
      const { body } = await server.call("POST", `${PAYLOAD}?wait=false`, { payload: {}, points: [1] });
      expect(body.result.status).to.equal("Acknowledged");
    });

    it("POST .../points/payload refuses a missing id, and changes no other point", () =>
      refuses("POST", PAYLOAD, { payload: { z: 1 }, points: [1, 98, 99] }, 404, "Point not found: 98, 99"));

    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
    const big = `"${"x".repeat(MAX_PAYLOAD_BYTES / 2)}"`;
    const REFUSED: readonly [body: string, error: string][] = [
      ["{}", "payload is required"],
      ['{"payload":{}}', "points or filter is required"],
      ['{"payload":{},"points":null,"filter":null}', "points or filter is required"],
      ['{"payload":null,"points":[1]}', "payload: expected an object, got null"],
      ['{"payload":[1],"points":[1]}', "payload: expected an object, got an array"],
      ['{"payload":{},"points":["x"]}', 'points[0]: expected an unsigned 64-bit integer or a UUID, got "x"'],
      [
        '{"payload":{},"filter":{"mist":[]}}',
        'Invalid filter at filter: unknown key "mist"; a filter can have must, should, must_not and min_should',
      ],
      [
        `{"payload":${nested(60)},"points":[1],"key":"a.b.c.d.e"}`,
        "payload: expected at most 64 levels of nesting, got 65 with those of the key",
      ],
    ];
    for (const [body, error] of REFUSED) {
      it(`POST .../points/payload writes nothing when it refuses: ${error}`, async () => {
        const before = await payloads();
        const answer = await server.call("POST", PAYLOAD, body);
        expect(answer.status).to.equal(400);
        expect(answer.body.status.error).to.equal(error);
        expect(await payloads()).to.deep.equal(before);
      });
    }

    it("POST .../points/payload accepts a payload and a key of 64 levels together", async () => {
      await server.call("POST", PAYLOAD, `{"payload":${nested(59)},"points":[2],"key":"a.b.c.d.e"}`);
      expect(await payloadOf(2)).to.contain(nested(59));
    });

    it("POST .../points/payload refuses a change after which a payload would be too large, with the id of the first such point", async () => {
      await server.call("POST", PAYLOAD, `{"payload":{"big":${big}},"points":[2]}`);
      const error = `Payload of point 2: expected at most ${MAX_PAYLOAD_BYTES} bytes, would have more`;
      await refuses("POST", PAYLOAD, `{"payload":{"more":${big}},"points":[3,2]}`, 400, error);
    });

    it("POST .../points/payload accepts a change after which the payload is within the limit because members are replaced", async () => {
      await server.call("POST", PAYLOAD, `{"payload":{"big":${big}},"points":[2]}`);
      const { status } = await server.call("POST", PAYLOAD, `{"payload":{"big":${big}},"points":[2]}`);
      expect(status).to.equal(200);
    });
  });

  describe("PUT .../points/payload", () => {
    it("PUT .../points/payload replaces the whole payload", async () => {
      await server.call("PUT", PAYLOAD, '{"payload":{"z": 1.0},"points":[1,3]}');
      expect(await payloads()).to.deep.equal(['{"z": 1.0}', '{"k":"y"}', '{"z": 1.0}']);
    });

    it("PUT .../points/payload refuses a key, which would have no effect", () =>
      refuses(
        "PUT",
        PAYLOAD,
        { payload: {}, points: [1], key: "a" },
        400,
        "key: overwriting replaces the whole payload; leave the key out, or set the payload instead",
      ));

    it("PUT .../points/payload refuses a missing id, and changes no other point", () =>
      refuses("PUT", PAYLOAD, { payload: { z: 1 }, points: [1, 99] }, 404, "Point not found: 99"));
  });

  describe("POST .../points/payload/delete", () => {
    it("POST .../points/payload/delete deletes keys by paths, but no item of an array, and keeps the rest byte for byte", async () => {
      const body = { keys: ["k", '"a.b"[0]', "absent.x"], points: [1, 3] };
      expect((await server.call("POST", `${PAYLOAD}/delete`, body)).body.result.status).to.equal("Completed");
      expect(await payloads()).to.deep.equal([`${DELICATE}}`, '{"k":"y"}', "{}"]);
    });

    it("POST .../points/payload/delete deletes keys of the points that match a filter", async () => {
      await server.call("POST", `${PAYLOAD}/delete`, { keys: ["k"], filter: {} });
      expect((await payloads()).slice(1)).to.deep.equal(["{}", "{}"]);
    });

    it("POST .../points/payload/delete refuses an invalid path", async () => {
      const { status, body } = await server.call("POST", `${PAYLOAD}/delete`, {
        keys: ["a..b"],
        points: [1],
      });
      expect(status).to.equal(400);
      expect(body.status.error).to.contain('Invalid payload path "a..b"');
    });

    it("POST .../points/payload/delete refuses too many paths", () =>
      refuses(
        "POST",
        `${PAYLOAD}/delete`,
        { keys: new Array(MAX_PATHS + 1).fill("a"), points: [1] },
        400,
        `keys: expected at most ${MAX_PATHS} items, got ${MAX_PATHS + 1}`,
      ));

    it("POST .../points/payload/delete refuses a request without keys, and a missing id", async () => {
      await refuses("POST", `${PAYLOAD}/delete`, { points: [1] }, 400, "keys is required");
      await refuses("POST", `${PAYLOAD}/delete`, { keys: ["k"], points: [9] }, 404, "Point not found: 9");
    });
  });

  describe("POST .../points/payload/clear", () => {
    it("POST .../points/payload/clear deletes the whole payload, by ids and by filter", async () => {
      await server.call("POST", `${PAYLOAD}/clear`, { points: [2] });
      expect((await payloads())[1]).to.equal("{}");
      await server.call("POST", `${PAYLOAD}/clear`, { filter: {} });
      expect(await payloads()).to.deep.equal(["{}", "{}", "{}"]);
    });

    it("POST .../points/payload/clear refuses a request without points or filter, and a missing id", async () => {
      await refuses("POST", `${PAYLOAD}/clear`, {}, 400, "points or filter is required");
      await refuses("POST", `${PAYLOAD}/clear`, { points: [9] }, 404, "Point not found: 9");
    });
  });
});
