// Scripts of the build with their compiled code, in files of a temporary folder.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { expect } from "chai";
import { runCompiled } from "../../../src/threads/compiled-script.ts";

const TEXT = (value: number) =>
  `(function(require,url){globalThis.ran=[${value},url,typeof require("node:fs")]})`;

describe("a script of the build", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-test-"));
    path = join(folder, "script.cjs");
    writeFileSync(path, TEXT(1));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    ran();
  });

  /** Returns what the script has noted, and removes it. */
  const ran = (): unknown => {
    const noted = (globalThis as { ran?: unknown }).ran;
    delete (globalThis as { ran?: unknown }).ran;
    return noted;
  };
  const run = () => {
    runCompiled(pathToFileURL(path));
    return ran();
  };
  /** Keeps code that was compiled from the text. @param broken whether it is damaged afterwards */
  const keep = (text: string, broken = false) => {
    const code = new Script(text, { filename: path }).createCachedData();
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code));
    if (broken) code.fill(0xff, code.length / 2);
    writeFileSync(`${path}.${process.version}-${process.arch}`, Buffer.concat([sum, code]));
  };
  const expected = () => [1, pathToFileURL(path).href, "object"];

  it("a script of the build runs without compiled code", () => {
    expect(run()).to.deep.equal(expected());
  });

  it("a script of the build runs with the code that is kept beside it", () => {
    // Only the length of the text is compared by V8, so the number shows which code has run.
    keep(TEXT(2));
    expect(run()).to.deep.equal([2, ...expected().slice(1)]);
  });

  it("a script of the build is compiled if the kept code is damaged, cut off or of another text", () => {
    keep(TEXT(2), true);
    expect(run()).to.deep.equal(expected());
    writeFileSync(`${path}.${process.version}-${process.arch}`, "ab");
    expect(run()).to.deep.equal(expected());
    keep(TEXT(22));
    expect(run()).to.deep.equal(expected());
  });
});
