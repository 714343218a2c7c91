// Shards that are copied again, because a server was emptied or the source of a copy is gone.
import { expect } from "chai";
import { RepairSite } from "./repair-fixtures.ts";
import { idsOn, versionsOn } from "./shards-fixtures.ts";

describe("a server that was emptied", () => {
  let site: RepairSite;

  beforeEach(async () => {
    site = await RepairSite.of(3);
  });
  afterEach(() => site.close());

  it("a server that was emptied copies its shards again at once", async () => {
    await site.create(2, [0, 1], [1, 2]);
    await site.empty(1);
    await site.checkFor(2, 0);
    expect(site.placement()).to.deep.equal([
      ["0", "1<0"],
      ["2", "1<2"],
    ]);
    await site.copy(1);
    expect(idsOn(site.nodes[1]!, "c")).to.deep.equal([
      idsOn(site.nodes[0]!, "c")[0],
      idsOn(site.nodes[2]!, "c")[1],
    ]);
  });

  it("a server that was emptied gets no shard that it alone had, and one warning names the shard", async () => {
    await site.create(2, [1], [0, 1]);
    await site.empty(1);
    await site.checkFor(20, 0);
    expect(site.placement()).to.deep.equal([["?"], ["0", "1<0"]]);
    expect(site.warnings).to.deep.equal([
      "0: no server that has all points of the shard is left: its points are lost unless the data directory of one comes back",
    ]);
  });

  it("a server that was emptied while it copied a shard copies it again", async () => {
    await site.create(2, [0]);
    await site.checkFor(2, 0);
    expect(site.placement()).to.deep.equal([["0", "1<0"]]);
    await site.empty(1);
    await site.checkFor(2, 0);
    expect(site.placement()).to.deep.equal([["0", "1<0"]]);
    await site.copy(1);
    expect(site.placement()).to.deep.equal([["0", "1"]]);
  });
});

describe("a copy of a shard whose source is gone", () => {
  let site: RepairSite;

  beforeEach(async () => {
    site = await RepairSite.of(4);
    await site.create(3, [0, 1]);
    await site.checkFor(2, 0, 1);
    expect(site.placement()).to.deep.equal([["0", "1", "2<0"]]);
  });
  afterEach(() => site.close());

  it("a copy of a shard whose source is dead goes on from another server", async () => {
    site.silence(0);
    await site.checkFor(10, 1);
    expect(site.placement(1)).to.deep.equal([["0", "1", "2<0"]]);
    await site.checkFor(6, 1);
    expect(site.placement(1)).to.deep.equal([["0", "1", "2<1"]]);
    await site.copy(2);
    expect(site.placement(1)).to.deep.equal([["0", "1", "2"]]);
    expect(versionsOn(site.nodes[2]!, "c", 0)).to.deep.equal(versionsOn(site.nodes[1]!, "c", 0));
  });

  it("a copy of a shard whose source has not all points any more goes on from another server", async () => {
    await site.nodes[0]!.database.configure("c", (config) => {
      const [zero, one, two] = config.placement![0]!;
      const copy = { from: one!.server, moves: false, attempt: "b" };
      return { ...config, placement: [[{ ...zero!, copy }, one!, two!]] };
    });
    await site.caughtUp();
    await site.checkFor(2, 0, 1, 2);
    expect(site.placement()).to.deep.equal([["0<1", "1", "2<1"]]);
  });

  it("a copy of a shard whose source is dead waits if no other server has all points", async () => {
    await site.nodes[0]!.database.configure("c", (config) => {
      const [zero, , two] = config.placement![0]!;
      return { ...config, placement: [[zero!, two!]] };
    });
    await site.caughtUp();
    site.silence(0);
    await site.checkFor(60, 1);
    expect(site.placement(1)).to.deep.equal([["0", "2<0"]]);
  });
});
