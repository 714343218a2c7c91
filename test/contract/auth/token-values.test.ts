// The values of access tokens. The decision: a value is in the response that creates it and nowhere else, and changes
// of tokens are in the audit log without it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bearer, createToken, guard, type Headers } from "../../support/guarded.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

describe("values of access tokens:", () => {
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startTestServer();
    admin = await guard(server);
  });
  afterEach(() => server.close());

  const list = () => server.call("GET", "/auth/api_keys", undefined, admin);
  const rotate = (id: unknown, headers = admin) =>
    server.call("POST", `/auth/api_key/${id}/rotate`, undefined, headers);

  describe("the alias paths of access tokens", () => {
    it("the alias paths of access tokens work like the documented paths", async () => {
      const { body } = await server.call(
        "POST",
        "/auth/access_token",
        { name: "t", permission: "read" },
        admin,
      );
      expect((await server.call("GET", "/auth/access_tokens", undefined, admin)).body).to.have.length(1);
      const path = `/auth/access_token/${body.id}`;
      expect((await server.call("POST", `${path}/rotate`, undefined, admin)).body.id).to.equal(body.id);
      expect((await server.call("DELETE", path, undefined, admin)).status).to.equal(200);
    });
  });

  describe("the value of an access token", () => {
    it("the value of an access token is returned once and not stored", async () => {
      const { api_key } = await createToken(server, admin);
      const kept = readFileSync(join(server.dataDir, "server_params.btr"), "utf8");
      expect(kept).not.to.contain(api_key).and.not.to.contain(api_key.slice(6));
      expect(JSON.stringify((await list()).body)).not.to.contain(api_key);
      expect(JSON.stringify(server.audited)).not.to.contain(api_key);
    });

    it("the value of an access token is accepted in the header api-key, too", async () => {
      const { api_key } = await createToken(server, admin);
      const { status } = await server.call("GET", "/collections", undefined, { "api-key": api_key });
      expect(status).to.equal(200);
    });

    it("the value of an access token is read from the header api-key first, and from Authorization if that one is invalid", async () => {
      const { api_key: reader } = await createToken(server, admin, { permission: "read" });
      const { api_key: writer } = await createToken(server, admin, { permission: "write" });
      const both = (key: string, token: string) => ({ "api-key": key, ...bearer(token) });
      const status = async (headers: Headers) =>
        (await server.call("GET", "/collections", undefined, headers)).status;
      expect(await status(both(reader, writer))).to.equal(200);
      expect(await status(both(writer, reader))).to.equal(403);
      expect(await status(both("forged", reader))).to.equal(200);
    });
  });

  describe("changes of tokens", () => {
    it("changes of tokens are in the audit log with caller, address, action and result", async () => {
      const { id, api_key } = await createToken(server, admin, { permission: "admin,read" });
      await rotate(99, bearer(api_key));
      const [created, refused] = server.audited.slice(-2);
      expect(created).to.deep.include({
        action: "token_created",
        result: "done",
        who: "admin",
        surface: "rest",
        tokenId: id,
        permission: "read,admin",
      });
      expect(refused).to.deep.include({
        action: "token_rotated",
        result: "refused",
        who: `token ${id}`,
        reason: "NOT_FOUND",
      });
      expect(created!.address).to.match(/127\.0\.0\.1$/);
    });

    it("changes of tokens require an admin", async () => {
      expect((await rotate(1, {})).status).to.equal(401);
    });
  });
});
