// Servers of a cluster that are cut off, restarted and copied while clients use all of them.
import { cpSync } from "node:fs";
import { expect } from "chai";
import { countOf, seedOf } from "../../../support/chance.ts";
import { seededRandom } from "../../../support/random.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { freshDir } from "../../core/fixtures.ts";
import { integer } from "../../engine/fixtures.ts";
import { DrawnCluster, stateOf } from "./drawn-cluster.ts";
import { allCaughtUp, type Node, node, recordsOf } from "./fixtures.ts";

const SEEDS = countOf("SEEDS", 2);
const SERVERS = 3;
const WRITES = 20;
const FAULTS = 8;
const UPSERT = 16;

/** Lets others run for some turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns the states of all servers at one position. Late messages and timers may still write to the log. */
async function statesOf(log: SimulatedLog, nodes: readonly Node[]): Promise<string[]> {
  for (;;) {
    const { lastSeq } = log;
    await allCaughtUp(nodes);
    const states = await Promise.all(nodes.map(stateOf));
    if (log.lastSeq === lastSeq) return states;
  }
}

async function run(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const log = new SimulatedLog(seed);
  const nodes: Node[] = [];
  for (let i = 0; i < SERVERS; i++) nodes.push(await node(log));
  const cluster = new DrawnCluster(nodes, random);
  await cluster.create();
  await allCaughtUp(nodes);
  log.faults = { ...log.faults, lostRequests: 0.03, lostReplies: 0.03, lateRequests: 0.02 };
  // The first server keeps all of its records.
  const faults = [
    async (i: number) => {
      nodes[i]!.handle.cutOff();
      await turns(integer(random, 10, 200));
      nodes[i]!.handle.join();
    },
    async (i: number) => {
      if (i > 0) await nodes[i]!.database.checkpoint();
    },
    async (i: number) => {
      const { database, dir } = nodes[i]!;
      cluster.closed.add(database);
      await database.close(i > 0 && random() < 0.5);
      nodes[i] = await node(log, dir);
    },
    // What all servers have applied is not needed.
    async () => log.removeBelow(Math.min(...nodes.map(({ database }) => database.replication.applied.lsn))),
    // The third server begins again with a copy of the second.
    async () => {
      const { database, dir } = nodes[1]!;
      for (const one of [nodes[1]!, nodes[2]!]) cluster.closed.add(one.database);
      await database.close();
      const copy = freshDir();
      const isCopied = (path: string) => !path.endsWith("cluster.json");
      cpSync(dir, copy, { recursive: true, filter: isCopied });
      await nodes[2]!.database.close();
      [nodes[1], nodes[2]] = await Promise.all([node(log, dir), node(log, copy)]);
    },
  ];
  try {
    cluster.start(WRITES);
    for (let n = 0; n < FAULTS; n++) {
      await turns(integer(random, 0, 300));
      await faults[integer(random, 0, faults.length - 1)]!(integer(random, 0, SERVERS - 1));
    }
    await cluster.done();
    log.faults = { ...log.faults, lostRequests: 0, lostReplies: 0, lateRequests: 0 };
    // Records whose writers have given up are in the log by then.
    await log.settled();
    const states = await statesOf(log, nodes);
    for (const one of nodes) await cluster.check(one);
    expect(cluster.judge.faults).to.deep.equal([]);
    for (const other of states) expect(other).to.equal(states[0]);
    for (const { database } of nodes) await database.close();
    for (const [i, { dir }] of nodes.entries()) nodes[i] = await node(log, dir);
    for (const restarted of await statesOf(log, nodes))
      expect(restarted, "after a restart").to.equal(states[0]);
  } finally {
    for (const { database } of nodes) await database.close();
  }
  const upserts = (await recordsOf(nodes[0]!)).filter(({ type }) => type === UPSERT);
  const texts = upserts.map(({ body }) => Buffer.from(body).toString("latin1"));
  for (const [token, isAcknowledged] of cluster.tokens) {
    const times = texts.filter((text) => text.includes(token)).length;
    expect(times, `${token}, acknowledged: ${isAcknowledged}`).to.be.within(isAcknowledged ? 1 : 0, 1);
  }
  expect(cluster.acknowledged).to.be.greaterThan(WRITES * 3);
}

describe("servers of a cluster with faults", () => {
  for (let i = 0; i < SEEDS; i++) {
    const seed = seedOf() * 1000 + i;
    it(`servers of a cluster that are cut off, restarted and copied keep every write once and stay equal (seed ${seed})`, () =>
      run(seed)).timeout(20_000);
  }
});
