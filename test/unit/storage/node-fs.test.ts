// Where systems differ: renames that somebody holds up, and directories that cannot be synced.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs, renameOver } from "../../../src/storage/node-fs.ts";

/** A rename that fails so often, and what it is told to wait meanwhile. */
function held(times: number, code: string, platform: NodeJS.Platform) {
  const waits: number[] = [];
  let calls = 0;
  const rename = () => {
    if (++calls <= times) throw Object.assign(new Error(code), { code });
  };
  const wait = (ms: number) => void waits.push(ms);
  return { run: () => renameOver("a", "b", { rename, wait, platform }), waits, calls: () => calls };
}

describe("a rename over a file", () => {
  it("replaces it", () => {
    const dir = mkdtempSync(join(tmpdir(), "azimuth-rename-"));
    writeFileSync(join(dir, "new"), "new");
    writeFileSync(join(dir, "old"), "old");
    nodeFs.rename(join(dir, "new"), join(dir, "old"));
    expect(readFileSync(join(dir, "old"), "utf8")).to.equal("new");
    rmSync(dir, { recursive: true });
  });

  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    it(`is retried on Windows after ${code}, with growing delays`, () => {
      const { run, waits, calls } = held(3, code, "win32");
      run();
      expect(calls()).to.equal(4);
      expect(waits).to.deep.equal([5, 10, 20]);
    });
  }

  it("fails on Windows with the error itself when the file stays open for a second", () => {
    const { run, waits, calls } = held(Number.POSITIVE_INFINITY, "EPERM", "win32");
    expect(run).to.throw("EPERM");
    expect(calls()).to.equal(8);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).to.be.within(500, 1500);
  });

  it("fails at once for any other reason, and on any other system", () => {
    for (const { run, calls } of [held(1, "ENOSPC", "win32"), held(1, "EPERM", "linux")]) {
      expect(run).to.throw();
      expect(calls()).to.equal(1);
    }
  });
});

describe("making a directory durable", () => {
  it("is left out if the file system does not support it", () => {
    // One that answers EINVAL, as some that are reached over a network do; elsewhere any directory.
    expect(() => nodeFs.syncDir(process.platform === "linux" ? "/proc" : tmpdir())).not.to.throw();
  });

  it("fails without such a directory", () => {
    if (process.platform === "win32") return;
    expect(() => nodeFs.syncDir(join(tmpdir(), "azimuth-nowhere"))).to.throw("ENOENT");
  });
});
