// Files of vectors as storage keeps them: what is written stays as it is however often the file grows.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { clearRowFiles, rowFilesIn } from "../../../src/storage/row-files.ts";
import { integer, withSeed } from "../engine/fixtures.ts";

const ROW_BYTES = 3136;
const rowOf = (number: number) => new Uint8Array(new Uint32Array(ROW_BYTES / 4).fill(number + 1).buffer);

describe("a file of vectors", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "azimuth-rows-"));
    clearRowFiles(nodeFs, dir);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const size = () => statSync(join(dir, "vectors", "7.f32")).size;

  it("keeps every row through many small growths, for whoever has it open", () =>
    withSeed((random) => {
      const files = rowFilesIn(nodeFs, dir);
      const writer = files.create(7, ROW_BYTES);
      const reader = files.open(7, ROW_BYTES);
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
    })).timeout(10_000);

  it("reads as many bytes as there are, and zeros where no row was written", () => {
    const writer = rowFilesIn(nodeFs, dir).create(7, ROW_BYTES);
    const reserved = writer.reserve(1);
    expect(writer.capacity).to.equal(reserved);
    const rest = size() - (reserved - 1) * ROW_BYTES;
    const into = new Uint8Array(3 * ROW_BYTES).fill(1);
    expect(writer.read(reserved - 1, into)).to.equal(rest);
    expect(into.subarray(0, rest).every((byte) => byte === 0)).to.equal(true);
    writer.close();
  });

  it("is removed with its folder's other files at the next start", () => {
    const files = rowFilesIn(nodeFs, dir);
    for (const segment of [1, 2, 3]) files.create(segment, ROW_BYTES).close();
    files.remove(2);
    expect(readdirSync(join(dir, "vectors")).sort()).to.deep.equal(["1.f32", "3.f32"]);
    clearRowFiles(nodeFs, dir);
    expect(readdirSync(join(dir, "vectors"))).to.deep.equal([]);
  });
});
