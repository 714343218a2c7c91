// Backups: complete whatever the server does meanwhile, with every record that was durable when the backup began.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeBackup } from "../../../src/storage/backup.ts";
import { readBackupList } from "../../../src/storage/backup-list.ts";
import type { FileSystem } from "../../../src/storage/fs.ts";
import { neededFrom } from "../../../src/storage/manifest.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { restoreBackup } from "../../../src/storage/restore.ts";
import { readRoot, rootNumbers } from "../../../src/storage/stored-roots.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { closedLog, crashCopy, edit, freshDir, openAndRead } from "./fixtures.ts";
import { atOpen, dropOf, recordOf, StoredDirectory, UUID } from "./stored-fixtures.ts";

const OPTIONS = { version: "0", dropOf };
const verify = (dir: string) => verifyDirectory(nodeFs, nodeKindOf, dropOf, dir);

function backUp(dataDir: string, fs: FileSystem = nodeFs) {
  const target = join(freshDir(), "backup");
  return { target, report: makeBackup(fs, dataDir, target, OPTIONS) };
}

/** The records of a log that a server would replay. */
async function recordsOf(dir: string) {
  const [number] = rootNumbers(nodeFs, dir);
  const fromLsn = number === undefined ? 1 : neededFrom(readRoot(nodeFs, dir, number)!);
  const { log, report, records } = await openAndRead(dir, nodeFs, {}, fromLsn);
  await log.close();
  return { report, records };
}

describe("a backup of a stopped server", () => {
  let stored: StoredDirectory;
  beforeEach(async () => {
    stored = new StoredDirectory();
    stored.append(30);
    await stored.checkpoint();
    stored.append(30);
    await stored.checkpoint();
    stored.append(30);
  });

  it("a backup of a stopped server contains the newest checkpoint and the log behind it, and says so", async () => {
    const { target, report } = backUp(stored.dir);
    expect(report).to.include({ checkpoint: 2, lsn: 90, secrets: false, replaced: 0 });
    expect(report.collections).to.deep.equal([{ uuid: UUID, name: "first", points: 18 }]);
    expect(readdirSync(join(target, "checkpoints"))).to.deep.equal(["00000002.json"]);
    const { kind, damage, lastLsn, checkpoints } = verify(target);
    expect({ kind, damage, lastLsn, checkpoints }).to.deep.equal({
      kind: "backup",
      damage: [],
      lastLsn: 90,
      checkpoints: [2],
    });
  });

  it("a backup of a stopped server opens as after a clean stop, with every record behind the checkpoint", async () => {
    const { report, records } = await recordsOf(backUp(stored.dir).target);
    expect(report).to.include({ lastLsn: 90, unclean: false, torn: null });
    expect(records.length).to.be.at.least(30);
    for (const { lsn, body } of records) expect([...body]).to.deep.equal([...recordOf(lsn)]);
    expect(records.at(-1)!.lsn).to.equal(90);
  });

  it("a backup of a stopped server contains all of the log if the directory has no checkpoints", async () => {
    const dir = await closedLog(40, { segmentBytes: 500 });
    const { target, report } = backUp(dir);
    expect(report).to.include({ checkpoint: null, lsn: 40, records: 40 });
    expect((await recordsOf(target)).records.map(({ lsn }) => lsn)).to.deep.equal(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
  });

  it("a backup of a stopped server leaves out incomplete records of a killed server", async () => {
    const copy = crashCopy(stored.dir);
    const last = join(copy, "wal", stored.walFiles.filter((name) => name.endsWith(".wal")).at(-1)!);
    const end = verify(copy);
    edit(last, (bytes) => Buffer.concat([bytes, Buffer.from("half a frame")]));
    expect(verify(copy)).to.deep.include({ damage: [], lastLsn: 90 });
    expect(end.torn).to.equal(null);
    expect((await recordsOf(backUp(copy).target)).report).to.include({ torn: null, unclean: false });
  });

  it("a backup of a stopped server is made in an empty or new directory, and nowhere else", () => {
    const target = freshDir();
    writeFileSync(join(target, "mine"), "");
    expect(() => makeBackup(nodeFs, stored.dir, target, OPTIONS)).to.throw(/is not empty \(mine\)/);
    expect(readdirSync(target)).to.deep.equal(["mine"]);
    expect(() => makeBackup(nodeFs, freshDir(), join(target, "x"), OPTIONS)).to.throw(/not a data directory/);
  });

  it("a backup of a stopped server leaves nothing behind when it fails", () => {
    const target = join(freshDir(), "backup");
    edit(stored.collection("0", "rows-0.bin"), (bytes) => bytes.fill(0, 10, 11));
    edit(stored.collection("00000001.json"), (bytes) => bytes.subarray(1));
    expect(() => makeBackup(nodeFs, stored.dir, target, OPTIONS)).to.throw(/00000001\.json at byte 0: /);
    expect(existsSync(target)).to.equal(false);
  });

  it("a backup of a stopped server is made of the older checkpoint when the newest is damaged, and says so", async () => {
    edit(stored.collection("00000002.json"), (bytes) => bytes.fill(0, 200, 201));
    const { target, report } = backUp(stored.dir);
    expect(report).to.include({ checkpoint: 1, lsn: 90 });
    expect(report.faults).to.have.length(1);
    expect(verify(target).damage).to.deep.equal([]);
    expect((await recordsOf(target)).records.map(({ lsn }) => lsn)).to.include.members([31, 90]);
  });

  it("a backup of a stopped server is refused if an acknowledged record of the log is damaged, with file, byte and LSN", () => {
    edit(stored.path("wal", "00000001.wal"), (bytes) => bytes); // before the checkpoint, so not needed
    backUp(stored.dir);
    const last = stored.walFiles.filter((name) => name.endsWith(".wal")).at(-1)!;
    edit(stored.path("wal", last), (bytes) => {
      bytes[80]! ^= 1;
      return bytes;
    });
    expect(() => backUp(stored.dir)).to.throw(new RegExp(`${last} at byte 32: .* LSN \\d+ cannot`));
  });
});

describe("a backup beside a server", () => {
  /**
   * Makes a backup, runs `work` when the n-th file that matches is opened, restores the backup, and returns the
   * restored directory.
   */
  async function backUpDuring(stored: StoredDirectory, path: RegExp, work: () => void, nth = 1) {
    const durable = stored.wal.lastLsn;
    const { target, report } = backUp(stored.dir, atOpen(path, work, nth));
    expect(report.lsn).to.be.at.least(durable);
    expect(verify(target).damage).to.deep.equal([]);
    const restored = join(freshDir(), "data");
    restoreBackup(nodeFs, nodeKindOf, target, restored);
    const { records, report: opened } = await recordsOf(restored);
    expect(opened).to.include({ torn: null, unclean: false, lastLsn: report.lsn });
    for (const { lsn, type, body } of records) {
      if (type === 200) expect([...body]).to.deep.equal([...recordOf(lsn)]);
    }
    return { report, restored, records, opened };
  }

  async function withCheckpoints(): Promise<StoredDirectory> {
    const stored = new StoredDirectory();
    stored.append(40);
    await stored.checkpoint();
    stored.append(40);
    await stored.checkpoint();
    stored.append(40);
    return stored;
  }

  it("a backup beside a server is consistent when the log grows and rolls while it is read", async () => {
    const stored = await withCheckpoints();
    for (const [path, nth] of [
      [/WATERMARK/, 1],
      [/\.wal$/, 1],
      [/\.wal$/, 4],
      [/\.wal$/, 8],
    ] as const) {
      await backUpDuring(stored, path, () => stored.append(70), nth);
    }
  });

  it("a backup beside a server continues with the newer checkpoint when its own is removed and the log is trimmed", async () => {
    const stored = await withCheckpoints();
    const newer = async () => {
      await stored.checkpoint();
      stored.append(40);
    };
    await newer();
    await newer();
    // The newer roots are hidden until then, so that everything can happen at one moment.
    const hidden = [3, 4].map((number) => stored.path("checkpoints", `0000000${number}.json`));
    const aside = hidden.map((path) => `${path}.aside`);
    hidden.forEach((path, i) => {
      nodeFs.rename(path, aside[i]!);
    });
    let done = false;
    const work = () => {
      hidden.forEach((path, i) => {
        nodeFs.rename(aside[i]!, path);
      });
      for (const old of [1, 2]) nodeFs.remove(stored.path("checkpoints", `0000000${old}.json`));
      for (const old of [1, 2]) nodeFs.remove(stored.collection(`0000000${old}.json`));
      for (const old of [1, 2]) nodeFs.remove(stored.collection("0", `graph-0-${old}.bin`));
      stored.trim();
      done = true;
    };
    const { report, opened } = await backUpDuring(stored, /payloads\.bin$/, work);
    expect(done).to.equal(true);
    expect(report).to.include({ checkpoint: 4, replaced: 1, lsn: 200 });
    expect(opened.firstLsn).to.be.at.most(161);
  });

  it("a backup beside a server continues when the log segments that it has listed are trimmed before it reads them", async () => {
    const stored = await withCheckpoints();
    const { report } = await backUpDuring(stored, /\.wal$/, () => stored.trim());
    expect(report).to.include({ checkpoint: 2, lsn: 120 });
  });

  it("a backup beside a server treats frames that are being written as the end, not as damage", async () => {
    const stored = await withCheckpoints();
    const last = () => stored.walFiles.filter((name) => name.endsWith(".wal")).at(-1)!;
    // The first bytes of a frame are written, and the rest and many other frames while the end is read.
    const { offset } = endOf(stored);
    edit(stored.path("wal", last()), (bytes) => {
      bytes.write("AZFR", offset);
      return bytes;
    });
    let opened = 0;
    const fs: FileSystem = {
      ...nodeFs,
      open(name, mode) {
        if (name.endsWith(last()) && name.startsWith(stored.dir) && ++opened === 3) stored.append(10);
        return nodeFs.open(name, mode);
      },
    };
    const { report } = backUp(stored.dir, fs);
    expect(opened).to.be.at.least(3);
    expect(report.lsn).to.equal(120);
  });

  it("a backup beside a server leaves out a collection that was dropped, whose files are gone", async () => {
    const stored = await withCheckpoints();
    const { report, restored } = await backUpDuring(stored, /slots\.bin$/, () => stored.drop());
    expect(report).to.deep.include({ checkpoint: 2, lsn: 121, collections: [], faults: [] });
    expect(readRoot(nodeFs, restored, 2)).to.deep.include({ collections: [], gone: [UUID] });
    expect(verify(stored.dir).damage).to.deep.equal([]);
  });

  it("a backup beside a server has a list with all its checksums", async () => {
    const { target } = backUp((await withCheckpoints()).dir);
    const list = readBackupList(nodeFs, target)!;
    expect([...list.files.keys()]).to.include.members([
      "wal/WATERMARK",
      "checkpoints/00000002.json",
      `collections/${UUID}/0/slots.bin`,
      `collections/${UUID}/0/graph-0-2.bin`,
    ]);
    expect([...list.files.keys()].filter((name) => !existsSync(join(target, name)))).to.deep.equal([]);
  });
});

/** The end of the last record of the log. */
function endOf(stored: StoredDirectory): { offset: number } {
  const name = stored.walFiles.filter((file) => file.endsWith(".wal")).at(-1)!;
  const bytes = readFileSync(stored.path("wal", name));
  let end = bytes.length;
  while (bytes[end - 1] === 0) end--;
  return { offset: Math.ceil(end / 8) * 8 };
}
