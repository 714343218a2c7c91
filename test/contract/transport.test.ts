// Rules for every REST operation: the envelope of responses, unknown routes, operations before the log is replayed, and
// operations of the extended API.
import { get } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { EXAMPLES } from "../../src/api/openapi/examples.ts";
import { OPERATIONS } from "../../src/api/operations/index.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests read the document at every depth.
type Tree = any;

const NOT_BUILT = OPERATIONS.filter(({ run, extended }) => run === undefined || extended);
const NOT_READY = OPERATIONS.filter(({ always }) => !always);

function pathOf(path: string): string {
  return path.replace("{collection_name}", "c").replace(/\{\w+\}/g, "1");
}

describe("REST:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  it("REST answers GET / without an envelope, with title and version", async () => {
    const { status, body } = await server.call("GET", "/");
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ title: "azimuth - vector database", version: "0.1.0" });
  });

  it("REST returns results in the core envelope", async () => {
    const { status, headers, body } = await server.call("GET", "/collections");
    expect(status).to.equal(200);
    expect(headers.get("content-type")).to.equal("application/json; charset=utf-8");
    expect(body).to.have.all.keys("usage", "time", "status", "result");
    expect(body.usage).to.deep.equal({ hardware: null });
    expect(body.status).to.equal("ok");
    expect(body.time).to.be.within(0, 1);
  });

  for (const path of ["/healthz", "/livez", "/readyz"]) {
    it(`REST answers GET ${path} with a line of text`, async () => {
      const { status, headers, text } = await server.call("GET", path);
      expect([status, headers.get("content-type")]).to.deep.equal([200, "text/plain; charset=utf-8"]);
      expect(text).to.match(/passed|ready/);
    });
  }

  it("REST answers GET /openapi.json without an envelope, with the document of this version", async () => {
    const { status, headers, body } = await server.call("GET", "/openapi.json");
    expect([status, headers.get("content-type")]).to.deep.equal([200, "application/json; charset=utf-8"]);
    expect([body.openapi, body.info.version]).to.deep.equal(["3.1.0", "0.1.0"]);
    expect(body.paths["/openapi.json"].get.operationId).to.equal("getOpenApi");
  });

  it("REST uses a valid Host header as the address of the server in /openapi.json", async () => {
    const port = new URL(server.url).port;
    const urlFor = async (host: string, headers: Record<string, string> = {}) => {
      const body = await new Promise<string>((resolve, reject) => {
        const about = { host: "127.0.0.1", port, path: "/openapi.json", headers: { ...headers, host } };
        get(about, (answer) => text(answer).then(resolve, reject)).on("error", reject);
      });
      return JSON.parse(body).servers?.[0].url;
    };
    expect(await urlFor(`localhost:${port}`)).to.equal(`http://localhost:${port}`);
    expect(await urlFor("[::1]:7000")).to.equal("http://[::1]:7000");
    expect(await urlFor("db", { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" })).to.equal(
      "http://db",
    );
    expect(await urlFor("evil.example")).to.equal(undefined);
    const behindProxy = await (await fetch(`${server.uiUrl}/api/proxy/openapi.json`)).json();
    expect(behindProxy.servers[0].url).to.equal(`${server.uiUrl}/api/proxy`);
    expect(await urlFor('db"/x@y')).to.equal("http://127.0.0.1:6573");
  });

  it("REST answers GET /cluster with the status of a disabled cluster", async () => {
    expect((await server.call("GET", "/cluster")).body.result).to.deep.equal({ status: "disabled" });
  });

  it("REST accepts doubled and trailing slashes", async () => {
    await createCollection(server);
    expect((await server.call("GET", "//collections///c//exists/")).body.result).to.deep.equal({
      exists: true,
    });
  });

  it("REST answers 400 in the envelope of the operation for an id that cannot be percent-decoded", async () => {
    const { status, body } = await server.call("DELETE", "/auth/api_key/%ff");
    expect([status, body]).to.deep.equal([
      400,
      { status: "error", message: "the path cannot be percent-decoded as UTF-8" },
    ]);
  });

  it("REST answers 400 for a path that cannot be percent-decoded", async () => {
    const { status, body } = await server.call("GET", "/collections/%ff");
    expect([status, body.status.error]).to.deep.equal([400, "the path cannot be percent-decoded as UTF-8"]);
  });

  it("REST answers 404 for an unknown route", async () => {
    const { status, body } = await server.call("GET", "/nope");
    expect([status, body.status.error]).to.deep.equal([404, "No such endpoint: GET /nope"]);
  });

  it("REST answers 405 for a method that a route does not have, with the allowed ones", async () => {
    const { status, headers, body } = await server.call("POST", "/collections/c/exists", {});
    expect(status).to.equal(405);
    expect(headers.get("allow")).to.contain("GET");
    expect(body.status.error).to.contain("not POST");
  });

  const points = "/collections/c/points";
  const uuid = "0b5c1c6e-6d52-4b1e-9c2f-0e8d8c1a7f11";
  for (const [method, path, meant] of [
    ["GET", points, `POST ${points}/scroll`],
    ["DELETE", points, `POST ${points}/delete`],
    ["DELETE", `${points}/7`, `POST ${points}/delete with {"points": [7]}`],
    ["DELETE", `${points}/${uuid}`, `POST ${points}/delete with {"points": ["${uuid}"]}`],
    ["PUT", `${points}/7`, `PUT ${points} with`],
    ["POST", "/collections", "PUT /collections/NAME"],
  ] as const) {
    it(`REST suggests the operation that ${method} ${path} resembles`, async () => {
      const { status, body } = await server.call(method, path, method === "GET" ? undefined : {});
      expect(status).to.equal(405);
      expect(body.status.hint).to.contain(meant);
    });
  }

  for (const path of ["/docs", "/swagger/index.html", "/redoc"]) {
    it(`REST names the OpenAPI document in the 404 for ${path}`, async () => {
      const { status, body } = await server.call("GET", path);
      expect(status).to.equal(404);
      expect(body.status.hint).to.contain("GET /openapi.json");
    });
  }

  it("REST answers 200 to each example of the document, in their order", async () => {
    const { body: document } = await server.call("GET", "/openapi.json");
    const all = new Map<string, { method: string; path: string; example: object }>();
    for (const [path, methods] of Object.entries<Tree>(document.paths)) {
      for (const [method, { operationId, requestBody }] of Object.entries<Tree>(methods)) {
        const example = requestBody?.content["application/json"]?.example;
        if (example) all.set(operationId, { method: method.toUpperCase(), path, example });
      }
    }
    expect([...all.keys()]).to.have.members(Object.keys(EXAMPLES));
    for (const id of Object.keys(EXAMPLES)) {
      const { method, path, example } = all.get(id)!;
      const at = path.replace("{collection_name}", "examples");
      const { status, text } = await server.call(method, at, example);
      expect(status, `${id}: ${text}`).to.equal(200);
    }
  });

  describe("operations of the extended API", () => {
    for (const { rest } of NOT_BUILT) {
      it(`operations of the extended API answer 501 in the core envelope without it: ${rest.method.toUpperCase()} ${rest.path}`, async () => {
        const method = rest.method.toUpperCase();
        const { status, body } = await server.call(
          method,
          pathOf(rest.path),
          method === "GET" ? undefined : {},
        );
        expect(status).to.equal(501);
        expect(body.status.error.split(";")[0]).to.equal(`Not implemented: ${method} ${rest.path}`);
      });
    }

    it("operations of the extended API are the operations of the specification's list", () => {
      const paths = NOT_BUILT.map(
        ({ rest }) => `${rest.method} ${rest.path.replace("/collections/{collection_name}", "")}`,
      );
      expect(paths).to.include.members([
        ...["get /aliases", "post /aliases", "post /snapshots", "get /snapshots"],
        ...["delete /snapshots/{snapshot_name}", "put /snapshots/{snapshot_name}/recover"],
        ...[
          "post /operations/flush",
          "post /operations/optimize",
          "post /operations/rebuild_index",
          "get /status",
        ],
        ...["post /points/search/groups", "post /points/query/groups"],
        ...["post /points/recommend", "post /points/recommend/batch", "post /points/recommend/groups"],
        ...["post /points/discover", "post /points/discover/batch"],
      ]);
    });
  });

  describe("before the log has been replayed", () => {
    beforeEach(async () => {
      await server.close();
      server = await startTestServer({ starting: true });
    });

    // Token operations first answer that authentication is off, and guarded operations first check the credential.
    const asked = NOT_READY.filter(
      ({ whileOff, permission }) => whileOff === "open" || permission === "setup",
    );
    for (const { rest } of asked) {
      it(`REST during a replay answers 412 to ${rest.method.toUpperCase()} ${rest.path}`, async () => {
        const method = rest.method.toUpperCase();
        const { status, headers, body } = await server.call(
          method,
          pathOf(rest.path),
          method === "GET" ? undefined : {},
        );
        expect([status, body.message ?? body.status.error]).to.deep.equal([412, "Engine not initialized"]);
        expect(headers.get("retry-after")).to.equal("1");
      });
    }

    it("REST during a replay answers operations that need no data, and reports that it is not ready", async () => {
      expect((await server.call("GET", "/")).status).to.equal(200);
      expect((await server.call("GET", "/healthz")).status).to.equal(200);
      expect((await server.call("GET", "/livez")).status).to.equal(200);
      expect((await server.call("GET", "/openapi.json")).status).to.equal(200);
      expect((await server.call("GET", "/readyz")).status).to.equal(503);
    });
  });
});

const PERMISSIONS = ["none", "read", "write", "admin", "read_admin", "login", "setup", "recovery"];

describe("the operation table", () => {
  it("the operation table has each route and each id in one row only", () => {
    const routes = OPERATIONS.map(({ rest }) => `${rest.method} ${rest.path}`);
    expect(new Set(routes).size).to.equal(routes.length);
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).to.equal(OPERATIONS.length);
  });

  it("the operation table has a permission, an error text and a schema in every row", () => {
    for (const { id, permission, failure, request, result } of OPERATIONS) {
      expect(permission, id).to.be.oneOf(PERMISSIONS);
      expect(failure, id).to.match(/^[A-Z]/);
      expect(request, id).to.be.an("object");
      expect(result, id).to.be.an("object");
    }
  });
});
