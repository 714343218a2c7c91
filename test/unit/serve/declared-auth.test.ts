// The settings of a server about authentication.
import { expect } from "chai";
import { declaredAuth } from "../../../src/serve/open-security.ts";

const NONE = { jwtSecret: null, adminPassword: null, apiKey: null, readOnlyApiKey: null, files: [] };

describe("authentication by the configuration of a server", () => {
  it("authentication is off if nothing is set, also with a secret of login tokens", () => {
    expect(declaredAuth({ authEnabled: null }, NONE)).to.equal(null);
    expect(declaredAuth({ authEnabled: null }, { ...NONE, jwtSecret: "x".repeat(32) })).to.equal(null);
  });

  for (const secret of ["apiKey", "readOnlyApiKey", "adminPassword"] as const) {
    it(`authentication is on if ${secret} is set, and off if the setting says so`, () => {
      const secrets = { ...NONE, [secret]: "something" };
      expect(declaredAuth({ authEnabled: null }, secrets)?.enabled).to.equal(true);
      expect(declaredAuth({ authEnabled: false }, secrets)?.enabled).to.equal(false);
    });
  }

  it("authentication is on by the setting alone, and its description never contains the value of a secret", () => {
    expect(declaredAuth({ authEnabled: true }, NONE)?.enabled).to.equal(true);
    expect(JSON.stringify(declaredAuth({ authEnabled: null }, { ...NONE, apiKey: "hidden" }))).to.not.contain(
      "hidden",
    );
  });
});
