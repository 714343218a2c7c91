// What happens on a connection around a request: compression, refusals in the middle of a body, what is not HTTP.
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { TooManyRequests } from "../../src/errors.ts";
import { BodyBudget } from "../../src/http/body.ts";
import { MAX_BODY_BYTES, MAX_BUFFERED_BODY_BYTES } from "../../src/schema/limits.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const PATIENCE_MS = 10_000;

describe("a connection", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  /** Sends the bytes and reads until `enough` says so or the server closes. */
  function exchange(
    parts: readonly (string | Uint8Array)[],
    enough: (text: string) => boolean,
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      let text = "";
      const timer = setTimeout(() => socket.destroy(new Error(`no answer; so far: ${text}`)), PATIENCE_MS);
      socket.on("data", (chunk) => {
        text += chunk;
        if (enough(text)) socket.destroy();
      });
      socket.on("error", reject);
      socket.on("close", () => {
        clearTimeout(timer);
        resolve(text);
      });
      for (const part of parts) socket.write(part);
    });
  }

  function head(line: string, headers: Record<string, string | number>): string {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${line} HTTP/1.1\r\nHost: localhost\r\n${lines.join("")}\r\n`;
  }

  it("goes on after a gzip body that unpacks to too much", async () => {
    const bomb = gzipSync(new Uint8Array(MAX_BODY_BYTES * 2));
    const put = head(`PUT ${POINTS}`, { "Content-Encoding": "gzip", "Content-Length": bomb.length });
    const text = await exchange([put, bomb, head("GET /", {})], (sofar) =>
      sofar.includes("azimuth - vector"),
    );
    expect(text).to.match(/^HTTP\/1.1 413 /);
    expect(text).to.contain("HTTP/1.1 200 OK");
  });

  it("goes on after a refused body", async () => {
    const put = head(`PUT ${POINTS}`, { "Content-Length": 12 });
    const text = await exchange([put, '{"points":5}', head("GET /", {})], (sofar) =>
      sofar.includes("azimuth - vector"),
    );
    expect(text).to.match(/^HTTP\/1.1 400 /);
    expect(text).to.contain("HTTP/1.1 200 OK");
  });

  it("writes nothing of an upsert that breaks off", async () => {
    const body = JSON.stringify({ points: [{ id: 1, vector: [1, 2, 3, 4] }] });
    const put = head(`PUT ${POINTS}`, { "Content-Length": body.length + 1 });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(put + body, () => socket.destroy());
    await new Promise((resolve) => socket.on("close", resolve));
    expect(await count(server)).to.equal(0);
  });

  for (const encoding of ["gzip", "GZIP", "x-gzip"]) {
    it(`understands Content-Encoding ${encoding} on every route`, async () => {
      const body = gzipSync('{"vectors_config":{"size":4,"distance":"Dot"}}');
      const headers = { "content-encoding": encoding };
      expect((await server.call("PUT", "/collections/d", body, headers)).status).to.equal(200);
      const points = gzipSync(JSON.stringify({ points: [{ id: 1, vector: [1, 2, 3, 4] }] }));
      expect((await server.call("PUT", POINTS, points, headers)).status).to.equal(200);
    });
  }

  for (const path of [POINTS, "/collections/d"]) {
    it(`refuses an unknown Content-Encoding on PUT ${path}`, async () => {
      const { status, body } = await server.call("PUT", path, "{}", { "content-encoding": "constructor" });
      expect([status, body.status.error]).to.deep.equal([
        400,
        'Content-Encoding: expected gzip, deflate or br, got "constructor"',
      ]);
    });

    it(`refuses a broken gzip body on PUT ${path}`, async () => {
      const { status } = await server.call("PUT", path, "not gzip at all", { "content-encoding": "gzip" });
      expect(status).to.equal(400);
    });
  }

  it("answers in the core envelope what cannot be read as HTTP", async () => {
    const text = await exchange(["hello\r\n\r\n"], (sofar) => sofar.includes("}}"));
    expect(text).to.match(/^HTTP\/1.1 400 Bad Request/);
    expect(text).to.contain('"status":{"error":"the request cannot be read as HTTP (HPE_INVALID_METHOD)"}');
  });

  it("answers 501 without reading the body", async () => {
    const post = head("POST /collections/c/points/recommend", { "Content-Length": 1_000_000_000 });
    const text = await exchange([post], (sofar) => sofar.includes("}}"));
    expect(text).to.match(/^HTTP\/1.1 501 /);
  });
});

describe("the memory for bodies being received", () => {
  it("is bounded for all clients together, and free again when they are done", () => {
    const budget = new BodyBudget();
    budget.take(MAX_BUFFERED_BODY_BYTES - 10);
    expect(() => budget.take(11)).to.throw(TooManyRequests, "Too many request bodies are being received");
    budget.take(10);
    budget.give(MAX_BUFFERED_BODY_BYTES);
    budget.take(MAX_BUFFERED_BODY_BYTES);
  });
});
