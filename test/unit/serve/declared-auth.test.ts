// What the configuration of a server says about authentication.
import { expect } from "chai";
import { declaredAuth } from "../../../src/serve/open-security.ts";

const NONE = { jwtSecret: null, adminPassword: null, apiKey: null, readOnlyApiKey: null };

describe("the configuration of authentication", () => {
  it("says nothing where nothing is set, nor for the secret of logins", () => {
    expect(declaredAuth({ authEnabled: null }, NONE)).to.equal(null);
    expect(declaredAuth({ authEnabled: null }, { ...NONE, jwtSecret: "x".repeat(32) })).to.equal(null);
  });

  for (const secret of ["apiKey", "readOnlyApiKey", "adminPassword"] as const) {
    it(`says on where ${secret} is set, and off where the setting says so besides`, () => {
      const secrets = { ...NONE, [secret]: "something" };
      expect(declaredAuth({ authEnabled: null }, secrets)?.enabled).to.equal(true);
      expect(declaredAuth({ authEnabled: false }, secrets)?.enabled).to.equal(false);
    });
  }

  it("says on by the setting alone, and never names a secret's value", () => {
    expect(declaredAuth({ authEnabled: true }, NONE)?.enabled).to.equal(true);
    expect(JSON.stringify(declaredAuth({ authEnabled: null }, { ...NONE, apiKey: "hidden" }))).to.not.contain(
      "hidden",
    );
  });
});
