// The payload indexes that checkpoints save: when they are written, and what a start does with their files.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import type { Database } from "../../../src/core/database/database.ts";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import { INDEX_VERSION } from "../../../src/core/index/index-file.ts";
import { droppedCollection } from "../../../src/core/record/record.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { makeBackup } from "../../../src/storage/backup.ts";
import { Checkpoints } from "../../../src/storage/checkpoints.ts";
import type { FileSums } from "../../../src/storage/data-file.ts";
import type { Manifest, SavedIndex } from "../../../src/storage/manifest.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { newEngine } from "../engine/fixtures.ts";
import { IoError } from "../storage/broken-fs.ts";
import { copyOf, json } from "./checkpoint-fixtures.ts";
import {
  freshDir,
  type Opened,
  open,
  prepare,
  remove,
  setPayloads,
  type TestPoint,
  unnamed,
  upsert,
} from "./fixtures.ts";

const POINTS = 800;
const SCHEMA = { color: "keyword", n: "integer", text: "text", place: "geo" } as const;
const CONFIG = { ...unnamed(1), payload_schema: SCHEMA };
const RED = parseFilter({ must: [{ key: "color", match: { value: "red" } }] });

const about = (id: number, color = id % 4 === 0 ? "red" : "blue") =>
  json({ color, n: id, text: `number ${id}`, place: { lon: id / 10, lat: 0 } });
const point = (id: number): TestPoint => ({ id, vectors: { "": Float32Array.of(id) }, payload: about(id) });
const points = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => point(from + i));

/** Checkpoints that record their manifests, and change them or fail before they write a file of an index. */
class Watched extends Checkpoints {
  readonly manifests: Manifest[] = [];
  change = (index: SavedIndex): SavedIndex => index;
  beforeIndex = async (): Promise<unknown> => null;

  override async append(key: string, before: FileSums, parts: readonly Uint8Array[]): Promise<FileSums> {
    if (key.includes("/index-")) await this.beforeIndex();
    return super.append(key, before, parts);
  }

  override async writeManifest(number: number, manifest: Manifest): Promise<void> {
    const segments = manifest.segments.map((segment) => ({
      ...segment,
      indexes: segment.indexes.map(this.change),
    }));
    this.manifests.push({ ...manifest, segments });
    return super.writeManifest(number, { ...manifest, segments });
  }

  get indexes(): readonly SavedIndex[] {
    return this.manifests.at(-1)!.segments.flatMap(({ indexes }) => indexes);
  }
}

/** A database with the collection "a", whose payload indexes are complete. */
async function openFilled() {
  const dir = freshDir();
  const checkpoints = new Watched(nodeFs, dir);
  const opened = await open({ dir, more: { checkpoints } });
  await opened.database.create("a", CONFIG);
  await upsert(opened.database, "a", points(0, POINTS));
  await indexed(opened.database);
  return { ...opened, checkpoints };
}

async function indexed(database: Database): Promise<Collection> {
  const collection = database.collection("a");
  collection.segments.indexing.wake();
  await collection.segments.indexing.settled();
  return collection;
}

/** Opens a directory, by default a copy as a kill leaves it, and looks before any payload is read. */
async function start(opened: Opened, dir = copyOf(opened), engine?: Engine) {
  const prepared = prepare({ dir, ...(engine && { engine }) });
  const { database } = prepared;
  const report = await database.load();
  const collection = database.collection("a");
  return { ...prepared, collection, lacking: lackingIn(collection), faults: report!.faults };
}

/** The number of slots that each index lacks. */
const lackingIn = ({ segments }: Collection) =>
  Object.fromEntries(
    segments.all.flatMap(({ indexes }) => Array.from(indexes.all, ([path, { lacking }]) => [path, lacking])),
  );
const NONE = { color: 0, n: 0, text: 0, place: 0 };
const ALL = { color: POINTS, n: POINTS, text: POINTS, place: POINTS };

const indexFiles = (dir: string) =>
  (readdirSync(dir, { recursive: true }) as string[]).filter((name) => /index-/.test(name)).sort();

const fileOf = (dir: string, path: RegExp) => join(dir, indexFiles(dir).find((name) => path.test(name))!);

async function expectRed(database: Database, count: number): Promise<void> {
  const collection = await indexed(database);
  expect(await collection.reads.count(RED, true)).to.equal(count);
  expect(lackingIn(collection)).to.deep.equal(NONE);
}

describe("the payload indexes that a checkpoint saves", () => {
  it("the payload indexes that a checkpoint saves are complete after a start, without any payload being read", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    const { database, collection, lacking, faults } = await start(opened);
    expect([lacking, faults]).to.deep.equal([NONE, []]);
    expect(collection.segments.indexing.busy).to.equal(false);
    expect(await collection.reads.count(RED, true)).to.equal(POINTS / 4);
    expect(await collection.reads.indexedPoints()).to.deep.equal({
      ...{ color: POINTS, n: POINTS, text: POINTS, place: POINTS },
    });
    await database.close(false);
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves get the later writes from the log", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    await upsert(opened.database, "a", points(POINTS - 4, POINTS + 40));
    await setPayloads(opened.database, "a", new Map([[1, about(1, "red")]]));
    const { database, lacking } = await start(opened);
    expect(lacking).to.deep.equal(NONE);
    await expectRed(database, POINTS / 4 + 11);
    await database.close(false);
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves are not written again for a few changes, which a start reads from the payloads", async () => {
    const opened = await openFilled();
    const { database, checkpoints, dir } = opened;
    await database.checkpoint();
    const before = indexFiles(dir);
    expect(before).to.have.length(4);
    await setPayloads(database, "a", new Map([1, 2, 3].map((id) => [id, about(id, "red")])));
    await upsert(database, "a", points(POINTS, POINTS + 8));
    await database.checkpoint();
    expect(indexFiles(dir)).to.deep.equal(before);
    expect(checkpoints.indexes.map(({ slots, changes }) => [slots, changes])).to.deep.equal(
      Array.from({ length: 4 }, () => [POINTS, 0]),
    );
    const again = await start(opened);
    expect(again.lacking).to.deep.equal({ color: 11, n: 11, text: 11, place: 11 });
    await expectRed(again.database, POINTS / 4 + 5);
    await again.database.close(false);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves are written again when an eighth of the points have changed, and the old files are removed when no checkpoint needs them", async () => {
    const opened = await openFilled();
    const { database, checkpoints, dir } = opened;
    await database.checkpoint();
    const changed = points(0, POINTS / 8 + 1).map(({ id }) => id as number);
    await setPayloads(database, "a", new Map(changed.map((id) => [id, about(id, "red")])));
    await indexed(database);
    await database.checkpoint();
    expect(checkpoints.indexes.map(({ slots, lacking }) => [slots, lacking])).to.deep.equal(
      Array.from({ length: 4 }, () => [POINTS, 0]),
    );
    expect(indexFiles(dir)).to.have.length(8);
    const { database: again, lacking } = await start(opened);
    expect(lacking).to.deep.equal(NONE);
    await again.close(false);
    await upsert(database, "a", points(0, 1));
    await database.checkpoint();
    expect(indexFiles(dir)).to.have.length(4);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves lack the points that are written while they are written", async () => {
    const opened = await openFilled();
    const { database, checkpoints } = opened;
    checkpoints.beforeIndex = async () => {
      checkpoints.beforeIndex = async () => null;
      await setPayloads(database, "a", new Map([[1, about(1, "red")]]));
      await upsert(database, "a", points(5, 6));
    };
    await database.checkpoint();
    // The first file was complete, and only handed on.
    expect(checkpoints.indexes.map(({ lacking }) => lacking)).to.deep.equal([0, 2, 2, 2]);
    const { database: again } = await start(opened);
    await expectRed(again, POINTS / 4 + 1);
    await again.close(false);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves are saved at a stop, too, if they were completed after the last write", async () => {
    const opened = await openFilled();
    const { database, checkpoints } = opened;
    checkpoints.beforeIndex = async () => {
      throw new IoError("ENOSPC");
    };
    const { faults } = await database.checkpoint();
    expect(faults).to.deep.equal(
      ["color", "n", "text", "place"].map(
        (path) => `a: the payload index of ${path} could not be saved: ENOSPC: injected`,
      ),
    );
    expect((await start(opened)).lacking).to.deep.equal(ALL);
    checkpoints.beforeIndex = async () => null;
    await database.close();
    expect((await start(opened)).lacking).to.deep.equal(NONE);
  });

  for (const [what, harm] of Object.entries({
    "has a flipped bit": (path: string) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 4;
      writeFileSync(path, bytes);
    },
    "is cut": (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 100)),
    "is missing": (path: string) => rmSync(path),
  })) {
    it(`the payload indexes that a checkpoint saves are built again when a file ${what}, and saved again`, async () => {
      const opened = await openFilled();
      await opened.database.checkpoint();
      await opened.database.close();
      const { dir } = opened;
      harm(fileOf(dir, /index-1-/));
      const { damage } = verifyDirectory(nodeFs, nodeKindOf, droppedCollection, dir);
      expect(damage.map(({ meaning }) => meaning)).to.deep.equal([
        'collection "a": this is derived data and is rebuilt at the next start; no point is lost',
      ]);
      const { database, lacking, faults } = await start(opened, dir);
      expect(lacking).to.deep.equal({ ...NONE, n: POINTS });
      expect(faults).to.have.length(1);
      expect(faults[0]).to.match(
        /^file .*index-1-1\.bin is damaged at byte \d+: .*; the payload index of n is built again$/,
      );
      await expectRed(database, POINTS / 4);
      await database.close();
      const again = await start(opened, dir);
      expect([again.lacking, again.faults]).to.deep.equal([NONE, []]);
      await again.database.close();
    });
  }

  for (const [what, change] of Object.entries({
    "another version": (index: SavedIndex) => ({ ...index, version: INDEX_VERSION + 1 }),
    "another definition": (index: SavedIndex) => ({ ...index, made: { params: { type: "uuid" } } }),
    "a field that is not indexed": (index: SavedIndex) => ({ ...index, path: "other" }),
  })) {
    it(`the payload indexes that a checkpoint saves are not used and not reported if they are of ${what}`, async () => {
      const opened = await openFilled();
      opened.checkpoints.change = change;
      await opened.database.checkpoint();
      const { database, lacking, faults } = await start(opened);
      expect([lacking, faults]).to.deep.equal([ALL, []]);
      await expectRed(database, POINTS / 4);
      await database.close();
      await opened.database.close();
    });
  }

  it("the payload indexes that a checkpoint saves are built again without harm if a file has a right checksum and no index in it", async () => {
    const opened = await openFilled();
    const sums = await opened.checkpoints.writeFile("00000000-0000-0000-0000-000000000000/0/index-9-9.bin", [
      new Uint8Array(64).fill(7),
    ]);
    opened.checkpoints.change = (index) => {
      const path = join(opened.dir, "collections", index.file);
      writeFileSync(path, new Uint8Array(64).fill(7));
      return { ...index, ...sums };
    };
    await opened.database.checkpoint();
    const { database, lacking, faults } = await start(opened);
    expect(lacking).to.deep.equal(ALL);
    expect(faults).to.have.length(4);
    await expectRed(database, POINTS / 4);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves are kept for a later start while there is no memory to load them", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    const memory = MemoryLimit.unlimited();
    memory.reserveSpare = () => false;
    const engine = newEngine({ memory, files: segmentFilesIn(nodeFs, opened.dir) });
    const { database, lacking, faults } = await start(opened, opened.dir, engine);
    expect(lacking).to.deep.equal(ALL);
    expect(faults).to.deep.equal([]);
    await database.checkpoint();
    await database.close(false);
    expect((await start(opened, opened.dir)).lacking).to.deep.equal(NONE);
  });

  it("the payload indexes that a checkpoint saves are counted as memory once they are loaded", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    const { database, engine, collection } = await start(opened);
    const { indexes } = collection.segments.all[0]!;
    const size = indexes.bytes;
    // Arrays that grew by doubling have spare memory, which those of a loaded index do not have.
    const wanted = opened.database.collection("a").segments.all[0]!.indexes.bytes;
    expect(size).to.be.within(wanted / 2, wanted);
    await engine.collectGarbage();
    const before = engine.memory.used;
    indexes.drop();
    await engine.collectGarbage();
    expect(before - engine.memory.used).to.equal(size);
    await database.close(false);
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves are in a backup, which opens without reading payloads", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    const target = join(freshDir(), "backup");
    makeBackup(nodeFs, opened.dir, target, { version: "0", dropOf: droppedCollection });
    expect(indexFiles(target)).to.deep.equal(indexFiles(opened.dir));
    expect(verifyDirectory(nodeFs, nodeKindOf, droppedCollection, target).damage).to.deep.equal([]);
    const { database, lacking } = await start(opened, target);
    expect(lacking).to.deep.equal(NONE);
    await database.close();
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves are loaded when a collection is restored that was marked as deleted", async () => {
    const opened = await openFilled();
    const { database } = opened;
    await database.mark("a", 60_000);
    await database.checkpoint();
    expect(database.registered("a")!.isUnloaded).to.equal(true);
    await database.restore("a");
    const collection = database.collection("a");
    await collection.settled();
    expect(lackingIn(collection)).to.deep.equal(NONE);
    await expectRed(database, POINTS / 4);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves have no value of a deleted point after a purge", async () => {
    const opened = await openFilled();
    const { database, dir } = opened;
    await setPayloads(database, "a", new Map([[7, about(7, "secret-colour")]]));
    await database.checkpoint();
    await remove(database, "a", [7]);
    await database.purge();
    await indexed(database);
    await database.checkpoint();
    const contents = indexFiles(dir).map((name) => readFileSync(join(dir, name), "latin1"));
    expect(contents.length).to.be.above(0);
    expect(contents.filter((text) => text.includes("secret-colour"))).to.deep.equal([]);
    await database.close();
  });
});
