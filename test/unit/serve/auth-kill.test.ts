// Changes of credentials that were acknowledged right before a kill. The decision: each is in effect after the next
// start. What a kill leaves is a copy of the directory of the running server. Every test has its own data directory, a
// copy of one with an admin: this saves a start and a password hash.

import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bearer, type Headers, PASSWORD } from "../../support/guarded.ts";
import {
  adminStatus,
  ask,
  demand,
  logIn,
  makeAdmin,
  readStatus,
  switchTo,
  tryLogin,
} from "../../support/secured.ts";
import { leftByKill, type ServerHere } from "../../support/server-here.ts";
import { Servers } from "../../support/servers.ts";
import { itWeekly } from "../../support/weekly.ts";

const OTHER_PASSWORD = "Another-Horse-8";

describe("credentials after a kill right behind the response", () => {
  let servers: Servers;
  let server: ServerHere;
  let folder: string;
  let admin: Headers;
  const start = async () => {
    server = await servers.here({ dataDir: folder });
  };
  before(async () => {
    servers = new Servers();
    folder = join(servers.folder, "first");
    await start();
    await makeAdmin(server, PASSWORD);
    leftByKill(folder, join(servers.folder, "admin"));
    await server.stop();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(servers.folder, "test-"));
    cpSync(join(servers.folder, "admin"), folder, { recursive: true });
    await start();
    admin = await logIn(server, PASSWORD);
    await switchTo(server, admin, true);
  });
  afterEach(() => server.stop());
  after(() => servers.close());

  /** Starts the next server on what a kill of the running one would leave at this moment. */
  async function killAndStart(): Promise<void> {
    folder = leftByKill(folder, `${folder}-killed`);
    await server.stop();
    await start();
  }

  const createToken = (headers: Headers) =>
    demand(server, {
      method: "POST",
      path: "/auth/api_key",
      body: { name: "t", permission: "read" },
      headers,
    });

  it("credentials after a kill right behind the response include the admin that was created", async () => {
    const again = { method: "POST", path: "/auth/admin", body: { password: OTHER_PASSWORD } };
    expect((await ask(server, again)).status).to.equal(409);
    await logIn(server, PASSWORD);
    expect((await tryLogin(server, OTHER_PASSWORD)).status).to.equal(401);
  });

  it("credentials after a kill right behind the response are required, and logins are valid, when authentication was switched off and on", async () => {
    await switchTo(server, admin, false);
    await switchTo(server, admin, true);
    await killAndStart();
    expect(await readStatus(server)).to.equal(401);
    expect(await readStatus(server, admin)).to.equal(200);
  });

  itWeekly(
    "credentials after a kill right behind the response are not required when authentication was switched off",
    async () => {
      await switchTo(server, admin, false);
      await killAndStart();
      expect(await readStatus(server)).to.equal(200);
    },
  );

  itWeekly("credentials after a kill right behind the response include a new token", async () => {
    const { api_key } = await createToken(admin);
    await killAndStart();
    expect(await readStatus(server, bearer(api_key))).to.equal(200);
  });

  it("credentials after a kill right behind the response include the new value of a rotated token, and not the old one", async () => {
    const { id, api_key: old } = await createToken(admin);
    const rotate = { method: "POST", path: `/auth/api_key/${id}/rotate`, headers: admin };
    const { api_key } = await demand(server, rotate);
    await killAndStart();
    expect(await readStatus(server, bearer(old))).to.equal(401);
    expect(await readStatus(server, bearer(api_key))).to.equal(200);
    const tokens: { id: number }[] = await demand(server, {
      method: "GET",
      path: "/auth/api_keys",
      headers: admin,
    });
    expect(tokens.filter((token) => token.id === id)).to.have.length(1);
  });

  it("credentials after a kill right behind the response do not include a deleted token, whose id is not used again", async () => {
    const { id, api_key } = await createToken(admin);
    await demand(server, { method: "DELETE", path: `/auth/api_key/${id}`, headers: admin });
    await killAndStart();
    expect(await readStatus(server, bearer(api_key))).to.equal(401);
    expect((await createToken(admin)).id).to.equal(id + 1);
  });

  it("credentials after a kill right behind the response include the new password, and no earlier login", async () => {
    const body = { password: OTHER_PASSWORD };
    await demand(server, { method: "POST", path: "/auth/admin/reset-password", body, headers: admin });
    await killAndStart();
    expect(await adminStatus(server, admin)).to.equal(401);
    expect((await tryLogin(server, PASSWORD)).status).to.equal(401);
    expect(await adminStatus(server, await logIn(server, OTHER_PASSWORD))).to.equal(200);
  });
});
