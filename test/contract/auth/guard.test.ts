// Web pages of other origins. The decision: a browser may send their requests, but a request that changes something is
// refused, and the response to any other cannot be read by the page.
import { expect } from "chai";
import { bearer, guard, switchAuth } from "../../support/guarded.ts";
import { type RawAnswer, rawRequest } from "../../support/raw-request.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const OWN_NAME = "db.example.com";
const LISTED = "https://app.example.com";
const JSON_TYPE = "application/json";

type Headers = Record<string, string | undefined>;

/**
 * A port, and whether authentication is on: whether the server checks the headers of browsers, or credentials protect
 * it.
 */
interface Place {
  readonly port: "url" | "qdrantUrl" | "uiUrl";
  readonly isOn: boolean;
}

const GUARDED: readonly Place[] = [
  { port: "uiUrl", isOn: false },
  { port: "uiUrl", isOn: true },
  { port: "url", isOn: false },
  { port: "qdrantUrl", isOn: false },
];
const UNGUARDED: readonly Place[] = [
  { port: "url", isOn: true },
  { port: "qdrantUrl", isOn: true },
];
const NAMES = { url: "6573", qdrantUrl: "the qdrant listener", uiUrl: "6575" };
const nameOf = ({ port, isOn }: Place) => `on ${NAMES[port]} with authentication ${isOn ? "on" : "off"}`;

describe("web pages of other origins:", () => {
  let server: TestServer;
  let admin: Headers;
  before(async () => {
    server = await startTestServer({ qdrantPort: true, allowedHosts: [OWN_NAME], corsOrigins: [LISTED] });
    admin = await guard(server);
  });
  after(() => server.close());

  /** Requests a path that is readable on every port: the list of collections. */
  async function ask(
    { port, isOn }: Place,
    method: string,
    headers: Headers,
    body?: string,
  ): Promise<RawAnswer> {
    if (server.params.current.authEnabled !== isOn) await switchAuth(server, admin as never, isOn);
    const path = `${port === "uiUrl" ? "/api/proxy" : ""}/collections${method === "GET" || method === "HEAD" ? "" : "/absent/points/count"}`;
    return rawRequest(server[port], { method, path, headers: { ...admin, ...headers }, body });
  }

  const read = (place: Place, headers: Headers) => ask(place, "GET", headers);
  /** Sends a request that the guard refuses with 403; one that it lets pass gets 404. */
  const post = (place: Place, headers: Headers) =>
    ask(place, "POST", { "content-type": JSON_TYPE, ...headers }, "{}");

  function errorOf({ text }: RawAnswer): string {
    return JSON.parse(text).status.error;
  }

  describe("the Host header of a request", () => {
    const own = [
      ...["127.0.0.1", "127.0.0.1:6573", "192.168.1.20:6573", "[::1]", "[::1]:6573", "[2001:db8::7]:80"],
      ...["localhost", "localhost:6573", "LocalHost", "localhost.", "azimuth", "azimuth:6575"],
      ...[OWN_NAME, `${OWN_NAME}:6573`, "DB.Example.COM", `${OWN_NAME}.`],
    ];
    const foreign = [
      ...["evil.example.com", "evil.example.com:6573", "EVIL.example.com", "evil.example.com."],
      ...["localhost.evil.com", "127.0.0.1.evil.com", "127.0.0.1.nip.io", "256.0.0.1", "[::1].evil.com"],
      ...[`x${OWN_NAME}`, `x.${OWN_NAME}`, `${OWN_NAME}.evil.com`, "localhost:80.evil.com"],
    ];

    for (const place of GUARDED) {
      it(`the Host header must be an address, a name without a dot, or a configured one ${nameOf(place)}`, async () => {
        for (const host of own) {
          expect((await read(place, { host })).status, host).to.equal(200);
          expect((await post(place, { host })).status, host).to.equal(404);
        }
        for (const host of foreign) {
          expect((await read(place, { host })).status, host).to.equal(403);
          expect((await post(place, { host })).status, host).to.equal(403);
        }
      });
    }

    for (const place of UNGUARDED)
      it(`the Host header may have any value ${nameOf(place)}`, async () => {
        for (const host of [...own, ...foreign])
          expect((await read(place, { host })).status, host).to.equal(200);
      });

    it("the Host header is checked before the route, and the refusal says what to do", async () => {
      const { uiUrl } = server;
      for (const path of ["/nowhere", "/api/proxy/healthz", "/api/service/licenses/status"]) {
        const answer = await rawRequest(uiUrl, { method: "GET", path, headers: { host: "evil.com" } });
        expect(answer.status, path).to.equal(403);
        expect(errorOf(answer)).to.equal(
          'Host not allowed: "evil.com"; if that is a name of this server, start it with --allowed-hosts',
        );
      }
    });
  });

  describe("a request from a web page", () => {
    const foreignPages = (host: string): Headers[] => [
      { origin: "https://evil.example.com" },
      { origin: "null" },
      { origin: "http://127.0.0.1:1" },
      { origin: `http://${host}.evil.com` },
      { origin: `http://evil.com@${host}` },
      { origin: `ftp://${host}` },
      { origin: LISTED.replace("https", "http") },
      { origin: `${LISTED}:8443` },
      { origin: `${LISTED}.evil.com` },
      { origin: `http://${host}`, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "cross-site" },
    ];
    const ownPages = (host: string): Headers[] => [
      {},
      { origin: `http://${host}` },
      { origin: `https://${host}`, "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: LISTED, "sec-fetch-site": "cross-site" },
    ];

    for (const place of GUARDED) {
      it(`a request from a web page must come from the server or a listed origin for anything but reading ${nameOf(place)}`, async () => {
        const { host } = new URL(server[place.port]);
        for (const headers of ownPages(host))
          expect((await post(place, headers)).status, JSON.stringify(headers)).to.equal(404);
        for (const headers of foreignPages(host)) {
          const answer = await post(place, headers);
          expect(answer.status, JSON.stringify(headers)).to.equal(403);
          expect(errorOf(answer)).to.match(/Origin not allowed: .* start the server with --cors-origins/);
        }
      });

      it(`a request from a web page may come from any origin for reading ${nameOf(place)}, but the browser hides the response`, async () => {
        const { host } = new URL(server[place.port]);
        for (const headers of foreignPages(host))
          for (const method of ["GET", "HEAD"]) {
            const answer = await ask(place, method, headers);
            expect(answer.status, JSON.stringify(headers)).to.equal(200);
            expect(accessHeadersOf(answer)).to.deep.equal([]);
          }
      });

      it(`a request from a web page must declare its body as JSON ${nameOf(place)}`, async () => {
        const origin = `http://${new URL(server[place.port]).host}`;
        for (const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
        ]) {
          const answer = await post(place, { origin, "content-type": type });
          expect([answer.status, errorOf(answer).includes("Content-Type not allowed")], type).to.deep.equal([
            403,
            true,
          ]);
          expect((await post(place, { "content-type": type })).status, "no page").to.equal(404);
        }
        for (const type of [JSON_TYPE, `${JSON_TYPE}; charset=utf-8`])
          expect((await post(place, { origin, "content-type": type })).status, type).to.equal(404);
      });
    }

    for (const place of UNGUARDED)
      it(`a request from a web page may come from any origin ${nameOf(place)}, because pages have no credential`, async () => {
        for (const headers of foreignPages(new URL(server[place.port]).host)) {
          expect((await post(place, headers)).status).to.equal(404);
          expect((await post(place, { ...headers, authorization: undefined })).status).to.equal(401);
        }
      });
  });

  /** Returns the names of headers that allow a page of another origin to read the response. */
  function accessHeadersOf({ headers }: RawAnswer): string[] {
    return Object.keys(headers).filter((name) => name.startsWith("access-control-"));
  }

  const PREFLIGHT = { "access-control-request-method": "POST", "content-type": undefined };
  const preflight = (place: Place, headers: Headers) =>
    ask(place, "OPTIONS", { ...PREFLIGHT, authorization: undefined, ...headers });

  describe("a page that is listed in --cors-origins", () => {
    for (const place of [...GUARDED, ...UNGUARDED]) {
      it(`a page listed in --cors-origins may read responses, errors included, ${nameOf(place)}`, async () => {
        for (const headers of [{}, bearer("void")]) {
          const answer = await read(place, { origin: LISTED, ...headers });
          expect(answer.headers["access-control-allow-origin"]).to.equal(LISTED);
          expect(answer.headers.vary).to.match(/\bOrigin\b/);
          expect(answer.headers).not.to.have.property("access-control-allow-credentials");
        }
      });

      it(`a page listed in --cors-origins gets a preflight response without a credential ${nameOf(place)}`, async () => {
        const { status, headers, text } = await preflight(place, { origin: LISTED });
        expect([status, text]).to.deep.equal([204, ""]);
        expect(headers["access-control-allow-origin"]).to.equal(LISTED);
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
          expect(headers["access-control-allow-methods"]).to.contain(method);
        for (const name of ["authorization", "api-key", "content-type", "x-setup-code"])
          expect(headers["access-control-allow-headers"]).to.contain(name);
        expect(Number(headers["access-control-max-age"])).to.be.greaterThan(0);
        expect(headers).not.to.have.property("access-control-allow-credentials");
      });

      it(`a page listed in --cors-origins is the only page of another origin that is allowed ${nameOf(place)}`, async () => {
        for (const origin of [
          `${LISTED}/`,
          LISTED.toUpperCase(),
          "https://app.example.com.evil.com",
          "null",
          "*",
        ]) {
          expect(accessHeadersOf(await read(place, { origin })), origin).to.deep.equal([]);
          const answer = await preflight(place, { origin });
          expect(accessHeadersOf(answer), origin).to.deep.equal([]);
          expect(answer.status, origin).to.be.within(400, 499);
        }
      });
    }

    it("a page listed in --cors-origins is refused when it addresses the server by a host name that is not allowed", async () => {
      const headers = { origin: LISTED, host: "evil.com" };
      for (const place of GUARDED) {
        expect((await preflight(place, headers)).status).to.equal(403);
        expect((await post(place, headers)).status).to.equal(403);
      }
    });
  });

  describe("a server without --cors-origins", () => {
    it("a server without --cors-origins allows no page of another origin to read responses", async () => {
      const plain = await startTestServer();
      try {
        const origin = LISTED;
        for (const base of [plain.url, plain.uiUrl])
          for (const method of ["GET", "POST", "OPTIONS"]) {
            const headers = { origin, "access-control-request-method": "POST" };
            const answer = await rawRequest(base, { method, path: "/api/proxy/collections", headers });
            expect(accessHeadersOf(answer), method).to.deep.equal([]);
          }
      } finally {
        await plain.close();
      }
    });
  });
});
