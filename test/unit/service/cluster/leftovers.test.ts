// Collections that a server of a cluster was filling when it was lost.
import { expect } from "chai";
import { Leftovers } from "../../../../src/replication/leftovers.ts";
import { SimulatedLog } from "../../../support/simulated-log.ts";
import { until } from "../../../support/until.ts";
import { unnamed } from "../../core/fixtures.ts";
import { allCaughtUp, type Node, node } from "./fixtures.ts";

const SEED = 3;
/** As in the source. */
const CHECKS = 30;

describe("a collection that a lost server of a cluster was filling", () => {
  let nodes: Node[];
  let lost: Node;
  let lostId: string;
  /** The ids in the table of the servers. */
  let known: Set<string>;
  let checks: Leftovers[];

  beforeEach(async () => {
    const log = new SimulatedLog(SEED);
    nodes = [await node(log), await node(log)];
    lost = await node(log);
    const idOf = ({ database }: Node) => database.replication.member!.server;
    lostId = idOf(lost);
    known = new Set([...nodes, lost].map(idOf));
    const heard = { silent_seconds: 0, problem: null };
    const table = {
      list: async () => [
        { ...heard, peer_id: 0, silent_seconds: 11 },
        { ...heard, peer_id: 1, problem: "the disk is full" },
        { ...heard, peer_id: 2 },
        { ...heard, peer_id: 3 },
      ],
      servers: async () => known,
    };
    checks = nodes.map(({ database }, i) => new Leftovers({ database, nodes: table, peerId: 2 + i }));
    const recovery = { name: "c", config: unnamed(1), points: 1, next: () => new Promise<never>(() => {}) };
    void lost.database.recover(recovery);
    await until(() => nodes.every(({ database }) => database.fillers().includes(lostId)));
  });
  afterEach(() => Promise.all([...nodes, lost].map(({ database }) => database.close())));

  async function check(times: number): Promise<void> {
    for (let i = 0; i < times; i++) for (const one of checks) await one.check();
    await allCaughtUp(nodes);
  }

  const fillers = () => nodes.map(({ database }) => database.fillers());

  it("a collection that a lost server of a cluster was filling stays as long as the server is in the table", async () => {
    await check(CHECKS * 2);
    known.delete(lostId);
    await check(CHECKS - 1);
    known.add(lostId);
    await check(1);
    known.delete(lostId);
    await check(CHECKS - 1);
    expect(fillers()).to.deep.equal([[lostId], [lostId]]);
  });

  it("a collection that a lost server of a cluster was filling is removed everywhere when the table lacks the server", async () => {
    known.delete(lostId);
    await check(CHECKS);
    expect(fillers()).to.deep.equal([[], []]);
    expect(lost.database.fillers()).to.deep.equal([]);
  });

  it("a collection that a lost server of a cluster was filling is removed by the first server that works", async () => {
    known.delete(lostId);
    for (let i = 0; i < CHECKS * 2; i++) await checks[1]!.check();
    await allCaughtUp(nodes);
    expect(fillers()).to.deep.equal([[lostId], [lostId]]);
    for (let i = 0; i < CHECKS; i++) await checks[0]!.check();
    await allCaughtUp(nodes);
    expect(fillers()).to.deep.equal([[], []]);
  });
});
