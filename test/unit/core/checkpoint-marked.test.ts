// Collections that are marked as deleted: a checkpoint unloads them, and a restored one is loaded from it.
import { expect } from "chai";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { newEngine } from "../engine/fixtures.ts";
import { copyOf, everything, IDS, points } from "./checkpoint-fixtures.ts";
import { open, remove, unnamed, upsert } from "./fixtures.ts";

describe("a checkpoint of a collection that is marked as deleted", () => {
  it("a checkpoint of a marked collection frees the memory of the collection, and loads it when it is restored", async () => {
    const memory = MemoryLimit.unlimited();
    const { database, dir, clock } = await open({ engine: (files) => newEngine({ memory, files }) });
    await database.create("a", unnamed(3));
    await database.create("b", unnamed(3));
    await database.checkpoint();
    const empty = memory.used;
    await upsert(database, "a", points(0, 50));
    const before = await everything(database, "a", IDS);
    await database.mark("a", 60_000);
    await database.checkpoint();
    expect(memory.used).to.be.at.most(empty);
    expect(database.registered("a")).to.include({ points: 50, isUnloaded: true });
    await database.mark("a", 90_000);
    await database.close();
    const again = await open({ dir, clock });
    expect(again.database.registered("a")).to.deep.include({ points: 50, isUnloaded: true });
    const [restored] = await Promise.all([
      again.database.restore("a"),
      upsert(again.database, "b", points(0, 3)),
    ]);
    expect(restored).to.equal(undefined);
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
    await upsert(again.database, "a", points(50, 60));
    const after = await everything(again.database, "a", IDS);
    await again.database.close();
    expect(await everything((await open({ dir, clock })).database, "a", IDS)).to.deep.equal(after);
  });

  it("a checkpoint of a marked collection is restored with the marks and restorations of the log behind it", async () => {
    const opened = await open();
    const { database, clock } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 50));
    await database.mark("a", 60_000);
    await database.checkpoint();
    await database.restore("a");
    await upsert(database, "a", points(45, 55));
    await remove(database, "a", [1]);
    await database.mark("a", 60_000);
    await database.restore("a");
    const before = await everything(database, "a", IDS);
    const again = await open({ dir: copyOf(opened), clock });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
  });

  it("a checkpoint of a marked collection lets due rebuilds run when the collection is restored, although there are no writes", async () => {
    const { database, dir, clock } = await open({ segments: { vacuumMinSlots: 10, deletedThreshold: 1 } });
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 40));
    await remove(
      database,
      "a",
      IDS.filter((id) => id < 20),
    );
    await database.mark("a", 60_000);
    await database.close();
    const again = await open({ dir, clock, segments: { vacuumMinSlots: 10, deletedThreshold: 0.2 } });
    await again.database.restore("a");
    await again.database.optimized();
    const [segment] = again.database.collection("a").segments.all;
    expect(segment).to.include({ dead: 0 });
  });
});
