// The memory of a segment in the engine: when it is taken, and when it must not be taken any more.
import { expect } from "chai";
import { fieldConfigs } from "../../../../src/core/config/collection-config.ts";
import { DEFAULT_SEARCH } from "../../../../src/core/config/search-params.ts";
import { DenseRows } from "../../../../src/core/record/vector-rows.ts";
import { CollectionSegment } from "../../../../src/core/segment/segment.ts";
import { append } from "../../../../src/core/segment/taken-slots.ts";
import { PackedIds } from "../../../../src/core/slots/point-id.ts";
import { applyWrites } from "../../../../src/core/vectors/apply-writes.ts";
import type { LocalEngine } from "../../../../src/engine/local.ts";
import { newEngine, rejection } from "../../engine/fixtures.ts";
import { configOf } from "../fixtures.ts";

const FIELDS = fieldConfigs(
  configOf({ name: "a", size: 4, distance: "Dot" }, { name: "b", size: 2, distance: "Euclid" }),
);
const SEED = 7;
const NEAREST = { field: FIELDS[0]!, k: 1, params: DEFAULT_SEARCH, filter: null };

/** An engine that counts its vector stores. */
function countingEngine(): { engine: LocalEngine; alive: () => number } {
  const engine = newEngine();
  let alive = 0;
  const { create, drop } = engine;
  engine.create = (spec) => {
    alive++;
    return create.call(engine, spec);
  };
  engine.drop = (handle) => {
    alive--;
    return drop.call(engine, handle);
  };
  return { engine, alive: () => alive };
}

const onePoint = (name: string) => ({
  kind: "upsert_points" as const,
  collection: "",
  ids: PackedIds.pack([1]),
  fields: [{ name, rows: null, vectors: new DenseRows(4, Float32Array.of(1, 2, 3, 4)) }],
  payloads: [null],
});

describe("a segment of a collection", () => {
  it("a segment takes no memory of the engine before it has points, and finds nothing", async () => {
    const { engine, alive } = countingEngine();
    const segment = new CollectionSegment(engine, FIELDS, SEED);
    const [hits] = await segment.vectors.search([new Float32Array(4)], { ...NEAREST, k: 10 });
    expect(hits!.slots).to.have.length(0);
    expect(alive()).to.equal(0);
    await segment.reserve(1);
    expect(alive()).to.equal(2);
  });

  it("a segment takes memory of the engine once, with any number of concurrent callers", async () => {
    const { engine, alive } = countingEngine();
    const segment = new CollectionSegment(engine, FIELDS, SEED);
    await Promise.all([segment.reserve(1), segment.reserve(1000), segment.reserve(10)]);
    expect(alive()).to.equal(2);
  });

  it("a segment frees all of its memory when it is dropped, and takes none for a later call", async () => {
    const { engine, alive } = countingEngine();
    const segment = new CollectionSegment(engine, FIELDS, SEED);
    await segment.reserve(1);
    const late = [segment.reserve(2000).catch(() => {}), segment.drop()];
    expect((await rejection(segment.reserve(4000))).message).to.equal("the segment has been dropped");
    await Promise.all(late);
    expect(alive()).to.equal(0);
  });

  it("a segment refuses vectors with an unknown name, and changes nothing", async () => {
    const engine = newEngine();
    const segment = new CollectionSegment(engine, FIELDS, SEED);
    await segment.reserve(1);
    expect(() => append(segment, onePoint("c"), 1)).to.throw("there are no vectors named 'c' here");
    expect(segment.ids.size).to.equal(0);
    await applyWrites(append(segment, onePoint("a"), 2));
    const [hits] = await segment.vectors.search([Float32Array.of(1, 0, 0, 0)], NEAREST);
    expect(hits!.slots).to.deep.equal(Uint32Array.of(0));
    expect(await segment.vectors.vectors("b", [0])).to.deep.equal([null]);
  });
});
