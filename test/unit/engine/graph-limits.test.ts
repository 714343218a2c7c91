// The limits of a graph's parameters, and graphs whose memory cannot grow.
import { expect } from "chai";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import {
  append,
  floats,
  integer,
  METRIC_NAMES,
  newEngine,
  PAGE_BYTES,
  rejection,
  spec,
  top,
  withSeed,
} from "./fixtures.ts";
import { DIMENSION, dataSet, indexed, recallAt } from "./vectors.ts";

describe("the limits of a graph", () => {
  it("the limits of a graph are 2 to 512 links and at least 1 candidate, and other values are refused", async () => {
    const engine = newEngine();
    const given = { dimension: 8, metric: "Dot" } as const;
    for (const wrong of [
      ...[{ m: 1 }, { m: 513 }, { m: 2 ** 32 - 1 }, { m: -1 }],
      ...[{ efConstruct: 0 }, { efConstruct: 2 ** 20 + 1 }, { efConstruct: -1 }],
      ...[{ dimension: 0 }, { dimension: 65_537 }],
    ]) {
      const error = await rejection(engine.create(spec({ ...given, ...wrong })));
      expect(error, JSON.stringify(wrong)).to.be.instanceOf(InvalidArgument);
    }
    const { rows, queries } = dataSet("clusters", 700, 1, 8);
    for (const right of [
      { m: 2 },
      { m: 512, efConstruct: 20 },
      { efConstruct: 1 },
      { efConstruct: 2 ** 20 },
    ]) {
      const { store } = await indexed(rows, { metric: "Dot", ...right }, engine);
      expect(await engine.stats(store)).to.include({ nodes: 700 });
      const { slots } = await engine.search(store, queries[0]!, { k: 10, ef: 64 });
      expect(slots.length, JSON.stringify(right)).to.equal(10);
      expect(await engine.validate(store)).to.include({ broken: 0 });
    }
  });

  it("the limits of a graph allow vectors of 65,536 dimensions", () =>
    withSeed(async (random) => {
      const rows = Array.from({ length: 20 }, () => floats(random, 65_536));
      for (const metric of METRIC_NAMES) {
        const { engine, store } = await indexed(rows, { metric });
        const query = floats(random, 65_536);
        expect(await recallAt(engine, store, [query], { k: 5, ef: 20 })).to.equal(1);
        expect((await engine.search(store, query, top(5))).method).to.equal("walk");
      }
    }));
});

describe("a graph whose memory cannot grow", () => {
  it("a graph whose memory cannot grow indexes as many slots as it can, and searches find nearly every written slot", () =>
    withSeed(async (random) => {
      let unfinished = 0;
      let missed = 0;
      for (let maximumPages = 3; maximumPages <= 42; maximumPages += 3) {
        const dimension = integer(random, 1, 200);
        const engine = newEngine({ maximumPages });
        const store = await engine.create(spec({ dimension, metric: "Euclid", m: integer(random, 8, 64) }));
        const slots = await fill(random, engine, store);
        const { rows } = dataSet("clusters", slots, maximumPages, dimension);
        await append(engine, store, rows);
        await engine.indexed(store);
        const { indexed: covered, count } = await engine.stats(store);
        if (covered < count) unfinished++;
        for (let i = 0; i < 5; i++) {
          const slot = integer(random, 0, slots - 1);
          const where = `${covered} of ${slots} slots of dimension ${dimension} in ${maximumPages} pages`;
          const hits = await engine.search(store, rows[slot]!, { k: 1, ef: 64 }).catch((cause: Error) => {
            throw new Error(where, { cause });
          });
          if (hits.slots[0] !== slot) missed++;
          expect(hits.slots.length, where).to.equal(1);
        }
      }
      process.stdout.write(`      ${unfinished} of 14 graphs unfinished, ${missed} of 70 points missed\n`);
      expect(missed).to.be.at.most(2);
    }));

  it("a graph whose memory cannot grow is completed when memory is free again, and searched exactly by a thread without memory for a walk", async () => {
    const maximumPages = 64;
    for (const room of [0, 4096, 8192, 16_384]) {
      const { rows, queries } = dataSet("clusters", 3000, room);
      const engine = newEngine({ maximumPages });
      const store = await engine.create(spec({ dimension: DIMENSION, metric: "Cosine" }));
      await append(engine, store, rows);
      const options = { k: 10, ef: 64 };
      await engine.search(store, queries[0]!, options);
      const top = topOf((await engine.share(store)).memory);
      const before = top[0]!;
      top[0] = BigInt(maximumPages * PAGE_BYTES - room);
      await engine.indexed(store);
      const { indexed: covered } = await engine.stats(store);
      expect(covered, `${room} bytes left`).to.be.within(0, 2999);
      expect(await recallAt(engine, store, queries, options)).to.be.at.least(0.98);
      top[0] = before + BigInt(64 * 1024);
      await engine.indexed(store);
      expect(await engine.stats(store)).to.include({ indexed: 3000, nodes: 3000 });
      expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
      expect(await recallAt(engine, store, queries, options)).to.be.at.least(0.98);
    }
  });
});

/** The next free address of the arena (see assembly/memory/layout.ts); raising it takes memory as other threads do. */
const topOf = (memory: WebAssembly.Memory) => new BigUint64Array(memory.buffer, 1024 + 40, 1);

/** Reserves as many slots as there is memory for. */
async function fill(
  random: () => number,
  engine: ReturnType<typeof newEngine>,
  store: number,
): Promise<number> {
  let slots = 0;
  for (let step = 2 ** 11; step >= 1; step /= 2) {
    const error = await engine.reserve(store, slots + step).then(
      () => null,
      (cause: Error) => cause,
    );
    if (error === null) slots += step;
    else expect(error).to.be.instanceOf(OutOfMemory);
    if (slots > 0 && random() < 0.1) break;
  }
  return slots;
}
