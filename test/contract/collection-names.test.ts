// Names of collections that paths, files or objects of JavaScript could misread. The decision: each valid name works in
// every request like any other, and an invalid one is refused before anything is created.

import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

const VECTORS = { size: 2, distance: "Dot" };
const LONGEST = 255;
const GOOD = [
  ...[
    "a.b",
    "..a",
    "...",
    "~",
    " ",
    "a b",
    "+",
    "100%",
    "%2F",
    "a&b=c#d",
    "[x]",
    "'",
    "日本語",
    "e\u0301",
    "\u00e9",
  ],
  ...["__proto__", "constructor", "aliases", "points", "exists", "null", "0", "\u200f", "\ufeff"],
  ...["x".repeat(LONGEST), "é".repeat(LONGEST), "💾".repeat(LONGEST)],
];
/** A name of each kind: of a path, of an encoded path, of an object, of a number, beyond ASCII, and the longest. */
const DAILY = ["...", "%2F", "points", "__proto__", "0", "e\u0301", "💾".repeat(LONGEST)];
const BAD = [
  ...[
    "a/b",
    "/",
    "../a",
    "a\\b",
    "..\\a",
    "a:b",
    "a*",
    "a?",
    '"',
    "a<",
    "a>",
    "|",
    "\u0000",
    "a\nb",
    "\u007f",
    "\u0085",
  ],
  ...["x".repeat(LONGEST + 1), "💾".repeat(LONGEST + 1)],
];

const shown = (name: string) =>
  JSON.stringify(name.length > 12 ? `${name.slice(0, 4)}...${name.length}` : name);

describe("names of collections", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true, checkpoints: true });
  });
  after(() => server.close());

  const names = async (): Promise<string[]> =>
    (await server.call("GET", "/collections")).body.result.collections.map(
      ({ name }: { name: string }) => name,
    );

  for (const name of GOOD) {
    const register = DAILY.includes(name) ? it : itWeekly;
    register(`names of collections can be ${shown(name)}`, async () => {
      const path = `/collections/${encodeURIComponent(name)}`;
      const call = async (method: string, rest: string, body?: unknown, headers = {}) => {
        const answer = await server.call(method, path + rest, body, headers);
        expect([answer.status, answer.text]).to.include(200);
        return answer.body.result;
      };
      await call("PUT", "", { vectors: VECTORS });
      expect(await names()).to.deep.equal([name]);
      await call("PUT", "/points", { points: [{ id: 1, vector: [1, 2] }] });
      expect(await call("POST", "/points/search", { vector: [1, 0] }, AS_QDRANT)).to.have.length(1);
      const alias = { create_alias: { collection_name: name, alias_name: "also" } };
      await server.call("POST", "/aliases", { actions: [alias] });
      expect(await call("GET", "/aliases")).to.deep.equal({
        aliases: [{ alias_name: "also", collection_name: name }],
      });
      const snapshot = await call("POST", "/snapshots");
      await call("PUT", `/snapshots/${snapshot.name}/recover`);
      const again = await startTestServer({ copyOf: server.dataDir, checkpoints: true });
      expect((await again.call("GET", `${path}/points/1`)).body.result.vector).to.deep.equal([1, 2]);
      await again.close();
      await call("DELETE", `/snapshots/${snapshot.name}`);
      expect(await call("DELETE", "")).to.equal(true);
      expect(await names()).to.deep.equal([]);
    });
  }

  for (const name of BAD) {
    it(`names of collections cannot be ${shown(name)}`, async () => {
      for (const headers of [{}, AS_QDRANT]) {
        const path = `/collections/${encodeURIComponent(name)}`;
        const { status, body } = await server.call("PUT", path, { vectors: VECTORS }, headers);
        expect(status).to.be.oneOf([400, 422]);
        expect(body.status.error).to.contain("collection_name");
        expect(await names()).to.deep.equal([]);
      }
    });
  }

  it("names of collections are compared by code point, so composed and decomposed letters make two names", async () => {
    for (const name of ["\u00e9", "e\u0301"]) {
      await server.call("PUT", `/collections/${encodeURIComponent(name)}`, { vectors: VECTORS });
    }
    expect(await names()).to.deep.equal(["e\u0301", "\u00e9"]);
    for (const name of await names()) await server.call("DELETE", `/collections/${encodeURIComponent(name)}`);
  });

  it("names of collections are refused when the path does not decode to UTF-8", async () => {
    const { status, body } = await server.call("PUT", "/collections/%ed%a0%80", { vectors: VECTORS });
    expect([status, body.status.error]).to.deep.equal([400, "the path cannot be percent-decoded as UTF-8"]);
  });
});
