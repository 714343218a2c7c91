// Servers that share one log: each takes writes, and all of them come to the same state.
import { expect } from "chai";
import { CollectionAlreadyExists } from "../../../../src/errors/collections.ts";
import { StartRefused } from "../../../../src/errors/server.ts";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { deleteChange } from "../../../../src/service/writes/delete.ts";
import { setPayload } from "../../../../src/service/writes/payload.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { stored, unnamed } from "../../core/fixtures.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";
import { allCaughtUp, json, type Node, node, recordsOf } from "./fixtures.ts";

const C = { collection_name: "c" };
const IDS = 6;

const point = (id: number, n: number) => ({ id, vector: Float32Array.of(n), payload: json({ n }) });

/** Returns all points of a server, by id. */
async function contents({ database }: Node) {
  const all = [];
  for (let id = 0; id < IDS; id++) all.push(await stored(database, "c", id));
  return JSON.stringify(all);
}

describe("servers of a cluster", () => {
  let nodes: Node[];
  let log: SimulatedLog;

  async function start(random: Random, count = 3) {
    log = new SimulatedLog(integer(random, 1, 1e9), { readEntries: 50 });
    nodes = [];
    for (let i = 0; i < count; i++) nodes.push(await node(log));
    await nodes[0]!.database.create("c", unnamed(1));
    await allCaughtUp(nodes);
  }

  afterEach(() => Promise.all(nodes.map(({ database }) => database.close())));

  const upsert = ({ points }: Node, id: number, n: number) =>
    points.upsert({ ...C, points: [point(id, n)] }, NATIVE_RULES);

  it("a point that one server of a cluster has written is found on all others", () =>
    withSeed(async (random) => {
      await start(random);
      await upsert(nodes[1]!, 1, 5);
      await allCaughtUp(nodes);
      const all = await Promise.all(nodes.map(contents));
      expect(all[0]).to.contain('"vectors":{"":[5]}');
      expect(new Set(all).size).to.equal(1);
    }));

  it("servers of a cluster lose no key that one of them sets in the payload of the same point", () =>
    withSeed(async (random) => {
      await start(random);
      await upsert(nodes[0]!, 1, 0);
      const writes = Array.from({ length: 24 }, (_, n) =>
        nodes[n % 3]!.points.write(
          { ...C, points: [1], payload: json({ [`k${n}`]: n }) },
          setPayload,
          NATIVE_RULES,
        ),
      );
      await Promise.all(writes);
      await allCaughtUp(nodes);
      const record = await nodes[2]!.points.get({ ...C, id: 1 });
      expect(Object.keys(JSON.parse(Buffer.from(record.payload!.bytes).toString()))).to.have.lengthOf(25);
    }));

  it("several servers that only insert the same point insert it once", () =>
    withSeed(async (random) => {
      await start(random);
      await Promise.all(
        nodes.map(({ points }, n) =>
          points.upsert({ ...C, points: [point(1, n + 1)], update_mode: "insert_only" }, NATIVE_RULES),
        ),
      );
      await allCaughtUp(nodes);
      for (const { database } of nodes) await database.close();
      const upserts = (await recordsOf(nodes[0]!)).filter(({ type }) => type === 16);
      expect(upserts.filter(({ body }) => body.length > 60)).to.have.lengthOf(1);
    }));

  it("several servers that create a collection of the same name create one, and the others are told", () =>
    withSeed(async (random) => {
      await start(random);
      const results = await Promise.allSettled(nodes.map(({ database }) => database.create("d", unnamed(1))));
      const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(refused).to.have.lengthOf(2);
      for (const error of refused) expect(error).to.be.instanceOf(CollectionAlreadyExists);
      await allCaughtUp(nodes);
      const uuids = nodes.map(({ database }) => database.collection("d").uuid);
      expect(new Set(uuids).size).to.equal(1);
    }));

  it("a write to a collection that another server drops at the same time is refused or dropped with it", () =>
    withSeed(async (random) => {
      await start(random);
      const writes = Array.from({ length: 12 }, (_, n) => upsert(nodes[n % 2]!, n % IDS, n));
      const dropped = nodes[2]!.database.drop("c");
      await Promise.allSettled(writes);
      expect(await dropped).to.equal(true);
      await allCaughtUp(nodes);
      for (const { database } of nodes) expect(database.collections()).to.deep.equal([]);
    }));

  it("a server that was away applies what the others have written", () =>
    withSeed(async (random) => {
      await start(random);
      await upsert(nodes[0]!, 1, 1);
      await nodes[2]!.database.close();
      await upsert(nodes[0]!, 1, 2);
      await upsert(nodes[1]!, 2, 3);
      nodes[2] = await node(log, nodes[2]!.dir);
      expect(await contents(nodes[2]!)).to.equal(await contents(nodes[0]!));
    }));

  it("a server does not start with the data of another cluster", () =>
    withSeed(async (random) => {
      await start(random, 1);
      await nodes[0]!.database.close();
      const other = new SimulatedLog(integer(random, 1, 1e9), {}, "00000000-0000-4000-8000-000000000001");
      const error = await node(other, nodes[0]!.dir).catch((error: Error) => error);
      expect(error).to.be.instanceOf(StartRefused);
      expect((error as Error).message).to.contain("another cluster");
    }));

  it("writes of any kind to any server, with lost answers, leave all servers with the same log", () =>
    withSeed(async (random) => {
      await start(random);
      log.faults = { ...log.faults, lostRequests: 0.05, lostReplies: 0.05, lateRequests: 0.03 };
      const drawn = (turn: number) => {
        const server = nodes[integer(random, 0, 2)]!;
        const id = integer(random, 0, IDS - 1);
        const kind = random();
        if (kind < 0.3) return upsert(server, id, turn);
        if (kind < 0.4) return server.points.write({ ...C, points: [id] }, deleteChange, NATIVE_RULES);
        if (kind < 0.5) {
          return server.points.upsert(
            { ...C, points: [point(id, turn)], update_mode: "insert_only" },
            NATIVE_RULES,
          );
        }
        if (kind < 0.55) return server.database.create(`c${integer(random, 0, 3)}`, unnamed(1));
        if (kind < 0.6) return server.database.drop(`c${integer(random, 0, 3)}`);
        if (kind < 0.65) {
          const alias = { kind: "create", alias: `a${id}`, collection: "c" } as const;
          return server.database.changeAliases([alias]);
        }
        const payload = json({ [`k${turn % 5}`]: turn });
        return server.points.write({ ...C, points: [id], payload }, setPayload, NATIVE_RULES);
      };
      for (let round = 0; round < 25; round++) {
        await Promise.allSettled(Array.from({ length: 12 }, (_, i) => drawn(round * 12 + i)));
      }
      log.faults = { ...log.faults, lostRequests: 0, lostReplies: 0, lateRequests: 0 };
      await log.settled();
      await allCaughtUp(nodes);
      const all = await Promise.all(nodes.map(contents));
      expect(new Set(all).size).to.equal(1);
      for (const { database } of nodes) await database.close();
      const [first, ...others] = await Promise.all(nodes.map(recordsOf));
      for (const records of others) expect(records).to.deep.equal(first);
      expect(
        first!.filter(({ type }) => type === 8),
        "records without effect",
      ).to.not.have.lengthOf(0);
    }));
});
