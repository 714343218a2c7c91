// Backups that come as tar archives: a complete backup is made of an intact one, and nothing of any other.
import { expect } from "chai";
import { makeBackup } from "../../../src/storage/backup.ts";
import { readBackupList } from "../../../src/storage/backup-list.ts";
import { extractBackup } from "../../../src/storage/extract-backup.ts";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { encodeHeader, paddingAfter } from "../../../src/storage/tar.ts";
import { between, pick, seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import { freshDir } from "./fixtures.ts";
import { dropOf, StoredDirectory } from "./stored-fixtures.ts";

const MODIFIED = 1_767_225_600;
const CHANGES = 300;
const LIST = "BACKUP.json";

/** A file of an archive; `type` replaces the one of a regular file. */
interface Entry {
  readonly name: string;
  readonly content: Uint8Array;
  readonly type?: string;
}

function archiveOf(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ name, content, type = "0" }) => {
    const header = encodeHeader({ name, bytes: content.length, modified: MODIFIED });
    header[156] = type.charCodeAt(0);
    const sum = header.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
    header.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
    return [header, content, new Uint8Array(paddingAfter(content.length))];
  });
  return Buffer.concat([...parts, new Uint8Array(1024)]);
}

async function* chunksOf(archive: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; at += 1000) yield archive.subarray(at, at + 1000);
}

describe("a backup in a tar archive", () => {
  let entries: Entry[];
  before(async () => {
    const stored = new StoredDirectory();
    stored.append(20);
    await stored.checkpoint();
    stored.append(5);
    const made = `${freshDir()}/backup`;
    makeBackup(nodeFs, stored.dir, made, { version: "0", dropOf });
    const names = [...readBackupList(nodeFs, made)!.files.keys(), LIST];
    entries = names.map((name) => {
      const file = nodeFs.open(`${made}/${name}`, "read");
      const content = new Uint8Array(file.size());
      file.read(content, 0);
      file.close();
      return { name, content };
    });
  });

  /** Returns why an archive is refused. Nothing may be left of it. */
  async function refusalOf(
    archive: Uint8Array | AsyncIterable<Uint8Array>,
    fs = new MemoryFs(),
  ): Promise<string> {
    const chunks = archive instanceof Uint8Array ? chunksOf(archive) : archive;
    const error = await extractBackup(chunks, fs, "/b").catch((thrown: Error) => thrown);
    if (!(error instanceof Error)) return "extracted";
    expect(fs.paths).to.deep.equal([]);
    expect(fs.exists("/b")).to.equal(false);
    return error.message;
  }

  it("a backup in a tar archive is extracted with all its files, and reported", async () => {
    const fs = new MemoryFs();
    const files: string[] = [];
    const onProgress = (name: string) => files.push(name);
    const report = await extractBackup(chunksOf(archiveOf(entries)), fs, "/b", { onProgress });
    expect(fs.paths).to.deep.equal(entries.map(({ name }) => `/b/${name}`).sort());
    for (const { name, content } of entries) expect(fs.get(`/b/${name}`), name).to.deep.equal(content);
    expect(files).to.deep.equal(entries.map(({ name }) => name));
    const bytes = entries.slice(0, -1).reduce((sum, { content }) => sum + content.length, 0);
    expect(report).to.include({ lsn: 25, checkpoint: 1, files: entries.length - 1, bytes, auth: false });
    expect(report).not.to.have.property("secrets", true);
  });

  it("a backup in a tar archive is not extracted over other files, which stay", async () => {
    const fs = new MemoryFs();
    fs.mkdir("/b");
    fs.set("/b/mine", new Uint8Array(1));
    const error = await extractBackup(chunksOf(archiveOf(entries)), fs, "/b").catch(
      (thrown: Error) => thrown,
    );
    expect((error as Error).message).to.match(/is not empty \(mine\)/);
    expect(fs.paths).to.deep.equal(["/b/mine"]);
  });

  it("a backup in a tar archive leaves an empty directory empty when it fails", async () => {
    const fs = new MemoryFs();
    fs.mkdir("/b");
    await extractBackup(chunksOf(new Uint8Array(700)), fs, "/b").catch(() => {});
    expect([fs.exists("/b"), fs.list("/b")]).to.deep.equal([true, []]);
  });

  for (const name of [
    "../x",
    "/etc/passwd",
    "wal/../../x",
    "collections/../x.bin",
    "C:/x",
    "wal\\00000001.wal",
    "BACKUP.json/x",
    "server_params.btr",
    "",
  ]) {
    it(`a backup in a tar archive is refused before anything is written for the name ${JSON.stringify(name)}`, async () => {
      const fs = new MemoryFs();
      const made: string[] = [];
      const watched = Object.assign(Object.create(fs) as MemoryFs, {
        mkdir: (path: string) => made.push(path) && fs.mkdir(path),
        open: (path: string) => expect.fail(`${path} was opened`),
        list: (path: string) => fs.list(path),
        exists: (path: string) => fs.exists(path),
        remove: (path: string) => fs.remove(path),
      });
      const archive = archiveOf([{ name, content: new Uint8Array(3) }]);
      const error = await extractBackup(chunksOf(archive), watched, "/b").catch((thrown: Error) => thrown);
      expect((error as Error).message).to.equal(
        `the tar archive is not a backup: ${JSON.stringify(name)} is not a file of a backup`,
      );
      expect(made).to.deep.equal(["/b"]);
    });
  }

  it("a backup in a tar archive is refused with a symbolic link under the name of a file", async () => {
    const link = { ...entries[0]!, type: "2" };
    expect(await refusalOf(archiveOf([link, ...entries]))).to.match(
      /of type "2": only regular files are read/,
    );
  });

  it("a backup in a tar archive is refused without its list, with files behind it, and with a file twice", async () => {
    expect(await refusalOf(archiveOf(entries.slice(0, -1)))).to.equal(
      "the tar archive is not a backup: it has no BACKUP.json",
    );
    expect(await refusalOf(archiveOf([...entries, entries[0]!]))).to.match(/comes behind BACKUP\.json/);
    expect(await refusalOf(archiveOf([entries[0]!, ...entries]))).to.match(/comes twice/);
  });

  it("a backup in a tar archive is refused with a file that its list does not name, and without one that it names", async () => {
    const extra = { name: "wal/00009999.wal", content: new Uint8Array(1) };
    expect(await refusalOf(archiveOf([extra, ...entries]))).to.match(/"wal\/00009999\.wal" is not listed in/);
    expect(await refusalOf(archiveOf(entries.slice(1)))).to.match(
      /was damaged on the way, at byte 0: it is missing/,
    );
  });

  it("a backup in a tar archive passes the error of its source on, and leaves nothing", async () => {
    async function* broken() {
      yield* chunksOf(archiveOf(entries).subarray(0, 3000));
      throw new Error("the connection was reset");
    }
    expect(await refusalOf(broken())).to.equal("the connection was reset");
  });

  it("a backup in a tar archive leaves nothing when a call of the file system fails", async () => {
    const archive = archiveOf(entries);
    for (let nth = 1; ; nth++) {
      const memory = new MemoryFs();
      const fs = new BrokenFs(memory);
      let calls = 0;
      fs.before = () => {
        if (++calls === nth) throw new IoError("EIO");
      };
      const outcome = await extractBackup(chunksOf(archive), fs, "/b").catch((thrown: Error) => thrown);
      if (!(outcome instanceof Error)) break;
      expect(memory.paths, `call ${nth}`).to.deep.equal([]);
    }
  });

  it("a backup in a tar archive is extracted as it was made or refused, whatever bytes of it change", async () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const whole = archiveOf(entries);
    for (let change = 0; change < CHANGES; change++) {
      const archive = Buffer.from(whole);
      // Most bytes are headers and list, where more can go wrong than in the rest.
      const at = pick(random, [
        between(random, 0, 700),
        between(random, 0, archive.length - 1),
        archive.length - 1500,
      ]);
      if (random() < 0.5) archive[at]! ^= 1 << between(random, 0, 7);
      else archive.fill(between(random, 0, 255), at, at + between(random, 1, 600));
      const cutAt = random() < 0.2 ? between(random, 0, archive.length) : archive.length;
      const fs = new MemoryFs();
      const given = archive.subarray(0, cutAt);
      if ((await refusalOf(given, fs)) !== "extracted") continue;
      for (const { name, content } of entries) {
        if (name === LIST) continue;
        expect(fs.get(`/b/${name}`), `seed ${seed}, change ${change}: ${name}`).to.deep.equal(content);
      }
    }
  });
});
