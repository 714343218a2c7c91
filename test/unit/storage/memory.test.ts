// Buffers that several threads share, and that are used again.
import { expect } from "chai";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { RingBuffers, SharedPool } from "../../../src/storage/memory.ts";

describe("a pool of shared buffers", () => {
  it("a pool of shared buffers returns shared memory of the requested size", () => {
    const bytes = new SharedPool(MemoryLimit.unlimited()).take(10_000);
    expect(bytes.length).to.equal(10_000);
    expect(bytes.buffer).to.be.instanceOf(SharedArrayBuffer);
    expect(bytes.byteOffset).to.equal(0);
  });

  it("a pool of shared buffers reuses returned buffers, also for another size of the same class", () => {
    const pool = new SharedPool(MemoryLimit.unlimited());
    const first = pool.take(10_000);
    pool.give(first);
    expect(pool.take(9_000).buffer).to.equal(first.buffer);
  });

  it("a pool of shared buffers never returns one buffer twice", () => {
    const pool = new SharedPool(MemoryLimit.unlimited());
    const first = pool.take(100);
    const second = pool.take(100);
    expect(second.buffer).to.not.equal(first.buffer);
    pool.give(first);
    expect(pool.take(100).buffer).to.equal(first.buffer);
    expect(pool.take(100).buffer).to.not.be.oneOf([first.buffer, second.buffer]);
  });

  it("a pool of shared buffers keeps at most 64 MiB of unused buffers", () => {
    const pool = new SharedPool(MemoryLimit.unlimited());
    const taken = Array.from({ length: 5 }, () => pool.take(16 * 2 ** 20));
    for (const bytes of taken) pool.give(bytes);
    const known = new Set(taken.map(({ buffer }) => buffer));
    const again = Array.from({ length: 5 }, () => known.has(pool.take(16 * 2 ** 20).buffer));
    expect(again).to.deep.equal([true, true, true, true, false]);
  });
});

describe("a pool of shared buffers within a memory limit", () => {
  it("a pool of shared buffers within a memory limit counts used and unused buffers, and refuses more than the limit", () => {
    const memory = MemoryLimit.of(2 ** 20);
    const pool = new SharedPool(memory);
    const bytes = pool.take(2 ** 14);
    expect(memory.used).to.equal(2 ** 14);
    pool.give(bytes);
    expect(memory.used).to.equal(2 ** 14);
    expect(() => pool.take(2 ** 20 + 1)).to.throw(OutOfMemory);
  });

  it("a pool of shared buffers within a memory limit keeps at most a thirty-second of the limit", () => {
    const memory = MemoryLimit.of(2 ** 20);
    const pool = new SharedPool(memory);
    const taken = [1, 2, 3].map(() => pool.take(2 ** 14));
    for (const bytes of taken) pool.give(bytes);
    expect(memory.used).to.equal(2 ** 15);
  });

  it("a pool of shared buffers within a memory limit drops unused buffers for a new one that would not fit beside them", () => {
    const memory = MemoryLimit.of(2 ** 20);
    const pool = new SharedPool(memory);
    pool.give(pool.take(2 ** 14));
    expect(pool.take(2 ** 20)).to.have.length(2 ** 20);
    expect(memory.used).to.equal(2 ** 20);
  });
});

describe("buffers that are used in turn", () => {
  it("buffers that are used in turn are reused after as many calls as there are buffers, and replaced when too small", () => {
    const turns = new RingBuffers(2);
    const [a, b] = [turns.take(100), turns.take(100)];
    expect(turns.take(50).buffer).to.equal(a.buffer);
    expect(turns.take(200).buffer).to.not.equal(b.buffer);
  });
});
