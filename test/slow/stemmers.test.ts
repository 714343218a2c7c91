// The stemmers in src/text/stem/gen are those that `npm run gen` makes of the packages.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { GENERATED, writeStemmers } from "../../src/library/stemmers.ts";

describe("the generated stemmers", () => {
  it("the generated stemmers are those of the packages", () => {
    const folder = mkdtempSync(join(tmpdir(), "azimuth-stemmers-"));
    try {
      const made = join(folder, "gen");
      writeStemmers(made);
      expect(readdirSync(GENERATED)).to.deep.equal(readdirSync(made));
      for (const file of readdirSync(made)) {
        const text = readFileSync(join(made, file), "utf8");
        expect(readFileSync(join(GENERATED, file), "utf8") === text, file).to.equal(true);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
