// The simulated disk itself: what a power cut may take, and what it may never take. Behaviour that is allowed and not
// required is observed on many disks, and both outcomes must occur.
import { expect } from "chai";
import { readFile, writeFileDurably } from "../../../src/storage/fs.ts";
import { between, bytes, pick, type Random } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";
import { SECTOR_BYTES } from "../../support/sim-file.ts";
import { CALLS, PowerCut, SimFs } from "../../support/sim-fs.ts";

const DISKS = 200;

/** A disk with the directory /d, which is durable. */
function newFs(): SimFs {
  const fs = new SimFs(seededRandom(1));
  fs.mkdir("/d");
  return fs;
}

const filled = (count: number, value: number) => new Uint8Array(count).fill(value);

/** The results of `look` on many disks after `work` and a power cut. */
function outcomes(work: (fs: SimFs) => void, look: (fs: SimFs) => unknown): Set<string> {
  const seen = new Set<string>();
  for (let seed = 1; seed <= DISKS; seed++) {
    const fs = newFs();
    work(fs);
    seen.add(String(look(fs.afterCut(seededRandom(seed)).fs)));
  }
  return seen;
}

/** A file whose contents and name are durable. */
function durableFile(fs: SimFs, contents: Uint8Array) {
  const file = fs.open("/d/f", "create");
  file.write([contents], 0);
  file.sync();
  fs.syncDir("/d");
  return file;
}

const contents = (fs: SimFs, path = "/d/f") => readFile(fs, path);
const names = (fs: SimFs) => fs.list("/d").sort().join(" ");

describe("the simulated file system", () => {
  it("the simulated file system reads the bytes that were written, as a Map of bytes would", () => {
    const random = seededRandom(7);
    const file = newFs().open("/d/f", "create");
    let model = new Uint8Array(0);
    for (let i = 0; i < 2_000; i++) {
      const position = between(random, 0, 9_000);
      if (random() < 0.2) {
        file.truncate(position);
        const cut = new Uint8Array(position);
        cut.set(model.subarray(0, position));
        model = cut;
      } else {
        const length = between(random, 0, pick(random, [20, 700, 9_000]));
        const part = random() < 0.3 ? new Uint8Array(length) : bytes(random, length);
        const half = between(random, 0, length);
        file.write([part.subarray(0, half), part.subarray(half)], position);
        const longer = new Uint8Array(Math.max(model.length, length > 0 ? position + length : 0));
        longer.set(model);
        if (length > 0) longer.set(part, position);
        model = longer;
      }
      if (random() < 0.1) file.sync();
      const into = new Uint8Array(between(random, 0, 10_000)).fill(3);
      const from = between(random, 0, 10_000);
      const count = file.read(into, from);
      expect(file.size()).to.equal(model.length);
      expect(Buffer.compare(into.subarray(0, count), model.subarray(from, from + into.length))).to.equal(0);
    }
  });

  it("the simulated file system never loses synced bytes, under any synced name", () => {
    const seen = outcomes(
      (fs) => {
        const file = durableFile(fs, filled(3 * SECTOR_BYTES, 1));
        file.write([filled(SECTOR_BYTES, 2)], SECTOR_BYTES);
        file.sync();
        file.write([filled(9, 9)], 3 * SECTOR_BYTES); // not synced, and in another sector
      },
      (fs) => [...new Set(contents(fs)!.subarray(0, 3 * SECTOR_BYTES))],
    );
    expect([...seen]).to.deep.equal(["1,2"]);
  });

  it("the simulated file system keeps or loses each unsynced sector independently", () => {
    const seen = outcomes(
      (fs) =>
        durableFile(fs, filled(3 * SECTOR_BYTES, 1)).write(
          [4, 5, 6].map((value) => filled(SECTOR_BYTES, value)),
          0,
        ),
      (fs) => [0, 1, 2].map((sector) => contents(fs)![sector * SECTOR_BYTES]),
    );
    expect(seen.size).to.equal(8);
    for (const one of seen) expect(one).to.match(/^[14],[15],[16]$/);
  });

  it("the simulated file system may keep any of several unsynced versions of a sector, as a whole", () => {
    const seen = outcomes(
      (fs) => {
        const file = durableFile(fs, filled(SECTOR_BYTES, 1));
        for (const value of [2, 3]) file.write([filled(SECTOR_BYTES, value)], 0);
      },
      (fs) => [...new Set(contents(fs))],
    );
    expect([...seen].sort()).to.deep.equal(["1", "2", "3"]);
  });

  it("the simulated file system may keep the size of an append without its data, which then reads as zeros or garbage", () => {
    const seen = outcomes(
      (fs) => durableFile(fs, filled(SECTOR_BYTES, 1)).write([filled(SECTOR_BYTES, 2)], SECTOR_BYTES),
      (fs) => {
        const [first, ...rest] = contents(fs)!.subarray(SECTOR_BYTES);
        return rest.some((byte) => byte !== first) ? "garbage" : (first ?? "shorter");
      },
    );
    expect([...seen].sort()).to.deep.equal(["0", "2", "garbage", "shorter"]);
  });

  it("the simulated file system truncates a file durably at the next sync, and never shows old data after a durable truncation", () => {
    const work = (fs: SimFs) => {
      const file = durableFile(fs, filled(2 * SECTOR_BYTES, 1));
      file.truncate(SECTOR_BYTES);
      return file;
    };
    const size = (fs: SimFs) => contents(fs)!.length;
    expect(outcomes(work, size).size).to.equal(2);
    expect([...outcomes((fs) => work(fs).sync(), size)]).to.deep.equal([String(SECTOR_BYTES)]);
    const anew = outcomes(
      (fs) => work(fs).write([filled(2 * SECTOR_BYTES, 3)], SECTOR_BYTES),
      (fs) =>
        contents(fs)!.length > 2 * SECTOR_BYTES &&
        contents(fs)!
          .subarray(SECTOR_BYTES, 2 * SECTOR_BYTES)
          .every((byte) => byte === 1),
    );
    expect([...anew]).to.deep.equal(["false"]);
  });

  it("the simulated file system keeps or loses a new name that was not synced, though the data of the file was", () => {
    const work = (fs: SimFs) => {
      const file = fs.open("/d/f", "create");
      file.write([filled(10, 1)], 0);
      file.sync();
    };
    expect([...outcomes(work, names)].sort()).to.deep.equal(["", "f"]);
    const synced = outcomes(
      (fs) => {
        work(fs);
        fs.syncDir("/d");
      },
      (fs) => contents(fs)!.length,
    );
    expect([...synced]).to.deep.equal(["10"]);
  });

  it("the simulated file system keeps a rename done or not done, never in between", () => {
    const seen = outcomes(
      (fs) => {
        durableFile(fs, filled(4, 1));
        const next = fs.open("/d/f.tmp", "create");
        next.write([filled(4, 2)], 0);
        next.sync();
        fs.rename("/d/f.tmp", "/d/f");
      },
      (fs) => `${names(fs)}: ${contents(fs)![0]}`,
    );
    expect([...seen].sort()).to.deep.equal(["f f.tmp: 1", "f: 1", "f: 2"]);
  });

  it("the simulated file system keeps a placed file complete or the one before it, wherever the power is cut", () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= DISKS; seed++) {
      const fs = newFs();
      writeFileDurably(fs, "/d", "f", [filled(700, 1)]).close();
      fs.cutAt(1 + (seed % 5));
      expect(() => writeFileDurably(fs, "/d", "f", [filled(700, 2)])).to.throw();
      seen.add([...new Set(contents(fs.afterCut(seededRandom(seed)).fs))].join());
    }
    expect([...seen].sort()).to.deep.equal(["1", "2"]);
  });

  it("the simulated file system keeps or loses a removal that was not synced, and a directory only after its contents", () => {
    const seen = outcomes(
      (fs) => {
        fs.mkdir("/d/e/g");
        fs.open("/d/e/g/x", "create").sync();
        fs.syncDir("/d/e/g");
        fs.remove("/d/e");
      },
      (fs) => ["/d/e", "/d/e/g", "/d/e/g/x"].filter((path) => fs.exists(path)).length,
    );
    expect([...seen].sort()).to.deep.equal(["0", "1", "2", "3"]);
  });

  it("the simulated file system keeps the data of a failed sync readable, and loses it at a power cut", () => {
    const seen = outcomes(
      (fs) => {
        const file = durableFile(fs, filled(SECTOR_BYTES, 1));
        file.write([filled(SECTOR_BYTES, 2)], 0);
        fs.failSyncAt(1);
        expect(() => file.sync()).to.throw("EIO");
        const alive = fs.afterKill();
        expect(contents(alive)![0]).to.equal(2);
        alive.open("/d/f", "write").sync();
      },
      (fs) => contents(fs)![0],
    );
    expect([...seen]).to.deep.equal(["1"]);
  });

  it("the simulated file system fails from the call on at which the power is cut, and counts calls by kind", () => {
    const fs = newFs();
    const file = durableFile(fs, filled(4, 1));
    expect(fs.calls).to.deep.include({ mkdir: 1, open: 1, write: 1, sync: 1, syncDir: 1 });
    expect(Object.keys(fs.calls)).to.deep.equal([...CALLS]);
    fs.cutAt(2);
    file.write([filled(4, 2)], 0);
    expect(() => file.sync()).to.throw(PowerCut);
    expect(fs.cutIn).to.equal("sync");
    for (const call of [() => file.size(), () => fs.list("/d"), () => fs.remove("/d/f")])
      expect(call).to.throw(PowerCut);
  });

  it("the simulated file system has the same contents with the same seed", () => {
    const draw = (random: Random) => {
      const fs = newFs();
      durableFile(fs, filled(9_000, 1)).write([filled(12_000, 2)], 100);
      const { fs: after, ...toll } = fs.afterCut(random);
      return { toll, contents: contents(after) };
    };
    expect(draw(seededRandom(5))).to.deep.equal(draw(seededRandom(5)));
    expect(draw(seededRandom(5))).to.not.deep.equal(draw(seededRandom(6)));
  });
});
