// Filters over REST. The decision: every operation that takes a filter reads it in the same way, exact to the last
// digit, and refuses it with the path of the error.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const LARGE_ID = "13570027672830659665";
const BODY = `{"points":[
  {"id":1,"vector":[1,0,0,0],"payload":{"n":9007199254740993,"f":5.0,"tags":["red",null]}},
  {"id":2,"vector":[2,0,0,0],"payload":{"n":9007199254740992,"f":5,"text":"a \\ud800"}},
  {"id":${LARGE_ID},"vector":[3,0,0,0],"payload":{"__proto__":{"n":1},"at":"2024-02-29T12:00:00Z"}},
  {"id":"550e8400-e29b-41d4-a716-446655440000","vector":[4,0,0,0]}]}`;

describe("filters over REST", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server);
    await server.call("PUT", POINTS, BODY);
  });
  after(() => server.close());

  async function count(filter: string): Promise<number> {
    const { body } = await server.call("POST", `${POINTS}/count`, `{"filter":${filter}}`);
    return body.result.count;
  }

  /** Scrolls with a filter, and returns the text of the response, in which large ids keep their digits. */
  const scroll = (filter: string) => server.call("POST", `${POINTS}/scroll`, `{"filter":${filter}}`);

  it("filters over REST compare ids and integers to the last digit", async () => {
    expect(await count(`{"must":{"has_id":[${LARGE_ID}]}}`)).to.equal(1);
    expect((await scroll(`{"must":{"has_id":[${LARGE_ID}]}}`)).text).to.include(`"id":${LARGE_ID}`);
    expect(await count('{"must":{"has_id":[13570027672830659664]}}')).to.equal(0);
    expect(await count('{"must":{"has_id":["550E8400E29B41D4A716446655440000"]}}')).to.equal(1);
    expect(
      (await scroll('{"must":{"key":"n","match":{"value":9007199254740993}}}')).body.result.points,
    ).to.have.length(1);
    expect(await count('{"must":{"key":"f","match":{"value":5}}}')).to.equal(1);
    expect(await count('{"must":{"key":"f","range":{"gte":5,"lte":5}}}')).to.equal(2);
  });

  it("filters over REST find values of every type, and no value that is not in the payload", async () => {
    expect(await count("{}")).to.equal(4);
    expect(await count('{"must":{"key":"__proto__.n","match":{"value":1}}}')).to.equal(1);
    expect(await count('{"must":{"key":"constructor","is_empty":false}}')).to.equal(0);
    expect(await count('{"must":{"key":"text","match":{"prefix":"a \\ud800"}}}')).to.equal(1);
    expect(
      await count('{"must":{"key":"at","range":{"gte":"2024-02-29","lt":"2024-02-29 12:00:00.1"}}}'),
    ).to.equal(1);
    expect(await count('{"must_not":{"is_null":{"key":"tags"}},"should":[{"has_vector":""}]}')).to.equal(3);
  });

  it("filters over REST are refused with the position of the error by every operation that accepts them", async () => {
    const filter = { must: [{ key: "n", range: { gtt: 1 } }] };
    const operations: [string, string, object][] = [
      ["POST", "/count", {}],
      ["POST", "/scroll", {}],
      ["POST", "/delete", {}],
      ["POST", "/search", { vector: [1, 0, 0, 0] }],
      ["POST", "/query", { query: [1, 0, 0, 0] }],
      ["POST", "/payload", { payload: {} }],
      ["POST", "/payload/clear", {}],
    ];
    for (const [method, path, request] of operations) {
      const { status, body } = await server.call(method, POINTS + path, { ...request, filter });
      expect(body.status, path).to.deep.equal({
        code: "INVALID_ARGUMENT",
        error:
          'Invalid filter at filter.must[0].range: unknown key "gtt"; a range can have lt, gt, gte and lte',
      });
      expect(status, path).to.equal(400);
    }
    expect(await count("{}")).to.equal(4);
  });

  it("filters over REST are refused when they are not an object, and ignored when they are null", async () => {
    for (const [filter, got] of [
      ["5", "5"],
      ['"x"', '"x"'],
      ["[]", "an array"],
    ]) {
      const { body } = await server.call("POST", `${POINTS}/count`, `{"filter":${filter}}`);
      expect(body.status.error).to.equal(`Invalid filter at filter: expected an object, got ${got}`);
    }
    expect(await count("null")).to.equal(4);
  });
});
