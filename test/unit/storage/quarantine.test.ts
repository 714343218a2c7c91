// Damaged log segments that refuse a start: they are copied to the quarantine once, and the refusal says where.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { BrokenFs, IoError } from "./broken-fs.ts";
import { closedLog, edit, freshDir, openAndRead, rejection, segmentPath } from "./fixtures.ts";

const copiesIn = (dir: string) => readdirSync(join(dir, "quarantine"));

async function damagedLog(): Promise<{ dir: string; bytes: Buffer }> {
  const dir = await closedLog(5);
  edit(segmentPath(dir), (bytes) => bytes.fill(0xee, 60, 70));
  return { dir, bytes: readFileSync(segmentPath(dir)) };
}

describe("a damaged log segment", () => {
  it("a damaged log segment is copied to the quarantine unchanged, and the refusal names the copy", async () => {
    const { dir, bytes } = await damagedLog();
    const { message } = await rejection(openAndRead(dir));
    const [copy] = copiesIn(dir);
    expect(message).to.include(`A copy of it is kept as ${dir}/quarantine/${copy}.`);
    expect(copy).to.match(/^00000001\.wal-[0-9a-f]{8}-byte-32$/);
    expect(readFileSync(join(dir, "quarantine", copy!)).equals(bytes)).to.equal(true);
    expect(readFileSync(segmentPath(dir)).equals(bytes), "the original").to.equal(true);
  });

  it("a damaged log segment is copied once, however often the start is repeated, and again when it is damaged elsewhere", async () => {
    const { dir } = await damagedLog();
    const fs = new BrokenFs();
    for (let start = 0; start < 3; start++) await rejection(openAndRead(dir, fs));
    expect(copiesIn(dir)).to.have.length(1);
    const writes = fs.calls.filter(({ op, path }) => op === "rename" && path.includes("quarantine"));
    expect(writes).to.have.length(1);
    edit(segmentPath(dir), (bytes) => bytes.fill(0xee, 3, 9));
    const { message } = await rejection(openAndRead(dir));
    expect(message).to.include("its header is damaged").and.include("-byte-0.");
    expect(copiesIn(dir)).to.have.length(2);
  });

  it("a damaged log segment is copied completely if it is longer than one chunk", async () => {
    const { dir } = await damagedLog();
    edit(segmentPath(dir), (bytes) => Buffer.concat([bytes, Buffer.alloc(3 * 2 ** 20 + 5, 1)]));
    await rejection(openAndRead(dir));
    const copy = readFileSync(join(dir, "quarantine", copiesIn(dir)[0]!));
    expect(copy.equals(readFileSync(segmentPath(dir)))).to.equal(true);
  });

  it("a damaged log segment is reported with the reason if it cannot be copied, and no incomplete copy stays", async () => {
    for (const op of ["open", "write", "sync", "rename", "syncDir"] as const) {
      const { dir } = await damagedLog();
      const fs = new BrokenFs();
      fs.before = (called, path) => {
        if (called === op && path.startsWith(join(dir, "quarantine"))) throw new IoError("ENOSPC", 9);
      };
      const { message } = await rejection(openAndRead(dir, fs));
      expect(message, op).to.include("is damaged at byte 32, LSN 1");
      expect(message, op).to.include(`It could not be copied to ${dir}/quarantine: ENOSPC`);
      expect(copiesIn(dir).filter((name) => name.endsWith(".tmp"))).to.deep.equal([]);
    }
  });

  it("a damaged log segment is also reported when another file has the name of the quarantine", async () => {
    const { dir } = await damagedLog();
    writeFileSync(join(dir, "quarantine"), "a file");
    expect((await rejection(openAndRead(dir))).message).to.include("It could not be copied to");
  });

  it("a damaged log segment is copied without replacing existing files of the quarantine", async () => {
    const { dir } = await damagedLog();
    mkdirSync(join(dir, "quarantine"));
    writeFileSync(join(dir, "quarantine", "other"), "kept");
    await rejection(openAndRead(dir));
    expect(readFileSync(join(dir, "quarantine", "other"), "utf8")).to.equal("kept");
  });

  it("a damaged log segment is the only one that is copied: an intact log makes no quarantine", async () => {
    const dir = await closedLog(3);
    await (await openAndRead(dir)).log.close();
    expect(readdirSync(dir)).to.deep.equal(["wal"]);
    expect(readdirSync(freshDir())).to.deep.equal([]);
  });
});
