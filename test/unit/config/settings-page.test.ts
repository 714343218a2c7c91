// The table of settings in the documentation, which is generated from the list of settings.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { SETTINGS, settingsTable } from "../../../src/config/environment.ts";
import { parseSettings } from "../../../src/config/file.ts";
import { PAGE, tableIn } from "../../golden/settings.ts";

describe("src/docs/server.md", () => {
  it("src/docs/server.md shows a valid configuration file", () => {
    const [, example] = /```yaml\n(.*?)```/s.exec(readFileSync(PAGE, "utf8"))!;
    const { problems, entries } = parseSettings(example!, "azimuth.yaml", SETTINGS);
    for (const { setting, text } of entries) setting.read(text);
    expect([problems, entries.length > 3]).to.deep.equal([[], true]);
  });

  it("src/docs/server.md contains all settings; if not, run: npx tsx test/golden/settings.ts", () => {
    expect(tableIn(readFileSync(PAGE, "utf8"))).to.equal(settingsTable());
  });
});
