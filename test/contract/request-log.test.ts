// The log of requests over REST and gRPC. The decision: lines contain the pattern of a path, never a value or a
// credential of a client.

import { credentials, Metadata, makeClientConstructor, type ServiceError } from "@grpc/grpc-js";
import { expect } from "chai";
import { services } from "../../src/grpc/wire/messages.ts";
import { bearer, guard } from "../support/guarded.ts";
import { rawRequest } from "../support/raw-request.ts";
import {
  createCollection,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../support/rest.ts";

const { CollectionsService } = services;

const PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

type Line = Record<string, unknown>;

describe("the log of requests", () => {
  let server: TestServer;
  let lines: Line[];
  const start = async (options: TestServerOptions = {}) => {
    lines = [];
    server = await startTestServer({ ...options, log: (line) => lines.push(line) });
  };
  afterEach(() => server.close());

  const told = (msg: string) => lines.filter((line) => line.msg === msg);

  /** Makes a call, and returns the metadata of its response or refusal. */
  function call(name: string, request: object, headers: Record<string, string>): Promise<Metadata> {
    const client = new (makeClientConstructor(CollectionsService, "Test"))(
      server.grpcAddress,
      credentials.createInsecure(),
    );
    const metadata = new Metadata();
    for (const [key, value] of Object.entries(headers)) metadata.set(key, value);
    return new Promise((resolve) => {
      let first: Metadata | undefined;
      // biome-ignore lint/suspicious/noExplicitAny: the client has its methods by name.
      const sent = (client as any)[name](request, metadata, (error: ServiceError | null) => {
        client.close();
        resolve(first ?? error!.metadata);
      });
      sent.on("metadata", (given: Metadata) => {
        if (Object.keys(given.getMap()).length > 0) first = given;
      });
    });
  }

  it("the log of requests has one line for each request at debug level, without values of clients", async () => {
    await start();
    await createCollection(server);
    await server.call("GET", "/collections/c", undefined, { "x-request-id": "mine" });
    const { level, time: _, ms, bytes, ...line } = told("request").at(-1)!;
    expect(level).to.equal("debug");
    expect(line).to.deep.equal({
      msg: "request",
      api: "rest",
      method: "GET",
      route: "/collections/{collection_name}",
      status: 200,
      collection: "c",
      requestId: "mine",
    });
    expect(ms).to.be.a("number");
    expect(bytes).to.be.above(100);
  });

  it("the log of requests has a line for each request at info level if the access log is on", async () => {
    await start({ accessLog: true });
    await server.call("GET", "/collections");
    expect(told("request")[0]).to.include({ level: "info", route: "/collections" });
  });

  it("the log of requests has a line at warn level for a slow request", async () => {
    await start({ slowRequestMs: 1 });
    await createCollection(server);
    const points = Array.from({ length: 3_000 }, (_, id) => ({ id, vector: [1, 2, 3, 4] }));
    await server.call("PUT", "/collections/c/points", { points });
    expect(told("slow request").at(-1)).to.include({
      level: "warn",
      collection: "c",
      route: "/collections/{collection_name}/points",
    });
  });

  it("the log of requests does not report an import as slow, because its client decides how long it takes", async () => {
    await start({ slowRequestMs: 1 });
    await createCollection(server);
    lines.length = 0;
    await server.call("POST", "/collections/c/points/import", '{"id":1,"vector":[1,2,3,4]}\n');
    expect(lines.filter(({ level }) => level === "warn")).to.deep.equal([]);
    expect(told("request")[0]).to.include({ route: "/collections/{collection_name}/points/import" });
  });

  it("the log of requests names a token by its id, and never contains a credential", async () => {
    await start();
    const admin = await guard(server);
    const { body } = await server.call("POST", "/auth/tokens", { name: "t", permission: 1 }, admin);
    lines.length = 0;
    await server.call("GET", "/collections", undefined, bearer(body.token));
    await server.call("GET", "/collections", undefined, admin);
    await server.call("GET", "/collections", undefined, bearer("az_wrong"));
    expect(told("request").map(({ token }) => token)).to.deep.equal([body.id, "admin", undefined]);
    expect(JSON.stringify(lines))
      .to.not.contain(body.token)
      .and.not.contain("az_wrong")
      .and.not.contain("Bearer");
  });

  it("the log of requests contains no path that the server does not know", async () => {
    await start();
    await rawRequest(server.url, { method: "GET", path: "/azk-secret" });
    expect(told("request")[0]).to.include({ route: "(none)", status: 404 });
    expect(JSON.stringify(lines)).to.not.contain("azk-secret");
  });

  it("the log of requests has the request id and trace id that the response returns, also for refused requests", async () => {
    await start();
    for (const path of ["/collections", "/collections/absent", "/nowhere"]) {
      const headers = { "x-request-id": "abc", traceparent: PARENT };
      const answer = await rawRequest(server.url, { method: "GET", path, headers });
      expect(answer.headers["x-request-id"], path).to.equal("abc");
      expect(answer.headers.traceparent).to.match(
        /^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)\w{16}-01$/,
      );
    }
    const plain = await rawRequest(server.url, { method: "GET", path: "/" });
    expect(plain.headers["x-request-id"]).to.match(/^[\da-f-]{36}$/);
    expect(plain.headers).to.not.have.property("traceparent");
  });

  it("the log of requests contains calls over gRPC, refused ones included", async () => {
    await start();
    await createCollection(server);
    lines.length = 0;
    const headers = { "x-request-id": "abc", traceparent: PARENT };
    for (const collection_name of ["c", "absent"]) {
      const given = await call("get", { collection_name }, headers);
      expect(given.get("x-request-id"), collection_name).to.deep.equal(["abc"]);
      expect(given.get("traceparent")[0]).to.match(/^00-4bf92f3577b34da6a3ce929d0e0e4736-\w{16}-01$/);
    }
    expect(
      told("request").map(({ level, time: _, ms: __, bytes: ___, msg: ____, ...line }) => line),
    ).to.deep.equal(
      [
        ["c", 0],
        ["absent", 5],
      ].map(([collection, status]) => ({
        api: "grpc",
        method: "POST",
        route: "/azimuth.v1.Collections/Get",
        status,
        collection,
        requestId: "abc",
        traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      })),
    );
  });
});
