// The commands azimuth cluster recover and import on real data directories, before PostgreSQL is asked.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig } from "../../../src/config/environment.ts";
import { open } from "../../../src/open.ts";
import { beginCluster } from "../../../src/serve/begin-cluster.ts";
import { EpochsFile } from "../../../src/storage/epochs.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { scratchFolder } from "../../support/scratch.ts";

async function directoryWithData(): Promise<string> {
  const dataDir = scratchFolder("azimuth-begin-");
  const db = await open({ dataDir, threads: 0 });
  await db.createCollection({ collection_name: "c", vectors_config: { size: 2, distance: "Dot" } });
  await db.close();
  return dataDir;
}

/** No server answers on this port, and none is waited for. */
const flags = (dataDir: string) => ({
  ...{ dataDir, clusterName: "demo", clusterStartTimeout: "0" },
  clusterLogUrl: "postgres://user@127.0.0.1:1/database",
});

async function refusal(reason: "recover" | "import", more: Record<string, unknown>): Promise<string> {
  const config = loadConfig(more, {});
  return beginCluster(reason, config, false).then(
    () => "none",
    (error: Error) => error.message,
  );
}

describe("a data directory that becomes the first of a cluster", () => {
  it("a data directory that becomes the first of a cluster is left as it was when PostgreSQL does not answer", async () => {
    const dataDir = await directoryWithData();
    expect(await refusal("import", flags(dataDir))).to.match(
      /^cluster\.log\.postgres\.url: PostgreSQL cannot/,
    );
    expect(existsSync(join(dataDir, "epochs.json"))).to.equal(false);
    const db = await open({ dataDir, threads: 0 }); // its lock is released
    expect((await db.listCollections()).collections).to.have.length(1);
    await db.close();
  });

  it("a data directory that becomes the first of a cluster was in the cluster that is recovered", async () => {
    const dataDir = await directoryWithData();
    expect(await refusal("recover", flags(dataDir))).to.equal(
      "The data directory was never in a cluster: azimuth cluster import",
    );
    new EpochsFile(nodeFs, dataDir).write({ log: "old", epochs: [], replaced: null, replaces: null });
    expect(await refusal("recover", flags(dataDir))).to.match(/PostgreSQL cannot be used/);
  });

  it("a data directory that becomes the first of a cluster has no damaged byte", async () => {
    const dataDir = await directoryWithData();
    const [segment] = readdirSync(join(dataDir, "wal")).filter((name) => name.endsWith(".wal"));
    const path = join(dataDir, "wal", segment!);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    expect(await refusal("import", flags(dataDir))).to.match(
      /\.wal is damaged: .*Use the data directory of another/,
    );
  });

  it("a data directory that becomes the first of a cluster needs the name of the cluster, and has to be one", async () => {
    const empty = scratchFolder("azimuth-begin-");
    expect(await refusal("import", { dataDir: empty })).to.match(/^cluster\.name: expected the name/);
    expect(await refusal("import", flags(empty))).to.match(/is neither a data directory nor a backup/);
    expect(readdirSync(empty)).to.deep.equal([]);
  });
});
