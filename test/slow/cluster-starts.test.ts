// Starts of a server of a cluster that cannot succeed: each ends with one line that names the setting, and writes
// nothing to the data directory.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { PostgresServer } from "../support/postgres.ts";
import { runMain } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";

describe("a server of a cluster that cannot start", () => {
  let postgres: PostgresServer;
  let servers: Servers;
  let folder: string;

  before(async () => {
    postgres = await PostgresServer.create("s0");
    await postgres.start();
  });
  after(() => postgres.remove());
  beforeEach(() => {
    servers = new Servers();
    folder = mkdtempSync(join(tmpdir(), "azimuth-starts-"));
  });
  afterEach(async () => {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const flags = (name: string, url = postgres.url, more: readonly string[] = []) => [
    ...["--cluster-name", name, "--cluster-node", "n1", "--cluster-log-url", url, ...more],
  ];

  /** Starts a server on a directory, expects that it ends, and returns what it says last. */
  async function refused(
    dataDir: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const all = ["serve", "--data-dir", dataDir, "--rest-port", "0", "--log-level", "error", ...args];
    const { code, stdout, stderr } = await runMain(all, env);
    expect(code, stdout + stderr).to.be.greaterThan(0);
    const lines = stderr.trim().split("\n");
    expect(lines, stdout + stderr).to.have.lengthOf(1);
    return lines[0]!;
  }

  /** Does the same on a new directory, which must not become that of a server of a cluster. */
  async function refusedAnew(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
    const line = await refused(folder, args, env);
    for (const name of ["wal", "cluster.json", "epochs.json"])
      expect(existsSync(join(folder, name)), name).to.equal(false);
    return line;
  }

  const started = (args: readonly string[]) => servers.start(["--data-dir", folder, ...args]);

  it("a database, a role or a PostgreSQL that is not there ends the start with one line", async () => {
    const missing = postgres.url.replace(/postgres$/, "nothing");
    expect(await refusedAnew(flags("a", missing))).to.match(
      /cluster\.log\.postgres\.url: .*"nothing" does not exist/,
    );
    const nobody = postgres.url.replace("azimuth@", "nobody@");
    expect(await refusedAnew(flags("a", nobody))).to.match(
      /cluster\.log\.postgres\.url: .*"nobody" does not exist/,
    );
    const away = flags("a", "postgres://azimuth@127.0.0.1:1/postgres", ["--cluster-start-timeout", "1"]);
    expect(await refusedAnew(away)).to.match(/cluster\.log\.postgres\.url: PostgreSQL cannot be used/);
  });

  it("a wrong password ends the start with one line that does not have it", async () => {
    await postgres.sql("create role guarded login password 'right'");
    await postgres.requirePassword("guarded");
    const url = postgres.url.replace("azimuth@", "guarded:wrong-secret@");
    const env = { AZIMUTH_CLUSTER__LOG__POSTGRES__URL: url };
    const line = await refusedAnew(["--cluster-name", "a"], env);
    expect(line).to.match(/cluster\.log\.postgres\.url: .*password authentication failed/);
    expect(line).to.not.contain("wrong-secret");
  });

  it("a cluster of another name and a schema of another version end the start with one line", async () => {
    const first = await started(flags("first"));
    await first.stop();
    rmSync(folder, { recursive: true });
    expect(await refusedAnew(flags("second"))).to.contain(
      'cluster.name: the log in the schema azimuth belongs to the cluster "first"',
    );
    await postgres.sql("update azimuth.meta set version = 99");
    expect(await refusedAnew(flags("first"))).to.contain("has version 99");
    await postgres.sql("drop schema azimuth cascade");
  });

  it("a directory with collections of its own is refused, and can be used without the cluster as before", async () => {
    const alone = await started([]);
    await call(alone, "PUT", "/collections/c", { vectors: { size: 1, distance: "Dot" } });
    await alone.stop();
    const line = await refused(folder, flags("own"));
    expect(line).to.contain("data directory holds collections of its own: azimuth cluster import");
    const again = await started([]);
    expect((await call(again, "GET", "/collections")).result).to.deep.equal({ collections: [{ name: "c" }] });
    await postgres.sql("drop schema azimuth cascade");
  });

  it("the directory of a server of a cluster is refused without its cluster, and in another one", async () => {
    const member = await started(flags("one"));
    await call(member, "PUT", "/collections/c", { vectors: { size: 1, distance: "Dot" } });
    await member.stop();
    expect(await refused(folder, [])).to.contain("is that of a server of a cluster: set cluster.name");
    const other = flags("one", postgres.url, ["--cluster-log-schema", "other"]);
    expect(await refused(folder, other)).to.contain(
      "entries of that of another cluster, or of one that is lost",
    );
  });
});
