// Authentication, the admin, tokens and the license over every transport. The decision: each transport has a server of
// its own, because these changes cannot be undone.
import { expect } from "chai";
import { PASSWORD } from "../../support/guarded.ts";
import { type Script, sameOnNewServers } from "../../support/transports/contract.ts";
import { Refused } from "../../support/transports/transport.ts";
import { itWeekly } from "../../support/weekly.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const OTHER = "Another-Horse-8";

describe("administration over every transport", () => {
  it("administration over every transport creates the admin once, logs in and changes the password", async () => {
    const script: Script = async (call) => {
      await call("adminExists");
      await call("login", { password: PASSWORD });
      await call("createAdmin", { password: "weak" });
      await call("createAdmin", { password: PASSWORD });
      await call("createAdmin", { password: PASSWORD });
      await call("adminExists");
      await call("login", { password: OTHER });
      const { token } = await call("login", { password: PASSWORD });
      await call("resetPassword", { password: OTHER });
      await call("resetPassword", { password: OTHER }, bearer(token));
      await call("resetPassword", { password: PASSWORD }, bearer(token));
      await call("login", { password: OTHER });
    };
    const answers = await sameOnNewServers(script, { generated: ["token"] });
    const texts = answers.map((answer) => answer.message ?? answer);
    expect([answers[0], answers[5]]).to.deep.equal([false, true]);
    expect(texts[8]).to.equal("Invalid or missing authorization token");
    expect(answers.at(-1).token).to.be.a("string");
  });

  it("administration over every transport switches authentication on and off, and creates, lists, rotates and deletes tokens", async () => {
    const script: Script = async (call) => {
      await call("createAdmin", { password: PASSWORD });
      const admin = bearer((await call("login", { password: PASSWORD })).token);
      await call("createToken", { name: "t", permission: "read" }, admin);
      await call("setAuthEnabled", { enabled: true });
      await call("setAuthEnabled", { enabled: true }, admin);
      await call("listCollections");
      await call("listCollections", {}, bearer("void"));
      const reader = await call("createToken", { name: "t", permission: "read", description: "d" }, admin);
      const until = { will_expire: true, expires_in_seconds: 3600 };
      await call("createToken", { name: "u", permission: "read,write,admin", ...until }, admin);
      await call("listCollections", {}, bearer(reader.api_key));
      await call("listCollections", {}, { "api-key": reader.api_key });
      await call("deleteCollection", { collection_name: "c" }, bearer(reader.api_key));
      await call("listTokens", {}, bearer(reader.api_key));
      await call("restoreCollection", { collection_name: "c" }, bearer(reader.api_key));
      await call("listTokens", {}, admin);
      const rotated = await call("rotateToken", { token_id: reader.id }, admin);
      await call("listCollections", {}, bearer(reader.api_key));
      await call("listCollections", {}, bearer(rotated.api_key));
      await call("deleteToken", { token_id: reader.id }, admin);
      await call("listCollections", {}, bearer(rotated.api_key));
      await call("rotateToken", { token_id: 99 }, admin);
      await call("createToken", { name: "", permission: "read" }, admin);
      await call("createToken", { name: "t", permission: "root" }, admin);
      await call("createToken", { name: "t", permission: "read", ...until, expires_in_seconds: 0 }, admin);
      await call("setAuthEnabled", { enabled: false }, admin);
      await call("listTokens", {}, admin);
      await call("listCollections");
    };
    const generated = ["token", "api_key", "created_at", "expired_at", "last_used_at"];
    const answers = await sameOnNewServers(script, { generated });
    const refused = answers.map((answer) => answer instanceof Refused && answer.message);
    expect(refused[2]).to.equal("API key management API requires auth_enabled=true");
    expect(refused[5]).to.equal("Invalid or missing authorization token");
    expect(refused[11]).to.equal("Permission denied: requires write");
    expect(refused[12]).to.equal("Permission denied: requires admin");
    expect(refused[13]).to.equal("Permission denied: requires admin login");
    expect(refused.at(-1)).to.equal(false);
  });

  it("administration over every transport returns the license, accepts a product key and refuses an invalid one", async () => {
    const script: Script = async (call, { issuer }) => {
      await call("getLicenseStatus");
      await call("addLicense", { product_key: issuer.key(1_000_000) });
      await call("addLicense", { product_key: issuer.key(7).replace(/\.[^.]*$/, ".AAAA") });
      await call("addLicense", { product_key: "no key" });
      await call("getLicenseStatus");
    };
    const answers = await sameOnNewServers(script);
    expect(answers[0]).to.include({ edition: "community", max_vectors: 5000 });
    expect(answers.at(-1)).to.include({ edition: "licensed", max_vectors: 1_000_000 });
  });

  itWeekly("administration over every transport limits the vectors of a server", async () => {
    const points = Array.from({ length: 5001 }, (_, id) => ({ id, vector: [1] }));
    const c = { collection_name: "c" };
    const answers = await sameOnNewServers(async (call) => {
      await call("createCollection", { ...c, vectors_config: { size: 1, distance: "Dot" } });
      await call("upsertPoints", { ...c, points });
      await call("upsertPoints", { ...c, points: points.slice(1) });
      await call("upsertPoints", { ...c, points: points.slice(0, 2) });
      await call("countPoints", c);
    });
    expect(answers[1].message).to.match(/^Vector limit reached: /);
    expect(answers[3].message).to.match(/^Vector limit reached: this instance holds 5000 of 5000 vectors/);
    expect(answers[4].count).to.equal(5000);
  });
});
