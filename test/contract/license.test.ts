// The license over HTTP: product keys are added, and the number of vectors is limited. The decision: the limit is
// exact, also with concurrent clients, and refuses new vectors only.
import { expect } from "chai";
import { AS_QDRANT, count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const STATUS = "/api/service/licenses/status";
const COMMUNITY = { edition: "community", max_vectors: 5000, expires_at: null };
const DAY_MS = 86_400_000;
const limitReached = (held: number, limit: number, edition = "community") =>
  `Vector limit reached: this instance holds ${held} of ${limit} vectors (${edition} edition). Add a license or delete points. The operator of a server issues its licenses: azimuth license --help`;
const columns = (first: number, length: number) => {
  const ids = Array.from({ length }, (_, i) => first + i);
  return { batch: { ids, vectors: ids.map((id) => [id, 1, 1, 1]) } };
};

describe("a license", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ checkpoints: true });
  });
  afterEach(() => server.close());

  /** Adds the key on the port of the console. */
  async function add(product_key: string): Promise<{ status: number; body: unknown }> {
    const init = { method: "POST", body: JSON.stringify({ product_key }) };
    const answer = await fetch(`${server.uiUrl}/api/service/licenses/add`, init);
    return { status: answer.status, body: await answer.json() };
  }

  const put = (body: unknown, headers = {}) => server.call("PUT", POINTS, body, headers);
  const fill = async () => {
    await createCollection(server);
    expect((await put(columns(0, 5000))).status).to.equal(200);
  };

  it("a license is the Community license before a key is added, on both ports", async () => {
    expect((await server.call("GET", STATUS)).body).to.deep.equal(COMMUNITY);
    expect(await (await fetch(server.uiUrl + STATUS)).json()).to.deep.equal(COMMUNITY);
  });

  it("a license is added without a credential, and vectors of several keys add up", async () => {
    const end = new Date(Date.now() + DAY_MS).toISOString();
    const key = server.issuer.key(1_000_000, { expiresAt: Date.parse(end) });
    const licensed = { edition: "licensed", max_vectors: 1_000_000, expires_at: end };
    expect(await add(key)).to.deep.equal({ status: 200, body: licensed });
    expect(await add(key)).to.deep.equal({ status: 200, body: licensed });
    const more = server.issuer.key(500_000);
    expect((await add(more)).body).to.deep.equal({ ...licensed, max_vectors: 1_500_000 });
    expect((await server.call("GET", STATUS)).body).to.deep.equal({ ...licensed, max_vectors: 1_500_000 });
  });

  it("a license is listed with its customer and times, and whether it counts, without its text", async () => {
    const expires_at = new Date(Date.now() + DAY_MS).toISOString();
    const key = server.issuer.key(70_000, { id: "L", customer: "Acme", expiresAt: Date.parse(expires_at) });
    await add(server.issuer.key(60_000, { id: "L" }));
    await add(key);
    await add(key);
    const { text, body } = await server.call("GET", "/api/service/licenses/keys");
    const common = { id: "L", not_before: null };
    expect(body).to.deep.equal([
      { ...common, customer: "a test", max_vectors: 60_000, expires_at: null, counts: false },
      { ...common, customer: "Acme", max_vectors: 70_000, expires_at, counts: true },
    ]);
    expect(text).not.to.contain("AZL1");
    server.time.now = Date.now() + 2 * DAY_MS;
    const later = (await server.call("GET", "/api/service/licenses/keys")).body;
    expect(later.map(({ counts }: { counts: boolean }) => counts)).to.deep.equal([true, false]);
    const onUi = await fetch(`${server.uiUrl}/api/service/licenses/keys`);
    expect(onUi.status).to.equal(404);
  });

  it("a license is refused in the envelope of the license API, and changes nothing", async () => {
    const forged = server.issuer.key(7).replace(/\.[^.]*$/, `.${server.issuer.key(8).split(".")[2]}`);
    const message = "Invalid product key: its signature does not match";
    expect(await add(forged)).to.deep.equal({ status: 400, body: { status: "error", message } });
    expect((await server.call("GET", STATUS)).body).to.deep.equal(COMMUNITY);
  });

  it("a license expires exactly at its time, and its vectors no longer count", async () => {
    const expiresAt = Date.now() + DAY_MS;
    await add(server.issuer.key(6000, { expiresAt }));
    await fill();
    expect((await put(columns(5000, 10))).status).to.equal(200);
    server.time.now = expiresAt;
    expect((await server.call("GET", STATUS)).body).to.deep.equal(COMMUNITY);
    const { status, body } = await put(columns(5010, 1));
    expect([status, body.status.error]).to.deep.equal([403, limitReached(5010, 5000)]);
    server.time.now = expiresAt - 1;
    expect((await put(columns(5010, 1))).status, "a clock that was turned back").to.equal(403);
  });

  it("a license limits vectors exactly, and the error says how many there are", async () => {
    await createCollection(server);
    expect((await put(columns(0, 4999))).status).to.equal(200);
    const over = await put(columns(4999, 2));
    expect([over.status, over.body.status.error]).to.deep.equal([403, limitReached(4999, 5000)]);
    expect((await put(columns(4999, 1))).status).to.equal(200);
    const full = await put(columns(5000, 1));
    expect([full.status, full.body.status.error]).to.deep.equal([403, limitReached(5000, 5000)]);
    expect(await count(server)).to.equal(5000);
    await add(server.issuer.key(5001));
    expect((await put(columns(5000, 1))).status).to.equal(200);
    const again = await put(columns(5001, 1));
    expect(again.body.status.error).to.equal(limitReached(5001, 5001, "licensed"));
  });

  it("a license limits vectors in the qdrant dialect with errors in Qdrant's form", async () => {
    await fill();
    const points = [{ id: 5000, vector: [1, 2, 3, 4] }];
    const { status, body } = await put({ points }, AS_QDRANT);
    expect([status, body.status.error]).to.deep.equal([403, `Forbidden: ${limitReached(5000, 5000)}`]);
  });

  it("a license allows overwrites, deletes and reads at the limit", async () => {
    await fill();
    const well = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await server.call(method, path, body);
      expect(status, text).to.equal(200);
    };
    await well("PUT", POINTS, columns(0, 5000));
    await well("POST", `${POINTS}/payload`, { payload: { a: 1 }, points: [1] });
    await well("PUT", `${POINTS}/vectors`, { points: [{ id: 1, vector: [4, 3, 2, 1] }] });
    await well("POST", `${POINTS}/search`, { vector: [1, 1, 1, 1] });
    await well("POST", `${POINTS}/delete`, { points: [1] });
    await well("PUT", POINTS, columns(1, 1));
    const operations = [{ delete: { points: [1] } }, { upsert: columns(5000, 1) }];
    await well("POST", `${POINTS}/batch`, { operations });
    expect(await count(server)).to.equal(5000);
  });

  it("a license counts the vectors of a deleted collection again when it is restored", async () => {
    await fill();
    await server.call("DELETE", "/collections/c?undo_seconds=600");
    expect(
      (await server.call("PUT", "/collections/d", { vectors_config: { size: 4, distance: "Dot" } })).status,
    ).to.equal(200);
    expect((await server.call("PUT", "/collections/d/points", columns(0, 1))).status).to.equal(200);
    const refused = await server.call("POST", "/collections/c/restore");
    expect([refused.status, refused.body.status.error]).to.deep.equal([403, limitReached(1, 5000)]);
    await server.call("DELETE", "/collections/d");
    expect((await server.call("POST", "/collections/c/restore")).status).to.equal(200);
    expect(await count(server)).to.equal(5000);
  });

  it("a license limits vectors exactly with many concurrent clients", async () => {
    await createCollection(server);
    await put(columns(0, 4900));
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => put(columns(5000 + i * 3, 3))));
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).to.equal(33);
    expect(answers.filter(({ status }) => status === 403)).to.have.length(27);
    expect(await count(server)).to.equal(4999);
  });
});
