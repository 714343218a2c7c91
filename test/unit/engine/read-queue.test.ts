// The calls that wait until a thread of a pool is free.
import { expect } from "chai";
import { startPool } from "../../../src/engine/node-threads.ts";
import { filled, top } from "./fixtures.ts";

describe("the queue of calls to the threads of a pool", () => {
  it("the queue of a pool rejects waiting calls when it is closed", async () => {
    const engine = startPool(1, { maxWaiting: 3 });
    const store = await filled(engine, "Dot", [Float32Array.of(1, 2)]);
    const calls = Promise.allSettled(
      Array.from({ length: 20 }, () => engine.search(store, Float32Array.of(1, 2), top(1))),
    );
    await engine.close();
    const last = (await calls).at(-1) as PromiseRejectedResult;
    expect(last.reason.message).to.equal("the thread was stopped");
  });
});
