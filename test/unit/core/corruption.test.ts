// Damage to every kind of file of a data directory: afterwards the database returns the stored data or reports the
// damage with file and position, serves the other collections, and keeps the damaged bytes. FLIPS is the number of
// flipped bits (10,000 in `npm run test:slow`), SEED chooses them; of the other damages one in SKIP is tried, starting
// with another one for each SEED (all in `npm run test:slow`).
import { expect } from "chai";
import type { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { countOf, seedOf } from "../../support/chance.ts";
import { flipBits, type Outcome, outcomeOf } from "../../support/damage.ts";
import { skipCrcOfData } from "../../support/planted-checkpoint-bugs.ts";
import { type StoredDatabase, storedDatabase } from "../../support/stored-database.ts";

const FLIPS = countOf("FLIPS", 20);
const SKIP = countOf("SKIP", 16);
/** A database that accepts damaged bytes is detected within this number of flips. */
const MOST_FLIPS = 2_000;
const PAGE_BYTES = 4096;

/** The files of each kind; all of them are damaged, and exchanged for each other. */
const KINDS: Readonly<Record<string, RegExp>> = {
  root: /checkpoints\/\d+\.json$/,
  manifest: /collections\/[^/]+\/\d+\.json$/,
  "slots.bin": /slots\.bin$/,
  "changes.bin": /changes\.bin$/,
  "payloads.bin": /payloads\.bin$/,
  rows: /rows-0\.f32$/,
  codes: /codes-0\.bin$/,
  graph: /graph-0-\d+\.bin$/,
  "payload index": /index-\d-\d+\.bin$/,
  "log segment": /\.wal$/,
  WATERMARK: /WATERMARK$/,
  VERSION: /VERSION$/,
};

/** Damages the file at `path`; returns false where this damage is not possible for it. */
type Damage = (fs: MemoryFs, path: string, all: readonly string[], stored: StoredDatabase) => boolean;

const flipAt =
  (share: number): Damage =>
  (fs, path) => {
    const bytes = fs.get(path);
    if (bytes.length === 0) return false;
    bytes[Math.floor((bytes.length - 1) * share)]! ^= 16;
    return true;
  };

const DAMAGES: Readonly<Record<string, Damage>> = {
  "a bit of its first byte flipped": flipAt(0),
  "a bit in the middle flipped": flipAt(0.5),
  "a bit near its end flipped": flipAt(0.97),
  "4 KiB zeroed": (fs, path) => {
    fs.get(path).fill(0, 0, PAGE_BYTES);
    return true;
  },
  "its last byte missing": (fs, path) => {
    fs.set(path, fs.get(path).slice(0, -1));
    return true;
  },
  "half of it missing": (fs, path) => {
    fs.set(path, fs.get(path).slice(0, fs.get(path).length / 2));
    return true;
  },
  "nothing in it": (fs, path) => {
    fs.set(path, new Uint8Array(0));
    return true;
  },
  "another file of its kind in its place": (fs, path, all) => {
    const other = all.find((name) => name !== path && Buffer.compare(fs.get(name), fs.get(path)) !== 0);
    if (other === undefined) return false;
    const [here, there] = [fs.get(path), fs.get(other)];
    fs.set(path, there);
    fs.set(other, here);
    return true;
  },
  "the generation before in its place": (fs, path, all, { older }) => {
    const same = older.exists(path)
      ? path
      : all.find((name) => name.slice(0, -13) === path.slice(0, -13) && name < path);
    if (same === undefined) return false;
    fs.set(path, (older.exists(same) ? older : fs).get(same).slice());
    return true;
  },
  "been removed": (fs, path) => {
    fs.remove(path);
    return true;
  },
};

/** Whether the damaged bytes are still in a file or in a copy of it, even if bytes were appended to them. */
function isKept(fs: MemoryFs, damaged: Uint8Array): boolean {
  return fs.paths.some((path) => Buffer.compare(fs.get(path).subarray(0, damaged.length), damaged) === 0);
}

describe("a stored database with damaged files", () => {
  const stored = new Map<string, StoredDatabase>();
  before(async () => {
    for (const stop of ["clean", "killed"] as const) stored.set(stop, await storedDatabase(stop));
  });

  for (const [kind, pattern] of Object.entries(KINDS)) {
    it(`a stored database with damaged files returns the stored data or reports the damage of a file: ${kind}`, async () => {
      let turn = seedOf() % SKIP;
      for (const [stop, database] of stored) {
        for (const [name, damage] of Object.entries(DAMAGES)) {
          const all = database.fs.paths.filter((path) => pattern.test(path));
          for (const path of all) {
            if (++turn % SKIP !== 0) continue;
            const fs = database.fs.clone();
            if (!damage(fs, path, all, database)) continue;
            const bytes = fs.exists(path) ? fs.get(path).slice() : null;
            const what = `${stop}: ${path} has ${name}`;
            const outcome = await outcomeOf(fs, database);
            check(outcome, what, stop);
            // A file that nothing needed or read may be removed.
            const isKnown = outcome.text.includes(path.replace(/.*(collections|checkpoints|wal)\//, ""));
            if (bytes && isKnown && !["WATERMARK", "codes", "graph", "payload index"].includes(kind))
              expect(isKept(fs, bytes), `${what}: kept`).to.equal(true);
            const { lastLsn } = outcome;
            check(await outcomeOf(fs, { ...database, lastLsn }), `${what}, and opened again`, stop);
          }
        }
      }
    });
  }

  function check({ verdict, text }: Outcome, what: string, stop: string): void {
    expect(verdict, `${what}: ${text}`).to.not.equal("accepted");
    if (stop === "clean") expect(verdict, `${what}: ${text}`).to.not.equal("torn");
  }

  it(`a stored database with damaged files accepts none of ${FLIPS} flipped bits`, async () => {
    const seed = seedOf();
    const { counts, wrong } = await flipBits(FLIPS, seed, stored);
    const said = Object.entries(counts).map(([verdict, count]) => `${verdict} ${count}`);
    process.stdout.write(`      SEED=${seed}: ${FLIPS} flips: ${said.join(", ")}\n`);
    expect(wrong).to.equal(null);
    expect(counts.reported + counts.healed).to.be.greaterThan(FLIPS / 4);
  }).timeout(300_000 + FLIPS * 100);

  it("a stored database with damaged files is found to accept damage by these checks when it ignores the CRCs of data", async () => {
    const unchecked = new Map([["clean", await storedDatabase("clean", skipCrcOfData)]]);
    const seed = seedOf();
    expect((await flipBits(MOST_FLIPS, seed, unchecked)).wrong, `SEED=${seed}`).to.not.equal(null);
  });
});
