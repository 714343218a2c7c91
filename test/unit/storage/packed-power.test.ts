// The packed file system on a disk that loses its power at any call: synced data is kept byte by byte, and a log and a
// database on it are as durable as on a file system of the machine. ROUNDS and SEED make the run longer or repeat it.
import { expect } from "chai";
import { type FileSystem, readFile } from "../../../src/storage/fs.ts";
import { between, bytes, countOf, pick, type Random, roundRandom, seedOf } from "../../support/chance.ts";
import { playDatabase } from "../../support/crash-rounds.ts";
import { playLog } from "../../support/log-rounds.ts";
import { openPacked, packedPlant, preparePacked } from "../../support/packed.ts";
import { PowerTally } from "../../support/power-tally.ts";
import { SimFs } from "../../support/sim-fs.ts";

const ROUNDS = countOf("ROUNDS", 4);
const LIVES = 12;
const DIR = "/d";

/** All names, lengths and checksums. */
function contentsOf(fs: FileSystem): string {
  if (!fs.exists("/a")) return "";
  const texts = fs.list("/a").map((name) => {
    const bytes = readFile(fs, `/a/${name}`)!;
    return `${name} ${bytes.length} ${fs.crc32(bytes)}`;
  });
  return texts.sort().join(", ");
}

/**
 * Makes, renames and removes files until the power is cut. @returns the contents at every moment since the last sync
 */
function playFiles(random: Random, disk: SimFs): string[] {
  const fs = openPacked(disk, DIR);
  fs.mkdir("/a");
  fs.syncDir();
  disk.cutAt(between(random, 1, 60));
  let moments = [""];
  const names = ["/a/1", "/a/2", "/a/3", "/a/4"];
  try {
    for (let turn = 0; turn < 40; turn++) {
      const name = pick(random, names);
      const isThere = fs.exists(name);
      const verb = between(random, 0, 9);
      if (verb < 5) {
        if (isThere) fs.remove(name);
        const file = fs.open(name, "create");
        moments.push(contentsOf(fs));
        file.write([bytes(random, between(random, 1, 100_000))], 0);
        file.close();
      } else if (verb < 7 && isThere) fs.rename(name, pick(random, names));
      else if (verb < 8) fs.remove(name);
      moments.push(contentsOf(fs));
      if (verb < 8) continue;
      fs.syncDir();
      moments = moments.slice(-1);
    }
  } catch (error) {
    if (disk.cutIn === null) throw error;
  }
  return moments;
}

describe("the packed file system under power cuts", () => {
  it("the packed file system under power cuts has the state of one moment since the last sync, with every byte", () => {
    const seed = seedOf();
    let cuts = 0;
    for (let round = 0; round < 5 * ROUNDS; round++) {
      const random = roundRandom(seed, round);
      const disk = new SimFs(random);
      preparePacked(disk, DIR);
      const moments = playFiles(random, disk);
      if (disk.cutIn !== null) cuts++;
      const { fs: rest } = disk.afterCut(random);
      const found = contentsOf(openPacked(rest, DIR));
      expect(moments, `SEED=${seed}, round ${round}: ${found}`).to.include(found);
    }
    expect(cuts).to.be.above(ROUNDS);
  });

  it("the packed file system under power cuts keeps a log through power cuts", async () => {
    const seed = seedOf();
    const tally = new PowerTally();
    for (let round = 0; round < ROUNDS; round++) {
      await playLog(roundRandom(seed, round), LIVES, tally, packedPlant).catch((error: Error) => {
        throw new Error(`SEED=${(seed + Math.imul(round, 0x9e3779b1)) >>> 0} ROUNDS=1: ${error.message}`);
      });
    }
    process.stdout.write(`      SEED=${seed}: ${tally}\n`);
    expect(tally.dropping, "cuts that lost something").to.be.at.least(ROUNDS * 2);
  }).timeout(300_000 + ROUNDS * 1000);

  it("the packed file system under power cuts keeps a whole database through power cuts", async () => {
    const seed = seedOf();
    for (let round = 0; round < ROUNDS / 10; round++) {
      await playDatabase(roundRandom(seed, round), LIVES, new PowerTally(), { plant: packedPlant }).catch(
        (error: Error) => {
          throw new Error(`SEED=${(seed + Math.imul(round, 0x9e3779b1)) >>> 0} ROUNDS=1: ${error.message}`);
        },
      );
    }
  }).timeout(300_000 + ROUNDS * 1000);
});
