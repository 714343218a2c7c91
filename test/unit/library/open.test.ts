// The library in this process: arguments and results, data that is stored, and calls that end early.

import { rmSync } from "node:fs";
import { expect } from "chai";
import { MAX_WORKERS } from "../../../src/engine/abi.ts";
import { type OpenOptions, open, type VectorDb, VectorDbError } from "../../../src/index.ts";
import { MAX_BUILD_THREADS, MAX_SEARCH_THREADS } from "../../../src/schema/limits.ts";
import { startTestServer } from "../../support/rest.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { itWeekly } from "../../support/weekly.ts";

const c = { collection_name: "c" };
const LARGE = 13570027672830659665n;

/** Searches may end without a turn of the event loop, so that the time limit of a test would not end a loop of them. */
const LIMIT_MS = 240_000;

/** The error with which a call was refused. */
async function refusal(work: Promise<unknown>): Promise<VectorDbError> {
  const error = await work.then(
    () => expect.fail("it was not refused"),
    (thrown) => thrown,
  );
  expect(error).to.be.instanceOf(VectorDbError);
  return error;
}

async function fill(db: VectorDb): Promise<void> {
  await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
  await db.upsertPoints({
    ...c,
    points: [
      { id: 1, vector: [1, 0], payload: { city: "Bern", large: LARGE, list: [1.5, null, { a: "x" }] } },
      { id: LARGE, vector: new Float32Array([0, 0.9]) },
      { id: "550e8400-e29b-41d4-a716-446655440000", vector: [-1, 0] },
    ],
  });
}

describe("a database made by open", () => {
  const dirs: string[] = [];
  const opened: VectorDb[] = [];
  const openOne = async (options: OpenOptions = {}) => {
    const db = await open(options);
    opened.push(db);
    return db;
  };
  const directory = () => {
    const dir = scratchFolder("azimuth-lib-");
    dirs.push(dir);
    return dir;
  };
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  });

  it("a database made by open finds what was written, with exact ids and plain payloads", async () => {
    const db = await openOne();
    await fill(db);
    const found = await db.searchPoints({ ...c, vector: [0.1, 1], limit: 2, with_vector: true });
    expect(found).to.deep.equal([
      { id: LARGE, version: 2, score: 0.9, payload: {}, vector: [0, 0.9] },
      {
        id: 1,
        version: 2,
        score: 0.1,
        payload: { city: "Bern", large: LARGE, list: [1.5, null, { a: "x" }] },
        vector: [1, 0],
      },
    ]);
  });

  it("a database made by open returns vectors as Float32Arrays on request", async () => {
    const db = await open({ vectors: "float32" });
    await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
    await db.upsertPoints({ ...c, points: [{ id: 1, vector: [0, 0.9] }] });
    const { vector } = await db.getPoint({ ...c, id: 1 });
    expect(vector).to.deep.equal(new Float32Array([0, 0.9]));
    await db.close();
  });

  it("a database made by open copies its arguments, which may be changed afterwards", async () => {
    const db = await openOne();
    await db.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
    const vector = new Float32Array([1, 2]);
    const payload = { n: 1 };
    const written = db.upsertPoints({ ...c, points: [{ id: 1, vector, payload }] });
    vector.fill(9);
    payload.n = 9;
    await written;
    expect(await db.getPoint({ ...c, id: 1 })).to.deep.equal({ id: 1, vector: [1, 2], payload: { n: 1 } });
  });

  it("a database made by open refuses what REST refuses, with the same errors", async () => {
    const db = await openOne();
    const server = await startTestServer();
    await fill(db);
    await server.call("PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
    const wrong = { points: [{ id: 1, vector: [1, 2, 3] }] };
    const { code, message } = await refusal(db.upsertPoints({ ...c, ...wrong }));
    const { body } = await server.call("PUT", "/collections/c/points", wrong);
    expect(code).to.equal("INVALID_ARGUMENT");
    expect(message).to.equal(body.status.error);
    await server.close();
  });

  it("a database made by open refuses an id that a number cannot represent exactly, with its value", async () => {
    const db = await openOne();
    await fill(db);
    const { message } = await refusal(db.retrievePoints({ ...c, ids: [2 ** 60] }));
    expect(message).to.equal(
      "ids[0]: expected an unsigned 64-bit integer or a UUID, got 1152921504606847000",
    );
  });

  it("a database made by open refuses an object that contains itself", async () => {
    const db = await openOne();
    await fill(db);
    const payload: Record<string, never> = {};
    Object.assign(payload, { payload });
    const { code } = await refusal(db.setPayload({ ...c, points: [1], payload }));
    expect(code).to.equal("INVALID_ARGUMENT");
  });

  for (const threads of [0, 1]) {
    it(`a database made by open keeps written data in its directory, with ${threads} threads`, async () => {
      const dataDir = directory();
      const db = await openOne({ dataDir, threads });
      await fill(db);
      await db.close();
      const again = await openOne({ dataDir, threads });
      expect((await again.retrievePoints({ ...c, ids: [LARGE] })).map(({ id }) => id)).to.deep.equal([LARGE]);
    });

    it(`a database made by open creates, lists, sends and recovers snapshots, with ${threads} threads`, async () => {
      const db = await openOne({ dataDir: directory(), threads });
      await fill(db);
      const { name, size } = await db.createSnapshot(c);
      await db.deletePoints({ ...c, points: [1] });
      await db.recoverSnapshot({ ...c, snapshot_name: name });
      expect(await db.countPoints(c)).to.deep.equal({ count: 3 });
      const { bytes, chunks } = await db.downloadSnapshot({ ...c, snapshot_name: name });
      let read = 0;
      for await (const chunk of chunks) read += chunk.length;
      expect([bytes, read]).to.deep.equal([size, size]);
    });
  }

  it("a database made by open leaves a directory that a server can continue with", async () => {
    const dataDir = directory();
    const db = await openOne({ dataDir, threads: 0 });
    await fill(db);
    await db.close();
    const server = await startTestServer({ copyOf: dataDir, checkpoints: true });
    const { body } = await server.call("POST", "/collections/c/points/count", {});
    await server.close();
    expect(body.result.count).to.equal(3);
  });

  it("a database made by open refuses a directory that is in use, with the process that uses it", async () => {
    const dataDir = directory();
    await openOne({ dataDir, threads: 0 });
    const { code, message } = await refusal(open({ dataDir, threads: 0 }));
    expect(code).to.equal("START_REFUSED");
    expect(message).to.match(
      new RegExp(`data directory ${dataDir} is open in this process already .*${process.pid}`),
    );
  });

  it("a database made by open can be closed repeatedly, and refuses calls afterwards", async () => {
    const db = await openOne();
    await Promise.all([db.close(), db.close()]);
    await db.close();
    const { code, message } = await refusal(db.listCollections());
    expect([code, message]).to.deep.equal(["CLOSED", "the database is closed"]);
  });

  it("a database made by open finishes running calls before it is closed", async () => {
    const dataDir = directory();
    const db = await openOne({ dataDir, threads: 0 });
    await fill(db);
    const write = db.upsertPoints({ ...c, points: [{ id: 7, vector: [1, 1] }] });
    await db.close();
    expect((await write).status).to.equal("Completed");
    const again = await openOne({ dataDir, threads: 0 });
    expect(await again.countPoints(c)).to.deep.equal({ count: 4 });
  });

  it("a database made by open is closed at the end of a block with `using`", async () => {
    const db = await open();
    await db[Symbol.asyncDispose]();
    expect((await refusal(db.listCollections())).code).to.equal("CLOSED");
  });

  describe("given a signal", () => {
    it("a database given a signal does not begin a call whose signal was aborted before", async () => {
      const db = await openOne();
      await fill(db);
      const reason = new Error("enough");
      const write = db.deletePoints({ ...c, points: [1] }, { signal: AbortSignal.abort(reason) });
      expect(await write.catch((error) => error)).to.equal(reason);
      expect(await db.countPoints(c)).to.deep.equal({ count: 3 });
    });

    it("a database given a signal rejects a call when its signal is aborted", async () => {
      const db = await openOne();
      await fill(db);
      const control = new AbortController();
      const search = db.searchPoints({ ...c, vector: [1, 2], limit: 1 }, { signal: control.signal });
      control.abort();
      expect((await search.catch((error) => error)).name).to.equal("AbortError");
    });
  });

  it("a database made by open refuses invalid options with their names", async () => {
    const messages = [
      (await refusal(open({ threads: -1 }))).message,
      (await refusal(open({ threads: 63 }))).message,
      (await refusal(open({ buildThreads: 1.5 }))).message,
      (await refusal(open({ memoryLimit: "much" }))).message,
    ];
    expect(messages).to.deep.equal([
      "threads: expected an integer from 0 to 62, got -1",
      "threads: expected an integer from 0 to 62, got 63",
      "buildThreads: expected an integer from 0 to 64, got 1.5",
      'memoryLimit: expected bytes or a text such as "512MiB" or "50%", got "much"',
    ]);
  });

  it("a database made by open uses no more threads than the engine can number beside the writer and the calling thread", () => {
    expect(MAX_SEARCH_THREADS + 2).to.equal(MAX_WORKERS);
    expect(MAX_BUILD_THREADS).to.equal(MAX_WORKERS);
  });

  itWeekly(
    "a database made by open builds graphs while a caller awaits one search after another",
    async () => {
      const db = await openOne({ threads: 0 });
      const hnsw_config = { full_scan_threshold: 10 };
      await db.createCollection({ ...c, vectors_config: { size: 8, distance: "Dot" }, hnsw_config });
      const points = Array.from({ length: 2000 }, (_, id) => ({
        id,
        vector: Float32Array.from({ length: 8 }, (_, i) => Math.sin(id * (i + 1))),
      }));
      await db.upsertPoints({ ...c, points });
      const end = performance.now() + LIMIT_MS;
      let { status } = await db.getCollection(c);
      while (status !== "green" && performance.now() < end) {
        for (let i = 0; i < 20; i++) await db.searchPoints({ ...c, vector: points[i]!.vector, limit: 3 });
        ({ status } = await db.getCollection(c));
      }
      expect(status).to.equal("green");
    },
  );

  itWeekly(
    "a database made by open builds payload indexes after a start while a caller awaits one search after another",
    async () => {
      const dataDir = directory();
      const first = await openOne({ dataDir, threads: 0 });
      await first.createCollection({ ...c, vectors_config: { size: 2, distance: "Dot" } });
      await first.createFieldIndex({ ...c, field_name: "n", field_schema: "integer" });
      for (let from = 0; from < 6000; from += 2000) {
        const points = Array.from({ length: 2000 }, (_, i) => ({
          id: from + i,
          vector: [i, 1],
          payload: { n: i },
        }));
        await first.upsertPoints({ ...c, points });
      }
      await first.close();
      const db = await openOne({ dataDir, threads: 0 });
      const indexed = async () => (await db.getCollection(c)).payload_schema.n?.points;
      const end = performance.now() + LIMIT_MS;
      let points = await indexed();
      while (points !== 6000 && performance.now() < end) {
        for (let i = 0; i < 20; i++) await db.searchPoints({ ...c, vector: [1, 1], limit: 3 });
        points = await indexed();
      }
      expect(points).to.equal(6000);
    },
  );

  it("a database made by open refuses writes beyond its memory limit, and continues", async () => {
    const db = await openOne({ memoryLimit: "8MiB" });
    await db.createCollection({ ...c, vectors_config: { size: 1024, distance: "Dot" } });
    const points = (from: number) =>
      Array.from({ length: 500 }, (_, i) => ({ id: from + i, vector: new Float32Array(1024).fill(i) }));
    const write = async () => {
      for (let from = 0; from < 10_000; from += 500) await db.upsertPoints({ ...c, points: points(from) });
    };
    expect((await refusal(write())).code).to.equal("OUT_OF_MEMORY");
    expect((await db.countPoints(c)).count).to.be.greaterThan(499);
  });
});
