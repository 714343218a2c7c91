// A cluster of three servers over PostgreSQL with two standbys, all of which fail at random moments, while clients
// write and read. ROUNDS sets the number of faults (35), SEED repeats the order of them.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { countOf, pick, seedOf } from "../support/chance.ts";
import { contentsOf, pointsOf } from "../support/cluster-contents.ts";
import { clusterFaults } from "../support/cluster-faults.ts";
import { ClusterServers } from "../support/cluster-servers.ts";
import { ClusterWorkload } from "../support/cluster-workload.ts";
import { seededRandom } from "../support/random.ts";

const ROUNDS = countOf("ROUNDS", 35);
const SERVERS = 3;
/** The time for a round, on a machine that has other things to do. */
const ROUND_MS = 20_000;

describe("a cluster with faults", () => {
  it("a cluster with faults loses and doubles no acknowledged write, shows no older state than asked for, and ends equal", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const servers = await ClusterServers.start(SERVERS);
    const workload = new ClusterWorkload(servers.all, seededRandom(seed + 1));
    const { judge } = workload;
    const counts: Record<string, number> = {};
    const log = (line: string) => process.env.VERBOSE && process.stdout.write(`${line}\n`);
    try {
      await workload.create();
      workload.start();
      const faults = clusterFaults(servers, random);
      for (let round = 0; round < ROUNDS; round++) {
        const names = [pick(random, faults.ofServers), pick(random, faults.ofPostgres)];
        const [first, second] = names as [(typeof names)[0], (typeof names)[0]];
        // Sometimes both at once.
        const chosen = random() < 0.25 ? [first, second] : [random() < 0.65 ? first : second];
        for (const { name } of chosen) counts[name] = (counts[name] ?? 0) + 1;
        const began = performance.now();
        await Promise.all(chosen.map(({ run }) => run()));
        const ms = Math.round(performance.now() - began);
        log(`${round} ${chosen.map(({ name }) => name)} ${ms} ms ${JSON.stringify(workload.counts)}`);
        await sleep(200 + random() * 600);
        expect(judge.faults, `SEED=${seed}, round ${round}: ${chosen.map(({ name }) => name)}`).to.deep.equal(
          [],
        );
      }
      await workload.stop();
      const contents = await contentsOf(servers.all);
      workload.checkAll(await pointsOf(servers.all[0]!));
      process.stdout.write(`      SEED=${seed}: ${JSON.stringify({ ...counts, ...workload.counts })}\n`);
      expect(judge.faults, `SEED=${seed}`).to.deep.equal([]);
      for (const other of contents) expect(other, `SEED=${seed}`).to.deep.equal(contents[0]);
      expect(workload.counts.acknowledged).to.be.greaterThan(ROUNDS * 10);
    } finally {
      await workload.stop();
      await servers.remove();
    }
  }).timeout(120_000 + ROUNDS * ROUND_MS);
});
