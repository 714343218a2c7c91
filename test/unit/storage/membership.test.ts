// The file that makes a data directory that of a server of a cluster.
import { readdirSync } from "node:fs";
import { expect } from "chai";
import { open } from "../../../src/open.ts";
import { Membership, refuseMember } from "../../../src/storage/membership.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { scratchFolder } from "../../support/scratch.ts";

const refusalOf = (opening: Promise<unknown>): Promise<Error> =>
  opening.then(
    () => new Error("it is opened"),
    (error: Error) => error,
  );

describe("the membership of a data directory in a cluster", () => {
  it("a directory becomes that of a server of a cluster when the server has been accepted, and not before", () => {
    const dir = scratchFolder("azimuth-membership-");
    const membership = new Membership(nodeFs, dir, () => "one");
    expect(readdirSync(dir)).to.deep.equal([]);
    refuseMember(nodeFs, dir);
    membership.keep();
    expect(new Membership(nodeFs, dir, () => "another").server).to.equal("one");
    expect(() => refuseMember(nodeFs, dir)).to.throw("server of a cluster");
  });

  it("the directory of a server of a cluster is not opened without the cluster, and nothing is written to it", async () => {
    const dir = scratchFolder("azimuth-membership-");
    new Membership(nodeFs, dir, () => "one").keep();
    expect((await refusalOf(open({ dataDir: dir, threads: 0 }))).message).to.contain("set cluster.name");
    const again = await refusalOf(open({ dataDir: dir, threads: 0 }));
    expect(again.message, "the lock is given back").to.contain("set cluster.name");
  });
});
