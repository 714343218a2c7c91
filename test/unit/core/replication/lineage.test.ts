// The history of a log: which positions of followers belong to it.
import { expect } from "chai";
import { Lineage } from "../../../../src/core/replication/lineage.ts";
import { LogUnsuitable } from "../../../../src/errors/replication.ts";
import { EpochsFile, EpochsInMemory } from "../../../../src/storage/epochs.ts";
import { MemoryFs } from "../../../../src/storage/memory-fs.ts";

const LEADER = "http://db-1:6573";
/** Gives the log the id "id-1", its first promotion "id-2", and so on. */
function newLineage(store = new EpochsInMemory()): Lineage {
  let ids = 0;
  return new Lineage(store, () => `id-${++ids}`);
}

describe("the history of a log", () => {
  it("the history of a log is at epoch 1 until a follower of it is promoted, which adds one", () => {
    const lineage = newLineage();
    expect(lineage.epoch).to.equal(1);
    expect(lineage.promote(10, LEADER)).to.equal(2);
    expect(lineage.promote(20, LEADER)).to.equal(3);
    expect([9, 10, 19, 20].map((lsn) => lineage.epochAt(lsn))).to.deep.equal([1, 2, 2, 3]);
  });

  it("the history of a log suits a follower without records, wherever the log has them from the first on", () => {
    const lineage = newLineage();
    lineage.ensureSuits({ from: 1, log: null, promotion: null }, 1, 0);
    lineage.ensureSuits({ from: 1, log: null, promotion: null }, 1, 100);
  });

  it("the history of a log suits a follower that has the same records up to its position", () => {
    const lineage = newLineage();
    const { log } = lineage.shown();
    lineage.promote(10, LEADER);
    const promotion = lineage.shown().epochs[0]!.id;
    lineage.ensureSuits({ from: 1, log, promotion: null }, 1, 20);
    lineage.ensureSuits({ from: 10, log, promotion: null }, 1, 20);
    for (const from of [11, 21]) {
      lineage.ensureSuits({ from, log, promotion }, 1, 20);
    }
  });

  const REFUSED = [
    ["has the data of another log", { from: 5, log: "another", promotion: null }, "data of another server"],
    [
      "is ahead of the leader",
      { from: 22, log: "id-1", promotion: "id-2" },
      "up to LSN 21 that the leader lacks",
    ],
    ["has records of an epoch that ended", { from: 12, log: "id-1", promotion: null }, "up to LSN 11 that"],
    [
      "has records after another promotion",
      { from: 12, log: "id-1", promotion: "id-9" },
      "up to LSN 11 that",
    ],
    ["needs records that were trimmed", { from: 2, log: "id-1", promotion: null }, "begins with LSN 3"],
    [
      "has no records where the first were trimmed",
      { from: 1, log: null, promotion: null },
      "begins with LSN 3",
    ],
  ] as const;
  for (const [what, position, words] of REFUSED) {
    it(`the history of a log refuses a follower that ${what}`, () => {
      const lineage = newLineage();
      lineage.promote(10, LEADER);
      expect(() => lineage.ensureSuits(position, 3, 20)).to.throw(LogUnsuitable, words);
    });
  }

  it("the history of a log is taken over from the leader, and ends being replaced", () => {
    const [leader, follower] = [newLineage(), newLineage()];
    follower.shown();
    follower.noteReplaced(2);
    leader.promote(7, LEADER);
    follower.adopt(leader.shown());
    expect(follower.shown()).to.deep.equal(leader.shown());
    expect(follower.replaced).to.equal(null);
  });

  it("the history of a log survives a restart, with what replaced the server and what it replaces", () => {
    const fs = new MemoryFs();
    fs.mkdir("data");
    const open = () => {
      const lineage = newLineage(new EpochsFile(fs, "data") as never);
      lineage.load();
      return lineage;
    };
    const first = open();
    first.promote(7, LEADER);
    expect(open().shown()).to.deep.equal(first.shown());
    expect(open().replaces).to.deep.equal({ leader: LEADER, knows: false });
    first.noteTold();
    expect(open().replaces).to.deep.equal({ leader: LEADER, knows: true });
    first.noteReplaced(3);
    expect(open().replaced).to.equal(3);
  });
});
