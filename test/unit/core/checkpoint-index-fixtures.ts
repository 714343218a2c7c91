// A database with payload indexes that are saved, and what a start finds of them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import type { Database } from "../../../src/core/database/database.ts";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { Checkpoints } from "../../../src/storage/checkpoints.ts";
import type { FileSums } from "../../../src/storage/data-file.ts";
import type { Manifest, SavedIndex } from "../../../src/storage/manifest.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { copyOf, json } from "./checkpoint-fixtures.ts";
import { freshDir, type Opened, open, prepare, type TestPoint, unnamed, upsert } from "./fixtures.ts";

export const POINTS = 800;
const SCHEMA = { color: "keyword", n: "integer", text: "text", place: "geo" } as const;
const CONFIG = { ...unnamed(1), payload_schema: SCHEMA };
export const RED = parseFilter({ must: [{ key: "color", match: { value: "red" } }] });

export const about = (id: number, color = id % 4 === 0 ? "red" : "blue") =>
  json({ color, n: id, text: `number ${id}`, place: { lon: id / 10, lat: 0 } });
export const point = (id: number): TestPoint => ({
  id,
  vectors: { "": Float32Array.of(id) },
  payload: about(id),
});
export const points = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => point(from + i));

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
export async function openFilled() {
  const dir = freshDir();
  const checkpoints = new Watched(nodeFs, dir);
  const opened = await open({ dir, more: { checkpoints } });
  await opened.database.create("a", CONFIG);
  await upsert(opened.database, "a", points(0, POINTS));
  await indexed(opened.database);
  return { ...opened, checkpoints };
}

export async function indexed(database: Database): Promise<Collection> {
  const collection = database.collection("a");
  collection.segments.indexing.wake();
  await collection.segments.indexing.settled();
  return collection;
}

/** Opens a directory, by default a copy as a kill leaves it, and looks before any payload is read. */
export async function start(opened: Opened, dir = copyOf(opened), engine?: Engine) {
  const prepared = prepare({ dir, ...(engine && { engine }) });
  const { database } = prepared;
  const report = await database.load();
  const collection = database.collection("a");
  return { ...prepared, collection, lacking: lackingIn(collection), faults: report!.faults };
}

/** The number of slots that each index lacks. */
export const lackingIn = ({ segments }: Collection) =>
  Object.fromEntries(
    segments.all.flatMap(({ indexes }) => Array.from(indexes.all, ([path, { lacking }]) => [path, lacking])),
  );
export const NONE = { color: 0, n: 0, text: 0, place: 0 };
export const ALL = { color: POINTS, n: POINTS, text: POINTS, place: POINTS };

export const indexFiles = (dir: string) =>
  (readdirSync(dir, { recursive: true }) as string[]).filter((name) => /index-/.test(name)).sort();

export const fileOf = (dir: string, path: RegExp) =>
  join(dir, indexFiles(dir).find((name) => path.test(name))!);

export async function expectRed(database: Database, count: number): Promise<void> {
  const collection = await indexed(database);
  expect(await collection.reads.count(RED, true)).to.equal(count);
  expect(lackingIn(collection)).to.deep.equal(NONE);
}
