// The files from which a server accepts a setup code: its own, and none that another user has put there.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { readOwnSetupCode } from "../../../src/storage/node-setup-code.ts";
import { makeSetupCode, SETUP_CODE_FILE } from "../../../src/storage/setup-code.ts";

describe("the setup code that a server accepts", () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "azimuth-test-"));
    file = join(dir, SETUP_CODE_FILE);
  });
  afterEach(() => nodeFs.remove(dir));

  it("the setup code that a server accepts is the code that the server made", () => {
    const code = makeSetupCode(nodeFs, dir);
    expect(readOwnSetupCode(dir)).to.equal(code);
  });

  it("the setup code that a server accepts may be in a file with access for the group of a volume", () => {
    const code = makeSetupCode(nodeFs, dir);
    chmodSync(file, 0o660);
    expect(readOwnSetupCode(dir)).to.equal(code);
  });

  const makeWithMode = (mode: number) => {
    makeSetupCode(nodeFs, dir);
    chmodSync(file, mode);
  };
  const others: readonly [string, () => void][] = [
    ["when there is none", () => {}],
    ["from a file that everybody can read", () => makeWithMode(0o604)],
    ["from a file that everybody can write", () => makeWithMode(0o602)],
    [
      "through a link",
      () => {
        makeSetupCode(nodeFs, dir);
        renameSync(file, join(dir, "elsewhere"));
        symlinkSync("elsewhere", file);
      },
    ],
    ["from a directory", () => mkdirSync(file)],
    ["from a pipe, which is not waited for", () => execFileSync("mkfifo", ["-m", "600", file])],
    ["from a file with a word", () => writeFileSync(file, "sesame\n", { mode: 0o600 })],
    ["from a large file", () => writeFileSync(file, "A".repeat(2 ** 20), { mode: 0o600 })],
  ];
  for (const [where, make] of others) {
    it(`the setup code that a server accepts is not read ${where}`, () => {
      make();
      expect(readOwnSetupCode(dir)).to.equal(null);
    });
  }

  it("the setup code that a server accepts is not read from a file of another user", () => {
    makeSetupCode(nodeFs, dir);
    expect(readOwnSetupCode(dir, new Set([statSync(file).uid + 1]))).to.equal(null);
  });
});
