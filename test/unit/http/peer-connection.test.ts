// Connections on which servers of a cluster call each other: many calls, long answers, faults, and the end.
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import Koa from "koa";
import { DeadlineExceeded } from "../../../src/errors/query.ts";
import { PeerEndpoint } from "../../../src/http/peer-endpoint.ts";
import { type Listener, listen } from "../../../src/http/server.ts";
import { ANSWER, CALL, CANCEL, FrameReader, HEAD_BYTES, MAX_CALLS } from "../../../src/net/frames.ts";
import { Peers } from "../../../src/replication/peers/client.ts";
import { isKey, peerKeyOf } from "../../../src/replication/peers/key.ts";
import type { CancelSignal } from "../../../src/scheduling/cancel.ts";
import { bytesOfCall } from "../../../src/schema/peer-calls.ts";
import type { Heard } from "../../../src/service/cluster.ts";
import { between, bytes, countOf, roundRandom, seedOf } from "../../support/chance.ts";
import { rawRequest } from "../../support/raw-request.ts";
import { until } from "../../support/until.ts";

const KEY = peerKeyOf("a secret");
const ROUNDS = countOf("ROUNDS", 150);
const WHICH = { name: "read" as const, collection: "c", shards: [0], division: 1 };
const CALL_OF = { ...WHICH, atLeast: 0, limitMs: 5_000 };
const NO_BODY = new Uint8Array(0);
const nothing = async () => NO_BODY;

type Read = (body: Uint8Array, signal: CancelSignal) => Promise<Uint8Array>;

describe("a connection for calls between servers", () => {
  let read: Read;
  let listener: Listener;
  let url: string;
  let peers: Peers;
  let connections: number;
  const warnings: unknown[] = [];

  beforeEach(async () => {
    read = async (body) => body;
    warnings.length = 0;
    connections = 0;
    const service = {
      read: (_call: unknown, body: Uint8Array, signal: CancelSignal) => read(body, signal),
      ...{ existing: nothing, effect: nothing, vectors: nothing, shard: async () => {} },
      progress: () => NO_BODY,
    };
    const log = { warn: (...told: unknown[]) => void warnings.push(told) };
    const endpoint = new PeerEndpoint({ service, isKey: (given) => isKey(KEY, given), log });
    const app = new Koa().use((ctx) => {
      ctx.body = "an answer";
    });
    const limit = (server: Server) => void server.on("connection", () => void connections++);
    const address = { host: "127.0.0.1", port: 0, flag: "--rest-port", tls: null, limit, peers: endpoint };
    listener = await listen(app, address);
    url = `http://127.0.0.1:${listener.port}`;
    peers = peersAt(url);
  });
  afterEach(async () => {
    peers.close();
    await listener.close(0);
  });

  const peersAt = (uri: string) => {
    const known = { server: "one", uri, silent_seconds: 0, problem: null } as Heard;
    return new Peers({ nodes: async () => [known], key: KEY, server: "x" });
  };
  const ask = (body: Uint8Array, signal?: CancelSignal, limitMs = 5_000) =>
    peers.ask("one", { ...CALL_OF, limitMs }, body, signal);

  /** Lets calls begin and not end. @returns what counts them */
  const holdCalls = () => {
    let begun = 0;
    read = () => new Promise(() => void begun++);
    return () => begun;
  };

  it("answers of many calls at once go to the calls that they belong to, on one connection", async () => {
    const random = roundRandom(seedOf(), 0);
    let [running, most] = [0, 0];
    read = async (body) => {
      most = Math.max(most, ++running);
      for (let i = body[0]! % 5; i > 0; i--) await new Promise((resolve) => setImmediate(resolve));
      running--;
      return body;
    };
    const bodies = Array.from({ length: 500 }, () => bytes(random, between(random, 1, 3000)));
    const answers = await Promise.all(bodies.map((body) => ask(body)));
    expect(answers.every((answer, i) => Buffer.from(answer).equals(bodies[i]!))).to.equal(true);
    expect(connections).to.equal(1);
    expect(most).to.be.within(2, MAX_CALLS);
  });

  it("long questions and answers arrive whole, and a short answer does not wait for a long one", async () => {
    const long = bytes(roundRandom(seedOf(), 1), 40 * 2 ** 20);
    const order: string[] = [];
    read = async (body) => (body.length > 4 ? body : Uint8Array.of(1));
    const first = ask(long).then((answer) => {
      order.push("long");
      return answer;
    });
    await delay(1);
    await ask(Uint8Array.of(7)).then(() => order.push("short"));
    expect(Buffer.from(await first).equals(long)).to.equal(true);
    expect(order).to.deep.equal(["short", "long"]);
  }).timeout(20_000);

  it("a call that is cancelled ends here and is cancelled there, and the connection goes on", async () => {
    let there: CancelSignal;
    read = (_body, signal) => {
      there = signal;
      return new Promise(() => {});
    };
    const signal = { aborted: false };
    const error = ask(NO_BODY, signal).catch((caught: unknown) => caught);
    await until(() => there !== undefined);
    signal.aborted = true;
    expect(await error).to.be.instanceOf(DeadlineExceeded);
    await until(() => there!.aborted);
    read = async (body) => body;
    expect([...(await ask(Uint8Array.of(3)))]).to.deep.equal([3]);
    expect(connections).to.equal(1);
  });

  it("more calls than are under way at once can be cancelled, and others follow", async () => {
    const begun = holdCalls();
    const signal = { aborted: false };
    const calls = Array.from({ length: 3 * MAX_CALLS }, () => ask(NO_BODY, signal).catch(() => "ended"));
    await until(() => begun() === MAX_CALLS);
    signal.aborted = true;
    await Promise.all(calls);
    read = async (body) => body;
    const later = Array.from({ length: MAX_CALLS }, (_, i) => ask(Uint8Array.of(i)));
    expect((await Promise.all(later)).map(([i]) => i)).to.deep.equal([...Array(MAX_CALLS).keys()]);
    expect(warnings).to.deep.equal([]);
  });

  it("an error of the service is the error of its call alone", async () => {
    read = async (body) => {
      if (body[0] === 1) throw new TypeError("it is wrong");
      return body;
    };
    const [error, answer] = await Promise.all([
      ask(Uint8Array.of(1)).catch((caught: Error) => caught.message),
      ask(Uint8Array.of(2)),
    ]);
    expect(error).to.equal("it is wrong");
    expect([...answer]).to.deep.equal([2]);
    expect(warnings).to.have.length(1);
  });

  it("calls under way fail when the connection is cut, and the next call has another one", async () => {
    const begun = holdCalls();
    const failed = [ask(NO_BODY), ask(NO_BODY)].map((call) => call.catch((error: Error) => error.message));
    await until(() => begun() === 2);
    const port = listener.port;
    await listener.close(0);
    for (const message of await Promise.all(failed)) expect(message).to.be.a("string");
    const refused = await ask(NO_BODY).catch((error: Error) => error.message);
    expect(refused).to.contain("ECONNREFUSED").and.contain(String(port));
  });

  it("a server that does not answer fails a call after its limit, and another connection is made", async () => {
    const silent = createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
    await once(silent, "listening");
    let accepted = 0;
    silent.on("connection", (socket) => {
      accepted++;
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
    });
    const others = peersAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    for (const made of [1, 2]) {
      const call = { ...CALL_OF, limitMs: -950 };
      const error = await others
        .ask("one", call, NO_BODY, undefined)
        .catch((caught: Error) => caught.message);
      expect(error).to.equal("no byte for 50 ms");
      expect(accepted).to.equal(made);
    }
    others.close();
    silent.close();
  });

  it("a request that offers an upgrade is answered as without it", async () => {
    const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABk" };
    const { status, text } = await rawRequest(url, { method: "GET", path: "/", headers });
    expect({ status, text }).to.deep.equal({ status: 200, text: "an answer" });
  });

  it("a server that stops answers the calls that are under way, and no others", async () => {
    let end: ((answer: Uint8Array) => void) | undefined;
    read = () => new Promise((resolve) => (end = resolve));
    const first = ask(NO_BODY);
    await until(() => end !== undefined);
    const closing = listener.close(5_000);
    const refused = await ask(NO_BODY).catch((error: Error) => error.message);
    expect(refused).to.contain("the server stops");
    end!(Uint8Array.of(9));
    expect([...(await first)]).to.deep.equal([9]);
    const began = performance.now();
    await closing;
    expect(performance.now() - began).to.be.below(4_000);
  });

  /** Opens a connection as another server does. */
  const opened = async (): Promise<Socket> => {
    const socket = connect(listener.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`CONNECT azimuth-peers:1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).to.equal("HTTP/1.1 200 OK\r\n\r\n");
    return socket;
  };

  for (const [what, frames] of [
    ["a kind that is no call", [frame(ANSWER, 1, Uint8Array.of(1))]],
    ["a call that is too long", [frame(CALL, 1, Uint8Array.of(1), 2 ** 31)]],
    ["a frame that is too long", [frame(CALL, 1, NO_BODY, 100, 2 ** 20)]],
    ["a call without bytes", [frame(CALL, 1, NO_BODY)]],
    ["a call that cannot be read", [frame(CALL, 1, new Uint8Array(64).fill(255))]],
    ["a call with the id of another one", [callFrame(1), callFrame(1)]],
    ["too many calls", Array.from({ length: MAX_CALLS + 1 }, (_, id) => callFrame(id))],
    [
      "too many beginnings of calls",
      Array.from({ length: MAX_CALLS + 1 }, (_, id) => frame(CALL, id, Uint8Array.of(1), 100)),
    ],
  ] as const) {
    it(`${what} ends the connection, and no other one`, async () => {
      read = () => new Promise(() => {});
      const socket = await opened();
      socket.write(Buffer.concat(frames));
      await once(socket, "close");
      expect(warnings).to.have.length(1);
      read = async (body) => body;
      expect([...(await ask(Uint8Array.of(5)))]).to.deep.equal([5]);
    });
  }

  it("the end of a call that is not there changes nothing", async () => {
    const socket = await opened();
    socket.write(Buffer.concat([frame(CANCEL, 77, NO_BODY), callFrame(1, Uint8Array.of(4))]));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.subarray(HEAD_BYTES)).to.deep.equal(Buffer.of(4));
    socket.destroy();
  });

  it("any bytes end no more than their connection", async () => {
    const seed = seedOf();
    for (let round = 0; round < ROUNDS; round++) {
      const random = roundRandom(seed, round);
      const socket = await opened();
      const calls = Array.from({ length: between(random, 1, 5) }, (_, id) =>
        callFrame(id, bytes(random, 50)),
      );
      const sent = Buffer.concat(calls);
      for (let i = between(random, 0, 4); i > 0; i--)
        sent[between(random, 0, sent.length - 1)] = between(random, 0, 255);
      socket.write(Uint8Array.from(sent.subarray(0, between(random, 1, sent.length))));
      // Some are cut by this side, some are closed by the other one.
      if (random() < 0.5) await new Promise((resolve) => setImmediate(resolve));
      else await Promise.race([once(socket, "data"), once(socket, "close"), delay(20)]);
      socket.destroy();
    }
    expect([...(await ask(Uint8Array.of(6)))], `SEED=${seed}`).to.deep.equal([6]);
  }).timeout(30_000);

  it("answers wait while the other side does not read, and none is lost", async () => {
    const answer = new Uint8Array(8 * 2 ** 20).fill(3);
    read = async () => answer;
    const socket = await opened();
    socket.pause();
    const count = 8;
    socket.write(Buffer.concat(Array.from({ length: count }, (_, id) => callFrame(id))));
    await delay(100);
    const reading = new FrameReader({ kinds: [ANSWER], mostBytes: 2 ** 30, awaits: () => true });
    let messages = 0;
    socket.on("data", (chunk: Buffer) => {
      for (const { parts } of reading.take(chunk)) {
        messages++;
        expect(parts.reduce((sum, { length }) => sum + length, 0)).to.equal(answer.length);
      }
    });
    socket.resume();
    await until(() => messages === count);
    socket.destroy();
  }).timeout(20_000);
});

function frame(kind: number, id: number, body: Uint8Array, total = body.length, length = body.length) {
  const made = new Uint8Array(HEAD_BYTES + body.length);
  const view = new DataView(made.buffer);
  [length, id, kind, total].forEach((value, i) => void view.setUint32(4 * i, value, true));
  made.set(body, HEAD_BYTES);
  return made;
}

function callFrame(id: number, body: Uint8Array = NO_BODY): Uint8Array {
  return frame(CALL, id, bytesOfCall(CALL_OF, body));
}
