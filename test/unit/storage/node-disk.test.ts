// The file system of a data directory: its type, warnings about it, and the time of a sync.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { diskBelow, diskKindOf, measureSync } from "../../../src/storage/node-disk.ts";
import { freshDir } from "./fixtures.ts";

describe("the file system of a data directory", () => {
  for (const [magic, type] of [
    [0xef53, "ext4"],
    [0x58465342, "xfs"],
    [0x9123683e, "btrfs"],
  ] as const) {
    it(`the file system of a data directory causes no warning when it is ${type}`, () => {
      expect(diskKindOf(magic)).to.deep.equal({ type, concern: null });
    });
  }

  for (const [magic, type, concern] of [
    [0x794c7630, "overlay", "container"],
    [0x01021994, "tmpfs", "in memory"],
    [0x858458f6, "ramfs", "in memory"],
    [0x6969, "nfs", "over a network"],
    [0xff534d42, "cifs", "over a network"],
    [0xfe534d42, "smb2", "over a network"],
    [0x01021997, "9p", "over a network"],
    [0x65735546, "fuse", "another program's"],
  ] as const) {
    it(`the file system of a data directory causes a warning when it is ${type}`, () => {
      expect(diskKindOf(magic).type).to.equal(type);
      expect(diskKindOf(magic).concern).to.contain(concern);
    });
  }

  it("the file system of a data directory is recognised when the system sign-extends the number of its type", () => {
    expect(diskKindOf(0xff534d42 | 0)).to.deep.equal(diskKindOf(0xff534d42));
  });

  it("the file system of a data directory is named by the number of its type when it is unknown", () => {
    expect(diskKindOf(0x1234)).to.deep.equal({ type: "0x1234", concern: null });
  });

  it("the file system of a data directory is found for an existing path, and is null for a missing one", () => {
    if (process.platform !== "linux") expect(diskBelow("/")).to.equal(null);
    else expect(diskBelow("/proc")).to.deep.equal({ type: "0x9fa0", concern: null });
    expect(diskBelow(join(freshDir(), "absent"))).to.equal(null);
  });

  it("the file system of a data directory is measured without leaving a file", async () => {
    const dir = freshDir();
    expect(await measureSync(dir))
      .to.be.greaterThan(0)
      .and.below(10_000);
    expect(readdirSync(dir)).to.deep.equal([]);
    expect(await measureSync(join(dir, "absent"))).to.equal(null);
  });
});
