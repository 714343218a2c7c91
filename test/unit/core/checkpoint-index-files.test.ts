// The files of saved payload indexes: a start does without those that are damaged, do not fit or need too much memory.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { INDEX_VERSION } from "../../../src/core/index/index-file.ts";
import { droppedCollection } from "../../../src/core/record/record.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import type { SavedIndex } from "../../../src/storage/manifest.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { newEngine } from "../engine/fixtures.ts";
import { ALL, expectRed, fileOf, NONE, openFilled, POINTS, start } from "./checkpoint-index-fixtures.ts";

describe("the file of a saved payload index", () => {
  for (const [what, harm] of Object.entries({
    "has a flipped bit": (path: string) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 4;
      writeFileSync(path, bytes);
    },
    "is cut": (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 100)),
    "is missing": (path: string) => rmSync(path),
  })) {
    it(`the file of a saved payload index is replaced when it ${what}, and saved again`, async () => {
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
    it(`the file of a saved payload index is not used and not reported if it is of ${what}`, async () => {
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

  it("the file of a saved payload index is replaced without harm if it has a right checksum and no index in it", async () => {
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

  it("the file of a saved payload index is kept for a later start while there is no memory to load it", async () => {
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

  it("the file of a saved payload index is counted as memory once it is loaded", async () => {
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
});
