// Requests while the log is replayed. The decision: the credential is checked first, and only a valid one learns that
// the server is not ready.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { makeToken } from "../../../src/auth/access-token.ts";
import { bearer } from "../../support/guarded.ts";
import { expected } from "../../support/matrix/oracle.ts";
import { DOORS, type Door } from "../../support/matrix/port.ts";
import { type RawAnswer, rawRequest } from "../../support/raw-request.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

/** Operations that need no data and answer normally. */
const ANSWERED = [
  ...["getServerInfo", "healthz", "livez", "readyz", "getOpenApi", "getMetrics"],
  ...["getLicenseStatus", "login", "getHistory", "listSlowRequests"],
  ...["getSession", "openSession", "closeSession"],
];
const EVERYTHING = 7;

describe("every route, while the log is being replayed and authentication is on,", () => {
  let server: TestServer;
  const token = makeToken(1, randomBytes);

  before(async () => {
    server = await startTestServer({ starting: true });
    const record = { id: 1, name: "t", description: "", permission: EVERYTHING, hash: token.hash };
    const times = { createdAt: 0, expiredAt: null, lastUsedAt: null };
    await server.params.change((now) => ({
      next: { ...now, authEnabled: true, tokens: [{ ...record, ...times }] },
      result: undefined,
    }));
  });
  after(() => server.close());

  const ask = ({ method, path }: Door, headers: Record<string, string>): Promise<RawAnswer> =>
    rawRequest(server.url, { method, path: path.replace(/\{\w+\}/g, "1"), headers });
  const needOf = (operation: string, presenter: "nobody" | { mask: number }) =>
    expected({ operation, isUiPort: false, presenter, authEnabled: true, isLocal: false }).kind;
  const PROXIED = { "x-forwarded-for": "203.0.113.9" };

  it("every route during a replay checks the credential first", async () => {
    for (const door of DOORS.filter(({ operation }) => needOf(operation, "nobody") === "unknown"))
      expect((await ask(door, PROXIED)).status, door.path).to.equal(401);
  });

  it("every route during a replay answers 412 to a valid credential, unless the operation needs no data", async () => {
    const withToken = { ...PROXIED, ...bearer(token.value) };
    const mayDo = DOORS.filter(({ operation }) => needOf(operation, { mask: EVERYTHING }) === "let in");
    for (const door of mayDo) {
      const { status, headers, text } = await ask(door, withToken);
      if (ANSWERED.includes(door.operation)) expect(status, door.path).not.to.equal(412);
      else {
        expect([status, headers["retry-after"]], `${door.path} ${text}`).to.deep.equal([412, "1"]);
        expect(text, door.path).to.contain("Engine not initialized");
      }
    }
  });
});
