// Servers that have some of the shards of a collection each, while shards are moved, servers are restarted, and the log
// and the calls between servers fail. SEEDS sets the number of runs, FAULTS that of faults in each, SEED which ones.
// The decision: a fault comes only after some writes were acknowledged since the one before, however slow the machine
// is, because a run in which few writes get through checks little.
import { expect } from "chai";
import { newPlacement } from "../../../../src/core/config/placement.ts";
import { between, countOf, pick, seedOf } from "../../../support/chance.ts";
import { seededRandom } from "../../../support/random.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { NO_PEER_FAULTS } from "./direct-peers.ts";
import { DrawnShards } from "./drawn-shards.ts";
import { allCaughtUp } from "./fixtures.ts";
import { pauseFor } from "./shard-client.ts";
import { NAME } from "./sharded-reads.ts";
import { ShardedServers } from "./sharded-servers.ts";

const SEEDS = countOf("SEEDS", 1);
const FAULTS = countOf("FAULTS", 6);
/** The acknowledged writes before each fault. */
const WRITES = 12;
/** How long these may take after a fault, which ends by itself. */
const WRITES_MS = 30_000;
const SERVERS = 3;
const SHARDS = 4;
const UPSERT = 16;
/** How long the copies that are still to be made may take. */
const SETTLE_MS = 10_000;
const LOG_FAULTS = { lostRequests: 0.03, lostReplies: 0.03, lateRequests: 0.02 };
const NO_LOG_FAULTS = { lostRequests: 0, lostReplies: 0, lateRequests: 0 };
const PEER_FAULTS = { rounds: 6, refused: 0.03, lost: 0.03, twice: 0.05, slow: 0.03, broken: 0.03 };

async function run(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const log = new SimulatedLog(seed);
  const servers = new ShardedServers(log, seededRandom(seed + 1));
  await servers.start(SERVERS);
  const cluster = new DrawnShards(servers, seededRandom(seed + 2));
  const { judge } = cluster;
  const candidates = servers.heard.map(({ server, peer_id: peer }) => ({ server, peer, shards: 0 }));
  await cluster.create(random() < 0.3 ? null : newPlacement(SHARDS, between(random, 1, 2), candidates));
  log.faults = { ...log.faults, ...LOG_FAULTS };
  servers.network.faults = PEER_FAULTS;
  const restart = async (i: number, saves: boolean) => {
    cluster.closed.add(servers.all[i]!.database);
    await servers.restart(i, saves, () => pauseFor(between(random, 0, 100)));
  };
  const faults: { readonly name: string; readonly run: (i: number) => Promise<unknown> }[] = [
    {
      name: "cut off",
      run: async (i) => {
        const { handle } = servers.all[i]!;
        handle.cutOff();
        await pauseFor(between(random, 10, 300));
        handle.join();
      },
    },
    { name: "checkpoint", run: (i) => servers.all[i]!.database.checkpoint() },
    { name: "restart", run: (i) => restart(i, false) },
    { name: "restart", run: (i) => restart(i, false) },
    { name: "restart with a checkpoint", run: (i) => restart(i, true) },
    { name: "restart of all", run: () => Promise.all(servers.all.map((_, i) => restart(i, false))) },
    {
      name: "trim",
      run: async () =>
        log.removeBelow(Math.min(...servers.all.map(({ database }) => database.replication.applied.lsn))),
    },
  ];
  const told: string[] = [];
  const problems = () => [...new Set([...judge.faults, ...servers.faults])];
  const writes = async (least: number) => {
    const end = performance.now() + WRITES_MS;
    const isOver = () => problems().length > 0 || performance.now() > end;
    await until(() => cluster.counts.acknowledged >= least || isOver());
  };
  try {
    cluster.start();
    for (let n = 0; n < FAULTS && problems().length === 0; n++) {
      await pauseFor(between(random, 0, 400));
      await writes((n + 1) * WRITES);
      const fault = pick(random, faults);
      told.push(fault.name);
      await fault.run(between(random, 0, SERVERS - 1));
    }
    await cluster.stop();
    expect(problems(), `while it ran: ${told}`).to.deep.equal([]);
    log.faults = { ...log.faults, ...NO_LOG_FAULTS };
    servers.network.faults = NO_PEER_FAULTS;
    // Records whose writers have given up are in the log by then.
    await log.settled();
    const end = performance.now() + SETTLE_MS;
    await until(() => servers.isSettled(NAME) || performance.now() > end);
    const { placement } = servers.all[0]!.database.collection(NAME).config;
    expect(servers.isSettled(NAME), `copies end: ${JSON.stringify(placement)}`).to.equal(true);
    await allCaughtUp(servers.all);
    const { points } = await servers.compare(NAME);
    cluster.checkAll(points);
    expect(problems(), "at the end").to.deep.equal([]);
    for (const { points: service } of servers.all)
      expect((await service.count({ collection_name: NAME, exact: true })).count).to.equal(points.size);
    for (const i of servers.all.keys()) await servers.restart(i, i === 0);
    await allCaughtUp(servers.all);
    const again = await servers.compare(NAME);
    expect(problems(), "after a restart").to.deep.equal([]);
    expect([...again.points]).to.deep.equal([...points]);
  } finally {
    await cluster.stop();
    await servers.closeAll();
  }
  const upserts = [...servers.effective.values()].filter((text) => text.startsWith(`${UPSERT} `));
  for (const [token, isAcknowledged] of cluster.tokens) {
    const times = upserts.filter((text) => text.includes(token)).length;
    expect(times, `${token}, acknowledged: ${isAcknowledged}`).to.be.within(isAcknowledged ? 1 : 0, 1);
  }
  if (process.env.VERBOSE)
    process.stdout.write(`${seed}: ${told.length} ${JSON.stringify(cluster.counts)}\n`);
  expect(cluster.counts.acknowledged, `acknowledged: ${told}`).to.be.at.least(FAULTS * WRITES);
}

describe("servers with some of the shards each, with faults", () => {
  for (let i = 0; i < SEEDS; i++) {
    const seed = seedOf() * 1000 + i;
    it(`servers with some of the shards each lose, double and misread nothing while shards are moved and all parts fail (seed ${seed})`, () =>
      run(seed));
  }
});
