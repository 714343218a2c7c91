// The committed module of the scanner of vectors is what the compiler makes of its source.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { GENERATED, vectorModule } from "../../src/library/vector-module.ts";

describe("src/json/vector-module.ts", () => {
  it("src/json/vector-module.ts is what `npm run gen` compiles", async () => {
    expect(readFileSync(GENERATED, "utf8")).to.equal(await vectorModule());
  });
});
