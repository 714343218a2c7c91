// Requests from the machine of the server, which register the first admin without a code. The decision: a request
// counts as local only if no header says that a proxy or a page of another origin sent it.
import { expect } from "chai";
import { rawRequest } from "../../support/raw-request.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

describe("requests from the machine of the server:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({
      allowedHosts: ["db.example.com"],
      corsOrigins: ["https://app.example.com"],
    });
  });
  after(() => server.close());

  /** Tries to register an admin; an invalid password makes an admitted request fail with 400. */
  async function attempt(headers: Record<string, string | undefined>, base = server.url): Promise<number> {
    const body = JSON.stringify({ password: "short" });
    const all = { "content-type": "application/json", ...headers };
    return (await rawRequest(base, { method: "POST", path: "/auth/admin", headers: all, body })).status;
  }

  /** Switches authentication on without an admin, which is the state of a restored backup. */
  async function switchOn(authEnabled: boolean): Promise<void> {
    await server.params.change((now) => ({ next: { ...now, authEnabled }, result: undefined }));
  }

  for (const isOn of [false, true]) {
    describe(`POST /auth/admin without an admin and with authentication ${isOn ? "on" : "off"}`, () => {
      before(() => switchOn(isOn));

      it("POST /auth/admin accepts a request from this machine whose Host is this machine", async () => {
        for (const host of [
          undefined,
          "localhost",
          "LOCALHOST:6573",
          "127.0.0.1",
          "127.1.2.3:80",
          "[::1]:6573",
        ])
          for (const base of [server.url, server.uiUrl])
            expect(await attempt({ host }, base), String(host)).to.equal(400);
      });

      it("POST /auth/admin refuses a request with another Host, because a proxy may have forwarded it", async () => {
        for (const host of ["azimuth", "db.example.com", "192.168.1.20", "[2001:db8::7]", "0.0.0.0", "127.1"])
          for (const base of [server.url, server.uiUrl])
            expect(await attempt({ host }, base), host).to.be.oneOf([401, 403]);
      });

      it("POST /auth/admin refuses a forwarded request, whatever address its headers claim", async () => {
        const names = [
          ...["Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"],
          ...["x-forwarded-for", "X-FORWARDED-FOR", "X-Forwarded-Anything"],
        ];
        for (const name of names)
          for (const value of ["127.0.0.1", "for=127.0.0.1", "localhost", "::1", ""])
            for (const base of [server.url, server.uiUrl])
              expect(await attempt({ [name]: value }, base), `${name}: ${value}`).to.equal(401);
      });

      it("POST /auth/admin refuses a request of a page of another origin", async () => {
        const pages = [
          { origin: "https://evil.example.com", "content-type": "text/plain" },
          { origin: "null" },
          { origin: "https://app.example.com", "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "cross-site" },
          { origin: "http://localhost:1", "sec-fetch-site": "same-site" },
        ];
        for (const headers of pages)
          for (const base of [server.url, server.uiUrl])
            expect(await attempt(headers, base), JSON.stringify(headers)).to.be.oneOf([401, 403]);
      });

      it("POST /auth/admin accepts a request of the console's own pages", async () => {
        for (const base of [server.url, server.uiUrl])
          expect(await attempt({ origin: base, "sec-fetch-site": "same-origin" }, base)).to.equal(400);
      });
    });
  }
});
