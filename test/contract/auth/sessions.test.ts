// Sessions of the console: a cookie signs a browser in on the console's port, and only there.
import { expect } from "chai";
import { IDLE_SESSION_MS, MAX_SESSION_MS } from "../../../src/auth/sessions.ts";
import { bearer, createToken, guard, type Headers, PASSWORD } from "../../support/guarded.ts";
import { rawRequest } from "../../support/raw-request.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const SESSION = "/auth/session";

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
  readonly text: string;
  /** The header Set-Cookie; null: there is none. */
  readonly set: string | null;
}

interface Asked {
  readonly headers?: Headers;
  readonly body?: unknown;
  readonly url?: string;
}

async function ask(
  url: string,
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Answered> {
  const { pathname } = new URL(url);
  const sent = { "content-type": "application/json", ...headers };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const asked = { method, path: pathname.replace(/\/$/, "") + path, headers: sent };
  const answer = await rawRequest(url, text === undefined ? asked : { ...asked, body: text });
  return {
    status: answer.status,
    text: answer.text,
    body: answer.text.startsWith("{") ? JSON.parse(answer.text) : null,
    set: answer.headers["set-cookie"]?.[0] ?? null,
  };
}

describe("sessions of the console", () => {
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startTestServer();
    admin = await guard(server);
  });
  afterEach(() => server.close());

  /** Sends a request as the page of the console does. */
  const fromPage = (
    method: string,
    path: string,
    { headers = {}, body, url = `${server.uiUrl}/api/proxy` }: Asked = {},
  ): Promise<Answered> => ask(url, method, path, { "sec-fetch-site": "same-origin", ...headers }, body);

  const open = async (credential: object = { password: PASSWORD }): Promise<Headers> => {
    const { set, status, text } = await fromPage("POST", SESSION, { body: credential });
    expect(status, text).to.equal(200);
    return { cookie: set!.split(";")[0]! };
  };
  const who = async (headers: Headers) => (await fromPage("GET", SESSION, { headers })).body.result.identity;

  it("a session is opened with the admin's password and has all permissions", async () => {
    const { set, body, text } = await fromPage("POST", SESSION, { body: { password: PASSWORD } });
    const port = new URL(server.uiUrl).port;
    expect(set).to.match(
      new RegExp(`^azimuth_session_${port}=[\\w-]{43}; Path=/api/proxy; HttpOnly; SameSite=Strict$`),
    );
    expect(body.result).to.deep.equal({
      auth_enabled: true,
      cookie: true,
      identity: { kind: "admin", permission: ["read", "write", "admin"] },
    });
    expect(text, "the answer has no secret").not.to.contain(/=([\w-]{43})/.exec(set!)![1]);
    const cookie = { cookie: set!.split(";")[0]! };
    expect((await fromPage("GET", "/collections", { headers: cookie })).status).to.equal(200);
    expect((await fromPage("GET", "/auth/api_keys", { headers: cookie })).status).to.equal(200);
  });

  it("a session that is opened with a token has its permissions", async () => {
    const { api_key: token } = await createToken(server, admin, { permission: "read" });
    const cookie = await open({ token });
    expect(await who(cookie)).to.deep.equal({ kind: "token", permission: ["read"] });
    expect((await fromPage("GET", "/collections", { headers: cookie })).status).to.equal(200);
    const body = { vectors: { size: 2, distance: "Dot" } };
    expect((await fromPage("PUT", "/collections/c", { headers: cookie, body })).status).to.equal(403);
  });

  it("a cookie of a session is secure behind a proxy with TLS", async () => {
    const headers = { "x-forwarded-proto": "https" };
    const { set } = await fromPage("POST", SESSION, { headers, body: { password: PASSWORD } });
    expect(set).to.match(/; Secure$/);
  });

  it("a wrong password or token opens no session", async () => {
    for (const body of [{ password: "wrong" }, { token: "wrong" }]) {
      const { status, set } = await fromPage("POST", SESSION, { body });
      expect([status, set]).to.deep.equal([401, null]);
    }
    for (const body of [{}, { password: PASSWORD, token: "x" }])
      expect((await fromPage("POST", SESSION, { body })).status).to.equal(400);
  });

  it("a wrong password for a session is recorded as a refused login", async () => {
    await fromPage("POST", SESSION, { body: { password: "wrong" } });
    expect(server.audited.at(-1)).to.include({ action: "login", result: "refused", surface: "ui" });
  });

  it("signing out ends the session on the server and removes the cookie", async () => {
    const cookie = await open();
    const { set } = await fromPage("DELETE", SESSION, { headers: cookie });
    expect(set).to.match(/^azimuth_session_\d+=; Path=\/api\/proxy;.*Max-Age=0$/);
    expect((await fromPage("GET", "/collections", { headers: cookie })).status).to.equal(401);
  });

  it("a session that is opened again has another id, and the one before ends", async () => {
    const before = await open();
    const { set } = await fromPage("POST", SESSION, { headers: before, body: { password: PASSWORD } });
    const after = { cookie: set!.split(";")[0]! };
    expect(after.cookie).not.to.equal(before.cookie);
    expect(await who(before)).to.equal(null);
    expect(await who(after)).not.to.equal(null);
  });

  it("a session goes on while it is used, and ends after an hour without a request", async () => {
    const cookie = await open();
    const start = Date.now();
    server.time.now = start + IDLE_SESSION_MS - 60_000;
    expect(await who(cookie)).not.to.equal(null);
    server.time.now += IDLE_SESSION_MS - 60_000;
    expect(await who(cookie)).not.to.equal(null);
    server.time.now += IDLE_SESSION_MS;
    expect(await who(cookie)).to.equal(null);
  });

  it("a session ends after twelve hours although it is used", async () => {
    const cookie = await open();
    const start = Date.now();
    for (let at = 0; at < MAX_SESSION_MS; at += IDLE_SESSION_MS / 2) {
      server.time.now = start + at;
      expect(await who(cookie), `after ${at} ms`).not.to.equal(null);
    }
    server.time.now = start + MAX_SESSION_MS + 1_000;
    expect(await who(cookie)).to.equal(null);
  });

  it("a new password ends the sessions of the admin", async () => {
    const cookie = await open();
    await server.call("POST", "/auth/admin/reset-password", { password: "Green-Teapot-88y" }, admin);
    expect(await who(cookie)).to.equal(null);
  });

  it("a session of a token ends when the token is rotated, deleted, or expires", async () => {
    const changes: ((id: number) => Promise<unknown>)[] = [
      (id) => server.call("POST", `/auth/api_key/${id}/rotate`, {}, admin),
      (id) => server.call("DELETE", `/auth/api_key/${id}`, undefined, admin),
      async () => {
        server.time.now = Date.now() + 120_000;
      },
    ];
    for (const change of changes) {
      const { api_key: token, id } = await createToken(server, admin, {
        permission: "read",
        will_expire: true,
        expires_in_seconds: 60,
      });
      const cookie = await open({ token });
      expect(await who(cookie)).not.to.equal(null);
      await change(id);
      expect(await who(cookie), String(change)).to.equal(null);
    }
  });

  it("the cookie of a session does nothing on the REST port", async () => {
    const cookie = await open();
    const { url } = server;
    expect((await fromPage("GET", "/collections", { headers: cookie, url })).status).to.equal(401);
    expect((await fromPage("POST", SESSION, { body: { password: PASSWORD }, url })).status).to.equal(501);
  });

  it("the id of a session is no token", async () => {
    const { cookie } = await open();
    const id = cookie!.split("=")[1]!;
    expect((await fromPage("GET", "/collections", { headers: bearer(id) })).status).to.equal(401);
    expect((await fromPage("GET", "/collections", { headers: { "api-key": id } })).status).to.equal(401);
  });

  it("a credential of a request counts instead of the cookie, also a wrong one", async () => {
    const cookie = await open();
    const headers = { ...cookie, ...bearer("wrong") };
    expect((await fromPage("GET", "/collections", { headers })).status).to.equal(401);
  });

  it("requests that browsers send for other pages, or that no browser sends, are not signed in by the cookie", async () => {
    const cookie = await open();
    const origin = server.uiUrl;
    const cases: [string, Headers, boolean][] = [
      ["GET", { "sec-fetch-site": "same-origin" }, true],
      ["GET", { "sec-fetch-site": "none" }, true],
      ["GET", { "sec-fetch-site": "same-site" }, false],
      ["GET", { "sec-fetch-site": "cross-site" }, false],
      ["GET", {}, true],
      ["GET", { origin: "http://localhost:3000" }, false],
      ["PUT", { origin }, true],
      ["PUT", { origin: "http://localhost:3000" }, false],
      ["PUT", { origin: "null" }, false],
      ["PUT", {}, false],
      ["PUT", { origin, "sec-fetch-site": "same-site" }, false],
    ];
    for (const [method, headers, isIn] of cases) {
      const path = method === "GET" ? "/collections" : "/collections/c";
      const body = { vectors: { size: 2, distance: "Dot" }, if_not_exists: true };
      const sent = method === "PUT" ? body : undefined;
      const { status } = await ask(
        `${server.uiUrl}/api/proxy`,
        method,
        path,
        { ...cookie, ...headers },
        sent,
      );
      expect(status === 200, `${method} ${JSON.stringify(headers)} -> ${status}`).to.equal(isIn);
    }
  });

  it("GET /auth/session says who a token belongs to, and that nobody is signed in", async () => {
    const { api_key: token } = await createToken(server, admin, { permission: "read,write" });
    expect(await who(bearer(token))).to.deep.equal({ kind: "token", permission: ["read", "write"] });
    expect(await who(admin)).to.deep.equal({ kind: "admin", permission: ["read", "write", "admin"] });
    expect(await who({})).to.equal(null);
  });
});

describe("sessions of the console, switched off", () => {
  it("with console_cookie off no session is opened, and the console is told", async () => {
    const server = await startTestServer({ consoleCookie: false });
    await guard(server);
    const page = { "sec-fetch-site": "same-origin" };
    const url = `${server.uiUrl}/api/proxy`;
    expect((await ask(url, "GET", SESSION, page)).body.result.cookie).to.equal(false);
    const refused = await ask(url, "POST", SESSION, page, { password: PASSWORD });
    expect([refused.status, refused.set]).to.deep.equal([501, null]);
    await server.close();
  });
});
