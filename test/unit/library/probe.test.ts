// Data that 8-bit codes cannot tell apart: searches use the f32 vectors, and the collection has a warning.

import { rmSync } from "node:fs";
import { expect } from "chai";
import { type OpenOptions, open, type VectorDb } from "../../../src/index.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { until } from "../../support/until.ts";
import { itWeekly } from "../../support/weekly.ts";
import { withSeed } from "../engine/fixtures.ts";

type Random = () => number;
type Shape = (random: Random, i: number) => number[];
type Distance = "Euclid" | "Cosine" | "Dot" | "Manhattan";

const c = { collection_name: "c" };
const ROWS = 2000;
const SIZE = 8;

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const rowOf = (value: (d: number) => number) => Array.from({ length: SIZE }, (_, d) => value(d));
const clusters: Shape = (random, i) => rowOf(() => (i % 2) * 1e5 + normal(random));

describe("data that may exceed the precision of codes", () => {
  const dirs: string[] = [];
  const opened: VectorDb[] = [];
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
  });
  const openOne = async (options: OpenOptions = {}) => {
    const db = await open({ threads: 0, ...options });
    opened.push(db);
    return db;
  };

  async function fill(db: VectorDb, distance: Distance, shape: Shape, random: Random) {
    const hnsw_config = { full_scan_threshold: 10 };
    await db.createCollection({ ...c, vectors_config: { size: SIZE, distance }, hnsw_config });
    const vectors = Array.from({ length: ROWS }, (_, i) => shape(random, i));
    for (let first = 0; first < ROWS; first += 250) {
      const points = vectors.slice(first, first + 250).map((vector, i) => ({ id: first + i, vector }));
      await db.upsertPoints({ ...c, points });
    }
    return vectors;
  }

  const warningsOf = async (db: VectorDb) =>
    ((await db.getCollection(c)).warnings ?? []).map(({ message }) => message);

  /** The recall of searches; points that are as near as the tenth neighbour count as found. */
  async function recallOf(db: VectorDb, vectors: readonly number[][], distance: Distance): Promise<number> {
    let found = 0;
    let wanted = 0;
    for (let i = 0; i < ROWS; i += 67) {
      const ask = { ...c, vector: vectors[i]!, limit: 10 };
      const exact = await db.searchPoints({ ...ask, params: { exact: true } });
      const walked = await db.searchPoints(ask);
      const last = exact.at(-1)!.score;
      const isNear = (score: number) => (/^[EM]/.test(distance) ? score <= last : score >= last);
      found += walked.filter(({ score }) => isNear(score)).length;
      wanted += exact.length;
    }
    return found / wanted;
  }

  it("data that may exceed the precision of codes is searched with the f32 vectors, with a warning that names the cause", () =>
    withSeed(async (random) => {
      const warned: string[] = [];
      const db = await openOne({ onWarning: (text) => warned.push(text) });
      const vectors = await fill(db, "Euclid", clusters, random);
      await until(async () => {
        const [warning = ""] = await warningsOf(db);
        return warning !== "" && (await db.getCollection(c)).status === "green";
      });
      const [warning] = await warningsOf(db);
      expect(warning).to.match(
        /^vectors_config: 8-bit codes cannot tell these vectors apart: .* found 0\.\d\d of/,
      );
      expect(warning).to.include("searched on the f32 vectors instead");
      // Graph searches on such codes may miss vectors, too; the message that they were linked again is a different one.
      const aboutCodes = warned.filter((text) => text.includes("8-bit codes"));
      expect(aboutCodes).to.have.length(1);
      expect(aboutCodes[0]).to.match(/^Collection 'c': vectors_config: 8-bit codes cannot tell/);
      expect(await recallOf(db, vectors, "Euclid")).to.be.at.least(0.95);
    }));

  itWeekly(
    "data that may exceed the precision of codes is searched with the f32 vectors after a start, with the same warning",
    () =>
      withSeed(async (random) => {
        const dataDir = scratchFolder("azimuth-probe-");
        dirs.push(dataDir);
        const first = await openOne({ dataDir });
        const vectors = await fill(first, "Euclid", clusters, random);
        await until(async () => {
          const { status, warnings } = await first.getCollection(c);
          return warnings !== undefined && status === "green";
        });
        const before = await warningsOf(first);
        await first.close();
        const second = await openOne({ dataDir });
        expect(await warningsOf(second)).to.deep.equal(before);
        expect(await recallOf(second, vectors, "Euclid")).to.be.at.least(0.95);
      }),
  );

  itWeekly(
    "data that may exceed the precision of codes is searched with the f32 vectors if the database was closed before its segments were rebuilt",
    () =>
      withSeed(async (random) => {
        const dataDir = scratchFolder("azimuth-probe-");
        dirs.push(dataDir);
        const first = await openOne({ dataDir });
        const vectors = await fill(first, "Euclid", clusters, random);
        await until(async () => (await warningsOf(first)).length > 0);
        const before = await warningsOf(first);
        await first.close();
        const second = await openOne({ dataDir });
        expect(await warningsOf(second)).to.deep.equal(before);
        await until(async () => (await second.getCollection(c)).status === "green");
        expect(await recallOf(second, vectors, "Euclid")).to.be.at.least(0.95);
      }),
  );
});
