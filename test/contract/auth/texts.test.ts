// Errors about credentials, tokens and the admin: their specified texts and statuses, in both dialects.
import { expect } from "chai";
import { bearer, createToken, guard, type Headers } from "../../support/guarded.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";

const UNKNOWN = "Invalid or missing authorization token";
const MAX_TOKENS = 10_000;

describe("errors of authentication:", () => {
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true });
    admin = await guard(server);
  });
  afterEach(() => server.close());

  const token = async (permission: string) =>
    bearer((await createToken(server, admin, { permission })).api_key);

  describe("a request without a valid credential", () => {
    it("a request without a valid credential is answered 401 in the core envelope, with the challenge that HTTP requires", async () => {
      const { status, body, headers } = await server.call("GET", "/collections");
      expect([status, body.status]).to.deep.equal([401, { error: UNKNOWN, code: "UNAUTHENTICATED" }]);
      expect(headers.get("www-authenticate")).to.equal("Bearer");
    });

    it("a request without a valid credential is answered 401 in the envelope of authentication by its operations", async () => {
      const { status, body } = await server.call("GET", "/auth/api_keys");
      expect([status, body]).to.deep.equal([401, { status: "error", message: UNKNOWN }]);
    });

    it("a request without a valid credential is answered 401 in the qdrant dialect in Qdrant's envelope", async () => {
      const { status, body } = await server.call("GET", "/collections", undefined, AS_QDRANT);
      expect([status, body.status]).to.deep.equal([401, { error: UNKNOWN }]);
      expect(body).not.to.have.property("usage");
    });

    it("a request without a valid credential is refused before its body is parsed", async () => {
      const { status } = await server.call("PUT", "/collections/c/points", "{this is no JSON");
      expect(status).to.equal(401);
    });

    it("a login of another server that has the same secret is no valid credential", async () => {
      const other = await startTestServer();
      try {
        const { jwtSecret } = server.params.current;
        await other.params.change((now) => ({ next: { ...now, jwtSecret }, result: null }));
        const login = await guard(other);
        expect((await other.call("GET", "/collections", undefined, login)).status).to.equal(200);
        expect((await server.call("GET", "/collections", undefined, login)).status).to.equal(401);
      } finally {
        await other.close();
      }
    });

    it("a request without a valid credential is refused with 401 also where a replay or a closed operation would be an error", async () => {
      await server.close();
      server = await startTestServer({ starting: true });
      await server.params.change((now) => ({ next: { ...now, authEnabled: true }, result: null }));
      expect((await server.call("GET", "/collections")).status).to.equal(401);
      expect((await server.call("GET", "/aliases")).status).to.equal(401);
    });

    for (const header of ["Bearer", "Basic dXNlcjpwYXNz", "az_1_x", "Bearer a b", "bearer "]) {
      it(`a request with Authorization: ${header} has no valid credential`, async () => {
        const { status } = await server.call("GET", "/collections", undefined, { authorization: header });
        expect(status).to.equal(401);
      });
    }
  });

  describe("a credential that lacks a permission", () => {
    const cases: readonly [string, string, string, string][] = [
      ["write,admin", "GET", "/collections", "read"],
      ["read,admin", "PUT", "/collections/c", "write"],
      ["read,write", "GET", "/auth/api_keys", "admin"],
      ["write,admin", "GET", "/collections/c/snapshots", "read"],
      ["read,write", "GET", "/collections/c/snapshots", "admin"],
      ["read,write,admin", "PUT", "/collections/c/snapshots/s/recover", "admin login"],
      ["read,write,admin", "POST", "/collections/c/restore", "admin login"],
      ["write", "GET", "/metrics", "read"],
      ["read", "POST", "/checkpoint", "write"],
    ];
    for (const [permission, method, path, lacks] of cases) {
      it(`a credential that lacks a permission is refused, ${permission} for ${method} ${path}, with the one that it lacks`, async () => {
        const { status, body } = await server.call(method, path, undefined, await token(permission));
        const message = `Permission denied: requires ${lacks}`;
        expect([status, body.message ?? body.status.error]).to.deep.equal([403, message]);
      });
    }

    it("a credential that lacks a permission is refused in the qdrant dialect with Qdrant's error", async () => {
      const headers = { ...AS_QDRANT, ...(await token("write")) };
      const { status, body } = await server.call("GET", "/collections", undefined, headers);
      expect([status, body.status]).to.deep.equal([
        403,
        { error: "Forbidden: Permission denied: requires read" },
      ]);
    });
  });

  describe("a server with authentication on", () => {
    for (const path of ["/", "/healthz", "/livez", "/readyz", "/openapi.json", "/auth/admin/exists"]) {
      it(`a server with authentication on answers GET ${path} without a credential`, async () => {
        expect((await server.call("GET", path)).status).to.equal(200);
      });
    }

    it("a server with authentication on returns and adds licenses without a credential on port 6575 only", async () => {
      const path = "/api/service/licenses";
      expect((await fetch(`${server.uiUrl}${path}/status`)).status).to.equal(200);
      expect((await server.call("GET", `${path}/status`)).status).to.equal(401);
      const add = { method: "POST", body: '{"product_key": "AZL1.x.y"}' };
      expect((await fetch(`${server.uiUrl}${path}/add`, add)).status).to.equal(400);
      expect((await server.call("POST", `${path}/add`, { product_key: "AZL1.x.y" })).status).to.equal(401);
    });
  });

  describe("a product key", () => {
    it("a product key is named in the error when it is missing", async () => {
      const { status, body } = await server.call("POST", "/api/service/licenses/add", {}, admin);
      expect([status, body]).to.deep.equal([
        400,
        { status: "error", message: "Missing required field: product_key" },
      ]);
    });

    it("a product key is not repeated when it is refused, and the reason is given", async () => {
      const secret = "AZL1.c2VjcmV0.c2VjcmV0";
      const { status, body } = await server.call(
        "POST",
        "/api/service/licenses/add",
        { product_key: secret },
        admin,
      );
      expect([status, body.status]).to.deep.equal([400, "error"]);
      expect(body.message)
        .to.match(/^Invalid product key: ./)
        .and.not.to.contain("c2VjcmV0");
    });
  });

  describe("a secret in the wrong field", () => {
    const secret = "az_1_c2VjcmV0";
    for (const [what, method, path, body] of [
      ["a token in place of its id", "POST", `/auth/api_key/${secret}/rotate`, undefined],
      ["a token in place of its id", "DELETE", `/auth/api_key/${secret}`, undefined],
      ["a password without its field", "POST", "/auth/admin/login", JSON.stringify(secret)],
      ["a password in a list", "POST", "/auth/admin/login", { password: [secret] }],
    ] as const) {
      it(`a secret in the wrong field is not repeated in the error: ${what}, ${method}`, async () => {
        const { status, text } = await server.call(method, path, body, admin);
        expect(status).to.equal(400);
        expect(text).not.to.contain(secret);
      });
    }
  });

  describe("a server with the maximum number of tokens", () => {
    it("a server with the maximum number of tokens refuses another token and names the maximum", async () => {
      await server.params.change((now) => {
        const tokens = Array.from({ length: MAX_TOKENS }, (_, i) => ({
          id: i + 1,
          name: "t",
          description: "",
          permission: 1,
          hash: "A".repeat(43),
          createdAt: 0,
          expiredAt: null,
          lastUsedAt: null,
        }));
        return { next: { ...now, tokens, nextTokenId: MAX_TOKENS + 1 }, result: null };
      });
      const { status, body } = await server.call(
        "POST",
        "/auth/api_key",
        { name: "t", permission: "read" },
        admin,
      );
      expect([status, body.message]).to.deep.equal([
        400,
        "This server has 10000 access tokens, the most it can; delete some first",
      ]);
    });
  });

  describe("the admin", () => {
    it("the admin cannot be created twice", async () => {
      const again = await server.call("POST", "/auth/admin", { password: "Blue-Kettle-77x" });
      expect([again.status, again.body]).to.deep.equal([
        409,
        { status: "error", message: "Username already exists" },
      ]);
    });
  });
});
