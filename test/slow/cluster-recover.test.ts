// The commands azimuth cluster import and recover with real servers and a real PostgreSQL.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ClusterHome } from "../support/cluster-home.ts";
import { runMain, type ServerProcess } from "../support/process.ts";
import { call } from "../support/servers.ts";
import { until } from "../support/until.ts";

const POINTS = 50;

describe("a cluster that is begun from a data directory", () => {
  let home: ClusterHome;
  beforeEach(async () => {
    home = await ClusterHome.open();
  });
  afterEach(() => home.close());

  const start = (name: string) => home.start(name);
  /** Returns why a server does not start. */
  const refusalOf = async (name: string): Promise<string> => {
    const { code, stderr } = await runMain(["serve", "--rest-port", "0", ...home.flags(name)]);
    expect(code, stderr).to.equal(1);
    return stderr.trim();
  };
  const cluster = (reason: string, name: string, ...more: string[]) =>
    runMain(["cluster", reason, ...home.flags(name), ...more]);
  const expectDone = ({ code, stdout, stderr }: Awaited<ReturnType<typeof runMain>>): string => {
    expect(code, stderr).to.equal(0);
    return stdout;
  };

  const vectors_config = { size: 2, distance: "Dot" };
  const write = (server: ServerProcess, from: number, count: number) =>
    call(server, "PUT", "/collections/c/points", {
      points: Array.from({ length: count }, (_, i) => ({ id: from + i, vector: [i, 1] })),
    });
  const countOn = async (server: ServerProcess): Promise<unknown> => {
    const { result } = await call(server, "POST", "/collections/c/points/count?consistency=majority", {});
    return (result as { count: number }).count;
  };
  const appliedBy = async (server: ServerProcess): Promise<number> => {
    const { result } = await call(server, "GET", "/status");
    return (result as { replication: { applied_lsn: number } }).replication.applied_lsn;
  };
  /** Waits until no server counts as running any more, by the clock of PostgreSQL. */
  const silence = () =>
    until(async () => {
      const rows = await home.postgres.sql(
        "select 1 from azimuth.node where at > now() - interval '10 seconds'",
      );
      return rows.length === 0;
    });

  it("a cluster that is begun from a data directory with collections has them on every server", async () => {
    const alone = await home.servers.start(["--data-dir", home.dirOf("n1")]);
    await call(alone, "PUT", "/collections/c", { vectors_config });
    await write(alone, 0, POINTS);
    await alone.stop();
    expect(await refusalOf("n1")).to.contain("holds collections of its own: azimuth cluster import");
    const done = expectDone(await cluster("import", "n1"));
    expect(done).to.contain("is the first server of the cluster demo, whose log begins with entry 3");
    expect(done).to.contain(`the checkpoint for the other servers is in ${home.dirOf("checkpoints")}`);
    const [n1, n2] = [await start("n1"), await start("n2")];
    expect(await countOn(n2)).to.equal(POINTS);
    await write(n2, POINTS, 1);
    expect(await countOn(n1)).to.equal(POINTS + 1);
    await n1.stop();
    await n2.stop();
    const { code, stderr } = await cluster("import", "n1", "--force");
    expect([code, stderr.includes("azimuth cluster recover")]).to.deep.equal([1, true]);
  });

  /** Makes a cluster of two servers with data, and stops it. @returns the last LSN */
  async function twoServers(): Promise<number> {
    const [n1, n2] = [await start("n1"), await start("n2")];
    await call(n1, "PUT", "/collections/c", { vectors_config });
    await write(n2, 0, POINTS);
    expect(await countOn(n1)).to.equal(POINTS);
    const lsn = await appliedBy(n1);
    await n1.stop();
    await n2.stop();
    return lsn;
  }

  it("a cluster that is begun from a data directory again after PostgreSQL was lost takes writes, and refuses the servers of before until they are empty", async () => {
    const lsn = await twoServers();
    await home.losePostgres();
    expect(await refusalOf("n1")).to.match(/\(cluster\.log\) is empty, .* azimuth cluster recover$/);
    const done = expectDone(await cluster("recover", "n1"));
    expect(done).to.contain(`whose log begins with entry ${lsn + 1}`);
    cpSync(home.dirOf("n1"), home.dirOf("n3"), { recursive: true });
    rmSync(join(home.dirOf("n3"), "cluster.json"));
    const n1 = await start("n1");
    await write(n1, POINTS, 1);
    expect(await refusalOf("n2")).to.contain("from before a recovery of this one: its log is ");
    rmSync(home.dirOf("n2"), { recursive: true });
    const n2 = await start("n2");
    expect(await countOn(n2)).to.equal(POINTS + 1);
    await write(n2, POINTS + 1, 1);
    expect(await countOn(n1)).to.equal(POINTS + 2);
    expect(await countOn(await start("n3"))).to.equal(POINTS + 2); // from a copy of the directory
    await n1.stop("SIGKILL");
    expect(await countOn(await start("n1"))).to.equal(POINTS + 2);
  });

  it("a cluster that is begun from a data directory again after PostgreSQL was restored to an older state keeps the entries of that log in a table", async () => {
    const lsn = await twoServers();
    await home.postgres.sql(`delete from azimuth.log where seq = ${lsn};
      update azimuth.head set seq = seq - 1, chain = (select chain from azimuth.log order by seq desc limit 1)`);
    expect(await refusalOf("n1")).to.match(
      /ends at entry \d+, and this server has applied \d+: azimuth cluster recover$/,
    );
    const early = await cluster("recover", "n1");
    expect([early.code, early.stderr]).to.deep.equal([
      1,
      early.stderr.match(/azimuth: The server n2 was heard of \d+ s ago: stop all servers .*\n/)?.[0],
    ]);
    await silence();
    await home.postgres.sql(`update azimuth.node set applied = ${lsn + 5} where name = 'n2'`);
    const behind = await cluster("recover", "n1");
    expect([behind.code, behind.stderr.includes(`n2 has applied ${lsn + 5} entries`)]).to.deep.equal([
      1,
      true,
    ]);
    const done = expectDone(await cluster("recover", "n1", "--force", "--json"));
    const { former_entries, warnings } = JSON.parse(done);
    expect((await home.postgres.sql(`select count(*)::int as n from ${former_entries}`))[0]!.n).to.equal(
      lsn - 1,
    );
    expect(warnings.join()).to.contain("log is not on a quorum");
    const n1 = await start("n1");
    await write(n1, POINTS, 1);
    expect(await countOn(n1)).to.equal(POINTS + 1);
    await n1.stop();
    await silence();
    const again = await cluster("recover", "n1");
    expect([again.code, again.stderr.includes("There is nothing to recover")]).to.deep.equal([1, true]);
  });
});
