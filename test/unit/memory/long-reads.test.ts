// Reads of many points: the memory they reserve, how many run at a time, and which are refused.
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import { TooManyRequests } from "../../../src/errors/server.ts";
import { LongReads } from "../../../src/memory/long-reads.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { type CancelSignal, pauseUnlessCancelled, reserveFor } from "../../../src/scheduling/cancel.ts";
import { open, unnamed, upsert } from "../core/fixtures.ts";

const LIMIT = 64 * 2 ** 20;
/** A sixteenth of the memory is for the sets of slots. */
const ROOM = LIMIT / 16;
const SMALL = 1024;
/** The number of pauses with which a read counts as long. */
const PAUSES = 12;

describe("reads of many points", () => {
  /** Long reads that record the order in which they end, and how many ran at the same time at most. */
  function watched(memory = MemoryLimit.of(LIMIT)) {
    const all = new LongReads(memory);
    const ended: number[] = [];
    let [going, most] = [0, 0];
    const read = (
      name: number,
      { bytes = SMALL, pauses = PAUSES, isPatient = false, wanted: signal = undefined as CancelSignal } = {},
    ) =>
      all.run({ bytes, waitsForOthers: isPatient }, signal, async (signal) => {
        for (let i = 0; i < pauses; i++) {
          await pauseUnlessCancelled(signal);
          if (i < pauses / 2) continue;
          if (i === pauses / 2) most = Math.max(most, ++going);
        }
        if (pauses > 0) going--;
        ended.push(name);
        return name;
      });
    return { all, memory, ended, read, most: () => most };
  }
  const outcomes = async (reads: Promise<unknown>[]) =>
    (await Promise.allSettled(reads)).map((one) => (one.status === "rejected" ? one.reason : one.value));

  it("reads of many points keep memory besides their sets of slots until they are answered", async () => {
    const { all, memory } = watched();
    let held = 0;
    await all.run({ bytes: SMALL }, undefined, async (signal) => {
      const before = memory.used;
      reserveFor(signal, SMALL);
      held = memory.used - before;
    });
    expect(held).to.be.at.least(SMALL);
    expect(memory.used).to.equal(0);
  });

  it("reads of many points run a few at a time, and the first ones end first", async () => {
    const { read, ended, most, memory } = watched();
    const names = Array.from({ length: 40 }, (_, name) => name);
    expect(await outcomes(names.map((name) => read(name)))).to.deep.equal(names);
    expect(most()).to.equal(4);
    expect(Math.max(...ended.slice(0, 8))).to.be.below(12);
    expect(memory.used).to.equal(0);
  });

  it("reads of many points do not delay a short read", async () => {
    const { read, ended } = watched();
    const long = Array.from({ length: 20 }, (_, name) => read(name));
    for (let i = 0; i < 100; i++) await setImmediate();
    await read(100, { pauses: 1 });
    expect(ended.indexOf(100)).to.be.below(20);
    await Promise.all(long);
    expect(ended.indexOf(100)).to.be.below(10);
  });

  it("reads of many points wait for the memory of their sets before they begin", async () => {
    const { read, all, memory } = watched();
    let end = () => {};
    const first = all.run({ bytes: ROOM / 2 }, undefined, () => new Promise<void>((done) => (end = done)));
    await setImmediate();
    expect(memory.used, "counted once").to.equal(ROOM / 2);
    let began = false;
    const second = all.run({ bytes: ROOM / 2 }, undefined, async () => {
      began = true;
    });
    await read(1);
    expect(began).to.equal(false);
    end();
    await Promise.all([first, second]);
    expect([began, memory.used]).to.deep.equal([true, 0]);
  });

  it("reads of many points are refused when the queue is full, and accepted later", async () => {
    const { read, memory } = watched();
    const answers = await outcomes(Array.from({ length: 300 }, (_, name) => read(name)));
    const refused = answers.filter((one) => one instanceof TooManyRequests);
    expect(refused).to.have.length(300 - 256 - 4);
    expect(await read(1)).to.equal(1);
    expect(memory.used).to.equal(0);
  });

  it("reads of many points are refused when waiting reads have half of the memory", async () => {
    const { read } = watched();
    const bytes = ROOM / 32;
    const answers = await outcomes(Array.from({ length: 23 }, (_, name) => read(name, { bytes })));
    expect(answers.filter((one) => one instanceof TooManyRequests)).to.have.length(23 - 16 - 4);
  });

  it("reads of many points release their place and their memory when they are cancelled", async () => {
    const { read, memory } = watched();
    const client = { aborted: false };
    const left = Array.from({ length: 260 }, (_, name) => read(name, { wanted: client, pauses: 1000 }));
    const ends = outcomes(left);
    for (let i = 0; i < 260 * 6; i++) await setImmediate();
    client.aborted = true;
    expect(await read(1000)).to.equal(1000);
    for (const error of await ends) expect(error).to.have.property("name", "DeadlineExceeded");
    expect(memory.used).to.equal(0);
  });

  it("reads of many points do not begin when they were cancelled while they waited", async () => {
    const { all, read, ended, memory } = watched();
    const client = { aborted: false };
    let begun = false;
    const holder = read(0, { bytes: ROOM / 2 });
    const left = all.run({ bytes: ROOM / 2 }, client, async () => {
      begun = true;
    });
    client.aborted = true;
    const [, error] = await outcomes([holder, left]);
    expect(error).to.have.property("name", "DeadlineExceeded");
    expect([begun, ended, memory.used]).to.deep.equal([false, [0], 0]);
  });

  it("reads of many points leave the queue for memory when they are cancelled, so that later ones begin", async () => {
    const { all, read, memory } = watched();
    const client = { aborted: false };
    let end = () => {};
    const holder = all.run({ bytes: ROOM / 2 }, undefined, () => new Promise<void>((done) => (end = done)));
    const left = outcomes([all.run({ bytes: ROOM / 2 }, client, async () => {})]);
    const next = read(1, { bytes: ROOM / 8 });
    client.aborted = true;
    expect(await next).to.equal(1);
    expect((await left)[0]).to.have.property("name", "DeadlineExceeded");
    end();
    await holder;
    expect(memory.used).to.equal(0);
  });

  it("reads of many points are never refused if they belong to a write, which goes before other reads", async () => {
    const { read, ended, memory } = watched();
    const others = outcomes(Array.from({ length: 260 }, (_, name) => read(name)));
    const write = read(1000, { bytes: ROOM, isPatient: true });
    expect(memory.used).to.be.at.least(ROOM / 2);
    expect(await write).to.equal(1000);
    expect(ended.length).to.be.below(20);
    await others;
    expect(memory.used).to.equal(0);
  });

  it("reads of many points count the sets of a filter as memory while it is evaluated", async () => {
    const POINTS = 4000;
    const { database } = await open();
    await database.create("c", unnamed(1));
    const payload = new TextEncoder().encode(JSON.stringify({ a: 1 }));
    const points = Array.from({ length: POINTS }, (_, id) => ({
      id,
      vectors: { "": Float32Array.of(id) },
      payload,
    }));
    await upsert(database, "c", points);
    const { reads } = database.collection("c");
    const filter = parseFilter({ must: { key: "a", match: { value: 1 } } });
    const before = database.memory.used;
    const counted = Promise.all(Array.from({ length: 10 }, () => reads.count(filter, true)));
    // There are at least three sets of ten each: the slots in question, those that may match and those that match.
    expect(database.memory.used - before).to.be.above((10 * 3 * POINTS) / 8);
    expect(await counted).to.deep.equal(Array(10).fill(POINTS));
    expect(database.memory.used).to.equal(before);
    await database.close();
  });
});
