// Servers of a real cluster that are killed, emptied, drained and removed: where their shards come to be.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import type { ClusterStatus, CollectionCluster } from "../../src/schema/cluster.ts";
import { PostgresServer } from "../support/postgres.ts";
import type { ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";

const NAMES = ["n1", "n2", "n3"] as const;
const POINTS = 2_000;
/** The shortest time after which a server is replaced, and for how long a test waits for anything. */
const REPLACE_AFTER_S = 15;
const LIMIT_MS = 60_000;
const POLL_MS = 200;
/** A server that runs reports itself within this time. */
const REPORT_MS = 3_000;

describe("a server of a cluster with shards", function () {
  this.timeout(3 * LIMIT_MS);
  let servers: Servers;
  let postgres: PostgresServer;
  let running: Map<string, ServerProcess>;

  beforeEach(async () => {
    servers = new Servers();
    postgres = await PostgresServer.create("s0");
    await postgres.start();
    running = new Map();
    for (const name of NAMES) await start(name);
  });
  afterEach(async () => {
    await servers.close();
    await postgres.remove();
  });

  const dirOf = (name: string) => join(servers.folder, name);
  async function start(name: string): Promise<void> {
    const flags = [
      ...["--data-dir", dirOf(name), "--cluster-name", "demo", "--cluster-node", name],
      ...["--cluster-log-url", postgres.url, "--cluster-replace-after", String(REPLACE_AFTER_S)],
    ];
    running.set(name, await servers.start(flags));
  }
  async function kill(name: string): Promise<void> {
    await running.get(name)!.stop("SIGKILL");
    running.delete(name);
  }
  async function until(holds: () => Promise<boolean>, what: () => Promise<unknown>): Promise<void> {
    const end = performance.now() + LIMIT_MS;
    while (!(await holds())) {
      if (performance.now() > end) expect.fail(`it does not come to be: ${JSON.stringify(await what())}`);
      await pause(POLL_MS);
    }
  }
  const get = async <T>(name: string, path: string, method = "GET", body?: object) =>
    (await call(running.get(name)!, method, path, body)).result as T;
  const placesOn = (name: string) => get<CollectionCluster>(name, "/collections/c/cluster");
  const clusterOn = async (name: string) => (await get<ClusterStatus>(name, "/cluster")) as Enabled;
  const peerOf = async (name: string) =>
    (await clusterOn([...running.keys()][0]!)).nodes.find((one) => one.name === name)!.peer_id;

  /** Returns the number of points that servers have, of all of their shards. */
  async function pointsOn(...names: string[]): Promise<number> {
    const all = await Promise.all(names.map(placesOn));
    const counts = all.flatMap(({ local_shards }) => local_shards.map(({ points_count }) => points_count));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Creates a collection with two replicas of each shard. */
  async function create(): Promise<void> {
    const heard = async () => (await clusterOn("n1")).nodes.length === NAMES.length;
    await until(heard, () => clusterOn("n1"));
    const config = { vectors_config: { size: 2, distance: "Dot" }, shard_number: 3, replication_factor: 2 };
    await get("n1", "/collections/c", "PUT", config);
    const points = Array.from({ length: POINTS }, (_, id) => ({ id, vector: [id, 1] }));
    await get("n1", "/collections/c/points", "PUT", { points });
    // The answer of one server does not say that the others have applied the points.
    const areApplied = async () => (await pointsOn(...NAMES)) === 2 * POINTS;
    await until(areApplied, () => pointsOn(...NAMES));
  }

  /** Whether each of three shards is complete on two of these servers, as one of them sees it. */
  async function areComplete(...names: string[]): Promise<boolean> {
    const peers = await Promise.all(names.map(peerOf));
    const { local_shards, remote_shards, shard_transfers, peer_id } = await placesOn(names[0]!);
    const all = [...local_shards.map((one) => ({ ...one, peer_id })), ...remote_shards];
    const active = all.filter((one) => one.state === "Active" && peers.includes(one.peer_id));
    return shard_transfers.length === 0 && all.length === 6 && active.length === 6;
  }

  async function expectPoints(...names: string[]): Promise<void> {
    for (const name of names) {
      const { count } = await get<{ count: number }>(name, "/collections/c/points/count", "POST", {
        exact: true,
      });
      expect(count, name).to.equal(POINTS);
    }
  }

  it("a server of a cluster with shards is replaced after it was killed, and has none when it comes back", async () => {
    await create();
    await kill("n3");
    await expectPoints("n1", "n2");
    await until(
      () => areComplete("n1", "n2"),
      () => placesOn("n1"),
    );
    await expectPoints("n1", "n2");
    await start("n3");
    expect((await placesOn("n3")).local_shards).to.deep.equal([]);
    await expectPoints("n1", "n2", "n3");
  });

  it("a server of a cluster with shards copies them again when its directory was emptied", async () => {
    await create();
    const before = (await placesOn("n2")).local_shards.map(({ shard_id, points_count }) => [
      shard_id,
      points_count,
    ]);
    await kill("n2");
    rmSync(dirOf("n2"), { recursive: true });
    await start("n2");
    await until(
      () => areComplete("n2", "n1", "n3"),
      () => placesOn("n2"),
    );
    const after = (await placesOn("n2")).local_shards.map(({ shard_id, points_count }) => [
      shard_id,
      points_count,
    ]);
    expect(after).to.deep.equal(before);
    await kill("n1");
    await expectPoints("n2", "n3");
  });

  it("a server of a cluster with shards is drained, stopped and removed", async () => {
    await create();
    const peer = await peerOf("n1");
    const count = (await placesOn("n1")).local_shards.length;
    const { moves } = await get<{ moves: number }>("n2", `/cluster/peer/${peer}/drain`, "POST");
    expect(moves).to.equal(count);
    await until(
      () => areComplete("n2", "n3"),
      () => placesOn("n2"),
    );
    const refused = await fetch(`${running.get("n2")!.url}/cluster/peer/${peer}`, { method: "DELETE" });
    expect(await refused.text()).to.contain("it runs, and would be back after two seconds");
    await running.get("n1")!.stop("SIGTERM");
    running.delete("n1");
    await get("n2", `/cluster/peer/${peer}`, "DELETE");
    await pause(REPORT_MS);
    expect((await clusterOn("n2")).nodes.map(({ name }) => name)).to.deep.equal(["n2", "n3"]);
    await expectPoints("n2", "n3");
  });
});

type Enabled = Extract<ClusterStatus, { status: "enabled" }>;
