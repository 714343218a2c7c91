// The map of a collection whose points are on several servers is that of a server with all points.
import { expect } from "chai";
import type { ProjectionRequest } from "../../../../src/schema/projection.ts";
import { roundRandom, seedOf } from "../../../support/chance.ts";
import type { DrawnPoint } from "../../../support/equality/points.ts";
import { NOBODY, type Projection, readProjection } from "../../../support/projection.ts";
import { byShard, gather, partOfSource, rejectionOf } from "./gathered-collection.ts";
import { type Spread, spreadWorld, type World, wholeWorld } from "./spread-world.ts";
import { WatchedPart } from "./watched-part.ts";

const POINTS = 300;
const SHARDS = 3;
const K = 5;
const CLOSE = 1e-4;

/** Draws points on an ellipsoid whose axes differ, far from the origin: what is compared is not chosen by rounding. */
function drawn(seed: number): DrawnPoint[] {
  const random = roundRandom(seed, 0);
  const component = (_: unknown, axis: number) =>
    (random() - 0.5) * (axis === 0 ? 40 : axis === 1 ? 9 : 1) + 3;
  const row = (size: number) => Array.from({ length: size }, component);
  return Array.from({ length: POINTS }, (_, id) => ({
    id,
    vector: { wide: row(37), ...(id % 4 > 0 && { euclid: row(4), coded: row(20) }) },
    payload: { n: id % 10 },
  }));
}

describe("the map of points on several servers", () => {
  const seed = seedOf();
  const points = drawn(seed);
  let whole: World;
  let spread: Spread;
  let parts: WatchedPart[];

  beforeEach(async () => {
    whole = await wholeWorld(points, seed);
    spread = await spreadWorld(points, SHARDS, seed);
    parts = spread.collections.map(
      (own, shard) => new WatchedPart(partOfSource(() => own, { shard, division: SHARDS })),
    );
    gather(spread.collections, parts);
  });
  afterEach(async () => {
    for (const { server } of [whole, spread]) await server.close();
  });

  async function mapIn({ server }: World, more: Partial<ProjectionRequest>): Promise<Projection> {
    const request = { collection_name: "c", neighbors: K, ...more };
    const bytes = await server.services.exploration.projection(request);
    return readProjection(Uint8Array.from(bytes).buffer);
  }

  /** Returns what a map says of each point, by id. */
  function byId({ header: { ids, values }, places, neighbors, distances }: Projection) {
    return new Map(
      ids.map((id, i) => [
        id,
        {
          place: [places[i * 2]!, places[i * 2 + 1]!] as const,
          value: values?.[i],
          distances: [...distances.subarray(i * K, (i + 1) * K)],
          near: [...neighbors.subarray(i * K, (i + 1) * K)].map((at) => (at === NOBODY ? null : ids[at])),
        },
      ]),
    );
  }

  async function expectSame(more: Partial<ProjectionRequest>): Promise<void> {
    const [one, several] = [await mapIn(whole, more), await mapIn(spread, more)];
    const { count, total, dimension, neighbors_share, variance } = one.header;
    expect(several.header).to.include({ count, total, dimension, neighbors_share });
    for (const axis of [0, 1]) expect(several.header.variance[axis]).to.be.closeTo(variance[axis]!, CLOSE);
    const found = byId(several);
    for (const [id, { place, ...exact }] of byId(one)) {
      const { place: other, ...same } = found.get(id)!;
      expect(same, `SEED=${seed}, point ${id}`).to.deep.equal(exact);
      for (const axis of [0, 1] as const) expect(other[axis]).to.be.closeTo(place[axis], CLOSE);
    }
    expect(found.size).to.equal(count);
  }

  for (const vector of ["wide", "euclid", "coded"]) {
    it(`the map of points on several servers has the neighbours and the positions of one server: ${vector} (SEED=${seed})`, () =>
      expectSame({ vector, with_values: "n" }));
  }

  it(`the map of points on several servers has the points of its filter (SEED=${seed})`, () =>
    expectSame({ vector: "euclid", filter: { must: [{ key: "n", range: { gte: 7 } }] }, with_values: "n" }));

  it("the map of points on several servers is empty where no point has the vector", async () => {
    const { header } = await mapIn(spread, { vector: "dot" });
    expect(header).to.include({ count: 0, total: 0 });
  });

  it(`the map of points on several servers has as many points as its limit, of all servers (SEED=${seed})`, async () => {
    const { header } = await mapIn(spread, { vector: "wide", limit: 200 });
    expect(header).to.include({ count: 200, total: POINTS });
    expect(new Set(header.ids).size).to.equal(200);
    for (const own of byShard(points, SHARDS)) {
      const shown = own.filter(({ id }) => header.ids.includes(id as number));
      expect(shown.length, `SEED=${seed}`).to.be.within(1, own.length - 1);
    }
  });

  it(`the map of points on several servers leaves out points that are deleted while it is made (SEED=${seed})`, async () => {
    const collection_name = "part 1";
    const deleted = byShard(points, SHARDS)[1]!.map(({ id }) => id);
    parts[1]!.before = async (method) => {
      if (method !== "vectors") return;
      await spread.answers("deletePoints", { collection_name, points: deleted });
      await spread.answers("optimizeCollection", { collection_name });
    };
    const { header, places } = await mapIn(spread, { vector: "wide" });
    const left = points.map(({ id }) => id).filter((id) => !deleted.includes(id));
    expect(header.ids).to.have.members(left);
    expect(places).to.have.lengthOf(2 * left.length);
  });

  it("the map of points on several servers keeps no vectors when it is made, and none when it fails", async () => {
    const { engine } = spread.collections[0]!.ownReads;
    const { wasmBytes } = engine;
    await mapIn(spread, { vector: "wide" });
    parts[1]!.before = async (method) => {
      if (method === "vectors") throw new Error("the other server fails");
    };
    const error = await rejectionOf(() => mapIn(spread, { vector: "wide" }));
    expect(error.message).to.equal("the other server fails");
    expect(engine.wasmBytes).to.equal(wasmBytes);
  });
});
