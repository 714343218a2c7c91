// Authentication by configuration: API keys and a fixed switch. The decision: what the configuration fixes cannot be
// changed by a request.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { bearer, becomeAdmin, type Headers } from "../../support/guarded.ts";
import { definitionsIn, PlainClient } from "../../support/plain-grpc.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";

const KEYS = { apiKey: "the-key-for-everything", readOnlyApiKey: "the-key-for-reading" };
const ON = { enabled: true, by: "AZIMUTH_API_KEY", setting: "auth.enabled (AZIMUTH_AUTH__ENABLED)" };

describe("a server that was started with API keys", () => {
  let server: TestServer;
  const lines: string[] = [];
  beforeEach(async () => {
    lines.length = 0;
    const log = (line: object) => void lines.push(JSON.stringify(line));
    server = await startTestServer({ keys: KEYS, declared: ON, log, accessLog: true });
  });
  afterEach(() => server.close());

  const statusOf = async (method: string, path: string, headers: Headers = {}, body?: unknown) =>
    (await server.call(method, path, body, headers)).status;

  it("a server with API keys refuses requests without a key, beginning with the first", async () => {
    expect(await statusOf("GET", "/collections")).to.equal(401);
    expect(await statusOf("GET", "/metrics")).to.equal(401);
    expect(await statusOf("GET", "/readyz")).to.equal(200);
  });

  it("a server with API keys accepts keys as Authorization: Bearer and in the header api-key, in both dialects", async () => {
    expect(await statusOf("GET", "/collections", bearer(KEYS.apiKey))).to.equal(200);
    expect(await statusOf("GET", "/collections", { "api-key": KEYS.apiKey })).to.equal(200);
    expect(await statusOf("GET", "/collections", { ...AS_QDRANT, ...bearer(KEYS.readOnlyApiKey) })).to.equal(
      200,
    );
    expect(await statusOf("GET", "/collections", bearer(`${KEYS.apiKey}x`))).to.equal(401);
  });

  it("a server with API keys gives the API key all permissions of access tokens, and the read-only key the permission read", async () => {
    const made = { vectors_config: { size: 2, distance: "Dot" } };
    expect(await statusOf("PUT", "/collections/c", bearer(KEYS.readOnlyApiKey), made)).to.equal(403);
    expect(await statusOf("PUT", "/collections/c", bearer(KEYS.apiKey), made)).to.equal(200);
    expect(await statusOf("GET", "/auth/api_keys", bearer(KEYS.readOnlyApiKey))).to.equal(403);
    const token = { name: "ci", permission: "read" };
    expect(await statusOf("POST", "/auth/api_key", bearer(KEYS.apiKey), token)).to.equal(200);
    expect(server.audited.at(-1)).to.include({ action: "token_created", who: "api key" });
  });

  it("a server with API keys requires a login for operations that refuse access tokens", async () => {
    const { status: refused, body } = await server.call(
      "PATCH",
      "/auth/enabled",
      { enabled: true },
      bearer(KEYS.apiKey),
    );
    expect([refused, body]).to.deep.equal([
      403,
      { status: "error", message: "Permission denied: requires admin login" },
    ]);
  });

  it("a server with API keys accepts keys through the proxy of the console's port", async () => {
    const at = `${server.uiUrl}/api/proxy/collections`;
    const known = await fetch(at, { headers: bearer(KEYS.readOnlyApiKey) });
    const unknown = await fetch(at);
    expect([known.status, unknown.status]).to.deep.equal([200, 401]);
  });

  it("a server with API keys accepts keys over gRPC, as authorization and as api-key", async () => {
    const client = new PlainClient(definitionsIn("azimuth/v1/collections_service.proto"), server.grpcAddress);
    try {
      const list = async (metadata: Headers) =>
        client.call("azimuth.v1.Collections/List", {}, metadata).then(
          () => status.OK,
          ({ code }: { code: number }) => code,
        );
      expect(await list({})).to.equal(status.UNAUTHENTICATED);
      expect(await list(bearer(KEYS.readOnlyApiKey))).to.equal(status.OK);
      expect(await list({ "api-key": KEYS.apiKey })).to.equal(status.OK);
    } finally {
      client.close();
    }
  });

  it("a server with API keys writes its keys to no line of the log, no response and no metric", async () => {
    const answers = [];
    for (const key of Object.values(KEYS)) {
      for (const path of ["/collections", "/metrics", "/status", "/auth/api_keys", "/nowhere"])
        answers.push((await server.call("GET", path, undefined, bearer(key))).text);
    }
    expect(lines.join("\n")).to.contain('"token":"api_key"').and.to.contain('"token":"read_only_api_key"');
    for (const key of Object.values(KEYS)) {
      expect(lines.join("\n")).to.not.contain(key);
      expect(answers.join("\n")).to.not.contain(key);
    }
  });
});

describe("the switch of authentication", () => {
  const switchTo = async (server: TestServer, enabled: boolean) => {
    const admin = await becomeAdmin(server);
    const { status, body } = await server.call("PATCH", "/auth/enabled", { enabled }, admin);
    return { status, message: body.message as string | undefined };
  };

  it("authentication cannot be switched off if the configuration says on, and the error says what to do", async () => {
    const server = await startTestServer({ declared: ON });
    try {
      const { status, message } = await switchTo(server, false);
      expect([status, message]).to.deep.equal([
        403,
        "Authentication is switched on by the configuration of the server: AZIMUTH_API_KEY. " +
          "Set auth.enabled (AZIMUTH_AUTH__ENABLED) to false and restart the server to switch it off",
      ]);
      expect((await server.call("GET", "/collections")).status).to.equal(401);
      expect(server.audited.at(-1)).to.include({ action: "auth_disabled", result: "refused" });
    } finally {
      await server.close();
    }
  });

  it("authentication cannot be switched on if the configuration says off, and the error says what to do", async () => {
    const server = await startTestServer({ declared: { ...ON, enabled: false, by: ON.setting } });
    try {
      const { status, message } = await switchTo(server, true);
      expect([status, message?.includes("to true and restart the server to switch it on")]).to.deep.equal([
        403,
        true,
      ]);
      expect((await server.call("GET", "/collections")).status).to.equal(200);
    } finally {
      await server.close();
    }
  });

  it("authentication can be set to the value that the configuration has", async () => {
    const server = await startTestServer({ declared: ON });
    try {
      expect((await switchTo(server, true)).status).to.equal(200);
    } finally {
      await server.close();
    }
  });
});

describe("POST /auth/admin from another machine", () => {
  it("POST /auth/admin from another machine is refused with the header and the file of the setup code, until there is an admin", async () => {
    const server = await startTestServer();
    try {
      const proxied = { "x-forwarded-for": "203.0.113.9" };
      const ask = () => server.call("POST", "/auth/admin", { password: "Blue-Kettle-77x" }, proxied);
      const first = await ask();
      expect(first.status).to.equal(401);
      expect(first.body.message).to.match(
        /^Invalid or missing authorization token; .* X-Setup-Code .* setup-code /,
      );
      await becomeAdmin(server);
      expect((await ask()).body.message).to.equal("Invalid or missing authorization token");
    } finally {
      await server.close();
    }
  });
});
