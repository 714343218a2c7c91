// The growth of a server's heap: V8 is told what it may be only while the heap is small.
import { expect } from "chai";
import { HeapGrowth } from "../../../src/serve/heap-growth.ts";

const MIB = 2 ** 20;

describe("the growth of a server's heap", () => {
  it("the heap may grow while it is small, V8 decides about a large one, and about every one after the end", () => {
    const told: number[] = [];
    let usedBytes = 20 * MIB;
    const growth = new HeapGrowth(4096 * MIB, {
      usedBytes: () => usedBytes,
      growBy: (percent) => told.push(percent),
    });
    growth.choose();
    growth.choose();
    usedBytes = 200 * MIB;
    growth.choose();
    usedBytes = 100 * MIB;
    growth.choose();
    growth.stop();
    expect(told).to.deep.equal([300, 0, 300, 0]);
  });

  it("a heap of 40 MiB is large for a server that may use 512 MiB", () => {
    const told: number[] = [];
    const growth = new HeapGrowth(512 * MIB, {
      usedBytes: () => 40 * MIB,
      growBy: (percent) => told.push(percent),
    });
    growth.choose();
    expect(told).to.deep.equal([]);
  });
});
