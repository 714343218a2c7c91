// Servers that are taken out of a cluster: drained, removed, removed by force, and refused.
import { expect } from "chai";
import type { PlacementRefused } from "../../../../src/errors/placement.ts";
import { placementFor } from "../../../../src/service/new-placement.ts";
import { ServerRemoval } from "../../../../src/service/server-removal.ts";
import { RepairSite } from "./repair-fixtures.ts";
import { idsOn, serverOf } from "./shards-fixtures.ts";

const UNKNOWN = 99;

describe("a server that is taken out of a cluster", () => {
  let site: RepairSite;
  let removal: ServerRemoval;
  let forgotten: string[];

  beforeEach(async () => {
    site = await RepairSite.of(3);
    forgotten = [];
    removal = new ServerRemoval(site.nodes[0]!.database, site.own(0, forgotten), wait);
  });
  afterEach(() => site.close());

  /** Lets the time of the site pass. */
  const wait = async (ms: number) => site.pass(ms / 1000);

  async function refused(work: Promise<unknown>): Promise<string> {
    const error = await work.then(
      () => null,
      (thrown: PlacementRefused) => thrown,
    );
    expect(error?.code).to.equal("PLACEMENT_REFUSED");
    return error!.message;
  }

  describe("by force or not", () => {
    it("a server that is taken out of a cluster is forgotten if it has no shards", async () => {
      await site.create(2, [0, 1]);
      site.silence(2);
      expect(await removal.remove({ peer_id: 2 })).to.equal(true);
      expect(forgotten).to.deep.equal([serverOf(site.nodes[2]!)]);
    });

    for (const force of [false, true]) {
      it(`a server that is taken out of a cluster must not run, since it would be back at once (force: ${force})`, async () => {
        await site.create(2, [0, 1], [0, 1]);
        for (const peer of force ? [0, 1, 2] : [2]) {
          expect(await refused(removal.remove({ peer_id: peer, force }))).to.equal(
            `Cannot remove peer ${peer}: it runs, and would be back after two seconds; stop it first`,
          );
        }
        expect(forgotten).to.deep.equal([]);
        expect(site.placement()).to.deep.equal([
          ["0", "1"],
          ["0", "1"],
        ]);
      });
    }

    it("a server that is taken out of a cluster and reports itself again meanwhile runs, and is refused", async () => {
      await site.create(2, [0, 1]);
      site.silence(2);
      let waits = 0;
      const later = new ServerRemoval(site.nodes[0]!.database, site.own(0, forgotten), async (ms) => {
        await wait(ms);
        if (++waits === 4) site.speak(2);
      });
      expect(await refused(later.remove({ peer_id: 2 }))).to.contain("it runs");
      expect(waits).to.equal(4);
      expect(forgotten).to.deep.equal([]);
    });

    it("a server that is taken out of a cluster must have no shards, unless by force", async () => {
      await site.create(2, [0, 1]);
      expect(await refused(removal.remove({ peer_id: 1 }))).to.equal(
        "Cannot remove peer 1 as there are shards on it",
      );
      expect(forgotten).to.deep.equal([]);
      expect(site.placement()).to.deep.equal([["0", "1"]]);
    });

    it("a server that is taken out of a cluster by force gives up what others have, and copies of it go on from them", async () => {
      await site.create(3, [0, 1], [1, 2]);
      const [, one, two] = site.ids(0, 1, 2);
      await site.nodes[0]!.database.configure("c", (config) => {
        const copy = { from: one!.server, moves: true, attempt: "a" };
        return {
          ...config,
          placement: [[...config.placement![0]!, { ...two!, copy }], config.placement![1]!],
        };
      });
      site.silence(1);
      site.pass(20);
      await removal.remove({ peer_id: 1, force: true });
      await site.caughtUp();
      expect(site.placement()).to.deep.equal([["0", "2<0"], ["2"]]);
      expect(forgotten).to.deep.equal([one!.server]);
      expect(idsOn(site.nodes[1]!, "c")).to.deep.equal([[], []]);
    });

    it("a server that is taken out of a cluster by force is refused with the shards that it alone has", async () => {
      await site.create(2, [0, 1], [1], [1, 2]);
      site.silence(2);
      site.pass(20);
      expect(await refused(removal.remove({ peer_id: 1, force: true }))).to.equal(
        "Cannot remove peer 1: no other server that works has all points of c:1, c:2",
      );
      expect(site.placement()).to.deep.equal([["0", "1"], ["1"], ["1", "2"]]);
      expect(forgotten).to.deep.equal([]);
    });

    it("a server that is taken out of a cluster can be one that the table of servers has forgotten", async () => {
      await site.create(2, [0, 1]);
      site.forget(1);
      await removal.remove({ peer_id: 1, force: true });
      expect(site.placement()).to.deep.equal([["0"]]);
      expect(forgotten).to.deep.equal([]);
    });

    it("a server that is taken out of a cluster must be known", async () => {
      await site.create(2, [0, 1]);
      expect(await refused(removal.remove({ peer_id: UNKNOWN, force: true }))).to.equal(
        `Peer ${UNKNOWN} does not exist`,
      );
      expect(await refused(removal.drain({ peer_id: UNKNOWN }))).to.equal(`Peer ${UNKNOWN} does not exist`);
    });

    it("a server that is taken out of a cluster needs one", async () => {
      const alone = new ServerRemoval(site.nodes[0]!.database, null);
      expect(await refused(alone.remove({ peer_id: 1 }))).to.equal("Distributed mode disabled");
      expect(await refused(alone.drain({ peer_id: 1 }))).to.equal("Distributed mode disabled");
    });
  });

  describe("by draining", () => {
    it("a server that is drained moves its shards to the servers with the fewest", async () => {
      await site.create(1, [1], [1], [1], [0]);
      expect(await removal.drain({ peer_id: 1 })).to.deep.equal({ moves: 3, dropped: 0, staying: 0 });
      await site.caughtUp();
      expect(site.placement()).to.deep.equal([["1", "2<<1"], ["1", "0<<1"], ["1", "2<<1"], ["0"]]);
      await site.copy(2);
      await site.copy(0);
      expect(site.placement()).to.deep.equal([["2"], ["0"], ["2"], ["0"]]);
      expect(idsOn(site.nodes[1]!, "c")).to.deep.equal([[], [], [], []]);
      site.silence(1);
      expect(await removal.remove({ peer_id: 1 })).to.equal(true);
    });

    it("a server that is drained twice begins no second move", async () => {
      await site.create(1, [1], [0]);
      await removal.drain({ peer_id: 1 });
      await site.caughtUp();
      const { lsn } = site;
      expect(await removal.drain({ peer_id: 1 })).to.deep.equal({ moves: 1, dropped: 0, staying: 0 });
      await site.caughtUp();
      expect(site.lsn).to.equal(lsn);
      expect(site.placement()).to.deep.equal([["1", "2<<1"], ["0"]]);
    });

    it("a server that is drained gives up shards that enough others have, and keeps those that too few have", async () => {
      await site.create(2, [0, 1, 2]);
      expect(await removal.drain({ peer_id: 1 })).to.deep.equal({ moves: 0, dropped: 1, staying: 0 });
      await site.nodes[0]!.database.drop("c");
      await site.create(3, [0, 1, 2]);
      expect(await removal.drain({ peer_id: 1 })).to.deep.equal({ moves: 0, dropped: 0, staying: 1 });
      await site.caughtUp();
      expect(site.placement()).to.deep.equal([["0", "1", "2"]]);
    });

    it("a server that is drained while it copies a shard leaves the copy to another one", async () => {
      await site.create(2, [0]);
      await site.checkFor(2, 0, 1, 2);
      expect(site.placement()).to.deep.equal([["0", "1<0"]]);
      expect(await removal.drain({ peer_id: 1 })).to.deep.equal({ moves: 1, dropped: 0, staying: 0 });
      await site.caughtUp();
      await site.copy(2);
      expect(site.placement()).to.deep.equal([["0", "2"]]);
    });

    it("a server that is drained must work", async () => {
      await site.create(1, [1], [0]);
      site.silence(1);
      site.pass(20);
      expect(await refused(removal.drain({ peer_id: 1 }))).to.equal(
        "Peer 1 does not work, so nothing can be moved from it: remove it by force",
      );
    });

    it("a server that is drained gets no shard of a new collection meanwhile", async () => {
      await site.create(1, [1], [1], [0]);
      await removal.drain({ peer_id: 1 });
      await site.caughtUp();
      const config = { ...site.nodes[0]!.database.collection("c").config, shards: 6 };
      const placement = await placementFor(config, site.nodes[0]!.database, site.own(0));
      expect(new Set(placement!.flat().map(({ peer }) => peer))).to.deep.equal(new Set([0, 2]));
    });
  });
});
