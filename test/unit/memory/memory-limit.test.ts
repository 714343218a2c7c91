// The account of the memory that the process may use.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";

describe("the memory limit", () => {
  it("the memory limit grants memory up to the limit, to the byte, and refuses one more byte and takes nothing", () => {
    const memory = MemoryLimit.of(1600);
    expect(memory.reserve(1600, "passing")).to.equal(true);
    expect(memory.reserve(1, "passing")).to.equal(false);
    expect(memory.used).to.equal(1600);
    memory.release(600);
    expect(memory.reserve(600, "lasting")).to.equal(true);
  });

  it("the memory limit keeps the last sixteenth for temporary memory, when that is set", () => {
    const memory = MemoryLimit.of(1600);
    memory.reserve(1500, "lasting");
    memory.keepBack();
    expect(memory.reserve(1, "lasting")).to.equal(false);
    expect(memory.reserve(100, "passing")).to.equal(true);
    memory.release(200);
    expect(memory.reserve(100, "lasting")).to.equal(true);
  });

  it("the memory limit keeps at most 256 MiB for temporary memory", () => {
    const memory = MemoryLimit.of(64 * 2 ** 30);
    memory.keepBack();
    expect(memory.reserve(64 * 2 ** 30 - 256 * 2 ** 20, "lasting")).to.equal(true);
    expect(memory.reserve(1, "lasting")).to.equal(false);
  });

  it("the memory limit asks caches to free the missing amount before it refuses", () => {
    const memory = MemoryLimit.of(1000);
    const asked: number[] = [];
    let spare = 0;
    memory.onShortage((bytes) => {
      asked.push(bytes);
      const given = Math.min(bytes, spare);
      spare -= given;
      memory.release(given);
      return given > 0;
    });
    while (memory.reserveSpare(100)) spare += 100;
    expect(spare).to.equal(1000);
    expect(memory.reserve(300, "lasting")).to.equal(true);
    expect(memory.reserve(50, "passing")).to.equal(true);
    expect(memory.reserve(651, "passing")).to.equal(false);
    expect(asked).to.deep.equal([300, 50, 651]);
    expect(memory.used).to.equal(350);
  });

  it("the memory limit refuses the last sixteenth to work that can be skipped", () => {
    const memory = MemoryLimit.of(1600);
    memory.keepBack();
    expect(memory.reserveSpare(1501)).to.equal(false);
    expect(memory.reserveSpare(1500)).to.equal(true);
  });

  it("the memory limit grants zero bytes even when it is exceeded", () => {
    const memory = MemoryLimit.of(100);
    memory.add(150);
    expect(memory.reserve(0, "lasting")).to.equal(true);
    expect(memory.reserve(1, "passing")).to.equal(false);
    expect(memory.used).to.equal(150);
  });

  it("the memory limit grants each byte once, however many threads reserve at the same time", async () => {
    const memory = MemoryLimit.of(10_000);
    const script = `
      const { parentPort, workerData } = require("node:worker_threads");
      require("tsx/cjs");
      const { MemoryLimit } = require(${JSON.stringify(new URL("../../../src/memory/memory-limit.ts", import.meta.url).pathname)});
      const memory = MemoryLimit.attach(workerData);
      let granted = 0;
      while (memory.reserve(1, "lasting")) granted++;
      parentPort.postMessage(granted);`;
    const threads = [1, 2, 3].map(() => new Worker(script, { eval: true, workerData: memory.shared }));
    const granted = await Promise.all(threads.map(async (thread) => (await once(thread, "message"))[0]));
    expect(granted.reduce((sum, one) => sum + one, 0)).to.equal(10_000);
    expect(memory.used).to.equal(10_000);
  });
});
