// POST /collections/{name}/points/projection: positions of points on a map. The decision: the response is bytes, a JSON
// header and then arrays.
import { expect } from "chai";
import { NOBODY, type Projection, project } from "../support/projection.ts";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";
import { itWeekly } from "../support/weekly.ts";
import { dataSet } from "../unit/engine/vectors.ts";

const PATH = "/collections/c/points/projection";
const POINTS = "/collections/c/points";

describe("POST /collections/{name}/points/projection:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function put(points: object[], collection = "c", to = server): Promise<void> {
    for (let from = 0; from < points.length; from += 1000) {
      const some = { points: points.slice(from, from + 1000) };
      const { status, text } = await to.call("PUT", `/collections/${collection}/points`, some);
      expect(status, text).to.equal(200);
    }
  }

  async function refusal(body: unknown, path = PATH): Promise<[number, string]> {
    const answer = await server.call("POST", path, body);
    return [answer.status, answer.body.status.error];
  }

  const placesOf = ({ header, places }: Projection) =>
    new Map(header.ids.map((id, i) => [id, [places[i * 2]!, places[i * 2 + 1]!]]));

  describe("positions", () => {
    it("positions of a projection are coordinates along the two principal axes, of which the larger has values from -1 to 1", async () => {
      await createCollection(server, { size: 3, distance: "Euclid" });
      await put([
        { id: 1, vector: [10, 104, 7] },
        { id: 2, vector: [10, 96, 7] },
        { id: 3, vector: [12, 100, 7] },
        { id: 4, vector: [8, 100, 7] },
      ]);
      const answer = await project(server);
      const { count, total, dimension, neighbors, variance, ids, values } = answer.header;
      expect({ count, total, dimension, neighbors, values }).to.deep.equal({
        count: 4,
        total: 4,
        dimension: 3,
        neighbors: 0,
        values: null,
      });
      expect([...ids]).to.have.members([1, 2, 3, 4]);
      expect(variance[0]).to.be.closeTo(0.8, 1e-6);
      expect(variance[1]).to.be.closeTo(0.2, 1e-6);
      const found = Object.fromEntries(
        [...placesOf(answer)].map(([id, xy]) => [id, xy.map((value) => Math.round(value * 1e6) / 1e6 + 0)]),
      );
      expect(found).to.deep.equal({ 1: [1, 0], 2: [-1, 0], 3: [0, 0.5], 4: [0, -0.5] });
    });

    it("positions of a projection are at the origin when all points are equal", async () => {
      await createCollection(server, { size: 2, distance: "Euclid" });
      expect((await project(server, { neighbors: 2 })).header).to.include({ count: 0, total: 0 });
      await put([{ id: 1, vector: [3, 4] }]);
      const one = await project(server, { neighbors: 2 });
      expect([...one.places, ...one.header.variance]).to.deep.equal([0, 0, 0, 0]);
      expect([...one.neighbors]).to.deep.equal([NOBODY, NOBODY]);
      await put([{ id: 2, vector: [3, 4] }]);
      const two = await project(server, { neighbors: 2 });
      expect([...two.places]).to.deep.equal([0, 0, 0, 0]);
      expect([...two.neighbors]).to.deep.equal([1, NOBODY, 0, NOBODY]);
      expect([...two.distances]).to.deep.equal([0, Number.NaN, 0, Number.NaN]);
    });

    it("positions of a projection are finite for numbers of any size, and on a line for vectors of one dimension", async () => {
      await createCollection(server, { size: 1, distance: "Euclid" });
      await put([
        { id: 1, vector: [9e18] },
        { id: 2, vector: [-9e18] },
        { id: 3, vector: [0] },
      ]);
      const large = placesOf(await project(server));
      expect([large.get(1), large.get(2), large.get(3)]).to.deep.equal([
        [1, 0],
        [-1, 0],
        [0, 0],
      ]);
      await put([1, 2, 3].map((id) => ({ id, vector: [id * 1e-30] })));
      const small = placesOf(await project(server));
      expect([small.get(3)![0], small.get(1)![0], small.get(2)![1]]).to.deep.equal([1, -1, 0]);
      expect(Math.abs(small.get(2)![0]!)).to.be.below(1e-5);
    });

    itWeekly(
      "positions of a projection are equal whether vectors are in one segment, in several, or in a file",
      async () => {
        const several = await startTestServer({ segments: { maxSlots: 400 } });
        const { rows } = dataSet("clusters", 1500, 3);
        const points = rows.map((row, id) => ({ id, vector: [...row] }));
        const vectors = { size: rows[0]!.length, distance: "Cosine" };
        const maps: Projection[] = [];
        for (const [name, config] of Object.entries({
          one: { vectors_config: vectors },
          several: { vectors_config: vectors },
          file: { vectors_config: { ...vectors, on_disk: true } },
        })) {
          const its = name === "several" ? several : server;
          const { status, text } = await its.call("PUT", `/collections/${name}`, config);
          expect(status, text).to.equal(200);
          await put(points, name, its);
          maps.push(await project(its, { neighbors: 4 }, name));
        }
        const [one, ...others] = maps;
        expect(several.database.collection("several").segments.all.length).to.be.above(2);
        await several.close();
        for (const other of others) {
          const places = placesOf(other);
          for (const [id, [x, y]] of placesOf(one!)) {
            expect(places.get(id)![0]).to.be.closeTo(x!, 1e-3);
            expect(places.get(id)![1]).to.be.closeTo(y!, 1e-3);
          }
        }
      },
    );
  });

  describe("points", () => {
    beforeEach(async () => {
      await createCollection(server, {
        a: { size: 2, distance: "Euclid" },
        b: { size: 1, distance: "Dot" },
      });
      await put(
        Array.from({ length: 200 }, (_, id) => ({
          id: id === 7 ? "5c56c793-69f3-4fbf-87e6-c4bf54c28c26" : id,
          vector: { a: [id, -id * id], ...(id < 10 && { b: [id] }) },
          payload: { n: id, list: id % 2 ? [1, "two"] : [], price: 5, deep: { x: null } },
        })),
      );
    });

    it("points of a projection are the points that match the filter and have the vector", async () => {
      const filter = { must: { key: "n", range: { gte: 5, lt: 50 } } };
      expect((await project(server, { vector: "a", filter })).header).to.include({ count: 45, total: 45 });
      const { header } = await project(server, { vector: "b", filter });
      expect([...header.ids]).to.have.members([5, 6, "5c56c793-69f3-4fbf-87e6-c4bf54c28c26", 8, 9]);
    });

    it("points of a projection are sampled above the limit, the same ones in every request, each with equal probability", async () => {
      const one = await project(server, { vector: "a", limit: 100 });
      const { header } = await project(server, { vector: "a", limit: 100 });
      expect(header.ids).to.deep.equal(one.header.ids);
      expect(header).to.include({ count: 100, total: 200 });
      const low = header.ids.filter((id) => Number(id) < 100).length;
      expect(low, "of the first half").to.be.within(35, 65);
    });

    it("points of a projection have exact ids, and the value at a path, null without one, or a list of several", async () => {
      await put([{ id: 1, vector: { a: [0, 0] }, payload: { n: 18446744073709551615n.toString() } }]);
      const text =
        '{"points":[{"id":18446744073709551615,"vector":{"a":[1,2]},"payload":{"n":12345678901234567890}}]}';
      expect((await server.call("PUT", POINTS, text)).status).to.equal(200);
      const big = await project(server, { vector: "a", with_values: "n" });
      expect(big.text).to.contain("18446744073709551615").and.to.contain("12345678901234567890");
      const { header } = await project(server, { vector: "a", with_values: "list[]" });
      const valueAt = (id: number) => header.values![header.ids.indexOf(id)];
      expect(valueAt(3)).to.deep.equal([1, "two"]);
      expect(valueAt(2)).to.equal(null);
      const first = await project(server, { vector: "a", with_values: "list[1]" });
      expect(first.header.values![first.header.ids.indexOf(3)]).to.equal("two");
    });
  });

  describe("neighbours", () => {
    const truth = (rows: readonly Float32Array[], i: number) =>
      rows
        .map((row, j) =>
          i === j ? Number.POSITIVE_INFINITY : Math.hypot(...row.map((x, d) => x - rows[i]![d]!)),
        )
        .sort((a, b) => a - b);

    async function recallOf(config: object, body: object): Promise<number> {
      const { rows } = dataSet("clusters", 1000, 3);
      const vectors_config = { size: rows[0]!.length, distance: "Euclid" };
      await server.call("PUT", "/collections/c", { vectors_config, ...config });
      await put(rows.map((row, id) => ({ id, vector: [...row] })));
      const collection = server.database.collection("c");
      for (const { vectors } of collection.segments.all) await vectors.indexed();
      const { header, neighbors, distances } = await project(server, { neighbors: 6, ...body });
      const listed = header.ids.map((id) => rows[Number(id)]!);
      let right = 0;
      for (let i = 0; i < listed.length; i += 10) {
        const exact = truth(listed, i);
        const own = neighbors.subarray(i * 6, (i + 1) * 6);
        own.forEach((place, j) => {
          const distance = distances[i * 6 + j]!;
          expect(distance).to.be.closeTo(
            Math.hypot(...listed[i]!.map((x, d) => x - listed[place]![d]!)),
            1e-4,
          );
          if (distance <= exact[5]! + 1e-4) right++;
        });
      }
      return right / (6 * Math.ceil(listed.length / 10));
    }

    it("neighbours of a projection are the nearest points according to the graph, nearly equal to the exact ones", async () => {
      expect(await recallOf({ hnsw_config: { full_scan_threshold: 10 } }, {})).to.be.above(0.9);
    });

    it("neighbours of a projection are exact where there is no graph", async () => {
      expect(await recallOf({}, {})).to.be.above(0.999);
    });

    it("neighbours of a projection are searched among the returned points only, with a filter or a sample", async () => {
      expect(await recallOf({ hnsw_config: { full_scan_threshold: 10 } }, { limit: 300 })).to.be.above(0.9);
    });

    it("neighbours of a projection are found across segments", async () => {
      await server.close();
      server = await startTestServer({ segments: { maxSlots: 250 } });
      expect(await recallOf({ hnsw_config: { full_scan_threshold: 10 } }, {})).to.be.above(0.9);
      expect(server.database.collection("c").segments.all.length).to.be.above(2);
    });

    it("neighbours of a projection have distances of the metric, of which a smaller one is nearer", async () => {
      const distances = { Cosine: 1, Dot: 0, Euclid: Math.hypot(1, 2), Manhattan: 3 };
      for (const [distance, expected] of Object.entries(distances)) {
        await server.call("PUT", `/collections/${distance}`, { vectors_config: { size: 2, distance } });
        await put(
          [
            { id: 1, vector: [1, 0] },
            { id: 2, vector: [0, 2] },
          ],
          distance,
        );
        const found = await project(server, { neighbors: 1 }, distance);
        expect(found.distances[0]! + 0, distance).to.be.closeTo(expected, 1e-6);
      }
    });
  });

  describe("a refusal", () => {
    beforeEach(() => createCollection(server));

    it("the refusal of a projection names the missing collection or vector", async () => {
      expect(await refusal({}, "/collections/none/points/projection")).to.deep.equal([
        404,
        "Collection not found: none",
      ]);
      expect(await refusal({ vector: "b" })).to.deep.equal([
        400,
        "vector: collection 'c' has no vector named 'b'; it has the unnamed one",
      ]);
    });

    it("the refusal of a projection names the number that is out of range", async () => {
      for (const limit of [0, -1, 200_001, 1.5])
        expect(await refusal({ limit })).to.deep.equal([400, "limit must be 1..200000"]);
      for (const neighbors of [-1, 33])
        expect(await refusal({ neighbors })).to.deep.equal([400, "neighbors must be 0..32"]);
    });

    it("the refusal of a projection says what is wrong with a path or a filter", async () => {
      expect((await refusal({ with_values: "a..b" }))[1]).to.contain("a..b");
      expect((await refusal({ filter: { must: { key: 1 } } }))[1]).to.match(/^Invalid filter at filter.must/);
    });
  });

  it("POST .../points/projection ends when its client disconnects, and releases its memory", async () => {
    await createCollection(server, { size: 2, distance: "Dot" });
    await put([{ id: 1, vector: [1, 2] }]);
    const { memory } = server.database;
    const { exploration } = server.services;
    const failure = () =>
      exploration.projection({ collection_name: "c" }, AbortSignal.abort()).then(
        () => null,
        (error: Error) => error.name,
      );
    // The first one leaves the cached result of its filter.
    expect(await failure()).to.equal("DeadlineExceeded");
    const before = memory.used;
    expect(await failure()).to.equal("DeadlineExceeded");
    // The memory of the upsert before may be released meanwhile.
    await until(() => memory.used <= before);
  });

  it("POST .../points/projection returns bytes in either dialect, and errors as JSON", async () => {
    await createCollection(server);
    const answer = await server.call("POST", PATH, {}, AS_QDRANT);
    expect(answer.headers.get("content-type")).to.equal("application/octet-stream");
    expect(answer.headers.get("content-disposition")).to.equal(null);
    const refused = await server.call("POST", PATH, { limit: 0 }, AS_QDRANT);
    expect(refused.body.status.error).to.contain("limit");
  });
});
