// The graphs that a checkpoint saves beside writes, and when there is no memory for copies of them.
import { join } from "node:path";
import { expect } from "chai";
import type { CollectionConfig } from "../../../src/core/config/types.ts";
import { droppedCollection } from "../../../src/core/record/record.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { describe as describeCollection } from "../../../src/service/collection-info.ts";
import { makeBackup } from "../../../src/storage/backup.ts";
import { Checkpoints } from "../../../src/storage/checkpoints.ts";
import type { FileSums } from "../../../src/storage/data-file.ts";
import type { Manifest } from "../../../src/storage/manifest.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { newEngine } from "../engine/fixtures.ts";
import { copyOf, points } from "./checkpoint-fixtures.ts";
import { configOf, freshDir, open, prepare, unnamed, upsert } from "./fixtures.ts";

/** Lets the indexer run, which works between other tasks. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Checkpoints that record their manifests, with a hook before each append. */
class Watched extends Checkpoints {
  readonly manifests: Manifest[] = [];
  beforeAppend = async (): Promise<unknown> => null;

  override async append(key: string, before: FileSums, parts: readonly Uint8Array[]): Promise<FileSums> {
    await this.beforeAppend();
    return super.append(key, before, parts);
  }

  override async writeManifest(number: number, manifest: Manifest): Promise<void> {
    this.manifests.push(manifest);
    return super.writeManifest(number, manifest);
  }
}

/** A database with the collection "a" of `count` points, all of them indexed. */
async function openWatched(count: number, given: CollectionConfig = unnamed(3)) {
  const dir = freshDir();
  const checkpoints = new Watched(nodeFs, dir);
  const opened = await open({
    dir,
    more: { checkpoints },
    engine: (files) => newEngine({ files, later: setImmediate }),
  });
  const { database, engine } = opened;
  await database.create("a", { ...given, hnsw_config: { ...given.hnsw_config, full_scan_threshold: 0 } });
  const names = given.vectors.map(({ name }) => name);
  const named = points(0, count).map((point) => ({
    ...point,
    vectors: Object.fromEntries(names.map((name) => [name, Object.values(point.vectors)[0]!])),
  }));
  await upsert(database, "a", named);
  await database.collection("a").segments.all[0]!.vectors.indexed();
  /** The slots and the indexed slots of the only segment in the newest manifest. */
  const saved = () => {
    const [segment] = checkpoints.manifests.at(-1)!.segments;
    return { slots: segment!.slots, indexed: segment!.fields[0]!.graph?.indexed ?? 0 };
  };
  return { ...opened, database, engine, checkpoints, saved };
}

/** The faults that a start reports for a copy of the directory as a kill would leave it now. */
async function faultsAfterKill(opened: Awaited<ReturnType<typeof openWatched>>) {
  const { database } = prepare({ dir: copyOf(opened) });
  const report = await database.load();
  await database.close(false);
  return report!.faults;
}

describe("the graph that a checkpoint saves", () => {
  for (const when of ["while rows are saved", "before the graph is copied"] as const) {
    it(`the graph that a checkpoint saves covers only slots that are saved with it when points come ${when}, and is valid after a kill`, async () => {
      const opened = await openWatched(40);
      const { database, engine, checkpoints, saved } = opened;
      let count = 40;
      const write = async () => {
        count += 40;
        await upsert(database, "a", points(count - 40, count));
        await idle();
      };
      const graph = engine.graph.bind(engine);
      if (when === "while rows are saved") checkpoints.beforeAppend = write;
      else
        engine.graph = async (segment) => {
          await write();
          return graph(segment);
        };
      await database.checkpoint();
      checkpoints.beforeAppend = async () => null;
      engine.graph = graph;
      expect(count).to.be.greaterThan(40);
      expect(saved()).to.deep.equal({ slots: 40, indexed: 40 });
      expect(await faultsAfterKill(opened)).to.deep.equal([]);

      // The points that came meanwhile are indexed afterwards.
      const [segment] = database.collection("a").segments.all;
      await segment!.vectors.indexed();
      expect(await segment!.vectors.indexedSlots()).to.deep.equal([count]);
      await database.checkpoint();
      expect(saved()).to.deep.equal({ slots: count, indexed: count });
    });
  }

  it("the graph that a checkpoint saves covers only slots in a backup made beside writes, and the backup opens without faults", async () => {
    const opened = await openWatched(40);
    const { database, engine, saved, dir } = opened;
    const graph = engine.graph.bind(engine);
    engine.graph = async (segment) => {
      await upsert(database, "a", points(40, 80));
      await idle();
      return graph(segment);
    };
    await database.checkpoint();
    engine.graph = graph;
    await upsert(database, "a", points(80, 120));
    await idle();
    const target = join(freshDir(), "backup");
    makeBackup(nodeFs, dir, target, { version: "0", dropOf: droppedCollection });
    expect(saved()).to.deep.equal({ slots: 40, indexed: 40 });
    const { kind, damage } = verifyDirectory(nodeFs, nodeKindOf, droppedCollection, target);
    expect({ kind, damage }).to.deep.equal({ kind: "backup", damage: [] });

    const restored = prepare({ dir: target });
    const report = await restored.database.load();
    expect(report!.faults).to.deep.equal([]);
    expect(restored.database.collection("a").points).to.equal(120);
    await restored.database.close(false);
  });

  it("the graph that a checkpoint saves continues to grow when the checkpoint fails", async () => {
    const { database, checkpoints } = await openWatched(40);
    checkpoints.beforeAppend = async () => {
      throw new Error("a test");
    };
    await database.checkpoint().catch(() => {});
    await upsert(database, "a", points(40, 80));
    const [segment] = database.collection("a").segments.all;
    await segment!.vectors.indexed();
    expect(await segment!.vectors.indexedSlots()).to.deep.equal([80]);
  });

  it("the graph that a checkpoint saves is left out with a report while there is no memory for a copy", async () => {
    const opened = await openWatched(40);
    const { database, engine, saved } = opened;
    const graph = engine.graph.bind(engine);
    engine.graph = async () => {
      throw new OutOfMemory();
    };
    const { faults } = await database.checkpoint();
    const said =
      "a graph was not saved: there is no memory for a copy. The next start builds what is missing; raise the memory limit";
    expect(faults).to.deep.equal([`a: ${said}`]);
    expect(saved()).to.deep.equal({ slots: 40, indexed: 0 });
    const warnings = async () => (await describeCollection(database.collection("a"))).warnings;
    expect(await warnings()).to.deep.equal([{ message: said }]);

    engine.graph = graph;
    await upsert(database, "a", points(40, 41));
    expect((await database.checkpoint()).faults).to.deep.equal([]);
    expect(await warnings()).to.equal(undefined);
  });

  for (const memory of ["for all copies", "for one copy at a time"] as const) {
    it(`the graph that a checkpoint saves is released for all vectors before any file is written, with memory ${memory}`, async () => {
      const config = configOf(
        { name: "x", size: 3, distance: "Euclid" },
        { name: "y", size: 3, distance: "Dot" },
      );
      const { database, engine, checkpoints } = await openWatched(40, config);
      const done: string[] = [];
      const [graph, place, hold] = [engine.graph, checkpoints.writeFile, engine.limitGraph];
      engine.graph = async (segment) => {
        const copies =
          done.filter((one) => one === "copy").length - done.filter((one) => one === "file").length;
        if (memory === "for one copy at a time" && copies > 0) throw new OutOfMemory();
        done.push("copy");
        return graph.call(engine, segment);
      };
      engine.limitGraph = async (segment, slots) => {
        if (slots === null) done.push("go on");
        return hold.call(engine, segment, slots);
      };
      checkpoints.writeFile = async (key, parts) => {
        if (key.includes("graph-")) done.push("file");
        return place.call(checkpoints, key, parts);
      };
      await database.checkpoint();
      const expected =
        memory === "for all copies"
          ? ["copy", "go on", "copy", "go on", "file", "file"]
          : ["copy", "go on", "file", "copy", "go on", "file"];
      expect(done.slice(0, expected.length)).to.deep.equal(expected);
      const { fields } = checkpoints.manifests.at(-1)!.segments[0]!;
      expect(fields.map(({ graph }) => graph?.indexed)).to.deep.equal([40, 40]);
    });
  }
});
