// Checkpoints of points with replaced payloads: each checkpoint is the state between two operations, whatever is
// replaced before, while and after it is written.
import { join } from "node:path";
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import { applyChanges } from "../../../src/core/formats/change-records.ts";
import { decodeSlots } from "../../../src/core/formats/slot-records.ts";
import { droppedCollection } from "../../../src/core/record/record.ts";
import { runInSlices } from "../../../src/scheduling/slices.ts";
import { makeBackup } from "../../../src/storage/backup.ts";
import { Checkpoints } from "../../../src/storage/checkpoints.ts";
import type { FileSums } from "../../../src/storage/data-file.ts";
import type { SavedSegment } from "../../../src/storage/manifest.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import type { PayloadFiles } from "../../../src/storage/payload-files.ts";
import { restoreBackup } from "../../../src/storage/restore.ts";
import { readManifest, readRoot, rootNumbers } from "../../../src/storage/stored-roots.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { integer, rejection, withSeed } from "../engine/fixtures.ts";
import { copyOf, everything, files, IDS, json, point, points } from "./checkpoint-fixtures.ts";
import {
  freshDir,
  type Opened,
  open,
  payloadFilesIn,
  prepare,
  remove,
  setPayloads,
  unnamed,
  upsert,
} from "./fixtures.ts";

const texts = (database: Database, ids: readonly number[], text: string | null) =>
  setPayloads(database, "a", new Map(ids.map((id) => [id, text === null ? null : json({ id, text })])));

async function opened(checkpoints?: Checkpoints, dir = freshDir()): Promise<Opened> {
  const one = await open({ dir, ...(checkpoints && { more: { checkpoints } }) });
  await one.database.create("a", unnamed(3));
  await upsert(one.database, "a", points(0, 40));
  return one;
}

/** The segments of the collection "a" in the newest checkpoint. */
function savedSegments({ dir }: Opened) {
  const [entry] = readRoot(nodeFs, dir, rootNumbers(nodeFs, dir)[0]!)!.collections;
  return readManifest(nodeFs, dir, entry!.uuid, entry!.manifest!).segments;
}

/** Checkpoints with a hook before each append. */
class Interrupted extends Checkpoints {
  before: (key: string) => Promise<unknown> = async () => null;

  override async append(key: string, before: FileSums, parts: readonly Uint8Array[]): Promise<FileSums> {
    await this.before(key);
    return super.append(key, before, parts);
  }
}

/** Version and payload of each slot, read from the newest checkpoint alone. */
async function savedSlots(one: Opened) {
  const checkpoints = new Checkpoints(nodeFs, one.dir);
  const [{ points: slots, changes, payloads }] = savedSegments(one) as [SavedSegment];
  const books = await runInSlices(decodeSlots(await runInSlices(checkpoints.read(slots)), 1));
  if (changes) await runInSlices(applyChanges(books, await runInSlices(checkpoints.read(changes))));
  const stream = await runInSlices(checkpoints.read(payloads));
  const { offsets, lengths, crcs } = books.payloads;
  return Array.from(books.versions, (version, slot) => {
    const bytes = stream.slice(offsets[slot]!, offsets[slot]! + lengths[slot]!);
    expect(bytes.length === 0 ? 0 : nodeFs.crc32(bytes), `slot ${slot}`).to.equal(crcs[slot]);
    return { version, payload: bytes.length === 0 ? null : [...bytes] };
  });
}

/** The content of the database after a start from the checkpoint and the log behind it. */
async function afterRestart(one: Opened) {
  const again = await open({ dir: copyOf(one) });
  const shown = await everything(again.database, "a", IDS);
  await again.database.close();
  return shown;
}

const bySlot = (shown: Awaited<ReturnType<typeof everything>>) =>
  shown.flatMap((one) => (one ? { version: one.version, payload: one.payload } : []));

describe("a checkpoint of replaced payloads", () => {
  it("a checkpoint of replaced payloads contains them, whether their points had been saved before or not", async () => {
    const one = await opened();
    const { database } = one;
    await texts(database, [1, 2], "before the first");
    await database.checkpoint();
    expect(savedSegments(one)[0]!.changes, "nothing had been saved yet").to.equal(null);
    await texts(database, [2, 3], "after the first");
    await texts(database, [4], null);
    await upsert(database, "a", [point(50)]);
    await texts(database, [50], "new");
    const before = await everything(database, "a", IDS);
    await database.close();
    const again = await open({ dir: one.dir });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
    await again.database.close();
  });

  it("a checkpoint of replaced payloads appends one record for each slot that was changed since the last checkpoint, however often", async () => {
    const one = await opened();
    const { database, dir } = one;
    await database.checkpoint();
    for (let i = 0; i < 5; i++) await texts(database, [1, 2, 3], `turn ${i}`);
    await database.checkpoint();
    expect(savedSegments(one)[0]!.changes!.bytes).to.equal(3 * 28);
    await database.checkpoint();
    await texts(database, [3], "once more");
    await database.checkpoint();
    expect(savedSegments(one)[0]!.changes!.bytes).to.equal(4 * 28);
    expect(files(dir, "collections").filter((name) => name.endsWith("changes.bin"))).to.have.length(1);
  });

  it("a checkpoint of replaced payloads lets payloads be read from its file afterwards, byte for byte as they were written", async () => {
    const { database } = await opened();
    await database.checkpoint();
    await texts(
      database,
      IDS.filter((id) => id < 40),
      "x".repeat(100_000),
    );
    const before = await everything(database, "a", IDS);
    await database.checkpoint();
    expect(await everything(database, "a", IDS)).to.deep.equal(before);
    const { payloads } = database.collection("a").segments.all[0]!;
    expect(payloads.unsaved).to.equal(0);
    expect(payloads.bytes).to.be.below(2 ** 20);
    await database.close();
  });

  it("a checkpoint of replaced payloads leaves the old payload to a read that has begun, with the version of the same moment", async () => {
    const dir = freshDir();
    const files = payloadFilesIn(nodeFs, dir);
    let go = () => {};
    const passed = new Promise<void>((resolve) => {
      go = resolve;
    });
    const payloadFiles: PayloadFiles = {
      ...files,
      read: async (key, offset, into) => {
        await passed;
        return files.read(key, offset, into);
      },
    };
    const one = await open({ dir, more: { payloadFiles } });
    const { database } = one;
    await database.create("a", unnamed(3));
    const before = await upsert(database, "a", points(0, 3));
    await database.checkpoint();
    const { reads } = database.collection("a");
    const [slot] = await reads.find([1]);
    const [version, reading] = [reads.version(slot!), reads.payloads([slot!])];
    await texts(database, [1], "another");
    await database.checkpoint();
    go();
    expect([version, await reading]).to.deep.equal([before, [json({ id: 1 })]]);
    expect(reads.version(slot!)).to.equal(before + 1);
    expect(await reads.payloads([slot!])).to.deep.equal([json({ id: 1, text: "another" })]);
    await database.close();
  });

  it("a checkpoint of replaced payloads has the state of its beginning, although every payload is replaced before each of its writes", async () => {
    const dir = freshDir();
    const interrupted = new Interrupted(nodeFs, dir);
    const one = await opened(interrupted, dir);
    const { database } = one;
    await database.checkpoint();
    await upsert(database, "a", points(40, 50));
    await texts(database, [1, 2, 41], "caught");
    const caught = await everything(database, "a", IDS);
    let turn = 0;
    interrupted.before = () => texts(database, IDS, `while it is written ${turn++}`);
    await database.checkpoint();
    expect(turn).to.be.above(2);
    expect(await savedSlots(one)).to.deep.equal(bySlot(caught));
    interrupted.before = async () => null;
    const shown = await everything(database, "a", IDS);
    expect(await afterRestart(one), "with the log").to.deep.equal(shown);
    await database.checkpoint();
    expect(await savedSlots(one)).to.deep.equal(bySlot(shown));
    expect(await everything(database, "a", IDS)).to.deep.equal(shown);
    await database.close();
  });

  it("a checkpoint of replaced payloads is complete after an earlier one that failed half-way", async () => {
    const dir = freshDir();
    const checkpoints = new Interrupted(nodeFs, dir);
    const one = await opened(checkpoints, dir);
    const { database } = one;
    await database.checkpoint();
    await texts(database, [1, 2], "before the one that fails");
    checkpoints.before = async (key) => {
      if (key.endsWith("changes.bin")) throw new Error("the disk has failed");
    };
    expect((await rejection(database.checkpoint())).message).to.equal("the disk has failed");
    checkpoints.before = async () => null;
    await texts(database, [2, 3], "after it");
    const before = await everything(database, "a", IDS);
    await database.checkpoint();
    expect(savedSegments(one)[0]!.changes!.bytes).to.equal(3 * 28);
    expect(await afterRestart(one)).to.deep.equal(before);
    await database.close();
  });

  it("a checkpoint of replaced payloads continues earlier ones over several restarts, with deletions and rebuilds between them", () =>
    withSeed(async (random) => {
      const segments = { maxSlots: 25, vacuumMinSlots: 10, deletedThreshold: 0.3, spareSegments: 1 };
      const dir = freshDir();
      for (let life = 0, before: unknown = null; life < 8; life++) {
        const { database } = await open({ dir, segments });
        if (life === 0) await database.create("a", unnamed(3));
        else expect(await everything(database, "a", IDS), `life ${life}`).to.deep.equal(before);
        for (let i = 0; i < 12; i++) {
          const ids = IDS.filter(() => random() < 0.2);
          const what = integer(random, 0, 9);
          if (what < 3)
            await upsert(
              database,
              "a",
              ids.map((id) => point(id, { life, i })),
            );
          else if (what < 4) await remove(database, "a", ids);
          else if (what < 9) await texts(database, ids, random() < 0.2 ? null : `life ${life}, ${i}`);
          else await database.checkpoint();
        }
        before = await everything(database, "a", IDS);
        await database.close(random() < 0.5);
      }
    }));

  it("a checkpoint of replaced payloads is intact in a backup and in a restored directory, according to the verification of both", async () => {
    const one = await opened();
    const { database, dir } = one;
    await database.checkpoint();
    await texts(database, [1, 2], "changed");
    await database.checkpoint();
    await texts(database, [2, 3], "in the log");
    const [backup, target] = [freshDir(), freshDir()];
    makeBackup(nodeFs, dir, backup, { version: "1.0.0", dropOf: droppedCollection });
    restoreBackup(nodeFs, nodeKindOf, backup, target);
    for (const place of [dir, backup, target])
      expect(verifyDirectory(nodeFs, nodeKindOf, droppedCollection, place).damage).to.deep.equal([]);
    const again = await open({ dir: target });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(await everything(database, "a", IDS));
    await again.database.close();
    await database.close();
  });

  it("a checkpoint of replaced payloads is reported with the damaged file of changes", async () => {
    const one = await opened();
    const { database, dir } = one;
    await database.checkpoint();
    await texts(database, [1], "changed");
    await database.checkpoint();
    const copy = copyOf(one);
    const [name] = files(dir, "collections").filter((file) => file.endsWith("changes.bin"));
    const path = join(copy, "collections", name!);
    const file = nodeFs.open(path, "write");
    file.write([Uint8Array.of(9)], 3);
    file.close();
    const again = prepare({ dir: copy });
    const { faults } = (await again.database.load())!;
    expect(faults).to.have.length(1);
    expect(faults[0]).to.match(/0\/changes\.bin is damaged at byte 0: .*; a copy is in quarantine\//);
    const before = await everything(database, "a", IDS);
    expect(await everything(again.database, "a", IDS), "from the older one").to.deep.equal(before);
    await again.database.close();
    await database.close();
  });
});

describe("a segment with many replaced payloads", () => {
  it("a segment with many replaced payloads is rebuilt, and its files are small again", async () => {
    const one = await opened();
    const { database } = one;
    for (let i = 0; i < 12; i++) await texts(database, [1, 2, 3], "x".repeat(100_000));
    await database.optimized();
    const { payloads, number } = database.collection("a").segments.all[0]!;
    expect(number).to.be.above(0);
    expect(payloads.end - payloads.liveBytes).to.be.below(2 ** 20);
    await database.close();
  });
});
