// The simulated log with faults: whatever is lost or late, it is a log as servers need it.
import { expect } from "chai";
import { LogUnavailable } from "../../../src/errors/cluster.ts";
import { FIRST_CHAIN, NO_PLACES } from "../../../src/storage/replicated-log.ts";
import { countOf, seedOf } from "../../support/chance.ts";
import { LogLoad, LogTail } from "../../support/log-load.ts";
import { SimulatedLog } from "../../support/simulated-log.ts";

const ROUNDS = countOf("ROUNDS", 5);
const FAULTS = { rounds: 6, lostRequests: 0.1, lostReplies: 0.1, lateRequests: 0.1, readEntries: 4 };
const ID = "0b9a8f4e-3c1d-4e2f-8a6b-5c4d3e2f1a0b";

describe("the simulated log", () => {
  it("messages that are lost or late and servers that are cut off neither lose nor double entries", async () => {
    const seed = seedOf();
    for (let round = 0; round < ROUNDS; round++) {
      const log = new SimulatedLog(seed + round, FAULTS);
      const servers = [log.handle(), log.handle(), log.handle()] as const;
      const tails = servers.map((server) => new LogTail(server));
      const load = new LogLoad(servers);
      await load.more(50);
      servers[1].cutOff();
      await load.more(50);
      servers[1].join();
      await load.more(50);
      await load.stop();
      expect(load.unknown.size, `SEED=${seed}, round ${round}`).to.be.greaterThan(0);
      load.expectIn(log.entries);
      await Promise.all(tails.map((tail) => tail.stopAt(log.lastSeq)));
      for (const tail of tails) expect(tail.entries.slice(0, 150)).to.deep.equal(log.entries.slice(0, 150));
    }
  });

  it("a server that is cut off hears of nothing, also in a read that waits, until it joins again", async () => {
    const log = new SimulatedLog(1);
    const server = log.handle();
    const waiting = server
      .read({ seq: 0, chain: FIRST_CHAIN }, 10_000, NO_PLACES)
      .catch((error: unknown) => error);
    await log.travel(10);
    server.cutOff();
    expect(await waiting).to.be.instanceOf(LogUnavailable);
    expect(await server.head().catch((error: unknown) => error)).to.be.instanceOf(LogUnavailable);
    server.join();
    expect(await server.append({ id: ID, body: new Uint8Array(1), place: null })).to.equal(1);
  });
});
