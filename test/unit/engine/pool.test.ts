// The engine in real threads: one writer, two readers, one shared memory. Rows contain their own number, so a row that
// is found shows whether it was written, and written completely.
import type { Worker } from "node:worker_threads";
import { expect } from "chai";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import { PoolEngine } from "../../../src/engine/pool.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { TooManyRequests } from "../../../src/errors/server.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { Remote } from "../../../src/threads/remote.ts";
import { spawnThread } from "../../../src/threads/spawn.ts";
import {
  append,
  BUILDS,
  filled,
  flat,
  integer,
  integers,
  kill,
  nearest,
  oracle,
  plain,
  type Random,
  rejection,
  seededRandom,
  top,
  withSeed,
} from "./fixtures.ts";

const DIMENSION = 40;

/** The row with the number `slot`: no two rows are equal, and all values are small integers. */
function numberedRow(slot: number, salt: number): Float32Array {
  const row = integers(seededRandom(slot ^ salt), DIMENSION);
  for (let digit = 0, rest = slot; digit < 3; digit++, rest >>= 6) row[digit] = rest & 63;
  return row;
}

/** A pool whose threads the test can stop: `threads[n]` is the newest one with the number n. */
function openPool(readers: number) {
  const threads: Worker[] = [];
  let started = 0;
  const engine = new PoolEngine(
    (worker, onGone) => {
      started++;
      const thread = spawnThread("engine-thread", { module: BUILDS.release, worker });
      threads[worker] = thread;
      return new Remote<LocalEngine>(thread, onGone);
    },
    { readers, maxWaiting: 1000, collectGarbage: () => {} },
  );
  return { engine, threads, started: () => started };
}

/** The state that a writer and concurrent searches share. */
interface Race {
  readonly engine: PoolEngine;
  readonly store: StoreHandle;
  readonly salt: number;
  readonly random: Random;
  /** Slots whose write was sent, and slots whose write was acknowledged. */
  sent: number;
  acknowledged: number;
  growths: number;
  searches: number;
  whileWriting: number;
  done: boolean;
}

async function insert(race: Race, rows: number): Promise<void> {
  const { engine, store, salt, random } = race;
  let capacity = 0;
  while (race.sent < rows) {
    const first = race.sent;
    const batch = Array.from({ length: integer(random, 1, 400) }, (_, i) => numberedRow(first + i, salt));
    race.sent += batch.length;
    await append(engine, store, batch);
    race.acknowledged += batch.length;
    const stats = await engine.stats(store);
    if (stats.capacity > capacity) race.growths++;
    capacity = stats.capacity;
  }
  race.done = true;
}

async function searchOn(race: Race): Promise<void> {
  const { engine, store, salt, random } = race;
  while (!race.done) {
    const { acknowledged } = race;
    const target = integer(random, 0, Math.max(0, acknowledged - 1));
    const query = numberedRow(target, salt);
    const hits = plain(await engine.search(store, query, top(5)));
    race.searches++;
    if (race.sent > race.acknowledged) race.whileWriting++;
    if (acknowledged > 0)
      expect(hits[0], "what was acknowledged").to.deep.equal({ slot: target, distance: 0 });
    for (const { slot, distance } of hits) {
      expect(slot, "a slot that was written").to.be.below(race.sent);
      expect(distance, `row ${slot}`).to.equal(oracle("Euclid", query, numberedRow(slot, salt)).distance);
    }
    expect(hits, "nearest first").to.deep.equal(
      [...hits].sort((a, b) => a.distance - b.distance || a.slot - b.slot),
    );
  }
}

describe("the engine in threads", () => {
  it("the engine in threads finds all acknowledged slots and no incomplete ones while the writer inserts and grows", () =>
    withSeed(async (random) => {
      const engine = startPool(2);
      const store = await engine.create(flat({ dimension: DIMENSION, metric: "Euclid" }));
      const salt = integer(random, 0, 2 ** 31);
      const race: Race = {
        ...{ engine, store, salt, random },
        ...{ sent: 0, acknowledged: 0, growths: 0, searches: 0, whileWriting: 0, done: false },
      };
      await Promise.all([insert(race, 40_000), ...Array.from({ length: 4 }, () => searchOn(race))]).finally(
        () => {
          race.done = true;
        },
      );
      process.stdout.write(
        `      ${race.searches} searches, ${race.whileWriting} beside a write, ${race.growths} growths, ${race.sent} rows\n`,
      );
      expect(race.whileWriting).to.be.above(0);
      expect(race.growths).to.be.at.least(5);
      const { count, live } = await engine.stats(store);
      expect({ count, live }).to.deep.equal({ count: race.sent, live: race.sent });
      await engine.close();
    }));

  it("the engine in threads has the results and refusals of the engine in one thread for reads, writes and deletions", () =>
    withSeed(async (random) => {
      const engine = startPool(2);
      const store = await engine.create(flat({ dimension: 9, metric: "Manhattan" }));
      const rows = Array.from({ length: 300 }, () => integers(random, 9));
      await append(engine, store, rows);
      await kill(engine, store, [0, 299]);
      const query = integers(random, 9);
      const alive = nearest("Manhattan", query, rows).filter(({ slot }) => slot !== 0 && slot !== 299);
      for (let i = 0; i < 4; i++) {
        expect(plain(await engine.search(store, query, top(300)))).to.deep.equal(alive);
        expect([...(await engine.read(store, Uint32Array.of(299, 7)))]).to.deep.equal([
          ...rows[299]!,
          ...rows[7]!,
        ]);
      }
      expect(await rejection(engine.reserve(store, 2 ** 31))).to.be.instanceOf(OutOfMemory);
      expect(plain(await engine.search(store, query, top(1)))).to.deep.equal(alive.slice(0, 1));
      await engine.close();
    }));

  it("the engine in threads loses only the calls of a reader that dies, and replaces the reader", () =>
    withSeed(async (random) => {
      const { engine, threads, started } = openPool(2);
      const store = await engine.create(flat({ dimension: DIMENSION, metric: "Euclid" }));
      await append(
        engine,
        store,
        Array.from({ length: 20_000 }, (_, slot) => numberedRow(slot, 5)),
      );
      const query = numberedRow(integer(random, 0, 19_999), 5);
      const wanted = plain(await engine.search(store, query, top(3)));
      // Both readers have answered, so their threads were started.
      for (let i = 0; i < 2; i++) await engine.search(store, query, top(3));
      for (let times = 1; times <= 3; times++) {
        const calls = Array.from({ length: 20 }, () => engine.search(store, query, top(3)));
        const reader = threads[1]!;
        await reader.terminate();
        const outcomes = await Promise.allSettled(calls);
        const lost = outcomes.filter(({ status }) => status === "rejected");
        expect(lost.length, "calls lost").to.be.within(1, 10);
        for (const outcome of outcomes) {
          if (outcome.status === "fulfilled") expect(plain(outcome.value)).to.deep.equal(wanted);
          else expect(outcome.reason).to.include({ code: "INTERNAL" });
        }
        expect(threads[1], "a new thread").not.to.equal(reader);
        expect(started()).to.equal(3 + times);
        for (let i = 0; i < 4; i++)
          expect(plain(await engine.search(store, query, top(3)))).to.deep.equal(wanted);
      }
      await append(engine, store, [numberedRow(20_000, 5)]);
      expect(plain(await engine.search(store, numberedRow(20_000, 5), top(1)))[0]!.slot).to.equal(20_000);
      await engine.close();
    }));

  it("the engine in threads removes a dropped vector store in every thread, and no other", async () => {
    const engine = startPool(2);
    const rows = Array.from({ length: 10 }, (_, slot) => numberedRow(slot, 3));
    const [dropped, kept] = await Promise.all(
      [1, 2].map(() => engine.create(flat({ dimension: DIMENSION, metric: "Euclid" }))),
    );
    for (const store of [dropped!, kept!]) {
      await append(engine, store, rows);
      // Calls at the same time that no inline search serves: both readers have attached it.
      await Promise.all(
        Array.from({ length: 4 }, () => engine.distances(store, rows[0]!, Uint32Array.of(0))),
      );
    }
    await engine.drop(dropped!);
    for (let i = 0; i < 4; i++) {
      expect((await rejection(engine.search(dropped!, rows[0]!, top(1)))).message).to.include(
        "no vector store",
      );
      expect((await rejection(engine.read(dropped!, Uint32Array.of(0)))).message).to.include(
        "no vector store",
      );
      expect(plain(await engine.search(kept!, rows[i]!, top(1)))).to.deep.equal([{ slot: i, distance: 0 }]);
    }
    for (const call of [engine.stats(dropped!), engine.reserve(dropped!, 1)]) {
      expect((await rejection(call)).message).to.include("no vector store");
    }
    await engine.close();
  });

  it("the engine in threads drops a vector store although a reader that had it is gone", async () => {
    const { engine, threads } = openPool(2);
    const store = await engine.create(flat({ dimension: DIMENSION, metric: "Dot" }));
    await append(engine, store, [numberedRow(0, 1)]);
    for (let i = 0; i < 4; i++) await engine.search(store, numberedRow(0, 1), top(1));
    const reader = threads[2]!.terminate();
    await engine.drop(store);
    await reader;
    expect((await rejection(engine.stats(store))).message).to.include("no vector store");
    await engine.close();
  });

  it("the engine in threads settles all calls when it is closed, and rejects all later ones", async () => {
    const engine = startPool(2);
    const store = await engine.create(flat({ dimension: DIMENSION, metric: "Euclid" }));
    await append(engine, store, [numberedRow(0, 1)]);
    const search = () => engine.search(store, numberedRow(0, 1), top(1));
    const inFlight = Promise.allSettled(Array.from({ length: 4 }, search));
    await engine.close();
    await inFlight;
    const write = {
      store,
      first: 1,
      slots: 0,
      rows: null,
      vectors: new Float32Array(0),
      dead: new Uint32Array(0),
    };
    const calls = [
      search(),
      engine.read(store, Uint32Array.of(0)),
      engine.stats(store),
      engine.reserve(store, 10),
      engine.write([write]),
      engine.create(flat({ dimension: 1, metric: "Dot" })),
    ];
    for (const call of calls) expect((await rejection(call)).message).to.equal("the thread was stopped");
  });

  it("the engine in threads refuses a search when too many are waiting, and continues", async () => {
    const engine = startPool(1, { maxWaiting: 3 });
    const store = await filled(engine, "Dot", [numberedRow(0, 0)]);
    const query = numberedRow(0, 0);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => engine.reads.admit(() => engine.search(store, query, top(1)))),
    );
    const refused = answers.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused.length).to.be.within(1, 17);
    for (const { reason } of refused) expect(reason).to.be.instanceOf(TooManyRequests);
    expect((await engine.search(store, query, top(1))).slots).to.deep.equal(Uint32Array.of(0));
    await engine.close();
  });

  it("the engine in threads runs all calls of one search however many wait for a thread", async () => {
    const engine = startPool(1, { maxWaiting: 3 });
    const store = await filled(engine, "Dot", [numberedRow(0, 0)]);
    const calls = () =>
      Promise.all(Array.from({ length: 20 }, () => engine.search(store, numberedRow(0, 0), top(1))));
    const answers = await engine.reads.admit(calls);
    for (const { slots } of answers) expect(slots).to.deep.equal(Uint32Array.of(0));
    await engine.close();
  });
});

describe("a pool at the memory limit", () => {
  it("a pool at the memory limit frees memory of this thread when another thread needs it", async () => {
    const memory = MemoryLimit.of(2 ** 20);
    const engine = startPool(1, { maxWaiting: 1000, memory });
    try {
      expect(memory.reserveSpare(2 ** 20)).to.equal(true);
      expect(await rejection(engine.create(flat({ dimension: 4, metric: "Dot" })))).to.be.instanceOf(
        OutOfMemory,
      );
      memory.onShortage(() => {
        memory.release(2 ** 19);
        return true;
      });
      expect(await engine.create(flat({ dimension: 4, metric: "Dot" }))).to.be.a("number");
    } finally {
      await engine.close();
    }
  });
});
