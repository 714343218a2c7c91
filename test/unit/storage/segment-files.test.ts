// Files of vectors in a data directory: they are in one folder under their keys, and written rows stay as they are
// however often a file grows.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { rowFilesIn } from "../../support/row-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { integer, withSeed } from "../engine/fixtures.ts";

const ROW_BYTES = 3136;
const KEY = "some-uuid/7/rows-0.f32";
const rowOf = (number: number) => new Uint8Array(new Uint32Array(ROW_BYTES / 4).fill(number + 1).buffer);

describe("a file of vectors", () => {
  let dir: string;
  beforeEach(() => {
    dir = scratchFolder("azimuth-rows-");
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const size = () => statSync(join(dir, "collections", KEY)).size;

  it("a file of vectors keeps every row through many small growths, for every open handle", () =>
    withSeed((random) => {
      const files = segmentFilesIn(nodeFs, dir);
      const writer = files.create(KEY, ROW_BYTES);
      const reader = files.open(KEY, ROW_BYTES, "read");
      const sizes = new Set<number>();
      let rows = 0;
      while (rows < 4000) {
        const more = integer(random, 1, 40);
        expect(writer.reserve(rows + more)).to.be.at.least(rows + more);
        for (let i = 0; i < more; i++) writer.write(rows + i, rowOf(rows + i));
        rows += more;
        sizes.add(size());
      }
      expect(sizes.size, "growths").to.be.above(20);
      const row = new Uint8Array(ROW_BYTES);
      for (let i = 0; i < rows; i++) {
        expect(reader.read(i, row)).to.equal(ROW_BYTES);
        expect(Buffer.compare(row, rowOf(i)), `row ${i}`).to.equal(0);
      }
      expect(size()).to.be.below(rows * ROW_BYTES * 1.25);
      writer.close();
      reader.close();
    }));

  it("a file of vectors reads as many bytes as there are, and zeros where no row was written", () => {
    const writer = segmentFilesIn(nodeFs, dir).create(KEY, ROW_BYTES);
    const reserved = writer.reserve(1);
    const rest = size() - (reserved - 1) * ROW_BYTES;
    const into = new Uint8Array(3 * ROW_BYTES).fill(1);
    expect(writer.read(reserved - 1, into)).to.equal(rest);
    expect(into.subarray(0, rest).every((byte) => byte === 0)).to.equal(true);
    writer.close();
  });

  it("a file of vectors can be opened again and written to", () => {
    const files = segmentFilesIn(nodeFs, dir);
    const first = files.create(KEY, ROW_BYTES);
    first.reserve(3);
    first.write(2, rowOf(2));
    first.close();
    const before = size();
    const again = files.open(KEY, ROW_BYTES, "write");
    expect(size()).to.equal(before);
    again.reserve(3);
    again.write(1, rowOf(1));
    const rows = new Uint8Array(2 * ROW_BYTES);
    expect(again.read(1, rows)).to.equal(rows.length);
    expect(Buffer.compare(rows, Buffer.concat([rowOf(1), rowOf(2)]))).to.equal(0);
    again.close();
  });

  it("a file of vectors is not created if it exists, and not opened if it does not", () => {
    const files = segmentFilesIn(nodeFs, dir);
    files.create(KEY, ROW_BYTES).close();
    expect(() => files.create(KEY, ROW_BYTES)).to.throw("a file of a segment could not be opened: EEXIST");
    for (const open of [() => files.open("a/b", ROW_BYTES, "write"), () => files.read("a/b")]) {
      expect(open).to.throw("a file of a segment could not be opened: ENOENT");
    }
  });

  it("a file of vectors can be read as bytes", () => {
    const files = segmentFilesIn(nodeFs, dir);
    const writer = files.create(KEY, ROW_BYTES);
    writer.write(0, rowOf(5));
    const saved = files.read(KEY);
    const bytes = new Uint8Array(ROW_BYTES);
    expect(saved.read(bytes, 4)).to.equal(ROW_BYTES - 4);
    expect(Buffer.compare(bytes.subarray(0, -4), rowOf(5).subarray(4))).to.equal(0);
    expect(files.crc32(bytes.subarray(8), files.crc32(bytes.subarray(0, 8)))).to.equal(files.crc32(bytes));
    saved.close();
    writer.close();
  });

  it("a file of vectors is removed alone, and removing it again is no error", () => {
    const files = segmentFilesIn(nodeFs, dir);
    const keys = [1, 2, 3].map((segment) => `some-uuid/${segment}/rows-0.f32`);
    for (const key of keys) files.create(key, ROW_BYTES).close();
    files.remove(keys[1]!);
    files.remove(keys[1]!);
    expect(rowFilesIn(dir)).to.deep.equal([keys[0], keys[2]].map((key) => `collections/${key}`));
  });
});
