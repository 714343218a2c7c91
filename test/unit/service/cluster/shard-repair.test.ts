// Shards whose servers are lost, or too few: which other servers get them, and when none does.
import { expect } from "chai";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { CollectionsService } from "../../../../src/service/collections.ts";
import { REPLACE_AFTER_S, RepairSite } from "./repair-fixtures.ts";
import { idsOn, versionsOn } from "./shards-fixtures.ts";

describe("a shard of a server that is lost", () => {
  let site: RepairSite;

  beforeEach(async () => {
    site = await RepairSite.of(4);
  });
  afterEach(() => site.close());

  it("a shard of a server that is lost is copied to the server with the fewest shards, and then is where it should be", async () => {
    await site.create(2, [0, 1], [0, 2]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S + 20, 0, 2, 3);
    expect(site.placement()).to.deep.equal([
      ["0", "1", "3<0"],
      ["0", "2"],
    ]);
    await site.copy(3);
    await site.checkFor(4, 0, 2, 3);
    expect(site.placement()).to.deep.equal([
      ["0", "3"],
      ["0", "2"],
    ]);
    expect(versionsOn(site.nodes[3]!, "c", 0)).to.deep.equal(versionsOn(site.nodes[0]!, "c", 0));
  });

  it("a shard of a server that comes back in time stays there, and the log has no new record", async () => {
    await site.create(2, [0, 1], [1, 2]);
    const { lsn } = site;
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S - 20, 0, 2, 3);
    site.speak(1);
    await site.checkFor(60, 0, 1, 2, 3);
    expect(site.placement()).to.deep.equal([
      ["0", "1"],
      ["1", "2"],
    ]);
    expect(site.lsn).to.equal(lsn);
  });

  it("a shard of a server that comes back after it was replaced is not on it any more", async () => {
    await site.create(2, [0, 1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S + 20, 0, 2, 3);
    await site.copy(2);
    await site.checkFor(4, 0, 2, 3);
    site.speak(1);
    await site.checkFor(4, 0, 1, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "2"]]);
    expect(idsOn(site.nodes[1]!, "c")).to.deep.equal([[]]);
    expect(idsOn(site.nodes[2]!, "c")).to.deep.equal(idsOn(site.nodes[0]!, "c"));
  });

  it("a shard of a server that comes back while it is replaced stays there besides", async () => {
    await site.create(2, [0, 1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S + 20, 0, 2, 3);
    site.speak(1);
    await site.copy(2);
    await site.checkFor(4, 0, 1, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "1", "2"]]);
  });

  it("a shard of a server that all were without news of for a day stays there, as after a failure of the log", async () => {
    await site.create(2, [0, 1], [2, 3]);
    const { lsn } = site;
    for (const peer of [1, 2, 3]) site.silence(peer);
    site.pass(86_000);
    await site.checkFor(20, 0);
    for (const peer of [1, 2, 3]) site.speak(peer);
    await site.checkFor(20, 0, 1, 2, 3);
    expect(site.lsn).to.equal(lsn);
  });

  it("a shard of a server that was away for a moment when the log failed stays there when the log is back", async () => {
    await site.create(2, [0, 1], [2, 3]);
    const { lsn } = site;
    site.silence(1);
    await site.checkFor(20, 0, 2, 3);
    site.isLogAway = true;
    site.silence(2);
    await site.checkFor(REPLACE_AFTER_S * 2, 0, 2, 3);
    site.isLogAway = false;
    await site.checkFor(20, 0);
    for (const peer of [1, 2]) site.speak(peer);
    await site.checkFor(20, 0, 1, 2, 3);
    expect(site.lsn).to.equal(lsn);
    expect(site.warnings).to.deep.equal([]);
  });

  it("a shard of a server that the table of servers has forgotten is copied to another one", async () => {
    await site.create(2, [0, 1]);
    site.forget(1);
    await site.checkFor(REPLACE_AFTER_S - 20, 0, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "1"]]);
    await site.checkFor(40, 0, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "1", "2<0"]]);
  });

  it("a shard of a server that reports a problem stays there, since it is not silent", async () => {
    await site.create(2, [0, 1]);
    site.fail(1);
    await site.checkFor(REPLACE_AFTER_S * 2, 0, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "1"]]);
  });

  it("a shard of a server that is lost with all of its points stays there, and one warning names the shard", async () => {
    await site.create(1, [0], [1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S * 2, 0);
    expect(site.placement()).to.deep.equal([["0"], ["1"]]);
    expect(site.warnings).to.deep.equal([
      "1: no server that has all points of the shard is left: its points are lost unless the data directory of one comes back",
    ]);
  });

  it("a shard of a server that is lost stays there if no other server can get it", async () => {
    await site.create(4, [0, 1, 2, 3]);
    const { lsn } = site;
    site.silence(3);
    await site.checkFor(REPLACE_AFTER_S * 2, 0, 1, 2);
    expect(site.placement()).to.deep.equal([["0", "1", "2", "3"]]);
    expect(site.lsn).to.equal(lsn);
  });

  it("a shard of a server that is lost is copied again if the server that copied it is lost, too", async () => {
    await site.create(2, [0, 1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S + 20, 0, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "1", "2<0"]]);
    site.silence(2);
    await site.checkFor(REPLACE_AFTER_S + 20, 0, 3);
    expect(site.placement()).to.deep.equal([["0", "1", "3<0"]]);
  });

  it("a shard of a server that is lost is copied once if all servers check at the same time", async () => {
    await site.create(2, [0, 1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S - 20, 0, 2, 3);
    for (let i = 0; i < 20; i++) {
      site.pass(2);
      await Promise.all([0, 2, 3].map((peer) => site.check(peer)));
    }
    await site.caughtUp();
    expect(site.placement()).to.deep.equal([["0", "1", "2<0"]]);
  });

  it("a shard of a server that is lost is given to another one by the next server if the first one does nothing", async () => {
    await site.create(2, [0, 1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S + 20, 3);
    expect(site.placement()).to.deep.equal([["0", "1", "2<0"]]);
  });

  it("a shard of a server that is lost stays there if the collection asks for no number of replicas", async () => {
    await site.create(undefined, [0, 1]);
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S + 20, 0, 2, 3);
    expect(site.placement()).to.deep.equal([["0", "1"]]);
  });
});

describe("a shard that has too few replicas", () => {
  let site: RepairSite;

  afterEach(() => site.close());

  it("a shard that has too few replicas is copied to a server that joins, and complete shards stay where they are", async () => {
    site = await RepairSite.of(2);
    await site.create(2, [0], [0, 1]);
    await site.checkFor(2, 0, 1);
    expect(site.placement()).to.deep.equal([
      ["0", "1<0"],
      ["0", "1"],
    ]);
    await site.copy(1);
    await site.join();
    const { lsn } = site;
    await site.checkFor(20, 0, 1, 2);
    expect(site.placement()).to.deep.equal([
      ["0", "1"],
      ["0", "1"],
    ]);
    expect(site.lsn).to.equal(lsn);
  });

  it("a shard that has too few replicas gets one after another, on different servers", async () => {
    site = await RepairSite.of(3);
    await site.create(3, [0]);
    await site.checkFor(2, 0, 1, 2);
    expect(site.placement()).to.deep.equal([["0", "1<0"]]);
    await site.copy(1);
    await site.checkFor(2, 0, 1, 2);
    expect(site.placement()).to.deep.equal([["0", "1", "2<0"]]);
  });

  it("a shard that was placed by hand stays where it was placed, and gets missing replicas once a replication_factor is set", async () => {
    site = await RepairSite.of(4);
    await site.create(undefined, [0, 1], [1, 2]);
    const { lsn } = site;
    site.silence(1);
    await site.checkFor(REPLACE_AFTER_S * 2, 0, 2, 3);
    expect(site.lsn).to.equal(lsn);
    expect(site.warnings).to.deep.equal([]);
    const collections = new CollectionsService(site.nodes[0]!.database, null, site.own(0));
    const params = { replication_factor: 2 };
    await collections.update({ collection_name: "c", params }, NATIVE_RULES);
    await site.caughtUp();
    await site.checkFor(4, 0, 2, 3);
    expect(site.placement()).to.deep.equal([
      ["0", "1", "3<0"],
      ["1", "2", "0<2"],
    ]);
    for (const peer of [0, 3]) await site.copy(peer);
    await site.checkFor(4, 0, 2, 3);
    expect(site.placement()).to.deep.equal([
      ["0", "3"],
      ["2", "0"],
    ]);
  });

  it("a shard that has too few replicas is copied to no server from which shards are moved", async () => {
    site = await RepairSite.of(3);
    await site.create(2, [0], [1]);
    const [, one, two] = site.ids(0, 1, 2);
    await site.nodes[0]!.database.configure("c", (config) => ({
      ...config,
      placement: [
        config.placement![0]!,
        [one!, { ...two!, copy: { from: one!.server, moves: true, attempt: "a" } }],
      ],
    }));
    await site.caughtUp();
    await site.checkFor(2, 0, 1, 2);
    expect(site.placement()).to.deep.equal([
      ["0", "2<0"],
      ["1", "2<<1"],
    ]);
  });
});
