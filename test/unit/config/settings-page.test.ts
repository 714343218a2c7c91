// The documentation's table of settings is made from the list of settings.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { settingsTable } from "../../../src/config.ts";
import { PAGE, tableIn } from "../../golden/settings.ts";

describe("src/docs/server.md", () => {
  it("has all settings as they are; otherwise: npx tsx test/golden/settings.ts", () => {
    expect(tableIn(readFileSync(PAGE, "utf8"))).to.equal(settingsTable());
  });
});
