// The file of the setup code, which proves its reader to be the owner: it is made, replaced, read at each use, and
// removed when it was used.
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { makeSetupCode, removeSetupCode, SETUP_CODE_FILE } from "../../../src/storage/setup-code.ts";
import { roundRandom, seedOf } from "../../support/chance.ts";
import { readSetupCode } from "../../support/setup-code.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { freshDir } from "./fixtures.ts";

const DIR = "/data";
const SHAPE = /^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/;

function memory(): MemoryFs {
  const fs = new MemoryFs();
  fs.mkdir(DIR);
  return fs;
}

describe("the file of the setup code", () => {
  it("the file of the setup code contains 160 random bits in groups that can be read aloud", () => {
    const fs = memory();
    const codes = Array.from({ length: 200 }, () => makeSetupCode(fs, DIR));
    for (const code of codes) expect(code).to.match(SHAPE);
    expect(new Set(codes).size).to.equal(200);
    const used = new Set(codes.join("").replaceAll("-", ""));
    expect(used.size).to.equal(32);
  });

  it("the file of the setup code uses every random bit", () => {
    const fs = memory();
    const codes = new Set<string>();
    for (let bit = 0; bit < 160; bit++) {
      const drawn = new Uint8Array(20);
      drawn[bit >> 3] = 1 << (bit & 7);
      codes.add(makeSetupCode(Object.assign(fs.clone(), { randomBytes: () => drawn }), DIR));
    }
    expect(codes.size).to.equal(160);
  });

  it("the file of the setup code can be read by its owner only", () => {
    const dir = freshDir();
    makeSetupCode(nodeFs, dir);
    expect(statSync(join(dir, SETUP_CODE_FILE)).mode & 0o777).to.equal(0o600);
  });

  it("the file of the setup code is read at each use: another file replaces it, and a removed one is invalid", () => {
    const fs = memory();
    expect(readSetupCode(fs, DIR)).to.equal(null);
    const first = makeSetupCode(fs, DIR);
    expect(readSetupCode(fs, DIR)).to.equal(first);
    const second = makeSetupCode(fs, DIR);
    expect(readSetupCode(fs, DIR)).to.equal(second);
    removeSetupCode(fs, DIR);
    expect(readSetupCode(fs, DIR)).to.equal(null);
    removeSetupCode(fs, DIR);
  });

  for (const text of [
    "",
    "\n",
    "secret",
    "AAAA-AAAA",
    "7k3m-".repeat(8),
    `${"7K3M-".repeat(8)}`,
    "x".repeat(1e6),
    "\ufffd",
  ]) {
    it(`the file of the setup code is invalid with other contents: ${JSON.stringify(text.slice(0, 12))}`, () => {
      const fs = memory();
      fs.set(`${DIR}/${SETUP_CODE_FILE}`, new TextEncoder().encode(text));
      expect(readSetupCode(fs, DIR)).to.equal(null);
    });
  }

  it("the file of the setup code is complete or missing after a power cut, and stays removed", () => {
    const seed = seedOf();
    for (let round = 0; round < 200; round++) {
      const random = roundRandom(seed, round);
      const fs = new SimFs(random);
      fs.mkdir(DIR);
      const first = makeSetupCode(fs, DIR);
      fs.cutAt(1 + (round % 4));
      let second: string | null = null;
      try {
        second = makeSetupCode(fs, DIR);
        removeSetupCode(fs, DIR);
      } catch {
        // The power was cut.
      }
      const found = readSetupCode(fs.afterCut(random).fs, DIR);
      if (found !== first && found !== null) expect(found, `SEED=${seed} round ${round}`).to.match(SHAPE);
      if (second !== null) expect(found, `SEED=${seed} round ${round}`).not.to.equal(first);
    }
    const fs = new SimFs(roundRandom(seed, 0));
    fs.mkdir(DIR);
    makeSetupCode(fs, DIR);
    removeSetupCode(fs, DIR);
    for (let round = 0; round < 20; round++) {
      const aftermath = fs.afterCut(roundRandom(seed, round));
      expect(readSetupCode(aftermath.fs, DIR), `SEED=${seed}`).to.equal(null);
    }
  });
});
