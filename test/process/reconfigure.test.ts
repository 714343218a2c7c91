// A server whose collection is reconfigured while searches run, and which is killed meanwhile.
import { expect } from "chai";
import type { ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const COUNT = 2500;
const POINTS = Array.from({ length: COUNT }, (_, id) => ({
  id,
  vector: Array.from({ length: 16 }, (_, i) => Math.sin(id * 31 + i * 7)),
}));
const CHANGE = {
  hnsw_config: { m: 6, ef_construct: 40 },
  quantization_config: "Disabled",
  metadata: { changed: true },
};

describe("a server whose collection is reconfigured", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  const info = async (server: ServerProcess) =>
    (await call(server, "GET", "/collections/c")).result as {
      status: string;
      indexed_vectors_count: number;
      config: { hnsw_config: object; quantization_config: unknown; metadata: object };
    };
  const nearest = async (server: ServerProcess, id: number) => {
    const search = { vector: POINTS[id]!.vector, limit: 1 };
    const { result } = await call(server, "POST", "/collections/c/points/search", search);
    return (result as { id: number }[])[0]!.id;
  };
  const searchUntilGreen = async (server: ServerProcess) => {
    for (let id = 0; (await info(server)).status !== "green"; id = (id + 1) % COUNT) {
      expect(await nearest(server, id)).to.equal(id);
    }
  };

  itWeekly(
    "a server whose collection is reconfigured finds every point while segments are rebuilt, and continues after a kill",
    async () => {
      let server = await servers.start();
      const hnsw_config = { full_scan_threshold: 10 };
      await call(server, "PUT", "/collections/c", {
        vectors_config: { size: 16, distance: "Euclid" },
        hnsw_config,
      });
      await call(server, "PUT", "/collections/c/points", { points: POINTS });
      await searchUntilGreen(server);
      await call(server, "PATCH", "/collections/c", CHANGE);
      expect((await info(server)).status).to.equal("yellow");
      expect(await nearest(server, 77)).to.equal(77);
      await server.stop("SIGKILL");
      server = await servers.start();
      await searchUntilGreen(server);
      const { config, indexed_vectors_count } = await info(server);
      expect(config.hnsw_config).to.include({ m: 6, ef_construct: 40, full_scan_threshold: 10 });
      expect([config.quantization_config, config.metadata]).to.deep.equal(["Disabled", { changed: true }]);
      expect(indexed_vectors_count).to.equal(COUNT);
      await server.stop("SIGTERM");
    },
  );

  it("a server whose collection is reconfigured begins a graph at once when a lower threshold requires one", async () => {
    const server = await servers.start();
    await call(server, "PUT", "/collections/c", { vectors_config: { size: 16, distance: "Euclid" } });
    await call(server, "PUT", "/collections/c/points", { points: POINTS });
    expect(await info(server)).to.include({ status: "green", indexed_vectors_count: 0 });
    await call(server, "PATCH", "/collections/c", { hnsw_config: { full_scan_threshold: 10 } });
    await searchUntilGreen(server);
    expect((await info(server)).indexed_vectors_count).to.equal(COUNT);
  });
});
