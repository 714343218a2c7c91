// The paths by which servers of a cluster call each other, over a real HTTP server and a real service.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { PackedIds } from "../../../src/core/slots/point-id.ts";
import { PeerEndpoint } from "../../../src/http/peer-endpoint.ts";
import { isKey, peerKeyOf } from "../../../src/replication/peers/key.ts";
import { type PeerCall, pathOf } from "../../../src/schema/peer-calls.ts";
import { encodeIds } from "../../../src/service/peer-points.ts";
import { PeersService } from "../../../src/service/peers.ts";
import { between, bytes, countOf, pick, type Random, seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";
import { SimulatedLog } from "../../support/simulated-log.ts";
import { unnamed, upsert } from "../core/fixtures.ts";
import { type Node, node } from "../service/cluster/fixtures.ts";

const KEY = peerKeyOf("a secret");
const ROUNDS = countOf("ROUNDS", 400);
const NAMES = ["read", "existing", "effect", "shard"] as const;
const HEADERS = { authorization: `Bearer ${KEY}` };

describe("the paths by which servers of a cluster call each other", () => {
  let one: Node;
  let http: Server;
  let url: string;
  let uuid: string;
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
    http = createServer((request, response) => void endpoint.answer(request, response)).listen(
      0,
      "127.0.0.1",
    );
    await once(http, "listening");
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  after(async () => {
    http.closeAllConnections();
    http.close();
    await one.database.close();
  });

  const callOf = (more: Partial<PeerCall> = {}): PeerCall => ({
    ...{ name: "existing", collection: uuid, shards: [0], atLeast: 0, limitMs: 10, caller: "x" },
    ...more,
  });
  const post = (path: string, body: Uint8Array<ArrayBuffer> = new Uint8Array(0), init: RequestInit = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: HEADERS,
      body,
      signal: AbortSignal.timeout(5_000),
      ...init,
    });
  const ids = () => Uint8Array.from(encodeIds(PackedIds.pack([1, 2, 3])));

  it("a call with the key of the cluster is answered", async () => {
    const response = await post(pathOf(callOf()), ids());
    expect(response.status).to.equal(200);
    expect((await response.arrayBuffer()).byteLength).to.equal(8 + 3);
  });

  for (const [what, init] of [
    ["without a key", { headers: {} }],
    ["with another key", { headers: { authorization: `Bearer ${peerKeyOf("another secret")}` } }],
    ["with the secret instead of the key", { headers: { authorization: "Bearer a secret" } }],
    ["with another kind of credential", { headers: { authorization: `Basic ${KEY}` } }],
    ["with the key in another header", { headers: { "api-key": KEY } }],
    ["with GET", { method: "GET", body: null }],
    ["with PUT", { method: "PUT" }],
  ] as const) {
    it(`a call ${what} finds no such path`, async () => {
      for (const name of NAMES) {
        const response = await post(pathOf(callOf({ name })), ids(), init);
        expect(response.status, name).to.equal(404);
        expect(await response.text()).to.equal("there is no such path\n");
      }
    });
  }

  it("a call about a shard that is not on the server is told so", async () => {
    for (const more of [{ shards: [1] }, { shards: [0, 1] }, { shards: [7] }, { collection: "none" }]) {
      for (const name of ["existing", "effect", "shard"] as const) {
        const response = await post(pathOf(callOf({ ...more, name })), ids());
        expect(response.status, JSON.stringify(more)).to.equal(503);
        expect(await response.text()).to.contain("not");
      }
      const read = await post(pathOf(callOf({ ...more, name: "read" })), ids());
      expect(Buffer.from(await read.arrayBuffer()).toString("latin1")).to.contain("SHARD_UNAVAILABLE");
    }
  });

  it("a call that needs more records than the server has applied is told so", async () => {
    const response = await post(pathOf(callOf({ atLeast: 1_000_000 })), ids());
    expect(response.status).to.equal(503);
  });

  it("a question whose bytes are damaged, or that is about no record, is the fault of the one who asks", async () => {
    for (const body of [ids().slice(0, -1), new Uint8Array(3), new Uint8Array(0)]) {
      const response = await post(pathOf(callOf()), body);
      expect(response.status, `${body.length} bytes`).to.equal(400);
      expect(await response.text()).to.equal(
        "a message between servers is damaged: the length of a list of ids",
      );
    }
    const response = await post(pathOf(callOf({ name: "effect", atLeast: 0 })));
    expect(response.status).to.equal(400);
    expect(await response.text()).to.equal("at_least: expected the LSN of a record, got 0");
  });

  it("damaged queries and bodies are refused, and end neither the server nor an answer with its internals", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const path = damagedPath(random, pathOf(callOf({ name: pick(random, NAMES.slice(0, 3)) })));
      const body = damagedBody(random, ids());
      const response = await post(path, body);
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      const what = `SEED=${seed}, round ${round}: ${path} ${Buffer.from(body).toString("hex").slice(0, 80)}: ${text}`;
      expect(response.status, what).to.be.oneOf([200, 400, 404, 413, 503]);
      expect(text, what).to.not.match(/ at .*\.ts|TypeError|RangeError|undefined|node:/);
    }
    expect(warnings, `SEED=${seed}`).to.deep.equal([]);
    expect((await post(pathOf(callOf()), ids())).status).to.equal(200);
  }).timeout(30_000);
});

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
