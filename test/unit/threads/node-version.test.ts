// The versions of Node that are refused, and the text of the refusal.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { oldNodeText } from "../../../src/threads/node-version.ts";

describe("the version of Node", () => {
  for (const version of ["18.20.8", "20.18.9", "8.0.0"]) {
    it(`the version of Node is refused if it is ${version}, with the required version`, () => {
      expect(oldNodeText(version)).to.equal(`Azimuth needs Node 20.19 or newer, and this is ${version}`);
    });
  }

  for (const version of ["20.19.0", "20.20.2", "22.0.0", "26.1.0", "100.0.0"]) {
    it(`the version of Node is accepted if it is ${version}`, () => {
      expect(oldNodeText(version)).to.equal(null);
    });
  }

  it("the version of Node is required as package.json has it", () => {
    const { engines } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(engines.node).to.equal(">=20.19");
  });
});
