// The memory that writes wait for while their shards are split, or taken away.
import { expect } from "chai";
import { clearShard, isUndivided } from "../../../src/core/segment/undivided.ts";
import { until } from "../../support/until.ts";
import { type Opened, open, unnamed, upsert } from "./fixtures.ts";
import { intercept } from "./segment-fixtures.ts";

describe("memory for writes", () => {
  let opened: Opened;
  afterEach(() => opened.database.close());

  const own = () => opened.database.collection("c");

  for (const [what, change] of [
    ["a split of shards", () => opened.database.configure("c", (config) => ({ ...config, shards: 2 }))],
    ["a shard that is taken away", () => own().exclusively(() => clearShard(own().segments, 0))],
  ] as const) {
    it(`${what} while writes wait for memory refuses none of them, and leaves no segment of the shards before`, async () => {
      let isHeld = false;
      let held = () => {};
      let release = () => {};
      const begun = new Promise<void>((resolve) => {
        held = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const engine = intercept(async (method) => {
        if (method !== "reserve" || !isHeld) return;
        isHeld = false;
        held();
        await released;
      });
      opened = await open({ engine });
      await opened.database.create("c", unnamed(2));
      await upsert(
        opened.database,
        "c",
        Array.from({ length: 50 }, (_, id) => ({ id, vectors: { "": Float32Array.of(id, 0) } })),
      );
      const before = own().segments.all;
      isHeld = true;
      const waiting = [5_000, 20_000].map((slots) => own().reserve([slots]));
      await begun;
      await change();
      await until(() => before.every((segment) => !own().segments.all.includes(segment)));
      release();
      await Promise.all(waiting);
      await opened.database.optimized();
      const { segments } = own();
      expect(segments.all.filter((segment) => isUndivided(segment, segments))).to.deep.equal([]);
    });
  }
});
