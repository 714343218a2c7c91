// Restores check everything: a backup may come from anywhere, and an invalid one writes nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeBackup } from "../../../src/storage/backup.ts";
import { MANIFEST, ROOT } from "../../../src/storage/manifest.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { restoreBackup } from "../../../src/storage/restore.ts";
import { readSealed, type SealedKind, writeSealed } from "../../../src/storage/sealed-file.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { crashCopy, edit, freshDir, openAndRead } from "./fixtures.ts";
import { dropOf, removeAll, StoredDirectory, UUID } from "./stored-fixtures.ts";

const BACKUP = { kind: "backup", version: 2 };

interface Listed {
  file: string;
  bytes: number;
  sums: string;
}

describe("a restore of a backup", () => {
  let made: string;
  let backup: string;
  let target: string;
  before(async () => {
    const stored = new StoredDirectory();
    stored.append(30);
    await stored.checkpoint();
    stored.append(30);
    made = join(freshDir(), "backup");
    makeBackup(nodeFs, stored.dir, made, { version: "0", dropOf });
  });
  beforeEach(() => {
    backup = crashCopy(made);
    target = join(freshDir(), "data");
  });

  const restore = () => restoreBackup(nodeFs, nodeKindOf, backup, target);

  function refuses(reason: RegExp): void {
    expect(restore).to.throw(reason);
    expect(existsSync(target)).to.equal(false);
  }

  /** Changes the list and computes its checksum again, as an attacker would. */
  function forgeList(change: (list: { lsn: number; files: Listed[] }) => void): void {
    const list = readSealed(nodeFs, join(backup, "BACKUP.json"), BACKUP) as { lsn: number; files: Listed[] };
    change(list);
    writeSealed(nodeFs, backup, "BACKUP.json", BACKUP, list);
  }

  function sealedAgain(
    name: string,
    sealed: SealedKind,
    change: (json: Record<string, unknown>) => void,
  ): void {
    const path = join(backup, name);
    const json = readSealed(nodeFs, path, sealed) as Record<string, unknown>;
    change(json);
    const slash = path.lastIndexOf("/");
    writeSealed(nodeFs, path.slice(0, slash), path.slice(slash + 1), sealed, json);
    const bytes = readFileSync(path);
    forgeList(({ files }) => {
      const listed = files.find(({ file }) => file === name)!;
      listed.bytes = bytes.length;
      listed.sums = nodeFs.crc32(bytes).toString(16).padStart(8, "0");
    });
  }

  it("a restore of a backup makes a directory that a log opens, with every file in its place and no others", async () => {
    const report = restore();
    expect(report.lsn).to.equal(60);
    expect(readdirSync(target).sort()).to.deep.equal(["checkpoints", "collections", "wal"]);
    expect(verifyDirectory(nodeFs, nodeKindOf, dropOf, target)).to.deep.include({ damage: [], lastLsn: 60 });
    const { log, report: opened } = await openAndRead(target, nodeFs, {}, 31);
    await log.close();
    expect(opened).to.include({ unclean: false, lastLsn: 60 });
  });

  it("a restore of a backup fills an empty directory and refuses any other", () => {
    mkdirSync(target);
    restore();
    expect(restore).to.throw(
      /is not empty \(checkpoints, collections, wal\), and nothing is ever written over/,
    );
  });

  it("a restore of a backup refuses a directory that is not a backup, or an incomplete one", () => {
    removeAll(join(backup, "BACKUP.json"));
    refuses(/is not a backup, or one that was not finished/);
  });

  it("a restore of a backup refuses a flipped bit, a missing file and a file that is too long", () => {
    edit(join(backup, "wal/WATERMARK"), (bytes) => bytes.fill(7, 100, 101));
    refuses(/WATERMARK is damaged at byte 0.*Nothing was restored/);
    backup = crashCopy(made);
    removeAll(join(backup, `collections/${UUID}/0/slots.bin`));
    refuses(/slots\.bin is damaged at byte 0: it is missing/);
    backup = crashCopy(made);
    edit(join(backup, `collections/${UUID}/0/slots.bin`), (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]));
    refuses(/slots\.bin is damaged at byte 100: it should have 100 bytes and has more/);
  });

  it("a restore of a backup refuses a file that is not in the list", () => {
    writeFileSync(join(backup, "wal/00000099.wal"), "");
    refuses(/00000099\.wal is not in BACKUP\.json: something was added/);
  });

  it("a restore of a backup refuses links, also to directories, and directories that are nested too deep", () => {
    const slots = join(backup, `collections/${UUID}/0/slots.bin`);
    const elsewhere = join(freshDir(), "slots.bin");
    writeFileSync(elsewhere, readFileSync(slots));
    removeAll(slots);
    symlinkSync(elsewhere, slots);
    refuses(/slots\.bin is a link or a special file: nothing of this backup was read/);
    backup = crashCopy(made);
    const wal = join(freshDir(), "wal");
    nodeFs.rename(join(backup, "wal"), wal);
    symlinkSync(wal, join(backup, "wal"));
    refuses(/wal is a link or a special file/);
    backup = crashCopy(made);
    mkdirSync(join(backup, "a/b/c/d/e"), { recursive: true });
    refuses(/is a directory where a backup has none/);
  });

  for (const file of [
    "../evil",
    "/etc/passwd",
    "wal/../../evil",
    "LOCK",
    `collections/${UUID}/0/../../x.bin`,
  ]) {
    it(`a restore of a backup refuses a list that contains ${file}`, () => {
      forgeList(({ files }) => files.push({ file, bytes: 0, sums: "" }));
      refuses(/is not a file of a backup/);
    });
  }

  it("a restore of a backup refuses a list with a repeated file, or with checksums for another length", () => {
    forgeList(({ files }) => files.push(files[0]!));
    refuses(/is listed twice/);
    backup = crashCopy(made);
    forgeList(({ files }) => {
      files[0]!.bytes = 2 ** 50;
    });
    refuses(/is not a list of a backup/);
  });

  it("a restore of a backup refuses a manifest with files outside of the directory, or of another collection, though all checksums are correct", () => {
    const name = `collections/${UUID}/00000001.json`;
    for (const file of ["../../../etc/passwd", `${UUID.replace("a", "b")}/0/slots.bin`]) {
      sealedAgain(name, MANIFEST, (json) => {
        (json.segments as { points: { file: string } }[])[0]!.points.file = file;
      });
      refuses(
        /00000001\.json is damaged at byte 0: it is not manifest 1 of the collection: .*is not a file of/,
      );
      backup = crashCopy(made);
    }
  });

  it("a restore of a backup refuses a root with a collection outside of the directory, and one without a log that continues it", () => {
    sealedAgain("checkpoints/00000001.json", ROOT, (json) => {
      json.collections = [{ uuid: "../../../../../../../../../../../../etc", covered: 1, manifest: 1 }];
    });
    refuses(/it is not the root of checkpoint 1: .*is not the UUID/);
    backup = crashCopy(made);
    sealedAgain("checkpoints/00000001.json", ROOT, (json) => {
      json.lsn = 5;
      json.collections = [{ uuid: UUID, covered: 5, manifest: 1 }];
    });
    refuses(/no segment before it holds LSN 6/);
  });

  it("a restore of a backup refuses a list with a later LSN than the log has", () => {
    forgeList((list) => {
      list.lsn = 61;
    });
    refuses(/it says LSN 61, the log ends with LSN 60/);
  });
});
