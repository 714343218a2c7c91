// The table of engine calls, over a writer and a reader that are engines of this thread and record their calls.
import { expect } from "chai";
import {
  type ArgsOf,
  ENGINE_CALLS,
  FORWARDED_CALLS,
  type ForwardedCall,
  STORE_CALLS,
} from "../../../src/engine/calls.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { PoolEngine } from "../../../src/engine/pool.ts";
import { postingsFrom } from "../../../src/engine/sparse-saved.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { LocalThread } from "../../../src/threads/local-thread.ts";
import type { Calls } from "../../../src/threads/remote.ts";
import { append, NO_SLOTS, newEngine, rejection, spec, top } from "./fixtures.ts";

const ROWS = Array.from({ length: 40 }, (_, i) => Float32Array.of(i, 40 - i, (i * 7) % 11, 1));
const SPEC = spec({ dimension: 4, metric: "Euclid" });
const QUERY = ROWS[3]!;
const SPARSE = encodeSparse({ indices: Uint32Array.of(3, 5), values: Float32Array.of(1, -2) });
const BASIS = { scale: 1, centre: new Float32Array(4), axes: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0) };

/** The arguments of each call. A call that is added to the table has to be added here. */
const argsFor = (store: StoreHandle): { [M in ForwardedCall]: ArgsOf<M> } => ({
  reserve: [store, 64],
  searchWithout: [store, QUERY, Uint32Array.of(5), top(3)],
  distances: [store, QUERY, Uint32Array.of(1, 2)],
  neighbours: [store, Uint32Array.of(5), top(3)],
  project: [store, Uint32Array.of(1, 2), BASIS, true],
  watch: [store, QUERY, top(3), 100],
  view: [store, 2, { level: 0, hops: 1, limit: 10 }],
  indexed: [store],
  indexFrom: [store, 1],
  limitGraph: [store, null],
  holdGraphs: [false],
  stats: [store],
  validate: [store],
  column: [store, "rows", 0, 10],
  graph: [store],
  reserveSparse: [store, 64, 1000],
  writeSparse: [[{ store, first: 1, slots: 1, vectors: SPARSE, dead: Uint32Array.of(0) }]],
  measureSparse: [store, [SPARSE], Uint32Array.of(0)],
  sparseStats: [store],
  sparseRows: [store, 0, 1],
  sparseSizes: [store, 1],
  sparsePostings: [store, postingsFrom(0, 1)],
});

const isSparse = (method: ForwardedCall) => method.toLowerCase().includes("sparse");

async function storeFor(engine: Engine, method: ForwardedCall): Promise<StoreHandle> {
  if (isSparse(method)) {
    const store = await engine.createSparse();
    await engine.reserveSparse(store, 2, 100);
    await engine.writeSparse([{ store, first: 0, slots: 1, vectors: SPARSE, dead: NO_SLOTS }]);
    return store;
  }
  const store = await engine.create(SPEC);
  await append(engine, store, ROWS);
  await engine.indexed(store);
  return store;
}

interface Made {
  readonly thread: "writer" | "reader";
  readonly method: string;
}

/** A pool with a writer and a reader in this thread. `made` has the calls that each of them got. */
function recordedPool(refuse: (made: Made) => boolean = () => false) {
  const made: Made[] = [];
  const spawn = (worker: number): Calls<LocalEngine> => {
    const engine = newEngine({ worker });
    const thread = new LocalThread(engine, () => engine.close());
    const pass = thread.call as unknown as (method: string, ...args: unknown[]) => Promise<unknown>;
    const call = (method: string, ...args: unknown[]) => {
      const one: Made = { thread: worker === 0 ? "writer" : "reader", method };
      made.push(one);
      if (refuse(one)) return Promise.reject(new OutOfMemory());
      return pass(method, ...args);
    };
    return {
      gone: false,
      failedToStart: false,
      started: true,
      inFlight: 0,
      call: call as Calls<LocalEngine>["call"],
      terminate: () => engine.close(),
    };
  };
  return { made, pool: new PoolEngine(spawn, { readers: 1, maxWaiting: 10, collectGarbage: () => {} }) };
}

describe("the table of engine calls", () => {
  for (const method of FORWARDED_CALLS) {
    const { thread } = ENGINE_CALLS[method];
    it(`the table of engine calls executes ${method} on the ${thread}, with the result of an engine of one thread`, async () => {
      const { made, pool } = recordedPool();
      const local = newEngine();
      const results: unknown[] = [];
      for (const engine of [local, pool]) {
        const store = await storeFor(engine, method);
        made.length = 0;
        const call = engine[method] as (...args: unknown[]) => Promise<unknown>;
        results.push(await call.apply(engine, argsFor(store)[method]));
      }
      expect(made.filter((one) => one.method !== "attach")).to.deep.equal([{ thread, method }]);
      expect(results[1]).to.deep.equal(results[0]);
      await Promise.all([local.close(), pool.close()]);
    });
  }

  it("the table of engine calls rejects a store call without a vector store, and does not throw", async () => {
    const engine = newEngine();
    for (const method of STORE_CALLS) {
      const call = engine[method] as (store: StoreHandle) => Promise<unknown>;
      expect((await rejection(call.call(engine, 77))).message, method).to.equal("no vector store 77");
    }
  });

  it("the table of engine calls repeats calls that lacked memory after a garbage collection, and only if there was garbage", async () => {
    const refused: string[] = [];
    const { made, pool } = recordedPool(({ method }) => {
      const isFirst = method === "reserve" && !refused.includes(method);
      if (isFirst) refused.push(method);
      return isFirst;
    });
    const store = await pool.create(SPEC);
    const dropped = await pool.create(SPEC);
    await pool.drop(dropped);
    made.length = 0;
    expect(await pool.reserve(store, 64)).to.be.at.least(64);
    expect(made.filter(({ method }) => method === "reserve")).to.have.length(2);
    refused.length = 0;
    expect(await rejection(pool.reserve(store, 64))).to.be.instanceOf(OutOfMemory);
    await pool.close();
  });
});
