// The packed file system in three files: it behaves like any other, also after it was closed, and on a disk that fails.
import { dirname } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { type FileHandle, type FileSystem, readFile } from "../../../src/storage/fs.ts";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { seedOf } from "../../support/chance.ts";
import { type Disk, openPacked, preparePacked } from "../../support/packed.ts";

const DIR = "/d";
const MIB = 2 ** 20;

function newDisk(): MemoryFs {
  const disk = new MemoryFs();
  preparePacked(disk, DIR);
  return disk;
}

/** The result of one call to a file system, with errors as their codes. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { code?: string }).code ?? "an error";
  }
}

const path = fc.constantFrom("/a", "/a/x", "/a/y", "/b", "/b/x", "/b/c", "/b/c/z");
const size = fc.integer({ min: 0, max: 70_000 });
const step = fc.oneof(
  fc.record({ verb: fc.constantFrom("mkdir", "remove", "create", "list", "sync"), path }),
  fc.record({ verb: fc.constant("rename"), path, to: path }),
  fc.record({ verb: fc.constantFrom("write", "truncate"), path, at: size, bytes: size }),
);
type Step = { verb: string; path: string; to?: string; at?: number; bytes?: number };

function run(fs: FileSystem, { verb, path, to = "", at = 0, bytes = 0 }: Step, turn: number): unknown {
  const withFile = (work: (file: FileHandle) => void) => {
    const file = fs.open(path, "write");
    work(file);
    const found = new Uint8Array(file.size() + 1);
    const count = file.read(found, 0);
    file.close();
    return [count, fs.crc32(found)];
  };
  return outcome(() => {
    if (verb === "mkdir") return fs.mkdir(path);
    if (verb === "remove") return fs.remove(path);
    if (verb === "list") return fs.list(path).sort();
    if (verb === "create") return fs.open(path, "create").close();
    if (verb === "sync") return fs.syncDir(path);
    if (verb === "rename") return fs.rename(path, to);
    if (verb === "truncate") return withFile((file) => file.truncate(bytes));
    const half = new Uint8Array(bytes >> 1).fill(turn + 1);
    return withFile((file) => file.write([half, half.slice()], at));
  });
}

/** The disk, with files on which a call fails as long as there is an error. */
function failing(disk: MemoryFs, call: "write" | "sync", state: { error: Error | null }): Disk {
  const open: Disk["open"] = (path, mode) => {
    const file = disk.open(path, mode);
    const fail = (...args: [readonly Uint8Array[], number]) => {
      if (state.error) throw state.error;
      file[call](...args);
    };
    return { ...file, [call]: fail };
  };
  return { open };
}

describe("the packed file system", () => {
  it("the packed file system returns what one in memory returns, also after it was closed and opened", () => {
    const seed = seedOf();
    const isPlain = ({ verb, path, to }: Step) =>
      // No caller moves a directory to the place of a file, or into itself.
      verb !== "rename" || (path.endsWith("x") && to!.length > 2);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (steps, every) => {
        const plain = new MemoryFs();
        const disk = newDisk();
        let packed = openPacked(disk, DIR);
        const kinds = new Map<string, "dir" | "file">();
        for (const [turn, one] of (steps as Step[]).filter(isPlain).entries()) {
          const kind = one.verb === "mkdir" ? "dir" : "file";
          if (["mkdir", "create"].includes(one.verb) && (kinds.get(one.path) ?? kind) !== kind) continue;
          // No caller creates a file in the place of a directory that another entry was moved into.
          if (one.verb === "create" && [...kinds.keys()].some((path) => path.startsWith(`${one.path}/`)))
            continue;
          if (one.verb === "rename" && kinds.get(one.to!) === "dir") continue;
          // Nor does a caller move a file into a directory that does not exist.
          if (one.verb === "rename" && !plain.exists(dirname(one.to!))) continue;
          if (one.verb === "rename") kinds.set(one.to!, "file");
          if (["mkdir", "create"].includes(one.verb)) kinds.set(one.path, kind);
          expect(run(packed, one, turn), JSON.stringify(one)).to.deep.equal(run(plain, one, turn));
          if (turn % every > 0) continue;
          packed.close();
          packed = openPacked(disk, DIR);
        }
      }),
      { seed, numRuns: 200 },
    );
  });

  it("the packed file system reads a removed file through an open handle, and reuses its blocks afterwards", () => {
    const disk = newDisk();
    const fs = openPacked(disk, DIR);
    fs.mkdir("/a");
    const file = fs.open("/a/x", "create");
    file.write([new Uint8Array(MIB).fill(7)], 0);
    fs.remove("/a/x");
    fs.syncDir();
    const other = fs.open("/a/y", "create");
    other.write([new Uint8Array(MIB).fill(8)], 0);
    const found = new Uint8Array(MIB);
    expect(file.read(found, 0)).to.equal(MIB);
    expect(found.every((byte) => byte === 7)).to.equal(true);
    file.close();
    fs.open("/a/z", "create").write([new Uint8Array(MIB).fill(9)], 0);
    expect(disk.get(`${DIR}/data`).length).to.equal(2 * MIB);
  });

  it("the packed file system has zeros where nothing was written, also in reused blocks", () => {
    const fs = openPacked(newDisk(), DIR);
    fs.mkdir("/a");
    const old = fs.open("/a/x", "create");
    old.write([new Uint8Array(MIB).fill(7)], 0);
    old.close();
    fs.remove("/a/x");
    fs.syncDir();
    const file = fs.open("/a/y", "create");
    file.write([Uint8Array.of(1)], 100_000);
    file.truncate(200_000);
    const found = new Uint8Array(200_000);
    expect(file.read(found, 0)).to.equal(200_000);
    expect(found.findIndex((byte) => byte !== 0)).to.equal(100_000);
    expect(found.findLastIndex((byte) => byte !== 0)).to.equal(100_000);
  });

  it("the packed file system reuses the blocks of a replaced file", () => {
    const disk = newDisk();
    const fs = openPacked(disk, DIR);
    fs.mkdir("/a");
    for (const name of ["x", "y", "z"]) {
      const file = fs.open(`/a/${name}`, "create");
      file.write([new Uint8Array(MIB)], 0);
      file.close();
      if (name === "y") fs.rename("/a/y", "/a/x");
    }
    expect(disk.get(`${DIR}/data`).length).to.equal(2 * MIB);
  });

  it("the packed file system keeps the length of a file when there is no space for more", () => {
    const disk = newDisk();
    const full: { error: Error | null } = { error: null };
    const fs = openPacked(failing(disk, "write", full), DIR);
    fs.mkdir("/a");
    const file = fs.open("/a/x", "create");
    file.write([Uint8Array.of(1, 2, 3)], 0);
    full.error = Object.assign(new Error("no room"), { code: "ENOSPC" });
    expect(() => file.write([new Uint8Array(MIB)], 3)).to.throw("no room");
    expect(() => file.truncate(MIB)).to.throw("no room");
    expect(file.size()).to.equal(3);
    full.error = null;
    file.write([Uint8Array.of(4)], 3);
    file.sync();
    expect([...readFile(openPacked(disk, DIR), "/a/x")!]).to.deep.equal([1, 2, 3, 4]);
  });

  it("the packed file system fails every sync after one has failed", () => {
    const broken: { error: Error | null } = { error: null };
    const fs = openPacked(failing(newDisk(), "sync", broken), DIR);
    fs.mkdir("/a");
    const file = fs.open("/a/x", "create");
    broken.error = new Error("EIO");
    expect(() => file.sync()).to.throw("EIO");
    broken.error = null;
    expect(() => file.sync()).to.throw("EIO");
    expect(() => fs.syncDir()).to.throw("EIO");
  });

  it("the packed file system shortens the volume when much of its end is free", () => {
    const disk = newDisk();
    const fs = openPacked(disk, DIR);
    fs.mkdir("/a");
    fs.open("/a/x", "create").write([new Uint8Array(MIB)], 0);
    const large = fs.open("/a/y", "create");
    large.write([new Uint8Array(8 * MIB)], 0);
    large.close();
    fs.remove("/a/y");
    fs.syncDir();
    expect(disk.get(`${DIR}/data`).length).to.equal(MIB);
  });

  it("the packed file system uses the previous catalogue when the newest is damaged", () => {
    const disk = newDisk();
    const fs = openPacked(disk, DIR);
    fs.mkdir("/a");
    fs.open("/a/x", "create").sync();
    fs.open("/a/y", "create").sync();
    disk.get(`${DIR}/catalogue-0`)[70]! ^= 1; // generation 4
    expect(openPacked(disk, DIR).list("/a")).to.deep.equal(["x"]);
  });

  it("the packed file system is refused when both catalogues are damaged, and is empty when its creation was interrupted", () => {
    const disk = newDisk();
    openPacked(disk, DIR).close();
    for (const name of ["catalogue-0", "catalogue-1"]) disk.get(`${DIR}/${name}`)[70]! ^= 1;
    expect(() => openPacked(disk, DIR)).to.throw("catalogue-0 at byte 0: it does not match its CRC");
    disk.set(`${DIR}/catalogue-0`, new Uint8Array(0));
    const fs = openPacked(disk, DIR);
    fs.mkdir("/a");
    expect(fs.list("/a")).to.deep.equal([]);
  });

  it("the packed file system is refused when a newer version wrote it", () => {
    const disk = newDisk();
    openPacked(disk, DIR).close();
    const text = Buffer.from(disk.get(`${DIR}/catalogue-0`)).toString("latin1");
    const body = text.slice(text.indexOf("\n") + 1);
    const title = "AZIMUTH catalogue 2";
    const crc = disk.crc32(Buffer.from(body), disk.crc32(Buffer.from(title)));
    const head = `${title} crc32=${crc.toString(16).padStart(8, "0")} bytes=${body.length}\n`;
    disk.set(`${DIR}/catalogue-0`, Buffer.from(head + body));
    expect(() => openPacked(disk, DIR)).to.throw(
      "catalogue-0 is a catalogue of version 2, this server knows versions up to 1",
    );
  });
});
