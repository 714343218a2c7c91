// The admin: registering the first one, logging in, resetting the password, and switching authentication. The decision:
// the first admin is registered from the server's own machine or with the setup code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { makeSetupCode } from "../../../src/storage/setup-code.ts";
import {
  bearer,
  becomeAdmin,
  createToken,
  guard,
  login,
  PASSWORD,
  switchAuth,
} from "../../support/guarded.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { readSetupCode } from "../../support/setup-code.ts";

const UNKNOWN = { status: "error", message: "Invalid or missing authorization token" };
/** Headers of a request that a proxy on the same machine has forwarded. */
const PROXIED = { "x-forwarded-for": "203.0.113.9" };

describe("the admin:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  describe("POST /auth/admin", () => {
    const create = (password: unknown = PASSWORD, headers = {}) =>
      server.call("POST", "/auth/admin", { password }, headers);

    it("POST /auth/admin registers the admin for a request from the machine of the server", async () => {
      const { status, body } = await create();
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ status: "success", message: "User registered successfully" });
      expect((await server.call("GET", "/auth/admin/exists")).body).to.deep.include({
        usage: {},
        result: true,
      });
    });

    it("POST /auth/admin registers the admin on the port of the console, too", async () => {
      const response = await fetch(`${server.uiUrl}/auth/admin`, {
        method: "POST",
        body: JSON.stringify({ password: PASSWORD }),
      });
      expect([response.status, await response.json()]).to.deep.equal([
        200,
        { status: "success", message: "User registered successfully" },
      ]);
    });

    it("POST /auth/admin refuses to register a second admin", async () => {
      await create();
      const { status, body } = await create();
      expect([status, body]).to.deep.equal([409, { status: "error", message: "Username already exists" }]);
    });

    it("POST /auth/admin registers one of two admins that are created at the same time", async () => {
      const both = await Promise.all([create("First-Password-1"), create("Second-Password-2")]);
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      const winner = both[0]!.status === 200 ? "First-Password-1" : "Second-Password-2";
      await login(server, winner);
    });

    it("POST /auth/admin requires the setup code for a request from another machine", async () => {
      const { status, body } = await create(PASSWORD, PROXIED);
      expect([status, body.message]).to.deep.equal([
        401,
        `${UNKNOWN.message}; the first admin is created on the machine of the server itself, or from another machine ` +
          "with the header X-Setup-Code and the code in the file setup-code of the data directory",
      ]);
      const code = makeSetupCode(nodeFs, server.dataDir);
      expect((await create(PASSWORD, { ...PROXIED, "x-setup-code": "0000-0000" })).status).to.equal(401);
      expect((await create(PASSWORD, { ...PROXIED, "x-setup-code": code })).status).to.equal(200);
    });

    it("POST /auth/admin accepts a setup code only once", async () => {
      const code = makeSetupCode(nodeFs, server.dataDir);
      await create(PASSWORD, { ...PROXIED, "x-setup-code": code });
      expect(readSetupCode(nodeFs, server.dataDir)).to.equal(null);
      expect((await create(PASSWORD, { ...PROXIED, "x-setup-code": code })).status).to.equal(401);
    });

    it("POST /auth/admin keeps the setup code when the password is refused", async () => {
      const code = makeSetupCode(nodeFs, server.dataDir);
      expect((await create("short", { ...PROXIED, "x-setup-code": code })).status).to.equal(400);
      expect(readSetupCode(nodeFs, server.dataDir)).to.equal(code);
    });

    it("POST /auth/admin does not treat a request of a page of another origin as one from this machine, also with authentication on", async () => {
      await server.params.change((now) => ({ next: { ...now, authEnabled: true }, result: null }));
      expect((await create(PASSWORD, { origin: "https://evil.example" })).status).to.equal(401);
      expect((await create(PASSWORD, { "sec-fetch-site": "cross-site" })).status).to.equal(401);
      expect((await create(PASSWORD, { origin: server.url })).status).to.equal(200);
    });

    it("POST /auth/admin lists every rule that the password breaks", async () => {
      const { status, body } = await create("short");
      expect(status).to.equal(400);
      expect(body.status).to.equal("error");
      for (const rule of [/12 char/, /upper-case/, /digit/]) expect(body.message).to.match(rule);
      expect(body.message).not.to.contain("short");
    });

    it("POST /auth/admin names the missing field", async () => {
      const { status, body } = await server.call("POST", "/auth/admin", {});
      expect([status, body]).to.deep.equal([
        400,
        { status: "error", message: "Missing required field: password" },
      ]);
    });

    it("POST /auth/admin does not repeat a password of a wrong type in the error", async () => {
      const { status, body } = await create(1234567890);
      expect([status, body]).to.deep.equal([
        400,
        { status: "error", message: "password: expected a string" },
      ]);
    });
  });

  describe("POST /auth/admin/login", () => {
    it("POST /auth/admin/login returns a token that is valid for an hour", async () => {
      await becomeAdmin(server);
      const { status, body } = await server.call("POST", "/auth/admin/login", { password: PASSWORD });
      expect(status).to.equal(200);
      expect(body).to.deep.include({ message: "Login successful", expires_in: 3600 });
      expect(body.token.split(".")).to.have.length(3);
    });

    it("POST /auth/admin/login refuses a wrong password with an error of the same shape", async () => {
      await becomeAdmin(server);
      const { status, body } = await server.call("POST", "/auth/admin/login", {
        password: "Wrong-Password-1",
      });
      expect([status, body]).to.deep.equal([
        401,
        { token: null, message: "Invalid username or password", expires_in: 0 },
      ]);
    });

    it("POST /auth/admin/login refuses a login when there is no admin", async () => {
      const { status, body } = await server.call("POST", "/auth/admin/login", { password: PASSWORD });
      expect([status, body.token]).to.deep.equal([401, null]);
    });

    it("POST /auth/admin/login delays logins after wrong passwords, and the error says for how long", async () => {
      await becomeAdmin(server);
      for (let i = 0; i < 5; i++)
        expect(
          (await server.call("POST", "/auth/admin/login", { password: `Guess-Number-${i}` })).status,
        ).to.equal(401);
      const { status, body, headers } = await server.call("POST", "/auth/admin/login", {
        password: PASSWORD,
      });
      expect([status, body.status, headers.get("retry-after")]).to.deep.equal([429, "error", "1"]);
    });

    it("POST /auth/admin/login succeeds while the log is being replayed", async () => {
      await server.close();
      server = await startTestServer({ starting: true });
      expect((await server.call("POST", "/auth/admin/login", { password: PASSWORD })).status).to.equal(401);
      const { status, body } = await server.call("POST", "/auth/admin", { password: PASSWORD });
      expect([status, body]).to.deep.equal([412, { status: "error", message: "Engine not initialized" }]);
    });

    it("POST /auth/admin/login returns a token that is invalid after an hour", async () => {
      const admin = await guard(server);
      server.time.now = Date.now() + 3_599_000;
      expect((await server.call("GET", "/auth/api_keys", undefined, admin)).status).to.equal(200);
      server.time.now = Date.now() + 3_607_000;
      expect((await server.call("GET", "/auth/api_keys", undefined, admin)).status).to.equal(401);
    });
  });

  describe("POST /auth/admin/reset-password", () => {
    const NEW = "Another-Horse-8";
    const reset = (headers = {}, password = NEW) =>
      server.call("POST", "/auth/admin/reset-password", { password }, headers);

    it("POST /auth/admin/reset-password replaces the password and invalidates every token of a login", async () => {
      const admin = await guard(server);
      const { status, body } = await reset(admin);
      expect([status, body]).to.deep.equal([
        200,
        { status: "success", message: "Password reset successfully" },
      ]);
      expect((await server.call("GET", "/auth/api_keys", undefined, admin)).status).to.equal(401);
      expect((await server.call("POST", "/auth/admin/login", { password: PASSWORD })).status).to.equal(401);
      await login(server, NEW);
    });

    it("POST /auth/admin/reset-password requires a login or the setup code, also from this machine while authentication is off", async () => {
      await becomeAdmin(server);
      const { status, body } = await reset();
      expect([status, body]).to.deep.equal([401, UNKNOWN]);
      const code = makeSetupCode(nodeFs, server.dataDir);
      expect((await reset({ "x-setup-code": code })).status).to.equal(200);
      expect((await reset({ "x-setup-code": code })).status).to.equal(401);
    });

    it("POST /auth/admin/reset-password refuses access tokens", async () => {
      const admin = await guard(server);
      const { api_key } = await createToken(server, admin, { permission: "read,write,admin" });
      const { status, body } = await reset(bearer(api_key));
      expect(status).to.equal(403);
      expect(body.message).to.match(/^Permission denied: requires admin/);
    });

    it("POST /auth/admin/reset-password answers with an error when there is no admin", async () => {
      const code = makeSetupCode(nodeFs, server.dataDir);
      const { status, body } = await reset({ "x-setup-code": code });
      expect([status, body]).to.deep.equal([404, { status: "error", message: "User not found" }]);
      expect(readSetupCode(nodeFs, server.dataDir)).to.equal(code);
    });
  });

  describe("PATCH /auth/enabled", () => {
    it("PATCH /auth/enabled answers in the core envelope without usage", async () => {
      const admin = await becomeAdmin(server);
      const { status, body } = await server.call("PATCH", "/auth/enabled", { enabled: true }, admin);
      expect(status).to.equal(200);
      expect(Object.keys(body)).to.deep.equal(["usage", "time", "status", "result"]);
      expect(body).to.deep.include({ usage: {}, status: "ok", result: true });
    });

    it("PATCH /auth/enabled requires a login, also while authentication is off", async () => {
      await becomeAdmin(server);
      const { status, body } = await server.call("PATCH", "/auth/enabled", { enabled: true });
      expect([status, body]).to.deep.equal([401, UNKNOWN]);
    });

    it("PATCH /auth/enabled refuses access tokens, also those with admin permission", async () => {
      const admin = await guard(server);
      const { api_key } = await createToken(server, admin, { permission: "read,write,admin" });
      const { status } = await server.call("PATCH", "/auth/enabled", { enabled: false }, bearer(api_key));
      expect(status).to.equal(403);
    });

    it("PATCH /auth/enabled answers in the envelope of authentication when `enabled` is missing or not a boolean", async () => {
      const admin = await becomeAdmin(server);
      const missing = await server.call("PATCH", "/auth/enabled", {}, admin);
      expect([missing.status, missing.body]).to.deep.equal([
        400,
        { status: "error", message: "Missing required field: enabled" },
      ]);
      const wrong = await server.call("PATCH", "/auth/enabled", { enabled: "yes" }, admin);
      expect([wrong.status, wrong.body.message]).to.deep.equal([
        400,
        'enabled: expected a boolean, got "yes"',
      ]);
    });

    it("PATCH /auth/enabled takes effect on every port at once", async () => {
      const admin = await guard(server);
      const statuses = async () => [
        (await server.call("GET", "/collections")).status,
        (await fetch(`${server.uiUrl}/api/proxy/collections`)).status,
      ];
      expect(await statuses()).to.deep.equal([401, 401]);
      await switchAuth(server, admin, false);
      expect(await statuses()).to.deep.equal([200, 200]);
    });

    it("PATCH /auth/enabled writes its change to the file of the parameters, which contains no password", async () => {
      await guard(server);
      const text = readFileSync(join(server.dataDir, "server_params.btr"), "utf8");
      expect(text).to.contain('"authEnabled":true');
      expect(text).not.to.contain(PASSWORD);
    });
  });
});
