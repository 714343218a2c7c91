// Events during a checkpoint: failing writes, marks, drops and rebuilds. The checkpoint includes every acknowledged
// write, no memory is released twice, and no file is left over.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CollectionDamaged } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { Checkpoints } from "../../../src/storage/checkpoints.ts";
import type { Manifest, Root } from "../../../src/storage/manifest.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { newEngine, rejection } from "../engine/fixtures.ts";
import { copyOf, everything, IDS, point, points } from "./checkpoint-fixtures.ts";
import { freshDir, open, remove, startUpsert, unnamed, upsert } from "./fixtures.ts";

/** A gate: `passed` resolves when `open` is called. */
function gate(): { open: () => void; passed: Promise<void> } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** Lets all work run that does not wait for the gate. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Checkpoints with hooks before a manifest is written and before the root is. */
class Interrupted extends Checkpoints {
  beforeManifest = async (): Promise<unknown> => null;
  beforeCommit = async (): Promise<unknown> => null;

  override async writeManifest(number: number, manifest: Manifest): Promise<void> {
    await this.beforeManifest();
    return super.writeManifest(number, manifest);
  }

  override async commit(root: Root): Promise<void> {
    await this.beforeCommit();
    return super.commit(root);
  }
}

async function openInterrupted() {
  const dir = freshDir();
  const memory = MemoryLimit.unlimited();
  const checkpoints = new Interrupted(nodeFs, dir);
  const opened = await open({
    dir,
    more: { checkpoints },
    engine: (files) => newEngine({ memory, files }),
    segments: { vacuumMinSlots: 10, deletedThreshold: 0.2 },
  });
  return { ...opened, memory, checkpoints };
}

describe("a checkpoint during other work", () => {
  it("a checkpoint leaves a write that fails to be applied before the collection is saved to the log", async () => {
    const opened = await open();
    const { database, engine } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 10));
    const { open: go, passed } = gate();
    engine.write = async () => {
      await passed;
      throw new Error("the engine has failed");
    };
    const { applied } = await startUpsert(database, "a", points(10, 20));
    const taken = database.checkpoint();
    await idle();
    go();
    await rejection(applied);
    expect(await taken).to.include({ collections: 0 });
    const again = await open({ dir: copyOf(opened) });
    expect(again.database.collection("a").points).to.equal(20);
  });

  it("a checkpoint keeps the saved state of a collection that cannot be loaded", async () => {
    const opened = await open();
    const { database, engine, clock } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 10));
    await database.mark("a", 60_000);
    await database.checkpoint();
    const { open: go, passed } = gate();
    engine.restore = async () => {
      await passed;
      throw new Error("the engine has failed");
    };
    const restored = database.restore("a");
    await idle();
    const taken = database.checkpoint();
    await idle();
    go();
    expect(await rejection(restored)).to.be.instanceOf(CollectionDamaged);
    await taken;
    const again = await open({ dir: copyOf(opened), clock });
    expect(again.database.collection("a").points).to.equal(10);
  });

  it("a checkpoint includes writes that were queued when their collection was marked as deleted", async () => {
    const opened = await open();
    const { database, engine, clock } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 10));
    const { open: go, passed } = gate();
    const write = engine.write.bind(engine);
    engine.write = async (writes) => {
      await passed;
      return write(writes);
    };
    const first = await startUpsert(database, "a", points(10, 20));
    const taken = database.checkpoint();
    await idle();
    const second = await startUpsert(database, "a", points(20, 30));
    await database.mark("a", 60_000);
    go();
    await Promise.all([first.applied, second.applied, taken]);
    const again = await open({ dir: copyOf(opened), clock });
    await again.database.checkpoint();
    await again.database.restore("a");
    expect((await everything(again.database, "a", IDS)).filter(Boolean)).to.have.length(30);
  });

  for (const [how, away] of [
    ["dropped", async ({ database }) => database.drop("a")],
    [
      "rebuilt",
      async ({ database }) => {
        await remove(
          database,
          "a",
          IDS.filter((id) => id < 50),
        );
        await database.optimized();
      },
    ],
  ] as [string, (opened: Awaited<ReturnType<typeof openInterrupted>>) => Promise<unknown>][]) {
    it(`a checkpoint frees the memory of payloads once when they are ${how} before it is valid`, async () => {
      const opened = await openInterrupted();
      const { database, checkpoints, memory, clock } = opened;
      const before = memory.used;
      await database.create("a", unnamed(3));
      const payload = "x".repeat(10_000);
      await upsert(
        database,
        "a",
        IDS.map((id) => point(id, payload)),
      );
      checkpoints.beforeCommit = () => away(opened);
      await database.checkpoint();
      await database.drop("a");
      clock.advance(5_000); // memory in which records were encoded is released
      expect(memory.used).to.equal(before);
    });
  }

  it("a checkpoint leaves no files of a collection that is dropped while it is saved", async () => {
    const { database, checkpoints, dir } = await openInterrupted();
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    checkpoints.beforeManifest = () => database.drop("a");
    await database.checkpoint();
    expect(readdirSync(join(dir, "collections"))).to.deep.equal([]);
  });
});
