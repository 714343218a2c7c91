// Snapshots of collections over REST, and maintenance of one collection. The decision: a recovery replaces the
// collection in one step, so a search sees the old content or the new one.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const SNAPSHOTS = "/collections/c/snapshots";

describe("snapshots", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ checkpoints: true, extendedApi: true });
    await createCollection(server);
    await upsert(1, 2, 3);
  });
  afterEach(() => server.close());

  async function upsert(...ids: number[]): Promise<void> {
    const points = ids.map((id) => ({ id, vector: [id, 0, 0, 1], payload: { n: id } }));
    expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
  }

  async function take(): Promise<string> {
    const { status, body, text } = await server.call("POST", SNAPSHOTS);
    expect(status, text).to.equal(200);
    return body.result.name;
  }

  async function ids(): Promise<number[]> {
    const { body } = await server.call("POST", "/collections/c/points/search", {
      vector: [1, 0, 0, 0],
      limit: 100,
      with_vector: true,
    });
    for (const { id, payload, vector } of body.result) {
      expect(payload).to.deep.equal({ n: id });
      expect(vector).to.deep.equal([id, 0, 0, 1]);
    }
    return body.result.map(({ id }: { id: number }) => id).sort();
  }

  it("snapshots restore a collection as it was when the snapshot was taken", async () => {
    const name = await take();
    await upsert(4);
    await server.call("POST", "/collections/c/points/delete", { points: [1] });
    expect(await ids()).to.deep.equal([2, 3, 4]);
    const { status, body } = await server.call("PUT", `${SNAPSHOTS}/${name}/recover`);
    expect([status, body.result]).to.deep.equal([200, true]);
    expect(await ids()).to.deep.equal([1, 2, 3]);
    await upsert(5);
    expect(await ids()).to.deep.equal([1, 2, 3, 5]);
  });

  it("snapshots can be recovered while searches run, which see the old collection or the new one", async () => {
    const name = await take();
    for (let round = 0; round < 5; round++) {
      let recovering = true;
      const recovered = server.call("PUT", `${SNAPSHOTS}/${name}/recover`).finally(() => {
        recovering = false;
      });
      while (recovering) expect(await ids()).to.deep.equal([1, 2, 3]);
      expect((await recovered).status).to.equal(200);
    }
  });

  it("snapshots restore a collection that was deleted", async () => {
    const name = await take();
    await server.call("DELETE", "/collections/c");
    expect((await server.call("PUT", `${SNAPSHOTS}/${name}/recover`)).status).to.equal(200);
    expect(await ids()).to.deep.equal([1, 2, 3]);
  });

  it("snapshots are listed, downloaded unchanged, and removed", async () => {
    const name = await take();
    const { body } = await server.call("GET", SNAPSHOTS);
    expect(body.result).to.have.length(1);
    const [{ size, creation_time, checksum }] = body.result;
    expect([body.result[0].name, checksum]).to.deep.equal([name, null]);
    expect(Date.parse(creation_time)).to.be.closeTo(Date.now(), 60_000);
    const response = await fetch(`${server.url}${SNAPSHOTS}/${name}`);
    expect(response.headers.get("content-length")).to.equal(String(size));
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).to.equal(size);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).to.equal("AZWL");
    expect((await server.call("DELETE", `${SNAPSHOTS}/${name}`)).body.result).to.equal(true);
    expect((await server.call("GET", SNAPSHOTS)).body.result).to.deep.equal([]);
  });

  it("snapshots belong to one collection, and are not found under another", async () => {
    const name = await take();
    await server.call("PUT", "/collections/d", { vectors_config: { size: 4, distance: "Dot" } });
    for (const [method, path] of [
      ["GET", `/collections/d/snapshots/${name}`],
      ["DELETE", `/collections/d/snapshots/${name}`],
      ["PUT", `/collections/d/snapshots/${name}/recover`],
    ] as const) {
      const { status, body } = await server.call(method, path);
      expect([status, body.status.error]).to.deep.equal([404, `Snapshot not found: ${name}`]);
    }
    expect((await server.call("GET", "/collections/d/snapshots")).body.result).to.deep.equal([]);
  });

  for (const name of [
    "..%2F..%2FVERSION",
    "VERSION",
    "%2Fetc%2Fpasswd",
    "2026-01-01-00-00-00-00000000.snapshot",
  ]) {
    it(`snapshots cannot be requested by ${name}, which is not a valid name`, async () => {
      const { status } = await server.call("GET", `${SNAPSHOTS}/${name}`);
      expect(status).to.equal(404);
    });
  }

  it("snapshots are recovered by their name only, not from a path or an address", async () => {
    for (const location of ["file:///etc/passwd", "http://127.0.0.1/x", "../x", "C:\\x"]) {
      const { status, body } = await server.call("PUT", `${SNAPSHOTS}/recover`, { location });
      expect(status).to.equal(400);
      expect(body.status.error).to.contain("paths and addresses are never followed");
    }
    const name = await take();
    expect((await server.call("PUT", `${SNAPSHOTS}/recover`, { location: name })).status).to.equal(200);
  });
});

describe("maintenance of a collection", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ checkpoints: true, extendedApi: true });
    await createCollection(server);
    const points = Array.from({ length: 10 }, (_, id) => ({ id, vector: [id, 0, 0, 1] }));
    await server.call("PUT", "/collections/c/points", { points });
    await server.call("POST", "/collections/c/points/delete", { points: [1, 2, 3] });
  });
  afterEach(() => server.close());

  async function status() {
    return (await server.call("GET", "/collections/c/status")).body.result;
  }

  it("maintenance of a collection returns segments, and whether a start would replay the log", async () => {
    expect(await status()).to.deep.include({ status: "green", points_count: 7, saved: false });
    expect((await status()).segments).to.deep.equal([{ number: 0, points: 7, deleted: 3, open: true }]);
    expect((await server.call("POST", "/collections/c/operations/flush")).body.result).to.equal(true);
    expect(await status()).to.deep.include({ saved: true });
  });

  it("maintenance of a collection removes deleted points on request", async () => {
    expect((await server.call("POST", "/collections/c/operations/optimize")).body.result).to.equal(true);
    expect(
      (await status()).segments.reduce((sum: number, one: { deleted: number }) => sum + one.deleted, 0),
    ).to.equal(0);
  });

  it("maintenance of a collection rebuilds every segment on request", async () => {
    const [before] = (await status()).segments;
    expect((await server.call("POST", "/collections/c/operations/rebuild_index")).body.result).to.equal(true);
    const numbers = (await status()).segments.map(({ number }: { number: number }) => number);
    expect(numbers).not.to.include(before.number);
    expect((await status()).points_count).to.equal(7);
  });
});
