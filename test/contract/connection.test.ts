// The connection around a request: compression, refusals before the end of a body, bytes that are not HTTP, and the
// memory that requests reserve. The decision: a refusal leaves the connection usable.
import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { OutOfMemory } from "../../src/errors/failures.ts";
import { TooManyRequests } from "../../src/errors/server.ts";
import { holdUntilRead } from "../../src/http/answers/unread.ts";
import { MemoryLimit } from "../../src/memory/memory-limit.ts";
import { RequestBudget } from "../../src/memory/request-budget.ts";
import { MAX_BODY_BYTES, MAX_BODY_BYTES_UNDER_WAY, SMALL_ANSWER_BYTES } from "../../src/schema/limits.ts";
import { count, createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";
import { itWeekly } from "../support/weekly.ts";

const POINTS = "/collections/c/points";
const PATIENCE_MS = 120_000;

describe("a connection", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  afterEach(() => server.close());

  /** Sends the bytes, and reads until `enough` returns true or the server closes the connection. */
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

  itWeekly("a connection stays open after a gzip body that is too large when unpacked", async () => {
    const bomb = gzipSync(new Uint8Array(MAX_BODY_BYTES * 2));
    const put = head(`PUT ${POINTS}`, { "Content-Encoding": "gzip", "Content-Length": bomb.length });
    const text = await exchange([put, bomb, head("GET /", {})], (sofar) =>
      sofar.includes("azimuth - vector"),
    );
    expect(text).to.match(/^HTTP\/1.1 413 /);
    expect(text).to.contain("HTTP/1.1 200 OK");
  });

  it("a connection stays open after a body was refused", async () => {
    const put = head(`PUT ${POINTS}`, { "Content-Length": 12 });
    const text = await exchange([put, '{"points":5}', head("GET /", {})], (sofar) =>
      sofar.includes("azimuth - vector"),
    );
    expect(text).to.match(/^HTTP\/1.1 400 /);
    expect(text).to.contain("HTTP/1.1 200 OK");
  });

  it("a connection writes nothing of an upsert whose body ends too early", async () => {
    const body = JSON.stringify({ points: [{ id: 1, vector: [1, 2, 3, 4] }] });
    const put = head(`PUT ${POINTS}`, { "Content-Length": body.length + 1 });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(put + body, () => socket.destroy());
    await new Promise((resolve) => socket.on("close", resolve));
    expect(await count(server)).to.equal(0);
  });

  for (const encoding of ["gzip", "GZIP", "x-gzip"]) {
    it(`a connection supports Content-Encoding ${encoding} on every route`, async () => {
      const body = gzipSync('{"vectors_config":{"size":4,"distance":"Dot"}}');
      const headers = { "content-encoding": encoding };
      expect((await server.call("PUT", "/collections/d", body, headers)).status).to.equal(200);
      const points = gzipSync(JSON.stringify({ points: [{ id: 1, vector: [1, 2, 3, 4] }] }));
      expect((await server.call("PUT", POINTS, points, headers)).status).to.equal(200);
    });
  }

  for (const path of [POINTS, "/collections/d"]) {
    it(`a connection refuses an unknown Content-Encoding on PUT ${path}`, async () => {
      const { status, body } = await server.call("PUT", path, "{}", { "content-encoding": "constructor" });
      expect([status, body.status.error]).to.deep.equal([
        400,
        'Content-Encoding: expected gzip, deflate or br, got "constructor"',
      ]);
    });

    it(`a connection refuses a broken gzip body on PUT ${path}`, async () => {
      const { status } = await server.call("PUT", path, "not gzip at all", { "content-encoding": "gzip" });
      expect(status).to.equal(400);
    });
  }

  it("a connection serves small requests while large ones hold the memory of bodies, and large ones when it is released", async () => {
    const put = head(`PUT ${POINTS}`, { "Content-Length": MAX_BODY_BYTES });
    const port = Number(new URL(server.url).port);
    const slow = Array.from({ length: MAX_BODY_BYTES_UNDER_WAY / MAX_BODY_BYTES }, () =>
      connect(port, "127.0.0.1"),
    );
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.write(`${put}{`, resolve))));
    const points = { points: [{ id: 1, vector: [1, 2, 3, 4], payload: { a: "x".repeat(1000) } }] };
    for (let i = 0; i < 10; i++) expect((await server.call("PUT", POINTS, points)).status).to.equal(200);
    const large = JSON.stringify(points) + " ".repeat(MAX_BODY_BYTES / 8);
    let isAnswered = false;
    const answer = server.call("PUT", POINTS, large).then((one) => {
      isAnswered = true;
      return one;
    });
    expect((await server.call("PUT", POINTS, points)).status).to.equal(200);
    expect(isAnswered).to.equal(false);
    const spelled = server.call("PUT", POINTS, large, { "content-encoding": " Identity" }).then((one) => {
      isAnswered = true;
      return one;
    });
    expect((await server.call("PUT", POINTS, points)).status).to.equal(200);
    expect(isAnswered).to.equal(false);
    for (const socket of slow) socket.destroy();
    expect((await answer).status).to.equal(200);
    expect((await spelled).status).to.equal(200);
  });

  itWeekly(
    "a connection is refused a large response while other large responses are not read, but never the response of a write",
    async () => {
      const payload = { a: "x".repeat(1_000_000) };
      for (const first of [0, 50]) {
        const points = Array.from({ length: 50 }, (_, i) => ({
          id: first + i,
          vector: [1, 2, 3, 4],
          payload,
        }));
        expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
      }
      const body = JSON.stringify({ ids: Array.from({ length: 100 }, (_, id) => id) });
      const post = head(`POST ${POINTS}`, { "Content-Length": body.length }) + body;
      const port = Number(new URL(server.url).port);
      const deaf = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
      for (const socket of deaf) {
        socket.write(post);
        // The beginning of the response has arrived; the client reads no further.
        await once(socket, "readable");
      }
      const refused = await server.call("POST", POINTS, body);
      expect(refused.status).to.equal(429);
      expect(refused.body.status.error).to.contain("answers are waiting to be read");
      const write = { points: [{ id: 1000, vector: [1, 2, 3, 4] }] };
      expect((await server.call("PUT", POINTS, write)).status).to.equal(200);
      for (const socket of deaf) socket.destroy();
      await until(async () => (await server.call("POST", POINTS, body)).status === 200);
    },
  );

  it("a connection gets an error in the core envelope for bytes that are not HTTP", async () => {
    const text = await exchange(["hello\r\n\r\n"], (sofar) => sofar.includes("}}"));
    expect(text).to.match(/^HTTP\/1.1 400 Bad Request/);
    expect(text).to.contain(
      '"status":{"error":"the request cannot be read as HTTP (HPE_INVALID_METHOD)","code":"INVALID_ARGUMENT"}',
    );
  });

  it("a connection gets 501 for an unimplemented operation without its body being read", async () => {
    const post = head("POST /collections/c/points/recommend", { "Content-Length": 1_000_000_000 });
    const text = await exchange([post], (sofar) => sofar.includes("}}"));
    expect(text).to.match(/^HTTP\/1.1 501 /);
  });
});

describe("the memory budget of requests", () => {
  it("the memory budget of requests limits the memory of all requests together, and is available again when they end", () => {
    const budget = new RequestBudget(100, "things are under way", MemoryLimit.unlimited());
    const [one, other] = [budget.reservation(), budget.reservation()];
    one.reserve(60);
    other.reserve(30);
    expect(() => other.reserve(11)).to.throw(
      TooManyRequests,
      "Too many things are under way; try again in a moment",
    );
    other.reserve(10);
    one.release();
    one.release();
    other.reserve(60);
    expect(() => one.reserve(1)).to.throw(TooManyRequests);
    other.release();
    one.reserve(100);
  });

  it("the memory budget of requests grants large reservations in order, and keeps a part for small ones", async () => {
    const budget = new RequestBudget(100, "things are under way", MemoryLimit.unlimited());
    const begun: number[] = [];
    const reservations = [40, 35, 40, 10].map((bytes, i) => {
      const reservation = budget.reservation();
      reservation.waitFor(bytes).then(
        () => begun.push(i),
        () => begun.push(-i),
      );
      return reservation;
    });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    await settled();
    expect(begun).to.deep.equal([0, 1]);
    const small = budget.reservation();
    small.reserve(25);
    reservations[0]!.release();
    await settled();
    expect(begun).to.deep.equal([0, 1, 2]);
    small.release();
    reservations[1]!.release();
    await settled();
    expect(begun).to.deep.equal([0, 1, 2, 3]);
    for (const reservation of reservations) reservation.release();
  });

  it("the memory budget of requests drops the reservation of a client that leaves while it waits", async () => {
    const budget = new RequestBudget(100, "things are under way", MemoryLimit.unlimited());
    const [one, other, third] = [budget.reservation(), budget.reservation(), budget.reservation()];
    await one.waitFor(100);
    const waiting = other.waitFor(50).catch((error: Error) => error.message);
    const last = third.waitFor(20);
    other.release();
    expect(await waiting).to.equal("deadline exceeded");
    one.release();
    await last;
    third.release();
  });

  it("the memory budget of requests is counted on the memory of the process, and released there", () => {
    const memory = MemoryLimit.of(300);
    const reservation = new RequestBudget(200, "things are under way", memory).reservation();
    reservation.reserve(100);
    expect(memory.used).to.equal(200);
    reservation.release();
    expect(memory.used).to.equal(0);
  });

  it("the memory budget of requests refuses with advice to retry if other requests hold the memory, and with out of memory otherwise", () => {
    const memory = MemoryLimit.of(300);
    const budget = new RequestBudget(1000, "things are under way", memory);
    const [one, other] = [budget.reservation(), budget.reservation()];
    one.reserve(100);
    expect(() => other.reserve(60)).to.throw(TooManyRequests);
    expect(() => other.reserve(101)).to.throw(OutOfMemory);
    expect(() => one.reserve(60)).to.throw(OutOfMemory);
    expect(memory.used).to.equal(200);
  });

  it("the memory budget of requests does not delay a small response, and holds a large one until it is read", () => {
    const budget = new RequestBudget(
      SMALL_ANSWER_BYTES + 1,
      "answers are waiting to be read",
      MemoryLimit.unlimited(),
    );
    const [deaf, writer, other] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
    holdUntilRead(deaf, SMALL_ANSWER_BYTES + 1, budget.reservation());
    holdUntilRead(writer, SMALL_ANSWER_BYTES, budget.reservation());
    expect(() => holdUntilRead(other, SMALL_ANSWER_BYTES + 1, budget.reservation())).to.throw(
      TooManyRequests,
    );
    deaf.emit("close");
    holdUntilRead(other, SMALL_ANSWER_BYTES + 1, budget.reservation());
  });
});
