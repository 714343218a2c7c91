// The names of files in a data directory. The decision: they do not depend on the names that clients choose, so that
// every file system can store and distinguish them.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runMain } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { call, Servers } from "../support/servers.ts";

/** Names that some systems forbid, treat as equal to another name, or take for a device. */
const COLLECTIONS = ["Cities", "cities", "CITIES", "con", "aux.txt", "x".repeat(255)];
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** The longest path, according to src/docs/platforms.md. */
const MOST_CHARACTERS = 120;

function expectPortable(dir: string): void {
  const paths = (readdirSync(dir, { recursive: true }) as string[]).map((path) => path.replaceAll("\\", "/"));
  expect(paths.length).to.be.greaterThan(0);
  expect(new Set(paths.map((path) => path.toLowerCase())).size, "names that differ in case").to.equal(
    paths.length,
  );
  for (const path of paths) {
    expect(path.length, path).to.be.lessThan(MOST_CHARACTERS);
    for (const name of path.split("/")) {
      expect(name).to.match(/^[\w.-]*\w$/);
      expect(name).not.to.match(RESERVED);
    }
  }
}

describe("the files of a server", () => {
  let servers: Servers;
  let copies: string;
  before(() => {
    servers = new Servers();
    copies = scratchFolder("azimuth-names-");
  });
  after(async () => {
    await servers.close();
    rmSync(copies, { recursive: true, force: true });
  });

  it("the files of a server have valid names on every system, after a checkpoint, with snapshots, and in a backup", async () => {
    const server = await servers.here({ dataDir: servers.folder, extendedApi: true });
    for (const name of COLLECTIONS) {
      await call(server, "PUT", `/collections/${name}`, {
        vectors_config: { "Con:vector": { size: 2, distance: "Dot", on_disk: true } },
      });
      const points = [{ id: 1, vector: { "Con:vector": [1, 2] }, payload: { "a/b": "c" } }];
      await call(server, "PUT", `/collections/${name}/points`, { points });
      await call(server, "POST", `/collections/${name}/snapshots`);
    }
    await call(server, "POST", "/checkpoint");
    expectPortable(servers.folder);
    const { code, stderr } = await runMain(["backup", join(copies, "b"), "--data-dir", servers.folder]);
    expect(code, stderr).to.equal(0);
    expectPortable(copies);
  });

  it("the files of a server belong to separate collections when names differ only in case", async () => {
    const server = await servers.here({ ephemeral: true });
    for (const [id, name] of ["Cities", "cities"].entries()) {
      await call(server, "PUT", `/collections/${name}`, { vectors_config: { size: 1, distance: "Dot" } });
      await call(server, "PUT", `/collections/${name}/points`, { points: [{ id, vector: [1] }] });
    }
    await call(server, "POST", "/checkpoint");
    const { result } = await call(server, "POST", "/collections/cities/points/search", {
      vector: [1],
      limit: 9,
    });
    expect((result as { id: number }[]).map(({ id }) => id)).to.deep.equal([1]);
  });
});
