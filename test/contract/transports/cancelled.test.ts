// Calls whose deadline has passed or whose client has cancelled them. The decision: the work that is left of such a
// call is not done.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { LocalEngine } from "../../../src/engine/local.ts";
import type { Codec } from "../../../src/grpc/convert/codec.ts";
import { queryBatch, queryPoints } from "../../../src/grpc/convert/queries.ts";
import { pause } from "../../../src/scheduling/pause.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { type CallOptions, OverGrpc, SERVED } from "../../support/transports/over-grpc.ts";
import { Refused } from "../../support/transports/transport.ts";
import { until } from "../../support/until.ts";

const POINTS = 2_000;
const SIZE = 32;
const PREFETCHES = 64;
const EXAMPLES = 20;
const MOST_EXAMPLES = 250;

const vectorOf = (i: number) => Float32Array.from({ length: SIZE }, (_, j) => Math.sin(i * 3.7 + j));
const bestScore = (i: number, examples = EXAMPLES) => ({
  recommend: {
    positive: Array.from({ length: examples }, (_, j) => vectorOf(i + j / 100)),
    strategy: "best_score",
  },
});
const c = { collection_name: "c" };

/** Long calls by the kind of work; each compares every point with many vectors many times. */
const LONG: Readonly<Record<string, readonly [operation: string, Codec<never>, object]>> = {
  "a query of many prefetches": [
    "queryPoints",
    queryPoints as Codec<never>,
    {
      ...c,
      prefetch: Array.from({ length: PREFETCHES }, (_, i) => ({ query: bestScore(i), limit: 10 })),
      query: { fusion: "rrf" },
    },
  ],
  "many queries": [
    "queryBatch",
    queryBatch as Codec<never>,
    { ...c, searches: Array.from({ length: PREFETCHES }, (_, i) => ({ query: bestScore(i) })) },
  ],
  "one query that measures all points": [
    "queryPoints",
    queryPoints as Codec<never>,
    { ...c, query: bestScore(0, MOST_EXAMPLES) },
  ],
};

describe("a long call over gRPC", () => {
  let server: TestServer;
  let client: OverGrpc;
  const { distances } = LocalEngine.prototype;
  let measured = 0;
  /** Returns what the engine waits for before it measures. */
  let onMeasured: (count: number) => unknown = () => {};

  before(async () => {
    server = await startTestServer();
    client = new OverGrpc(server.grpcAddress);
    await client.call("createCollection", { ...c, vectors_config: { size: SIZE, distance: "Euclid" } });
    const points = Array.from({ length: POINTS }, (_, id) => ({ id, vector: vectorOf(id) }));
    await client.call("upsertPoints", { ...c, points });
    // The engine of this process answers in a later turn of the event loop, as engines on other threads do.
    LocalEngine.prototype.distances = async function (...asked) {
      await onMeasured(++measured);
      await pause();
      return distances.apply(this, asked);
    };
  });
  after(async () => {
    LocalEngine.prototype.distances = distances;
    client.close();
    await server.close();
  });
  beforeEach(() => {
    measured = 0;
    onMeasured = () => {};
  });

  function start(name: string, options?: CallOptions) {
    const [operation, codec, request] = LONG[name]!;
    return client.start(SERVED.get(operation)!, codec.write(request) as object, {}, options);
  }

  /** Waits until the engine has not been called during many turns of the event loop. */
  async function quiet(): Promise<void> {
    let seen = -1;
    while (seen !== measured) {
      seen = measured;
      for (let turn = 0; turn < 200; turn++) await pause();
    }
  }

  for (const name of Object.keys(LONG)) {
    it(`a long call over gRPC ends when its client cancels it: ${name}`, async () => {
      await start(name).answered;
      const all = measured;
      measured = 0;
      const call = start(name);
      onMeasured = (count) => count === 3 && call.cancel();
      const error = await call.answered.catch((thrown) => thrown);
      expect(error).to.be.instanceOf(Refused).with.property("code", status.CANCELLED);
      await quiet();
      expect(measured, `of ${all}`).to.be.within(3, all / 2);
    });
  }

  it("a long call over gRPC ends when its deadline has passed", async () => {
    const name = "a query of many prefetches";
    await start(name).answered;
    const all = measured;
    measured = 0;
    const deadline = new Date(Date.now() + 30);
    onMeasured = (count) => count === 3 && until(() => Date.now() > deadline.getTime());
    const error = await start(name, { deadline }).answered.catch((thrown) => thrown);
    expect(error).to.be.instanceOf(Refused).with.property("code", status.DEADLINE_EXCEEDED);
    await quiet();
    expect(measured).to.be.below(all);
  });

  it("a long call over gRPC does not delay other calls", async () => {
    const call = start("a query of many prefetches");
    onMeasured = (count) => count === 1 && call.cancel();
    await call.answered.catch(() => {});
    expect(await client.call("countPoints", c)).to.deep.include({ count: POINTS });
  });
});
