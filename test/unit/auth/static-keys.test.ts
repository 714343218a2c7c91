// API keys of the configuration: their permissions, and the texts that do not match them.
import { expect } from "chai";
import { StaticKeys } from "../../../src/auth/static-keys.ts";
import { ADMIN, READ, WRITE } from "../../../src/schema/permission.ts";

const KEYS = { apiKey: "first-key+/=", readOnlyApiKey: "second-key" };

describe("an API key of the configuration", () => {
  it("an API key of the configuration has all permissions of an access token, and is not a login", () => {
    expect(new StaticKeys(KEYS).identify("first-key+/=")).to.deep.equal({
      kind: "api_key",
      permission: READ | WRITE | ADMIN,
    });
  });

  it("an API key of the configuration can only read if it is the read-only key", () => {
    expect(new StaticKeys(KEYS).identify("second-key")).to.deep.equal({
      kind: "read_only_api_key",
      permission: READ,
    });
  });

  for (const wrong of ["", "first-key", "first-key+/= ", "FIRST-KEY+/=", "second-keyfirst-key+/="]) {
    it(`an API key of the configuration is invalid when it is written as ${JSON.stringify(wrong)}`, () => {
      expect(new StaticKeys(KEYS).identify(wrong)).to.equal(null);
    });
  }

  it("an API key of the configuration is invalid on a server without keys in its configuration", () => {
    const none = new StaticKeys({ apiKey: null, readOnlyApiKey: null });
    for (const credential of ["", "null", "undefined"]) expect(none.identify(credential)).to.equal(null);
  });

  it("an API key of the configuration is not kept as text in the memory of the process", () => {
    expect(JSON.stringify(Object.values(new StaticKeys(KEYS)))).to.not.contain("first-key");
  });
});
