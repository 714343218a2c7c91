// Vectors in files of a server. The decision: the files are written again at every start, from checkpoints and
// the log.

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { rowFilesIn } from "../support/row-files.ts";
import { scratchFolder } from "../support/scratch.ts";
import { leftByKill } from "../support/server-here.ts";
import { call, Servers } from "../support/servers.ts";

const VECTORS = { size: 4, distance: "Euclid", on_disk: true };
const POINTS = Array.from({ length: 3000 }, (_, id) => ({ id, vector: [id, -id, id % 7, 1] }));
const SEARCH = { vector: [1234, -1234, 2, 1], limit: 3, with_vector: true };

describe("a server with vectors in files", () => {
  let servers: Servers;
  let copies: string;
  beforeEach(() => {
    servers = new Servers();
    copies = scratchFolder("azimuth-on-disk-");
  });
  afterEach(async () => {
    await servers.close();
    rmSync(copies, { recursive: true });
  });

  const files = () => rowFilesIn(servers.folder);

  it("a server with vectors in files finds the same points after a stop and after a kill", async () => {
    let server = await servers.here();
    const hnsw_config = { full_scan_threshold: 10 };
    await call(server, "PUT", "/collections/c", { vectors_config: VECTORS, hnsw_config });
    expect(files(), "before there are points").to.deep.equal([]);
    await call(server, "PUT", "/collections/c/points", { points: POINTS });
    const search = async () => (await call(server, "POST", "/collections/c/points/search", SEARCH)).result;
    const before = (await search()) as { id: number; vector: number[]; score: number }[];
    expect(before[0]).to.deep.include({ id: 1234, vector: POINTS[1234]!.vector, score: 0 });
    await server.stop();
    expect(files()).to.have.length(1);
    server = await servers.here();
    expect(files()).to.have.length(1);
    expect(await search()).to.deep.equal(before);
    const killed = leftByKill(servers.folder, join(copies, "killed"));
    expect(rowFilesIn(killed)).to.have.length(1);
    server = await servers.here({ dataDir: killed });
    expect(rowFilesIn(killed)).to.have.length(1);
    expect(await search()).to.deep.equal(before);
  });

  it("a server with vectors in files has a file for each vector name with on_disk", async () => {
    const server = await servers.here();
    for (const name of ["a", "b"]) {
      const vectors_config = { x: VECTORS, y: VECTORS, z: { ...VECTORS, on_disk: false } };
      await call(server, "PUT", `/collections/${name}`, { vectors_config });
      const points = [{ id: 1, vector: { x: [1, 2, 3, 4], z: [1, 2, 3, 4] } }];
      await call(server, "PUT", `/collections/${name}/points`, { points });
    }
    expect(files()).to.have.length(4);
    await call(server, "DELETE", "/collections/a");
    const { result } = await call(server, "GET", "/collections/b/points/1");
    expect((result as { vector: unknown }).vector).to.deep.equal({ x: [1, 2, 3, 4], z: [1, 2, 3, 4] });
  });

  it("a server with vectors in files leaves no file behind when it was ephemeral", async () => {
    const server = await servers.here({ ephemeral: true });
    const path = /"path":"([^"]+)"/.exec(server.output())![1]!;
    await call(server, "PUT", "/collections/c", { vectors_config: VECTORS });
    await call(server, "PUT", "/collections/c/points", { points: POINTS.slice(0, 10) });
    expect(rowFilesIn(path)).to.have.length(1);
    await server.stop();
    expect(existsSync(path)).to.equal(false);
  });
});
