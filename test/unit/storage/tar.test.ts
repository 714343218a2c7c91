// Tar archives: what is written is read again, GNU tar reads it, too, and nothing but intact headers of regular files
// is accepted.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { BLOCK_BYTES, decodeHeader, encodeHeader } from "../../../src/storage/tar.ts";
import { archiveOf, entriesOf } from "../../../src/storage/tar-stream.ts";
import { between, bytes, type Random, seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";
import { freshDir } from "./fixtures.ts";

const IS_WINDOWS = process.platform === "win32";
const MODIFIED = 1_767_225_600;
const SMALL = { name: "wal/00000001.wal", bytes: 5, modified: MODIFIED };

/** Files by name, in order. */
type Files = ReadonlyMap<string, Uint8Array>;

async function written(files: Files): Promise<Buffer> {
  const headers = Array.from(files, ([name, { length }]) => ({ name, bytes: length, modified: MODIFIED }));
  const pieces: Uint8Array[] = [];
  const read = async (name: string, offset: number, into: Uint8Array) => {
    const part = files.get(name)!.subarray(offset, offset + into.length);
    into.set(part);
    return part.length;
  };
  for await (const piece of archiveOf(headers, read)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Cuts an archive into chunks of random lengths, some of them empty. */
async function* cut(archive: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; ) {
    const length = between(random, 0, 1500);
    yield archive.subarray(at, at + length);
    at += length;
  }
}

async function read(archive: Uint8Array, random: Random = () => 0.9): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const { name, content } of entriesOf(cut(archive, random))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    files.set(name, Buffer.concat(pieces));
  }
  return files;
}

async function refusalOf(archive: Uint8Array): Promise<string> {
  return read(archive).then(
    () => "read",
    (error: Error) => error.message,
  );
}

/** Returns the header with other bytes at `at`, and a checksum that is right again. */
function forged(at: number, text: string): Uint8Array {
  const block = encodeHeader(SMALL);
  block.set(Buffer.from(text, "latin1"), at);
  const sum = block.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
  block.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  return block;
}

describe("a tar archive", () => {
  const long = `${"a".repeat(60)}/${"b".repeat(94)}/${"c".repeat(99)}`;
  const files = new Map([
    ["empty", new Uint8Array(0)],
    [SMALL.name, new TextEncoder().encode("hello")],
    ["block", new Uint8Array(BLOCK_BYTES).fill(1)],
    [long, new Uint8Array(BLOCK_BYTES + 1).fill(2)],
    ["large", new Uint8Array(2 ** 20 + 700).fill(3)],
  ]);

  it("a tar archive is read as it was written, however it is cut into chunks", async () => {
    const archive = await written(files);
    expect(archive.length % BLOCK_BYTES).to.equal(0);
    const seed = seedOf();
    const random = seededRandom(seed);
    for (let round = 0; round < 5; round++) {
      const found = await read(archive, random);
      expect([...found.keys()], `seed ${seed}`).to.deep.equal([...files.keys()]);
      for (const [name, content] of files) expect(found.get(name)!.equals(content), name).to.equal(true);
    }
  });

  it("a tar archive is extracted by GNU tar, with names of 255 bytes, times and closed modes", async () => {
    const dir = freshDir();
    writeFileSync(join(dir, "a.tar"), await written(files));
    mkdirSync(join(dir, "out"));
    execFileSync("tar", ["-xf", join(dir, "a.tar"), "-C", join(dir, "out")]);
    for (const [name, content] of files) {
      const path = join(dir, "out", name);
      expect(readFileSync(path).equals(content), name).to.equal(true);
      const { mode, mtimeMs } = statSync(path);
      expect([IS_WINDOWS ? 0o600 : mode & 0o777, mtimeMs / 1000]).to.deep.equal([0o600, MODIFIED]);
    }
    expect(readdirSync(join(dir, "out"))).to.have.length(5);
  });

  it("a tar archive of GNU tar in the format ustar is read", async () => {
    const dir = freshDir();
    writeFileSync(join(dir, "one"), "first");
    writeFileSync(join(dir, "two"), "second");
    const archive = execFileSync("tar", ["--format=ustar", "-cf", "-", "-C", dir, "one", "two"]);
    const found = await read(archive);
    expect([...found].map(([name, content]) => `${name} ${content}`)).to.deep.equal([
      "one first",
      "two second",
    ]);
  });

  it("a tar archive skips the content of an entry that was not read to its end", async () => {
    const names: string[] = [];
    for await (const { name, content } of entriesOf(cut(await written(files), () => 0.5))) {
      names.push(name);
      for await (const _ of content) break;
    }
    expect(names).to.deep.equal([...files.keys()]);
  });

  it("a tar archive closes its source when the reader stops", async () => {
    let closed = 0;
    async function* source() {
      try {
        yield encodeHeader(SMALL);
        yield new Uint8Array(BLOCK_BYTES);
      } finally {
        closed++;
      }
    }
    for await (const _ of entriesOf(source())) break;
    expect(closed).to.equal(1);
  });

  it("a tar archive is not complete if a file is shorter than it was said to be", async () => {
    const read_ = async (_name: string, _offset: number, into: Uint8Array) => into.length - 1;
    const pieces = archiveOf([SMALL], read_);
    await pieces.next();
    const failure = await pieces.next().catch((error: Error) => error.message);
    expect(failure).to.equal("wal/00000001.wal should have 5 bytes and ends at byte 4");
  });
});

describe("the header of a tar archive", () => {
  it("the header of a tar archive holds sizes of more than 8 GiB, as GNU tar reads them", () => {
    for (const size of [8 * 2 ** 30 - 1, 8 * 2 ** 30, 9 * 2 ** 30 + 1, 2 ** 52 + 3]) {
      const block = encodeHeader({ ...SMALL, bytes: size });
      expect(decodeHeader(block, 0).bytes).to.equal(size);
      // The content is not there, which tar reports behind the name.
      const { stdout } = spawnSync("tar", ["-tvf", "-"], {
        input: Buffer.concat([block, new Uint8Array(512)]),
      });
      expect(stdout.toString()).to.contain(` ${size} `);
    }
  });

  it("the header of a tar archive refuses a name that fits into no prefix and rest", () => {
    for (const name of [
      "x".repeat(101),
      `${"a".repeat(156)}/b`,
      `a/${"b".repeat(101)}`,
      `${"a".repeat(101)}/`,
    ]) {
      expect(() => encodeHeader({ ...SMALL, name }), name).to.throw(/is too long for a tar archive/);
    }
  });

  it("the header of a tar archive is refused after a change of any bit that counts", () => {
    const block = encodeHeader(SMALL);
    for (let bit = 0; bit < block.length * 8; bit++) {
      // Digits of the checksum may be spaces.
      if (bit >> 3 >= 148 && bit >> 3 < 156) continue;
      const changed = block.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => decodeHeader(changed, 1024), `bit ${bit}`).to.throw(
        /^the tar archive is damaged at byte 1024: the header does not match its checksum$/,
      );
    }
  });

  for (const [what, at, text, message] of [
    ["a size that is no number", 124, "00000000008\0", "the size is not a number"],
    ["a negative size", 124, "-0000000001\0", "the size is not a number"],
    ["a size beyond all files", 124, "\x80\0\0\0\0\xff\0\0\0\0\0\0", "the size is not a number"],
    ["another format", 257, "other", "the header is not in the format ustar"],
  ] as const) {
    it(`the header of a tar archive is refused with ${what}`, () => {
      expect(() => decodeHeader(forged(at, text), 0)).to.throw(message);
    });
  }

  it("the header of a tar archive is refused for links, devices, directories and extensions", async () => {
    for (const type of ["1", "2", "3", "4", "5", "6", "7", "L", "K", "x", "g", "S"]) {
      const archive = Buffer.concat([forged(156, type), new Uint8Array(2 * BLOCK_BYTES)]);
      expect(await refusalOf(archive)).to.equal(
        `the tar archive contains "wal/00000001.wal" at byte 0, of type "${type}": only regular files are read, ` +
          "no links, devices or directories",
      );
    }
  });
});

describe("an incomplete tar archive", () => {
  it("an incomplete tar archive is refused wherever it ends", async () => {
    const archive = await written(new Map([["a", bytes(seededRandom(1), 700)]]));
    for (let length = 0; length < archive.length; length += 64) {
      expect(await refusalOf(archive.subarray(0, length))).to.match(
        /^the tar archive ends at byte \d+ and is not complete$/,
      );
    }
    expect(await refusalOf(archive)).to.equal("read");
  });

  it("an incomplete tar archive is told apart from one that zeros follow, and data behind the end is refused", async () => {
    const archive = await written(new Map([["a", new Uint8Array(1)]]));
    expect(await refusalOf(Buffer.concat([archive, new Uint8Array(8000)]))).to.equal("read");
    expect(await refusalOf(Buffer.concat([archive, new Uint8Array(8000), Uint8Array.of(1)]))).to.equal(
      "the tar archive is damaged: there is data behind its end",
    );
  });
});
