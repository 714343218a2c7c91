// Hostile clients over gRPC, with a server in a process of its own that must survive them. The decision: the memory of
// a client is limited and released, and others get their responses.

import { once } from "node:events";
import { connect } from "node:net";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { messages } from "../../src/grpc/wire/messages.ts";
import { PASSWORD } from "../support/guarded.ts";
import type { ServerProcess } from "../support/process.ts";
import { answerTo, framed, RawGrpc } from "../support/raw-grpc.ts";
import { residentMiB } from "../support/resident.ts";
import { logIn, makeAdmin, switchTo } from "../support/secured.ts";
import { call, Servers } from "../support/servers.ts";

const { CountPoints, ScrollPoints } = messages;

const COUNT = "/azimuth.v1.Points/Count";
const SCROLL = "/azimuth.v1.Points/Scroll";
const LOGIN = "/azimuth.v1.Auth/Login";
const MIB = 1024 * 1024;
const QUICK_MS = 2_000;
/** Enough for the minute after which a silent client is disconnected, and for a hundred large responses. */
const LONG_MS = 150_000;
const STREAMS = 10_000;

const asks = framed(Buffer.from(CountPoints.encode({ collection_name: "c" } as never)));
const everything = framed(
  Buffer.from(
    ScrollPoints.encode({
      collection_name: "c",
      limit: 10_000,
      with_vectors: { selector_options: { $case: "enable", value: true } },
    } as never),
  ),
);

describe("hostile clients over gRPC", () => {
  let servers: Servers;
  let server: ServerProcess;
  const open: RawGrpc[] = [];
  beforeEach(async () => {
    servers = new Servers();
    server = await servers.start();
    await call(server, "PUT", "/collections/c", { vectors_config: { size: 1024, distance: "Dot" } });
  });
  afterEach(async () => {
    for (const raw of open.splice(0)) raw.close();
    const { code, signal } = await server.stop();
    expect({ code, signal }, server.output()).to.deep.equal({ code: 0, signal: null });
    await servers.close();
  });

  function connection(): RawGrpc {
    const raw = new RawGrpc(server.grpcAddress);
    open.push(raw);
    return raw;
  }

  /** Writes points whose rows take 16 MiB. */
  async function fill(): Promise<void> {
    const points = Array.from({ length: 4_000 }, (_, id) => ({ id, vector: Array(1024).fill(id) }));
    for (let from = 0; from < points.length; from += 1_000) {
      await call(server, "PUT", "/collections/c/points", { points: points.slice(from, from + 1_000) });
    }
  }

  async function answersQuickly(headers: Record<string, string> = {}): Promise<void> {
    const started = performance.now();
    expect((await connection().call(COUNT, asks, headers)).code).to.equal(status.OK);
    expect(performance.now() - started).to.be.below(QUICK_MS);
  }

  it("hostile clients over gRPC get answers in order to 10,000 calls on one connection", async () => {
    const raw = connection();
    const answers = await Promise.all(Array.from({ length: STREAMS }, () => raw.call(COUNT, asks)));
    expect(new Set(answers.map(({ code }) => code))).to.deep.equal(new Set([status.OK]));
    await answersQuickly();
  });

  it("hostile clients over gRPC lose their connection when they begin calls only to reset them", async () => {
    const raw = connection();
    await once(raw.session, "connect");
    const left = new Promise((resolve) => raw.session.once("close", resolve));
    for (let call = 0; call < STREAMS && !raw.session.closed && !raw.session.destroyed; call++) {
      raw.begin(COUNT).close();
      if (call % 500 === 499) await new Promise((resolve) => setImmediate(resolve));
    }
    await left;
    await answersQuickly();
  });

  it("hostile clients over gRPC without a valid credential have no request read", async () => {
    await makeAdmin(server, PASSWORD);
    const admin = await logIn(server, PASSWORD);
    await switchTo(server, admin, true);
    const strangers = connection();
    const before = residentMiB(server);
    const answers = Array.from({ length: 200 }, () => {
      const stream = strangers.begin(COUNT);
      stream.write(Buffer.alloc(MIB));
      return answerTo(stream);
    });
    for (const { code } of await Promise.all(answers)) expect(code).to.equal(status.UNAUTHENTICATED);
    // The clients send 200 MiB; the server needs more for its work than one window for each.
    expect(residentMiB(server, "VmHWM") - before).to.be.below(100);
    await answersQuickly(admin);
  });

  it("hostile clients over gRPC get little memory for calls without a credential", async () => {
    const answer = await connection().call(LOGIN, framed(Buffer.alloc(9 * 1024)));
    expect(answer.code).to.equal(status.RESOURCE_EXHAUSTED);
    expect(answer.details).to.equal(
      "Request body is larger than the limit of 8192 bytes; send smaller batches",
    );
  });

  it("hostile clients over gRPC leave memory to others when they begin large requests without ending them", async () => {
    // Memory for requests allows four of the clients; the others wait until the first are disconnected after a minute.
    const slow = Array.from({ length: 6 }, connection);
    const answers = slow.map((raw) => {
      const stream = raw.begin(COUNT);
      stream.write(framed(Buffer.alloc(60 * MIB), 0, 60 * MIB + 1));
      return answerTo(stream, LONG_MS);
    });
    const first = await Promise.race(answers);
    expect([first.code, first.details]).to.deep.equal([
      status.DEADLINE_EXCEEDED,
      "the request did not arrive within 60 seconds",
    ]);
    await answersQuickly();
    for (const raw of slow) raw.close();
    await Promise.allSettled(answers);
    const whole = await connection().call(COUNT, framed(Buffer.alloc(60 * MIB)));
    expect(whole.code).to.equal(status.INVALID_ARGUMENT);
  });

  it("hostile clients over gRPC that do not read get no more responses, and hold no memory after they have left", async () => {
    await fill();
    // A connection has one large response at a time, and gets the next when it has read that one.
    const deaf = Array.from({ length: 30 }, connection);
    const heads: Record<string, string>[] = [];
    for (const raw of deaf) {
      const stream = raw.begin(SCROLL);
      stream.pause();
      stream.end(everything);
      heads.push((await once(stream, "response"))[0]);
    }
    const refused = heads.filter((head) => Number(head["grpc-status"]) === status.RESOURCE_EXHAUSTED);
    // A response takes 16 MiB; unread responses may take 256 MiB together.
    expect(refused.length).to.be.within(10, 20);
    expect(decodeURIComponent(refused[0]!["grpc-message"]!)).to.equal(
      "Too many answers are waiting to be read; try again in a moment",
    );
    await answersQuickly();
    for (const raw of deaf) raw.close();
    const { code, body } = await connection().call(SCROLL, everything);
    expect([code, body.length > 15 * MIB]).to.deep.equal([status.OK, true]);
  });

  it("hostile clients over gRPC have only a few of many large requests executed at a time", async () => {
    await fill();
    const greedy = Array.from({ length: 100 }, connection);
    const answers = await Promise.all(greedy.map((raw) => raw.call(SCROLL, everything, {}, LONG_MS)));
    const refused = answers.filter(({ code }) => code === status.RESOURCE_EXHAUSTED);
    expect(refused.length).to.be.greaterThan(20);
    for (const { details } of refused)
      expect(details).to.match(
        /^Too many answers are (being put together|waiting to be read); try again in a moment$/,
      );
    expect(answers.some(({ code }) => code === status.OK)).to.equal(true);
    // All responses together would take 1.6 GiB, in addition to the memory of an idle server. Those that are allowed
    // took 0.7 to 1.04 GiB: buffers of sent responses are released when the collector of Node gets to run.
    expect(residentMiB(server, "VmHWM")).to.be.below(1_280);
    await answersQuickly();
  });

  it("hostile clients over gRPC are disconnected when they do not speak HTTP/2", async () => {
    const [host, port] = server.grpcAddress.split(":");
    for (const words of [
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "\0".repeat(100),
      `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${"\xff".repeat(64)}`,
    ]) {
      const socket = connect(Number(port), host);
      socket.on("error", () => {});
      socket.write(words, "latin1");
      socket.resume();
      await once(socket, "close");
    }
    await answersQuickly();
  });
});
