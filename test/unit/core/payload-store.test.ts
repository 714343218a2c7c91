// The payload store in memory: it returns the bytes that were put, whatever their sizes and the order of slots.
import { expect } from "chai";
import { PayloadStore } from "../../../src/core/payload/store.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { integer, withSeed } from "../engine/fixtures.ts";
import { accountOf, MIB } from "./payload-fixtures.ts";

const newStore = (memory = MemoryLimit.unlimited()) => new PayloadStore(accountOf(memory));

describe("the payload store", () => {
  it("the payload store returns the bytes of every slot, and null for slots without a payload", () =>
    withSeed(async (random) => {
      const store = newStore();
      const model = new Map<number, Uint8Array>();
      for (let slot = 0; slot < 3_000; slot += integer(random, 1, 4)) {
        const length = random() < 0.01 ? integer(random, 1, MIB) : integer(random, 1, 300);
        const bytes = new Uint8Array(length).fill(integer(random, 0, 255));
        bytes[length - 1] = slot & 255;
        store.put(slot, bytes);
        model.set(slot, bytes.slice());
        bytes.fill(0); // the store must not have kept the caller's array
      }
      const all = await store.read(Array.from({ length: 3_100 }, (_, slot) => slot));
      for (let slot = 0; slot < 3_100; slot++) {
        const found = all[slot];
        const wanted = model.get(slot);
        if (!wanted) expect(found, `slot ${slot}`).to.equal(null);
        else expect(found && Buffer.compare(found, wanted), `slot ${slot}`).to.equal(0);
      }
    }));

  it("the payload store stores payloads that fill a block exactly, exceed it, and are larger than any block", async () => {
    const store = newStore();
    const lengths = [4096, 1, 8191, 1, MIB, MIB - 1, 1, 1, MIB + 1, 3 * MIB, 5];
    lengths.forEach((length, slot) => {
      store.put(slot, new Uint8Array(length).fill(slot + 1));
    });
    const payloads = await store.read([...lengths.keys()]);
    lengths.forEach((length, slot) => {
      const bytes = payloads[slot]!;
      expect(bytes.length).to.equal(length);
      expect(
        bytes.every((byte) => byte === slot + 1),
        `slot ${slot}`,
      ).to.equal(true);
    });
  });

  it("the payload store returns null for slots after the last one", async () => {
    const store = newStore();
    expect(await store.read([0, 63, 64, 1_000_000])).to.deep.equal([null, null, null, null]);
  });

  it("the payload store does not change a payload that was read when more are written", async () => {
    const store = newStore();
    store.put(0, Uint8Array.of(1, 2, 3));
    const [read] = await store.read([0]);
    for (let slot = 1; slot < 5_000; slot++) store.put(slot, new Uint8Array(50).fill(9));
    expect([...read!]).to.deep.equal([1, 2, 3]);
    expect((await store.read([0])).map((bytes) => [...bytes!])).to.deep.equal([[1, 2, 3]]);
  });

  it("the payload store keeps everything in memory when it has no file, saved or not", async () => {
    const memory = MemoryLimit.unlimited();
    const store = newStore(memory);
    store.put(0, Uint8Array.of(1, 2, 3));
    store.saved(3, Uint32Array.of(0), 0);
    expect(store.unsaved).to.equal(0);
    expect((await store.read([0])).map((bytes) => [...bytes!])).to.deep.equal([[1, 2, 3]]);
    expect(memory.used).to.equal(store.bytes).and.to.be.above(0);
    store.drop();
    expect(memory.used).to.equal(0);
  });
});
