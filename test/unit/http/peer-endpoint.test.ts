// How servers of a cluster call each other, over a real HTTP server and a real service.
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect } from "chai";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { PeerEndpoint } from "../../../src/http/peer-endpoint.ts";
import { Peers } from "../../../src/replication/peers/client.ts";
import { isKey, peerKeyOf } from "../../../src/replication/peers/key.ts";
import { type PeerCall, type PeerCallName, pathOf } from "../../../src/schema/peer-calls.ts";
import type { Heard } from "../../../src/service/cluster.ts";
import { encodeIds } from "../../../src/service/peer-points.ts";
import { PeersService } from "../../../src/service/peers.ts";
import { between, bytes, countOf, pick, type Random, seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";
import { SimulatedLog } from "../../support/simulated-log.ts";
import { unnamed, upsert } from "../core/fixtures.ts";
import { type Node, node } from "../service/cluster/fixtures.ts";

const KEY = peerKeyOf("a secret");
const ROUNDS = countOf("ROUNDS", 400);
const NAMES = ["read", "existing", "effect", "progress", "vectors"] as const;
const HEADERS = { authorization: `Bearer ${KEY}` };
const NO_PATH = "there is no such path\n";

describe("calls between servers of a cluster", () => {
  let one: Node;
  let http: Server;
  let url: string;
  let uuid: string;
  let peers: Peers;
  const warnings: unknown[] = [];

  before(async () => {
    one = await node(new SimulatedLog(1));
    const server = one.database.replication.member!.server;
    const placement = [[{ server, peer: 1 }], [{ server: "another", peer: 2 }]];
    await one.database.create("c", { ...unnamed(1), shards: 2, placement });
    const shardZero = Array.from({ length: 50 }, (_, id) => ({ id, vectors: { "": Float32Array.of(id) } }));
    for (const point of shardZero)
      await upsert(one.database, "c", [point]).catch((error: Error) =>
        expect(error.message).to.contain("shard"),
      );
    uuid = one.database.collection("c").uuid;
    const log = { warn: (...told: unknown[]) => void warnings.push(told) };
    const service = new PeersService(one.database, () => null);
    const endpoint = new PeerEndpoint({ service, isKey: (given) => isKey(KEY, given), log });
    http = createServer((request, response) => void endpoint.answer(request, response))
      .on("connect", (request, socket, head) => endpoint.connect(request, socket, head))
      .listen(0, "127.0.0.1");
    await once(http, "listening");
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    peers = peersWith(KEY);
  });
  after(async () => {
    peers.close();
    http.closeAllConnections();
    http.close();
    await one.database.close();
  });

  const peersWith = (key: string) => {
    const known = { server: "one", uri: url, silent_seconds: 0, problem: null } as Heard;
    return new Peers({ nodes: async () => [known], key, server: "x" });
  };
  const callOf = (more: Partial<PeerCall> = {}): PeerCall => ({
    ...{ name: "existing", collection: uuid, shards: [0], atLeast: 0, limitMs: 10, caller: "x" },
    ...more,
  });
  const ask = (more: Partial<PeerCall> = {}, body = ids()) => peers.ask("one", callOf(more), body, undefined);
  const refusalOf = (more: Partial<PeerCall>): Promise<string> =>
    ask(more).then(
      () => "answered",
      (error: Error) => error.message,
    );
  const post = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { method: "POST", headers: HEADERS, signal: AbortSignal.timeout(5_000), ...init });
  const ids = () => Uint8Array.from(encodeIds(PackedIds.pack([1, 2, 3])));

  it("a call with the key of the cluster is answered", async () => {
    expect((await ask()).length).to.equal(8 + 3);
  });

  for (const [what, headers] of [
    ["without a key", {}],
    ["with another key", { authorization: `Bearer ${peerKeyOf("another secret")}` }],
    ["with the secret instead of the key", { authorization: "Bearer a secret" }],
    ["with another kind of credential", { authorization: `Basic ${KEY}` }],
    ["with the key in another header", { "api-key": KEY }],
  ] as const) {
    it(`a connection ${what} is refused as if there were none`, async () => {
      const { status, text } = await connectTo(url, "azimuth-peers:1", headers);
      expect({ status, text }).to.deep.equal({ status: 404, text: NO_PATH });
    });

    it(`a request ${what} finds no such path`, async () => {
      const response = await post(pathOf(callOf({ name: "shard" })), { headers });
      expect(response.status).to.equal(404);
      expect(await response.text()).to.equal(NO_PATH);
    });
  }

  it("a connection to something else is refused", async () => {
    for (const target of ["example.org:443", "azimuth-peers:2", "127.0.0.1:22"])
      expect((await connectTo(url, target, HEADERS)).status, target).to.equal(404);
  });

  it("a call of a server with another key fails", async () => {
    const others = peersWith(peerKeyOf("another secret"));
    const error = await others
      .ask("one", callOf(), ids(), undefined)
      .catch((caught: Error) => caught.message);
    expect(error).to.contain("404");
    others.close();
  });

  it("only a shard that is copied is asked for by a request", async () => {
    for (const name of NAMES) {
      const response = await post(pathOf(callOf({ name })));
      expect(response.status, name).to.equal(404);
    }
    for (const method of ["GET", "PUT"])
      expect((await post(pathOf(callOf({ name: "shard" })), { method })).status, method).to.equal(404);
    expect(await refusalOf({ name: "shard" })).to.contain("a shard is no answer to a call");
  });

  it("a call about a shard that is not on the server is told so", async () => {
    for (const more of [{ shards: [1] }, { shards: [0, 1] }, { shards: [7] }, { collection: "none" }]) {
      for (const name of ["existing", "effect"] as const)
        expect(await refusalOf({ ...more, name }), JSON.stringify(more)).to.contain("not");
      const shard = await post(pathOf(callOf({ ...more, name: "shard" })));
      expect(shard.status).to.equal(503);
      const read = await ask({ ...more, name: "read" });
      expect(Buffer.from(read).toString("latin1")).to.contain("SHARD_UNAVAILABLE");
    }
  });

  it("a call that needs more records than the server has applied is told so", async () => {
    expect(await refusalOf({ atLeast: 1_000_000 })).to.contain("has applied");
  });

  it("damaged bodies are refused, and say nothing of the internals of the server", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const body = damagedBody(random, ids());
      const name: PeerCallName = pick(random, ["existing", "read", "vectors"]);
      const answer = await ask({ name }, body).catch((error: Error) => error.message);
      const text = typeof answer === "string" ? answer : Buffer.from(answer).toString("latin1");
      const what = `SEED=${seed}, round ${round}: ${name} ${Buffer.from(body).toString("hex").slice(0, 80)}: ${text}`;
      expect(text, what).to.not.match(/ at .*\.ts|TypeError|RangeError|undefined|node:/);
    }
    expect(warnings, `SEED=${seed}`).to.deep.equal([]);
    expect((await ask()).length).to.equal(8 + 3);
  }).timeout(30_000);

  it("damaged queries are refused", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const path = damagedPath(random, pathOf(callOf({ name: "shard", collection: "none" })));
      const response = await post(path);
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      const what = `SEED=${seed}, round ${round}: ${path}: ${text}`;
      expect(response.status, what).to.be.oneOf([400, 404, 503]);
      expect(text, what).to.not.match(/ at .*\.ts|TypeError|RangeError|undefined|node:/);
    }
    expect(warnings, `SEED=${seed}`).to.deep.equal([]);
  }).timeout(30_000);
});

/** Sends a CONNECT request that is refused. */
function connectTo(url: string, path: string, headers: Readonly<Record<string, string>>) {
  const { hostname: host, port } = new URL(url);
  return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    request({ host, port, method: "CONNECT", path, headers })
      .on("error", reject)
      .on("connect", async (response, socket: Socket, head: Buffer) => {
        const parts: Buffer[] = [head];
        socket.on("data", (part: Buffer) => parts.push(part));
        if (!socket.readableEnded) await once(socket, "end");
        socket.destroy();
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() });
      })
      .end();
  });
}

function damagedPath(random: Random, path: string): string {
  const kind = between(random, 0, 5);
  if (kind === 0) return path;
  const [name = "", query = ""] = path.split("?");
  const fields = [...new URLSearchParams(query)];
  const at = between(random, 0, fields.length - 1);
  if (kind === 1) fields.splice(at, 1);
  if (kind === 2) fields.push(fields[at]!);
  const values = [
    "",
    "-1",
    "1e3",
    "0x1",
    "NaN",
    "9007199254740993",
    "1,,2",
    "1.5",
    "%00",
    "../..",
    "0,".repeat(500),
  ];
  if (kind >= 3) fields[at] = [fields[at]![0], pick(random, values)];
  return `${kind === 5 ? `${name}${pick(random, ["/", "x", "/..", "%2f"])}` : name}?${new URLSearchParams(fields)}`;
}

function damagedBody(random: Random, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const kind = between(random, 0, 4);
  const damaged = Uint8Array.from(kind === 1 ? bytes(random, between(random, 0, 200)) : body);
  if (kind === 2) return damaged.slice(0, between(random, 0, damaged.length));
  if (kind === 3) damaged[between(random, 0, damaged.length - 1)] = between(random, 0, 255);
  if (kind === 4) damaged.fill(255, 0, 8);
  return damaged;
}
