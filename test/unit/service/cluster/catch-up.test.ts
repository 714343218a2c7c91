// A server of a cluster that applies many records at once comes to the verdicts of those that applied one at a time.
import { expect } from "chai";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { deleteChange } from "../../../../src/service/writes/delete.ts";
import { setPayload } from "../../../../src/service/writes/payload.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { unnamed } from "../../core/fixtures.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";
import { BrokenFs } from "../../storage/broken-fs.ts";
import { allCaughtUp, json, type Node, node, recordsOf } from "./fixtures.ts";

const C = { collection_name: "c" };
const NO_OPERATION = 8;
/** Points that all clients write to. */
const POINTS = 4;
const CLIENTS = 6;
const WRITES = 40;

const point = (id: number, n: number) => ({ id, vector: Float32Array.of(n), payload: json({ n }) });

describe("a server of a cluster that catches up", () => {
  let log: SimulatedLog;
  let writers: Node[];

  /** Two servers take writes; a third one has the collection, and is away. @returns the directory of the third */
  async function start(random: Random): Promise<string> {
    log = new SimulatedLog(integer(random, 1, 1e9));
    const nodes = [await node(log), await node(log), await node(log)];
    writers = nodes.slice(0, 2);
    await nodes[0]!.database.create("c", unnamed(1));
    await allCaughtUp(nodes);
    await nodes[2]!.database.close();
    return nodes[2]!.dir;
  }

  /** Writes to one of few points in a way that depends on its state. */
  function write(random: Random, { points }: Node, n: number): Promise<unknown> {
    const id = integer(random, 0, POINTS - 1);
    const kind = random();
    if (kind < 0.4)
      return points.write({ ...C, points: [id], payload: json({ [`k${n}`]: n }) }, setPayload, NATIVE_RULES);
    if (kind < 0.6) {
      const filter = { must: [{ key: "n", range: { lt: n - 10 } }] };
      return points.write({ ...C, filter }, deleteChange, NATIVE_RULES);
    }
    if (kind < 0.7) return points.upsert({ ...C, points: [point(id, n)] }, NATIVE_RULES);
    return points.upsert({ ...C, points: [point(id, n)], update_mode: "insert_only" }, NATIVE_RULES);
  }

  it("a server of a cluster that catches up decides many conditional writes to few points as the others did", () =>
    withSeed(async (random) => {
      const dir = await start(random);
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let i = 0; i < WRITES; i++)
          await write(random, writers[client % 2]!, i * CLIENTS + client).catch(() => {});
      });
      await Promise.all(clients);
      await allCaughtUp(writers);
      const third = await node(log, dir);
      for (const { database } of [...writers, third]) await database.close();
      const [expected, ...others] = await Promise.all([...writers, third].map(recordsOf));
      for (const records of others) expect(records).to.deep.equal(expected);
      expect(expected!.filter(({ type }) => type === NO_OPERATION)).to.not.have.lengthOf(0);
    }));

  it("a server of a cluster that catches up writes conditional records of different points to its log together", () =>
    withSeed(async (random) => {
      const dir = await start(random);
      const count = 200;
      const inserts = Array.from({ length: count }, (_, id) =>
        writers[0]!.points.upsert(
          { ...C, points: [point(id, id)], update_mode: "insert_only" },
          NATIVE_RULES,
        ),
      );
      await Promise.all(inserts);
      const fs = new BrokenFs();
      const third = await node(log, dir, undefined, { fs });
      expect(third.database.collection("c").points).to.equal(count);
      for (const { database } of [...writers, third]) await database.close();
      const writes = fs.calls.filter(({ op, path }) => op === "write" && path.includes("/wal/"));
      expect(writes).to.have.length.below(count / 2);
    }));
});
