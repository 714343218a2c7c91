// The verification of a directory: it reports every damaged file with the consequence, and does not report what was
// never acknowledged.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeBackup } from "../../../src/storage/backup.ts";
import type { FileSystem } from "../../../src/storage/fs.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { writeSealed } from "../../../src/storage/sealed-file.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { crashCopy, edit, freshDir } from "./fixtures.ts";
import { atOpen, dropOf, removeAll, StoredDirectory, UUID } from "./stored-fixtures.ts";

const verify = (dir: string, fs: FileSystem = nodeFs) => verifyDirectory(fs, nodeKindOf, dropOf, dir);

function flip(path: string, offset: number): void {
  edit(path, (bytes) => {
    bytes[offset]! ^= 4;
    return bytes;
  });
}

/** The only damaged place, by its path below the directory. */
function onlyDamage(dir: string) {
  const { damage } = verify(dir);
  expect(damage).to.have.length(1);
  return { ...damage[0]!, file: damage[0]!.file.slice(dir.length + 1) };
}

describe("the verification of a data directory", () => {
  let stored: StoredDirectory;
  let dir: string;
  before(async () => {
    stored = new StoredDirectory();
    for (let i = 0; i < 2; i++) {
      stored.append(30);
      stored.wal.writeWatermark();
      await stored.checkpoint(2 ** 20 + 50);
    }
    stored.append(30);
    writeSealed(nodeFs, stored.dir, "VERSION", { kind: "data-directory", version: 2 }, {});
  });
  beforeEach(() => {
    dir = crashCopy(stored.dir);
  });

  const inCollection = (name: string) => `collections/${UUID}/${name}`;
  const lastSegment = () => stored.walFiles.filter((name) => name.endsWith(".wal")).at(-1)!;

  it("the verification of a data directory counts what it has checked, and finds no damage in an intact directory", () => {
    const { damage, checkpoints, collections, points, records, lastLsn, torn } = verify(dir);
    expect({ damage, checkpoints, collections, points, records, lastLsn, torn }).to.deep.equal({
      damage: [],
      checkpoints: [2, 1],
      collections: 1,
      points: 18,
      records: 90,
      lastLsn: 90,
      torn: null,
    });
  });

  for (const [file, meaning] of [
    ["0/slots.bin", /"first": a start uses checkpoint 1 and the log after it; nothing is lost/],
    ["0/payloads.bin", /"first": a start uses checkpoint 1/],
    ["0/rows-0.bin", /"first": a start uses checkpoint 1/],
    ["0/codes-0.bin", /"first": this is derived/],
  ] as const) {
    it(`the verification of a data directory reports the damaged MiB of ${file}, which only the newest checkpoint needs`, () => {
      flip(join(dir, inCollection(file)), 2 * 2 ** 20 + 77);
      const found = onlyDamage(dir);
      expect(found).to.include({ file: inCollection(file), offset: 2 * 2 ** 20, lsn: null });
      expect(found.meaning).to.match(meaning);
    });
  }

  it("the verification of a data directory reports when no checkpoint has all of a collection", () => {
    flip(join(dir, inCollection("0/slots.bin")), 5);
    expect(onlyDamage(dir).meaning).to.match(/"first": no kept checkpoint has all of it/);
  });

  it("the verification of a data directory reports files that cannot be read, and continues", () => {
    const bad: FileSystem = {
      ...nodeFs,
      open(path, mode) {
        const file = nodeFs.open(path, mode);
        if (!path.endsWith("payloads.bin")) return file;
        const read = () => {
          throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
        };
        return {
          read,
          size: () => file.size(),
          write: () => {},
          sync() {},
          truncate() {},
          close: () => file.close(),
        };
      },
    };
    const { damage, checkpoints } = verify(dir, bad);
    expect(checkpoints).to.deep.equal([2, 1]);
    expect(damage.map(({ file, reason }) => `${file.slice(dir.length + 1)}: ${reason}`)).to.deep.equal([
      `${inCollection("0/payloads.bin")}: EIO: i/o error, read`,
    ]);
  });

  it("the verification of a data directory reports a damaged graph as one that will be rebuilt", () => {
    flip(join(dir, inCollection("0/graph-0-2.bin")), 5);
    const found = onlyDamage(dir);
    expect(found).to.include({ file: inCollection("0/graph-0-2.bin"), offset: 0 });
    expect(found.meaning).to.match(/derived data and is rebuilt/);
  });

  it("the verification of a data directory reports a missing file and one that is too short", () => {
    removeAll(join(dir, inCollection("0/graph-0-1.bin")));
    expect(onlyDamage(dir)).to.include({ file: inCollection("0/graph-0-1.bin"), reason: "it is missing" });
    dir = crashCopy(stored.dir);
    edit(join(dir, inCollection("0/payloads.bin")), (bytes) => bytes.subarray(0, 2 ** 20 + 70));
    expect(onlyDamage(dir)).to.include({ file: inCollection("0/payloads.bin"), offset: 2 ** 20 + 70 });
  });

  it("the verification of a data directory reports damaged manifests and roots, and what a start does without them", () => {
    flip(join(dir, inCollection("00000002.json")), 300);
    expect(onlyDamage(dir)).to.include({ file: inCollection("00000002.json") });
    expect(onlyDamage(dir).meaning).to.match(/a start uses checkpoint 1/);
    dir = crashCopy(stored.dir);
    flip(join(dir, "checkpoints/00000002.json"), 60);
    expect(onlyDamage(dir)).to.include({ file: "checkpoints/00000002.json" });
    expect(onlyDamage(dir).meaning).to.equal(
      "checkpoint 2 cannot be read; a start uses checkpoint 1 and the log after it",
    );
  });

  it("the verification of a data directory reports a damaged VERSION", () => {
    flip(join(dir, "VERSION"), 2);
    expect(onlyDamage(dir)).to.include({ file: "VERSION", offset: 0 });
  });

  it("the verification of a data directory reports a damaged WATERMARK when both its copies are damaged", () => {
    flip(join(dir, "wal/WATERMARK"), 9);
    expect(verify(dir).damage).to.deep.equal([]); // the other copy is intact
    flip(join(dir, "wal/WATERMARK"), 4096 + 9);
    expect(onlyDamage(dir)).to.include({ file: "wal/WATERMARK", offset: 0 });
  });

  it("the verification of a data directory finds every flipped bit of a finished log segment, names its frame, and continues after it", () => {
    const path = join(dir, "wal/00000001.wal");
    const size = readFileSync(path).length;
    for (let offset = 0; offset < size; offset += 97) {
      flip(path, offset);
      const { damage, records, lastLsn } = verify(dir);
      expect(damage, `flipped ${offset}`).to.have.length(1);
      const [found] = damage;
      expect(found!.file).to.equal(path);
      expect(found!.offset, `flipped ${offset}`).to.be.within(offset < 32 ? 0 : offset - 111, offset);
      expect(found!.lsn).to.be.greaterThan(0);
      if (offset >= 32) expect(records).to.equal(89);
      expect(lastLsn).to.equal(90);
      flip(path, offset);
    }
  });

  it("the verification of a data directory distinguishes damage that the newest checkpoint covers from damage that loses writes", () => {
    flip(join(dir, "wal/00000001.wal"), 100);
    expect(onlyDamage(dir).meaning).to.match(/the newest checkpoint holds them, so nothing is lost/);
    flip(join(dir, "wal/00000001.wal"), 100);
    flip(join(dir, "wal", lastSegment()), 100);
    expect(onlyDamage(dir).meaning).to.match(/cannot be read; no server starts on the directory/);
  });

  it("the verification of a data directory reports missing segments", () => {
    removeAll(join(dir, "wal/00000002.wal"));
    const found = onlyDamage(dir);
    expect(found).to.include({ file: "wal/00000002.wal", reason: "it is missing" });
    expect(found.meaning).to.match(/acknowledged writes, LSN \d+ to \d+/);
    removeAll(join(dir, "wal"));
    expect(onlyDamage(dir).reason).to.equal("the log is missing, and so is WATERMARK");
  });

  it("the verification of a data directory treats the truncated end of a log as a torn tail, unless the WATERMARK covers it", () => {
    const path = join(dir, "wal", lastSegment());
    edit(path, (bytes) => {
      let end = bytes.length;
      while (bytes[end - 1] === 0) end--;
      return bytes.subarray(0, end - 10);
    });
    const { damage, torn, lastLsn } = verify(dir);
    expect(damage).to.deep.equal([]);
    expect(torn).to.include({ file: path, lsn: 90 });
    expect(lastLsn).to.equal(89);
    stored.wal.writeWatermark();
    writeFileSync(join(dir, "wal/WATERMARK"), readFileSync(stored.path("wal/WATERMARK")));
    expect(onlyDamage(dir)).to.include({ file: `wal/${lastSegment()}`, lsn: 90 });
  });

  it("the verification of a data directory refuses a directory that is neither a data directory nor a backup", () => {
    expect(() => verify(freshDir())).to.throw(/neither a data directory nor a backup/);
  });
});

describe("the verification of a directory in use", () => {
  it("the verification of a directory in use finds no damage while the log grows and rolls, checkpoints are taken and removed, and the log is trimmed", async () => {
    const stored = new StoredDirectory();
    stored.append(40);
    await stored.checkpoint();
    stored.append(40);
    await stored.checkpoint();
    for (const path of [/WATERMARK/, /\.wal$/, /slots\.bin/]) {
      const { damage } = verify(
        stored.dir,
        atOpen(path, () => stored.append(60)),
      );
      expect(damage).to.deep.equal([]);
    }
    await stored.checkpoint();
    const sweep = () => {
      nodeFs.remove(stored.path("checkpoints/00000001.json"));
      nodeFs.remove(stored.collection("00000001.json"));
      nodeFs.remove(stored.collection("0/graph-0-1.bin"));
      stored.trim();
    };
    const report = verify(stored.dir, atOpen(/graph-0-2/, sweep));
    expect(report.damage).to.deep.equal([]);
    expect(report.checkpoints).to.deep.equal([3, 2]);
  });
});

describe("the verification of a backup", () => {
  it("the verification of a backup finds a flipped bit in any file", async () => {
    const stored = new StoredDirectory();
    stored.append(30);
    await stored.checkpoint();
    stored.append(30);
    const target = join(freshDir(), "backup");
    makeBackup(nodeFs, stored.dir, target, { version: "0", dropOf });
    const names = verifyNames(target);
    expect(names).to.have.length.above(8);
    for (const name of names) {
      const size = readFileSync(join(target, name)).length;
      for (const offset of [0, Math.floor(size / 2), size - 1]) {
        flip(join(target, name), offset);
        const { damage } = verify(target);
        expect(damage, `${name} ${offset}`).to.not.deep.equal([]);
        expect(damage[0]!.file).to.equal(join(target, name));
        flip(join(target, name), offset);
      }
    }
    expect(verify(target).damage).to.deep.equal([]);
  });
});

function verifyNames(target: string): string[] {
  const list = JSON.parse(readFileSync(join(target, "BACKUP.json"), "utf8").split("\n")[1]!);
  return list.files.map(({ file }: { file: string }) => file);
}
