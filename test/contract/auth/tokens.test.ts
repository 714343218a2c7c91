// Access tokens: creation, listing, rotation and deletion. The decision: only an admin manages tokens, and a deleted or
// rotated value is invalid at once.
import { expect } from "chai";
import { bearer, createToken, guard, type Headers, switchAuth } from "../../support/guarded.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const OFF = { status: "error", message: "API key management API requires auth_enabled=true" };
const ABSENT = { status: "error", message: "Access token not found" };
const T = Date.parse("2026-03-04T05:06:07.008Z");

describe("access tokens:", () => {
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startTestServer();
    admin = await guard(server);
  });
  afterEach(() => server.close());

  const list = () => server.call("GET", "/auth/api_keys", undefined, admin);
  const create = (body: unknown, headers = admin) => server.call("POST", "/auth/api_key", body, headers);
  const rotate = (id: unknown, headers = admin) =>
    server.call("POST", `/auth/api_key/${id}/rotate`, undefined, headers);
  const remove = (id: unknown, headers = admin) =>
    server.call("DELETE", `/auth/api_key/${id}`, undefined, headers);
  const reads = async (api_key: string) =>
    (await server.call("GET", "/collections", undefined, bearer(api_key))).status;

  /** Sets the clock of the server, which stands still, so that logins stay valid. */
  async function at(time: number): Promise<void> {
    server.time.now = time;
    const { body } = await server.call("POST", "/auth/admin/login", { password: "Blue-Kettle-77x" });
    admin = bearer(body.token);
  }

  describe("POST /auth/api_key", () => {
    it("POST /auth/api_key returns the token with its value", async () => {
      await at(T);
      const { status, body } = await create({
        name: " ci ",
        permission: "read",
        description: "For the pipeline",
      });
      expect(status).to.equal(200);
      expect(body.api_key).to.match(/^az_1_[A-Za-z0-9_-]{43}$/);
      expect(body).to.deep.equal({
        id: 1,
        name: "ci",
        description: "For the pipeline",
        created_at: "2026-03-04T05:06:07.008Z",
        expired_at: null,
        will_expire: false,
        permission: "read",
        api_key: body.api_key,
        message: "Access token created successfully",
      });
    });

    for (const [given, canonical] of [
      ["read", "read"],
      ["write", "write"],
      ["admin", "admin"],
      ["write,read", "read,write"],
      ["admin,read", "read,admin"],
      ["admin, write", "write,admin"],
      [" admin ,write,read,read", "read,write,admin"],
    ] as const) {
      it(`POST /auth/api_key returns the permission "${given}" as ${canonical}`, async () => {
        expect((await create({ name: "t", permission: given })).body.permission).to.equal(canonical);
      });
    }

    for (const [given, shown] of [
      ["", ""],
      ["reed", "reed"],
      ["read,,write", ""],
      ["READ", "READ"],
    ] as const) {
      it(`POST /auth/api_key refuses the permission "${given}"`, async () => {
        const { status, body } = await create({ name: "t", permission: given });
        expect([status, body]).to.deep.equal([
          400,
          { status: "error", message: `Invalid permission: ${shown}` },
        ]);
      });
    }

    it("POST /auth/api_key creates a token that expires at the requested time", async () => {
      await at(T);
      const { body } = await create({
        name: "t",
        permission: "read",
        will_expire: true,
        expires_in_seconds: 60,
      });
      expect(body).to.deep.include({ will_expire: true, expired_at: "2026-03-04T05:07:07.008Z" });
      server.time.now = T + 59_999;
      expect(await reads(body.api_key)).to.equal(200);
      server.time.now = T + 60_000;
      expect(await reads(body.api_key)).to.equal(401);
    });

    it("POST /auth/api_key ignores expires_in_seconds for a token that does not expire", async () => {
      const { body } = await create({
        name: "t",
        permission: "read",
        will_expire: false,
        expires_in_seconds: 0,
      });
      expect(body).to.deep.include({ will_expire: false, expired_at: null });
    });

    const refused: readonly [string, object, string][] = [
      ["name", { permission: "read" }, "Missing required field: name"],
      ["permission", { name: "t" }, "Missing required field: permission"],
      [
        "expires_in_seconds",
        { name: "t", permission: "read", will_expire: true },
        "Missing required field: expires_in_seconds",
      ],
      [
        "expires_in_seconds of 0",
        { name: "t", permission: "read", will_expire: true, expires_in_seconds: 0 },
        "expires_in_seconds: expected an integer from 1 to 3153600000, got 0",
      ],
      [
        "expires_in_seconds of more than a hundred years",
        { name: "t", permission: "read", will_expire: true, expires_in_seconds: 3_153_600_001 },
        "expires_in_seconds: expected an integer from 1 to 3153600000, got 3153600001",
      ],
      ["a blank name", { name: "  ", permission: "read" }, "name: expected 1 to 255 characters, got 0"],
      [
        "a long name",
        { name: "n".repeat(256), permission: "read" },
        "name: expected 1 to 255 characters, got 256",
      ],
      [
        "a long description",
        { name: "t", permission: "read", description: "d".repeat(1025) },
        "description: expected at most 1024 characters, got 1025",
      ],
    ];
    for (const [what, body, message] of refused) {
      it(`POST /auth/api_key refuses ${what}`, async () => {
        const answer = await create(body);
        expect([answer.status, answer.body]).to.deep.equal([400, { status: "error", message }]);
        expect((await list()).body).to.deep.equal([]);
      });
    }

    it("POST /auth/api_key accepts any name of up to 255 characters, also one that another token has", async () => {
      const name = "𝒜".repeat(255);
      expect((await create({ name, permission: "read" })).status).to.equal(200);
      expect((await create({ name, permission: "read" })).body.id).to.equal(2);
    });

    it("POST /auth/api_key is allowed to an access token only with the admin permission", async () => {
      const { api_key } = await createToken(server, admin, { permission: "admin" });
      const { api_key: other } = await createToken(server, admin, { permission: "read,write" });
      expect((await create({ name: "t", permission: "read" }, bearer(api_key))).status).to.equal(200);
      const { status, body } = await create({ name: "t", permission: "read" }, bearer(other));
      expect([status, body]).to.deep.equal([
        403,
        { status: "error", message: "Permission denied: requires admin" },
      ]);
    });
  });

  describe("access tokens while authentication is off", () => {
    it("access tokens while authentication is off cannot be created, listed, rotated or deleted by any caller", async () => {
      await switchAuth(server, admin, false);
      for (const answer of [
        await create({ name: "t", permission: "read" }),
        await list(),
        await rotate(1),
        await remove(1),
      ])
        expect([answer.status, answer.body]).to.deep.equal([403, OFF]);
    });
  });

  describe("GET /auth/api_keys", () => {
    it("GET /auth/api_keys lists all tokens without their values", async () => {
      await at(T);
      await create({ name: "a", permission: "read" });
      await create({ name: "b", permission: "write", will_expire: true, expires_in_seconds: 1 });
      server.time.now = T + 5_000;
      const { status, body } = await list();
      expect(status).to.equal(200);
      expect(body).to.deep.equal([
        {
          id: 1,
          name: "a",
          description: "",
          created_at: "2026-03-04T05:06:07.008Z",
          expired_at: null,
          will_expire: false,
          permission: "read",
        },
        {
          id: 2,
          name: "b",
          description: "",
          created_at: "2026-03-04T05:06:07.008Z",
          expired_at: "2026-03-04T05:06:08.008Z",
          will_expire: true,
          permission: "write",
        },
      ]);
    });

    it("GET /auth/api_keys shows the time of the last use of a token", async () => {
      await at(T);
      const { body } = await create({ name: "a", permission: "read" });
      server.time.now = T + 1_500;
      await reads(body.api_key);
      expect((await list()).body[0].last_used_at).to.equal("2026-03-04T05:06:08.508Z");
      await server.security.stop();
      expect(server.params.current.tokens[0]!.lastUsedAt).to.equal(T + 1_500);
    });
  });

  describe("POST /auth/api_key/{token_id}/rotate", () => {
    it("POST /auth/api_key/{token_id}/rotate returns a new value for the same token, and invalidates the old one at once", async () => {
      await at(T);
      const before = (
        await create({ name: "t", permission: "read", will_expire: true, expires_in_seconds: 600 })
      ).body;
      server.time.now = T + 10_000;
      const { status, body } = await rotate(before.id);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        ...before,
        api_key: body.api_key,
        message: "Access token rotated successfully",
      });
      expect(body.api_key).not.to.equal(before.api_key);
      expect([await reads(before.api_key), await reads(body.api_key)]).to.deep.equal([401, 200]);
    });

    it("POST /auth/api_key/{token_id}/rotate allows a token to rotate itself", async () => {
      const { id, api_key } = await createToken(server, admin, { permission: "admin" });
      const { body } = await rotate(id, bearer(api_key));
      expect((await rotate(id, bearer(api_key))).status).to.equal(401);
      expect((await rotate(id, bearer(body.api_key))).status).to.equal(200);
    });

    it("POST /auth/api_key/{token_id}/rotate refuses to rotate a token that has expired", async () => {
      await at(T);
      const { id } = (
        await create({ name: "t", permission: "read", will_expire: true, expires_in_seconds: 1 })
      ).body;
      server.time.now = T + 1_000;
      const { status, body } = await rotate(id);
      expect([status, body]).to.deep.equal([
        400,
        { status: "error", message: "Cannot rotate an expired access token" },
      ]);
    });

    it("POST /auth/api_key/{token_id}/rotate answers 404 for an unknown token", async () => {
      const { status, body } = await rotate(99);
      expect([status, body]).to.deep.equal([404, ABSENT]);
    });

    it("POST /auth/api_key/{token_id}/rotate refuses an id that is not a number", async () => {
      const { status, body } = await rotate("x");
      expect([status, body.message]).to.deep.equal([400, "token_id: expected an integer of at least 0"]);
    });
  });

  describe("DELETE /auth/api_key/{token_id}", () => {
    it("DELETE /auth/api_key/{token_id} invalidates the token at once, on every port", async () => {
      const { id, api_key } = await createToken(server, admin);
      const proxied = () => fetch(`${server.uiUrl}/api/proxy/collections`, { headers: bearer(api_key) });
      expect([await reads(api_key), (await proxied()).status]).to.deep.equal([200, 200]);
      const { status, body } = await remove(id);
      expect([status, body]).to.deep.equal([
        200,
        { status: "success", message: "Access token deleted successfully" },
      ]);
      expect([await reads(api_key), (await proxied()).status]).to.deep.equal([401, 401]);
      expect((await list()).body).to.deep.equal([]);
    });

    it("DELETE /auth/api_key/{token_id} answers 404 for an unknown token", async () => {
      const { status, body } = await remove(7);
      expect([status, body]).to.deep.equal([404, ABSENT]);
    });

    it("DELETE /auth/api_key/{token_id} does not make the id available to another token", async () => {
      const { id } = await createToken(server, admin);
      await remove(id);
      expect((await createToken(server, admin)).id).to.equal(id + 1);
    });
  });
});
