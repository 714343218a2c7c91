// Differences of operating systems: renames that other programs block, and directories that cannot be synced.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs, renameOver } from "../../../src/storage/node-fs.ts";

/** A rename that fails the given number of times, and the delays before it is repeated. */
function held(times: number, code: string, platform: NodeJS.Platform) {
  const waits: number[] = [];
  let calls = 0;
  const rename = () => {
    if (++calls <= times) throw Object.assign(new Error(code), { code });
  };
  const wait = (ms: number) => void waits.push(ms);
  return { run: () => renameOver("a", "b", { rename, wait, platform }), waits, calls: () => calls };
}

describe("a rename over an existing file", () => {
  it("a rename over an existing file replaces the file", () => {
    const dir = mkdtempSync(join(tmpdir(), "azimuth-rename-"));
    writeFileSync(join(dir, "new"), "new");
    writeFileSync(join(dir, "old"), "old");
    nodeFs.rename(join(dir, "new"), join(dir, "old"));
    expect(readFileSync(join(dir, "old"), "utf8")).to.equal("new");
    rmSync(dir, { recursive: true });
  });

  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    it(`a rename over an existing file is retried on Windows after ${code}, with growing delays`, () => {
      const { run, waits, calls } = held(3, code, "win32");
      run();
      expect(calls()).to.equal(4);
      expect(waits).to.deep.equal([5, 10, 20]);
    });
  }

  it("a rename over an existing file fails on Windows with the error of the system when the file stays open for a second", () => {
    const { run, waits, calls } = held(Number.POSITIVE_INFINITY, "EPERM", "win32");
    expect(run).to.throw("EPERM");
    expect(calls()).to.equal(8);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).to.be.within(500, 1500);
  });

  it("a rename over an existing file fails at once with any other error, and on any other system", () => {
    for (const { run, calls } of [held(1, "ENOSPC", "win32"), held(1, "EPERM", "linux")]) {
      expect(run).to.throw();
      expect(calls()).to.equal(1);
    }
  });
});

describe("making a directory durable", () => {
  it("making a directory durable does nothing if the file system does not support it", () => {
    // /proc answers EINVAL like some network file systems; on other systems any directory will do.
    expect(() => nodeFs.syncDir(process.platform === "linux" ? "/proc" : tmpdir())).not.to.throw();
  });

  it("making a directory durable fails for a directory that does not exist", () => {
    if (process.platform === "win32") return;
    expect(() => nodeFs.syncDir(join(tmpdir(), "azimuth-nowhere"))).to.throw("ENOENT");
  });
});
