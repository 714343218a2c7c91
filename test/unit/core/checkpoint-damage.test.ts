// Damaged checkpoints: intact collections are served, the damage is reported, and no file is removed.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { copyOf, everything, files, IDS, points } from "./checkpoint-fixtures.ts";
import { found, open, prepare, registry, remove, unnamed, upsert } from "./fixtures.ts";

describe("a damaged checkpoint", () => {
  /** A directory with two checkpoints of two collections, and a log behind each checkpoint. */
  async function twoGenerations(segmentBytes = 2 ** 26): Promise<{ dir: string; before: unknown[] }> {
    const opened = await open({ log: { segmentBytes, reserveBytes: 0 } });
    const { database } = opened;
    await database.create("a", unnamed(3));
    await database.create("b", unnamed(3));
    await upsert(database, "b", points(0, 5));
    await upsert(database, "a", points(0, 20));
    await database.checkpoint();
    await upsert(database, "a", points(20, 40));
    await remove(database, "a", [2, 3]);
    await database.checkpoint();
    await upsert(database, "a", points(40, 50));
    return { dir: copyOf(opened), before: await everything(database, "a", IDS) };
  }
  const flip = (path: string, at: number) => {
    const bytes = readFileSync(path);
    bytes[at]! ^= 4;
    writeFileSync(path, bytes);
  };

  it("a damaged checkpoint is replaced by the previous one when its root cannot be read", async () => {
    const { dir, before } = await twoGenerations();
    flip(join(dir, "checkpoints", "00000002.json"), 90);
    const again = await open({ dir });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
    expect(files(dir, "quarantine")).to.deep.equal(["checkpoint-00000002.json"]);
  });

  it("a damaged checkpoint is replaced by the previous one when the manifest of a collection cannot be read", async () => {
    const { dir, before } = await twoGenerations();
    const uuid = registry((await open({ dir })).database).find(({ name }) => name === "a")!.uuid;
    flip(join(dir, "collections", uuid, "00000002.json"), 200);
    const again = await open({ dir });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
    expect(files(dir, "quarantine")).to.deep.equal([`${uuid}-00000002.json`]);
  });

  it("a damaged checkpoint is replaced by the previous one when bytes that it appended are damaged, and is written again", async () => {
    for (const ending of ["slots.bin", "rows-0.f32"]) {
      const { dir, before } = await twoGenerations();
      const uuid = registry((await open({ dir })).database).find(({ name }) => name === "a")!.uuid;
      const path = join(dir, "collections", uuid, "0", ending);
      flip(path, readFileSync(path).length - 9);
      const again = await open({ dir });
      expect(await everything(again.database, "a", IDS), ending).to.deep.equal(before);
      await again.database.close();
      expect(await everything((await open({ dir })).database, "a", IDS), ending).to.deep.equal(before);
    }
  });

  it("a damaged checkpoint still restores every point when only codes are damaged", async () => {
    const { dir, before } = await twoGenerations();
    for (const name of files(dir, "collections").filter((file) => file.endsWith("codes-0.bin"))) {
      flip(join(dir, "collections", name), 3);
    }
    const again = await open({ dir });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
    expect(await found(again.database, "a", Float32Array.of(20, 6, 1), 1)).to.deep.include.members([
      { id: 20, score: 0 },
    ]);
  });

  for (const what of ["rows-0.f32", "slots.bin", "the manifest"] as const) {
    it(`a damaged checkpoint is replaced by the log when ${what} of both generations is damaged and the log is complete`, async () => {
      const { dir, before } = await twoGenerations();
      const uuid = registry((await open({ dir })).database).find(({ name }) => name === "a")!.uuid;
      const folder = join(dir, "collections", uuid);
      if (what !== "the manifest") flip(join(folder, "0", what), 5);
      else for (const one of ["00000001.json", "00000002.json"]) flip(join(folder, one), 200);
      for (const round of ["at once", "after another checkpoint", "after another start"]) {
        const { database } = await open({ dir });
        expect(await everything(database, "a", IDS), round).to.deep.equal(before);
        expect(database.collection("b").points).to.equal(5);
        await upsert(database, "a", points(50, 50 + 1));
        await remove(database, "a", [50]);
        if (round !== "at once") await database.checkpoint();
        // In this round the process is killed at once, without a close.
        if (round !== "at once") await database.close();
      }
      expect(files(dir, "quarantine").length).to.be.greaterThan(0);
    });
  }

  it("a damaged checkpoint is reported as repaired from the log, with the damaged file", async () => {
    const { dir } = await twoGenerations();
    const uuid = registry((await open({ dir })).database).find(({ name }) => name === "a")!.uuid;
    flip(join(dir, "collections", uuid, "0", "rows-0.f32"), 5);
    const { database } = prepare({ dir });
    const { faults } = (await database.load())!;
    expect(faults.join("\n")).to.match(/rows-0\.f32 is damaged at byte 0: .*; a copy is in .*quarantine/);
    expect(faults.at(-1)).to.equal("collection a is restored from the log, which has all of it");
  });

  it("a damaged checkpoint affects no other collection when both generations are damaged and the log is incomplete", async () => {
    const { dir } = await twoGenerations(512);
    const uuid = registry((await open({ dir })).database).find(({ name }) => name === "a")!.uuid;
    const path = join(dir, "collections", uuid, "0", "rows-0.f32");
    flip(path, 5);
    const { database } = await open({ dir });
    expect(() => database.collection("a")).to.throw(
      /collection is damaged: file .*rows-0\.f32 is damaged at byte 0/,
    );
    expect(database.collection("b").points).to.equal(5);
    await upsert(database, "b", points(5, 9));
    await database.checkpoint();
    await database.checkpoint();
    await database.close();
    // A repaired file makes the collection complete again: its other files and its part of the log were kept.
    flip(path, 5);
    const mended = await open({ dir });
    expect(mended.database.collection("a").points).to.equal(48);
    expect(mended.database.collection("b").points).to.equal(9);
  });

  it("a damaged checkpoint affects no other collection when the log is damaged in records that only the damaged collection needs", async () => {
    const opened = await open({ log: { segmentBytes: 2048, reserveBytes: 0 } });
    const { database } = opened;
    await database.create("a", unnamed(3));
    await database.create("b", unnamed(3));
    await upsert(database, "b", points(0, 5));
    await upsert(database, "a", points(0, 1));
    await database.checkpoint();
    for (let i = 1; i < 40; i++) await upsert(database, "a", points(i, i + 1));
    await database.checkpoint();
    await upsert(database, "a", points(40, 50));
    const dir = copyOf(opened);
    const { uuid } = registry(database).find(({ name }) => name === "a")!;
    flip(join(dir, "wal", "00000002.wal"), 700);
    flip(join(dir, "collections", uuid, "0", "rows-0.f32"), 5);
    const again = await open({ dir });
    expect(() => again.database.collection("a")).to.throw(/collection is damaged: file .*rows-0\.f32/);
    expect(again.database.collection("b").points).to.equal(5);
  });

  it("a damaged checkpoint is not needed as long as the log is intact", async () => {
    const opened = await open();
    const { database } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    await database.checkpoint();
    const dir = copyOf(opened);
    rmSync(join(dir, "checkpoints"), { recursive: true });
    expect((await open({ dir })).database.collection("a").points).to.equal(20);
  });
});
