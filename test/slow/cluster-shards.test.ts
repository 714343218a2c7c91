// A cluster of three servers that have some of the shards of a collection each, over PostgreSQL with two standbys, all
// of which fail at random moments, while shards are moved and split, and clients write and read. ROUNDS sets the number
// of faults (20), SEED repeats the order of them.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { countOf, pick, seedOf } from "../support/chance.ts";
import { aimedFaults } from "../support/cluster-aimed-faults.ts";
import { contentsOf, pointsOf } from "../support/cluster-contents.ts";
import { clusterFaults } from "../support/cluster-faults.ts";
import { ShardMover } from "../support/cluster-moves.ts";
import { ClusterServers } from "../support/cluster-servers.ts";
import { ClusterWorkload } from "../support/cluster-workload.ts";
import { seededRandom } from "../support/random.ts";

const ROUNDS = countOf("ROUNDS", 20);
const SERVERS = 3;
const SHAPE = { shard_number: 4, replication_factor: 2 };
/** The time for a round, on a machine that has other things to do. */
const ROUND_MS = 20_000;
const MOVE_MS = 400;
/** How often the contents are compared: reads of other shards take turns among the servers that have them. */
const COMPARISONS = 4;
/** A server whose directory was emptied is another one, and its shards stay where they were. */
const isKept = ({ name }: { readonly name: string }) =>
  !name.includes("emptied") && name !== "all servers killed";

describe("a cluster with shards and faults", () => {
  it("a cluster whose shards are moved and split while all parts fail loses and doubles no acknowledged write, shows no older state than asked for, and ends equal", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const servers = await ClusterServers.start(SERVERS);
    const workload = new ClusterWorkload(servers.all, seededRandom(seed + 1));
    const mover = new ShardMover(servers.all, seededRandom(seed + 2));
    const { judge } = workload;
    const counts: Record<string, number> = {};
    const log = (line: string) => process.env.VERBOSE && process.stdout.write(`${line}\n`);
    let isMoving = true;
    const move = async () => {
      while (isMoving) {
        await mover.move().catch((error: Error) => judge.blame(`a move: ${error.message}`));
        await sleep(MOVE_MS * (0.5 + random()));
      }
    };
    let moving: Promise<void> = Promise.resolve();
    try {
      await workload.create(SHAPE);
      workload.start();
      moving = move();
      const { ofServers, ofPostgres } = clusterFaults(servers, random);
      const allKilled = {
        name: "all servers killed",
        run: async () =>
          void (await Promise.all(servers.all.map((one) => one.restart(random() * 500, false)))),
      };
      const aimed = await aimedFaults(servers, mover, random);
      const faults = [...ofServers.filter(isKept), allKilled, ...aimed, ...aimed];
      for (let round = 0; round < ROUNDS; round++) {
        const chosen = random() < 0.7 ? pick(random, faults) : pick(random, ofPostgres);
        counts[chosen.name] = (counts[chosen.name] ?? 0) + 1;
        await chosen.run();
        log(`${round} ${chosen.name} ${JSON.stringify({ ...workload.counts, ...mover.counts })}`);
        await sleep(200 + random() * 1_200);
        expect(judge.faults, `SEED=${seed}, round ${round}: ${chosen.name}`).to.deep.equal([]);
      }
      isMoving = false;
      await moving;
      await workload.stop();
      await settled(mover, servers);
      for (let i = 0; i < COMPARISONS; i++) {
        const [first, ...others] = await contentsOf(servers.all);
        for (const other of others) expect(other, `SEED=${seed}`).to.deep.equal(first);
      }
      for (const server of servers.all) workload.checkAll(await pointsOf(server));
      const told = { ...counts, ...workload.counts, ...mover.counts };
      process.stdout.write(`      SEED=${seed}: ${JSON.stringify(told)}\n`);
      expect(judge.faults, `SEED=${seed}`).to.deep.equal([]);
      expect(workload.counts.acknowledged).to.be.greaterThan(ROUNDS * 10);
    } finally {
      isMoving = false;
      await moving;
      await workload.stop();
      await servers.remove();
    }
  }).timeout(180_000 + ROUNDS * ROUND_MS);
});

/** Resolves when no shard is being copied or divided. */
async function settled(mover: ShardMover, { all }: ClusterServers): Promise<void> {
  for (;;) {
    const layouts = await Promise.all(all.map((server) => mover.layout(server)));
    if (layouts.every(({ transfers, dividing }) => transfers.length + dividing.length === 0)) return;
    await sleep(200);
  }
}
