// What sparse vectors leave in the data directory: a restart finds the same without making postings again, rows stay in
// files where asked, and damage of postings is repaired.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { between, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../support/rest.ts";
import { type PlainSparse, plainSearch } from "../../support/sparse-oracle.ts";
import { itWeekly } from "../../support/weekly.ts";

const C = "/collections/c";
const OPTIONS: TestServerOptions = { checkpoints: true, extendedApi: true, vectors: 100_000 };
const MOST_IN_BATCH = 10_000;
/** Two windows of postings that are sealed, and an open one. */
const POINTS = 17_000;
/** One window that is sealed, and an open one. */
const ONE_WINDOW = 9000;
const TERMS = 300;
const QUERIES = 5;
const ON_DISK = [
  { place: "memory", index: {} },
  { place: "a file", index: { on_disk: true } },
] as const;

type Rows = Map<number, PlainSparse>;

function draw(random: Random): PlainSparse {
  const indices = [...new Set(Array.from({ length: 6 }, () => between(random, 0, TERMS)))];
  return { indices, values: indices.map(() => between(random, -2, 9) / 4) };
}

describe("files of sparse vectors", () => {
  const seed = seedOf();
  let random: Random;
  let rows: Rows;
  let server: TestServer;

  beforeEach(async () => {
    random = roundRandom(seed, 0);
    rows = new Map(Array.from({ length: POINTS }, (_, id) => [id, draw(random)]));
    server = await startTestServer(OPTIONS);
  });
  afterEach(() => server.close());

  async function done(method: string, path: string, body?: unknown) {
    const answer = await server.call(method, path, body);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.result;
  }

  /** Leaves the first rows only. */
  function shorten(count: number): void {
    for (const id of [...rows.keys()].slice(count)) rows.delete(id);
  }

  async function fill(index: object, ids = [...rows.keys()]): Promise<void> {
    await done("PUT", C, { sparse_vectors: { text: { index } } });
    await upsert(ids);
  }

  async function upsert(ids: number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += MOST_IN_BATCH) {
      const some = ids.slice(from, from + MOST_IN_BATCH);
      const vectors = { text: some.map((id) => rows.get(id)!) };
      await done("PUT", `${C}/points?wait=true`, { batch: { ids: some, vectors } });
    }
  }

  async function remove(ids: number[]): Promise<void> {
    await done("POST", `${C}/points/delete?wait=true`, { points: ids });
    for (const id of ids) rows.delete(id);
  }

  /** Starts a server on what a killed one leaves. */
  async function restart(): Promise<void> {
    const before = server;
    server = await startTestServer({ ...OPTIONS, copyOf: before.dataDir });
    await before.close();
  }

  async function expectSame(): Promise<void> {
    for (let i = 0; i < QUERIES; i++) {
      const query = draw(random);
      const { points } = await done("POST", `${C}/points/query`, { query, using: "text", limit: 10 });
      const scores = points.map(({ score }: { score: number }) => Math.fround(score));
      expect(scores, `SEED=${seed}`).to.deep.equal(plainSearch(rows, query, 10).map(({ score }) => score));
    }
  }

  /** The paths of the files of the collection whose names end so. */
  function filesCalled(ending: string): string[] {
    const folder = join(server.dataDir, "collections");
    const names = readdirSync(folder, { recursive: true }) as string[];
    return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
  }

  for (const { place, index } of ON_DISK) {
    const register = place === "a file" ? it : itWeekly;
    register(
      `files of sparse vectors with rows in ${place} answer as before, after a restart, deletes and another one`,
      async () => {
        await fill(index);
        await server.database.checkpoint();
        await remove([3, 8191, 8192, 16_999]);
        await restart();
        await expectSame();
        rows.set(20_000, draw(random));
        await upsert([20_000]);
        await server.database.checkpoint();
        await restart();
        await expectSame();
        const [postings] = filesCalled(".postings");
        expect(statSync(postings!).size).to.be.greaterThan(16_384 * 3);
      },
    );
  }

  it("files of sparse vectors with one point are no reason for a warning at the next start", async () => {
    await fill({}, [1]);
    await server.database.checkpoint();
    const before = server;
    const lines: Record<string, unknown>[] = [];
    server = await startTestServer({
      ...OPTIONS,
      copyOf: before.dataDir,
      log: (line) => void lines.push(line),
    });
    await before.close();
    expect(
      lines.filter(({ level }) => Number(level) >= 40 || level === "warn" || level === "error"),
    ).to.deep.equal([]);
    expect((await done("POST", `${C}/points/count`, {})).count).to.equal(1);
  });

  it("files of sparse vectors get the windows that were sealed since the last checkpoint, at the end", async () => {
    const ids = [...rows.keys()];
    await fill({}, ids.slice(0, 9000));
    await server.database.checkpoint();
    const [path] = filesCalled(".postings");
    const before = readFileSync(path!);
    await upsert(ids.slice(9000));
    await server.database.checkpoint();
    const after = readFileSync(path!);
    // Nothing is copied twice: all postings together have a little more than three bytes each, and heads.
    expect(after.length).to.be.within(before.length * 1.5, before.length * 3);
    expect(after.subarray(0, before.length).equals(before)).to.equal(true);
    await restart();
    await expectSame();
  });

  it("files of sparse vectors with damaged postings are replaced, and the damage is in the log", async () => {
    shorten(ONE_WINDOW);
    await fill({});
    await server.database.checkpoint();
    const [path] = filesCalled(".postings");
    const bytes = readFileSync(path!);
    bytes[between(random, 0, bytes.length - 1)]! ^= 4;
    writeFileSync(path!, bytes);
    await restart();
    await expectSame();
    rows.set(20_000, draw(random));
    await upsert([20_000]);
    await server.database.checkpoint();
    expect(filesCalled(".postings").length).to.be.greaterThan(1);
    await restart();
    await expectSame();
  });

  it("files of sparse vectors hold the rows of a new segment when on_disk is set later", async () => {
    shorten(1000);
    await fill({});
    await server.database.checkpoint();
    const [inMemory] = filesCalled(".rows");
    await done("PATCH", C, { sparse_vectors: { text: { index: { on_disk: true } } } });
    await server.database.settled();
    await expectSame();
    const files = filesCalled(".rows");
    expect(files.filter((file) => file !== inMemory).length).to.equal(1);
    const scrolled = await done("POST", `${C}/points`, { ids: [5], with_vector: true });
    expect(scrolled[0].vector.text.values.length).to.equal(rows.get(5)!.values.length);
  });
});
