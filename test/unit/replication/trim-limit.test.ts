// How much of the log of a cluster may be removed.
import { expect } from "chai";
import { trimLimit } from "../../../src/replication/trim-limit.ts";

const heard = [
  { server: "a", applied_lsn: 70 },
  { server: "b", applied_lsn: 40 },
];

describe("the log of a cluster", () => {
  it("the log of a cluster keeps what a server that is known has not applied", () => {
    expect(trimLimit(60, heard, [])).to.equal(40);
    expect(trimLimit(60, heard, ["a"])).to.equal(40);
  });

  it("the log of a cluster keeps what a server needs that begins with a checkpoint", () => {
    expect(trimLimit(30, heard, ["a", "b"])).to.equal(30);
  });

  it("the log of a cluster keeps everything while a server that is not known has shards", () => {
    expect(trimLimit(60, heard, ["a", "c"])).to.equal(null);
    expect(trimLimit(60, [], ["a"])).to.equal(null);
  });
});
