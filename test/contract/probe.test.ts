// Measurements of recall, which the server takes on its own graphs and codes. The decision: they are metrics of every
// collection, and become a warning only when recall is low.

import { expect } from "chai";
import { denseOf } from "../../src/core/vectors/dense-index.ts";
import { startTestServer, type TestServer } from "../support/rest.ts";
import { itOnceIn } from "../support/weekly.ts";
import { type Random, withSeed } from "../unit/engine/fixtures.ts";

const ROWS = 1200;
const SIZE = 8;

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const rowOf = (value: (d: number) => number) => Array.from({ length: SIZE }, (_, d) => value(d));

describe("measurements of recall", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function fill(
    distance: string,
    shape: (random: Random, i: number) => number[],
    random: Random,
    size = SIZE,
  ) {
    const hnsw_config = { full_scan_threshold: 10 };
    const vectors_config = { size, distance };
    await server.call("DELETE", "/collections/c");
    await server.call("PUT", "/collections/c", { vectors_config, hnsw_config });
    const points = Array.from({ length: ROWS }, (_, id) => ({ id, vector: shape(random, id) }));
    for (let at = 0; at < ROWS; at += 400) {
      await server.call("PUT", "/collections/c/points", { points: points.slice(at, at + 400) });
    }
    // A server in this process has no indexing thread, so the test starts indexing.
    for (const { vectors } of server.database.collection("c").segments.all) await vectors.indexed();
  }

  const warnings = async () => (await server.call("GET", "/collections/c")).body.result.warnings;

  async function sample(name: string): Promise<number | null> {
    const { text } = await server.call("GET", "/metrics");
    const line = text.split("\n").find((one) => one.startsWith(`${name}{collection="c"}`));
    return line === undefined ? null : Number(line.split(" ").at(-1));
  }

  async function until(done: () => Promise<boolean> | boolean): Promise<void> {
    for (const end = performance.now() + 120_000; performance.now() < end; ) {
      if (await done()) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect.fail("it was not so in time");
  }

  /** Waits for the measurement, and returns its recall. */
  async function measured(): Promise<number> {
    let recall: number | null = null;
    await until(async () => {
      recall = await sample("azimuth_collection_probed_recall");
      return recall !== null;
    });
    return recall!;
  }

  const probedOf = (name = "") =>
    server.database.collection("c").segments.all.map(({ vectors }) => {
      const one = vectors.all.find(({ field }) => field.name === name);
      return (one && denseOf(one.index))?.probed ?? null;
    });

  const itSampled = itOnceIn(3);
  for (const [name, distance, shape] of [
    ["plain data", "Cosine", (random: Random) => rowOf(() => normal(random))],
    ["mixed scales", "Euclid", (random: Random) => rowOf((d) => 10 ** (d % 4) * normal(random))],
    ["constant data", "Dot", () => rowOf(() => 3)],
    ["duplicates", "Manhattan", (_: Random, i: number) => rowOf((d) => ((i % 20) * (d + 3) * 7) % 11)],
    ["an offset of 10^6", "Euclid", (random: Random) => rowOf(() => 1e6 + normal(random))],
  ] as const) {
    itSampled(`measurements of recall cause no warning for ${name}`, () =>
      withSeed(async (random) => {
        await fill(distance, shape, random);
        expect(await measured()).to.be.at.least(0.95);
        expect(await warnings()).to.equal(undefined);
        expect(await sample("azimuth_collection_vectors_without_codes")).to.equal(0);
      }),
    );
  }

  it("measurements of recall count vectors whose codes were dropped", () =>
    withSeed(async (random) => {
      await fill("Euclid", (_, i) => rowOf(() => (i % 2) * 1e5 + normal(random)), random);
      await until(async () => (await sample("azimuth_collection_vectors_without_codes")) === 1);
      expect(await warnings()).to.have.length(1);
    }));

  it("measurements of recall are good for unit vectors that are 10^6 standard deviations from zero, or the cause is named", () =>
    withSeed(async (random) => {
      await fill("Cosine", () => rowOf(() => 1e6 + normal(random)), random);
      const recall = await measured();
      const said = (await warnings()) ?? [];
      expect(recall >= 0.9 || /8-bit codes cannot tell|on the f32 vectors/.test(said[0]?.message)).to.equal(
        true,
      );
    }));

  it("measurements of recall are taken again when ef_search is changed", () =>
    withSeed(async (random) => {
      await fill("Euclid", () => Array.from({ length: 64 }, () => normal(random)), random, 64);
      await measured();
      for (const [ef_search, isBad] of [
        [10, true],
        [600, false],
      ] as const) {
        await server.call("PATCH", "/collections/c", { hnsw_config: { ef_search } });
        await until(() => probedOf().every((probed) => probed?.ef === ef_search));
        expect((await warnings())?.length ?? 0, `ef_search ${ef_search}`).to.equal(isBad ? 1 : 0);
      }
      expect(await sample("azimuth_collection_vectors_without_codes")).to.equal(0);
    }));

  it("measurements of recall are taken for one vector while the graph of another does not grow", () =>
    withSeed(async (random) => {
      const field = { size: SIZE, distance: "Euclid" };
      const hnsw_config = { full_scan_threshold: 10 };
      await server.call("PUT", "/collections/c", { vectors_config: { a: field, b: field }, hnsw_config });
      const vector = () => rowOf(() => normal(random));
      const points = Array.from({ length: ROWS }, (_, id) => ({ id, vector: { a: vector(), b: vector() } }));
      await server.call("PUT", "/collections/c/points", { points });
      const { engine, handle } = server.database
        .collection("c")
        .segments.all[0]!.vectors.inEngine(server.database.collection("c").field("b")!)!;
      await engine.indexed(handle);
      await until(() => probedOf("b").every((probed) => probed !== null));
      expect(probedOf("a")).to.deep.equal([null]);
    }));

  it("measurements of recall are taken again after a measurement has failed", () =>
    withSeed(async (random) => {
      await server.call("PUT", "/collections/c", { vectors_config: { size: SIZE, distance: "Dot" } });
      await server.call("PUT", "/collections/c/points", { points: [{ id: 0, vector: rowOf(() => 1) }] });
      const { engine } = server.database
        .collection("c")
        .segments.all[0]!.vectors.inEngine(server.database.collection("c").field("")!)!;
      const { distances } = engine;
      let failed = 0;
      engine.distances = async () => {
        failed++;
        engine.distances = distances;
        throw new Error("a thread has ended");
      };
      await fill("Dot", () => rowOf(() => normal(random)), random);
      expect(await measured()).to.be.at.least(0.9);
      expect(failed).to.equal(1);
    }));
});
