// The collection of garbage: when the garbage collectors of all threads are run.
import { expect } from "chai";
import { Garbage } from "../../../src/engine/garbage.ts";

const MIB = 2 ** 20;

describe("dropped WebAssembly memory", () => {
  let collections = 0;
  /** The task that waits for an idle moment, and how often it was deferred. */
  let waiting: (() => void) | null = null;
  let deferred = 0;

  beforeEach(() => {
    collections = 0;
    waiting = null;
    deferred = 0;
  });

  function garbageWithin(limitBytes: number, isIdle?: (() => boolean) | null): Garbage {
    const garbage: Garbage = new Garbage({
      limitBytes,
      isIdle,
      collect: () => {
        collections++;
        garbage.take();
      },
      wait: (task) => {
        waiting = task;
        return () => {
          if (waiting) deferred++;
          waiting = null;
        };
      },
    });
    return garbage;
  }

  it("dropped WebAssembly memory is not collected while there is little of it", () => {
    const garbage = garbageWithin(2 ** 40);
    garbage.note(100 * MIB, 10);
    expect([collections, waiting]).to.deep.equal([0, null]);
    expect(garbage.bytes).to.equal(100 * MIB);
  });

  it("dropped WebAssembly memory is collected when the thread is idle and there is enough of it", () => {
    const garbage = garbageWithin(2 ** 40);
    garbage.note(130 * MIB, 1);
    expect(collections).to.equal(0);
    waiting!();
    expect([collections, garbage.bytes, waiting]).to.deep.equal([1, 0, null]);
  });

  it("dropped WebAssembly memory is collected later when more is dropped meanwhile", () => {
    const garbage = garbageWithin(2 ** 40);
    garbage.note(130 * MIB);
    expect(deferred).to.equal(0);
    garbage.note(1);
    expect([deferred, collections]).to.deep.equal([1, 0]);
    waiting!();
    expect([collections, garbage.bytes]).to.deep.equal([1, 0]);
  });

  it("dropped WebAssembly memory is collected at once when there is much of it", () => {
    const garbage = garbageWithin(2 ** 40);
    garbage.note(511 * MIB);
    expect(collections).to.equal(0);
    garbage.note(MIB);
    expect([collections, waiting]).to.deep.equal([1, null]);
  });

  it("dropped WebAssembly memory is collected at once sooner when the memory limit is small, or when many memories were dropped", () => {
    garbageWithin(1600 * MIB).note(200 * MIB);
    expect(collections).to.equal(1);
    garbageWithin(2 ** 40).note(0, 512);
    expect(collections).to.equal(2);
  });

  it("dropped WebAssembly memory is not collected while its thread is busy", () => {
    let isIdle = false;
    const garbage = garbageWithin(2 ** 40, () => isIdle);
    garbage.note(130 * MIB);
    waiting!();
    expect([collections, garbage.bytes]).to.deep.equal([0, 130 * MIB]);
    isIdle = true;
    waiting!();
    expect([collections, garbage.bytes]).to.deep.equal([1, 0]);
  });

  it("dropped WebAssembly memory is never collected automatically in the thread of a program that embeds the database", () => {
    const garbage = garbageWithin(2 ** 40, null);
    garbage.note(1024 * MIB, 600);
    expect([collections, waiting]).to.deep.equal([0, null]);
    expect(garbage.bytes).to.equal(1024 * MIB);
  });
});
