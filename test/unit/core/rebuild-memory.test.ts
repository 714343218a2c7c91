// Several segments and rebuilds on one account of memory: a full segment and a full account have different results, and
// the memory of a copy is reserved before it is made.
import { expect } from "chai";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { newEngine, rejection } from "../engine/fixtures.ts";
import { type TestPoint, unnamed } from "./fixtures.ts";
import { LooseCollection } from "./segment-fixtures.ts";

const PAYLOAD_BYTES = 10_000;
const MIB = 2 ** 20;
const vectors = { "": Float32Array.of(1, 2) };

const points = (first: number, count: number, payloadBytes = 0): TestPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    id: first + i,
    vectors,
    payload: payloadBytes === 0 ? null : new Uint8Array(payloadBytes).fill(first + i),
  }));
const ids = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

function collectionOn(memory: MemoryLimit) {
  return new LooseCollection(newEngine({ memory }), unnamed(2), { vacuumMinSlots: 10 });
}

/** Leaves the given number of bytes free on the account. @returns a function that releases the rest */
function leave(memory: MemoryLimit, bytes: number): () => void {
  const taken = memory.limit - memory.used - bytes;
  memory.add(taken);
  return () => memory.release(taken);
}

describe("a collection at the memory limit", () => {
  it("a collection at the memory limit refuses a write, and continues in the same segment when memory is free again", async () => {
    const memory = MemoryLimit.of(64 * MIB);
    const loose = collectionOn(memory);
    await loose.upsert(points(0, 100));
    const giveBack = leave(memory, 65_536);
    expect(await rejection(loose.upsert(points(100, 20_000)))).to.be.instanceOf(OutOfMemory);
    expect(await loose.segments()).to.equal(1);
    giveBack();
    await loose.upsert(points(100, 20_000));
    expect(await loose.segments()).to.equal(1);
    expect(loose.collection.points).to.equal(20_100);
  });
});

describe("a rebuild with a memory limit", () => {
  it("a rebuild with a memory limit is postponed when the payloads of the copy do not fit, and changes nothing", async () => {
    const memory = MemoryLimit.of(64 * MIB);
    const loose = collectionOn(memory);
    await loose.upsert(points(0, 400, PAYLOAD_BYTES));
    await loose.remove(ids(0, 200));
    const giveBack = leave(memory, MIB);
    const before = memory.used;
    await loose.rebuild();
    expect(loose.collection.upkeep.failure).to.be.instanceOf(OutOfMemory);
    expect(memory.used).to.equal(before);
    expect(loose.collection.points).to.equal(200);
    giveBack();
  });

  it("a rebuild with a memory limit reserves memory for the payloads of live points, and frees that of all others", async () => {
    const memory = MemoryLimit.of(64 * MIB);
    const loose = collectionOn(memory);
    await loose.upsert(points(0, 1000, PAYLOAD_BYTES));
    await loose.remove(ids(0, 900));
    const giveBack = leave(memory, 4 * MIB);
    const before = memory.used;
    await loose.optimize();
    expect(before - memory.used).to.be.above(7 * MIB);
    giveBack();
    const [slot] = await loose.collection.reads.find([950]);
    const [payload] = await loose.collection.reads.payloads([slot!]);
    expect(payload).to.have.length(PAYLOAD_BYTES);
    await loose.collection.drop();
    expect(memory.used).to.equal(0);
  });
});
