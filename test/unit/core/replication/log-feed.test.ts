// What the log keeps for followers, in files and in memory.
import { expect } from "chai";
import { LogFeed } from "../../../../src/core/replication/log-feed.ts";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";
import { crc32 } from "../../../../src/storage/crc32.ts";
import type { Log, LogRecord } from "../../../../src/storage/log.ts";
import { recordBytes } from "../../../../src/storage/log-stream.ts";

const HOUR_MS = 3_600_000;
const MIB = 2 ** 20;
/** The bytes of records that are kept in memory. */
const RECENT_BYTES = 16 * MIB;

/** A feed over a log that has its records in an array, as if in files. */
class World {
  now = 0;
  readonly records: LogRecord[] = [];
  readonly memory: MemoryLimit;
  readonly feed: LogFeed;
  reads = 0;

  constructor(limitBytes = 100 * MIB) {
    this.memory = MemoryLimit.of(limitBytes);
    this.feed = new LogFeed({
      log: {
        read: async (from: number) => {
          this.reads++;
          return this.records.slice(from - 1, from);
        },
        stats: async () => ({ bytes: 1, firstLsn: 1 }),
      } as unknown as Pick<Log, "read" | "stats">,
      clock: { now: () => this.now, after: () => () => {} },
      memory: this.memory,
      sums: { crc32 },
      lastLsn: () => this.records.length,
    });
  }

  write(bytes = 8): LogRecord {
    const record = { lsn: this.records.length + 1, type: 16, body: new Uint8Array(bytes) };
    this.records.push(record);
    this.feed.note(record);
    return record;
  }
}

describe("the feed of the log", () => {
  it("the feed of the log keeps nothing without followers, and what is behind a connected one", async () => {
    const world = new World();
    world.write();
    expect(await world.feed.heldFrom()).to.equal(Number.POSITIVE_INFINITY);
    const reader = world.feed.open(2, "a");
    world.write();
    world.write();
    expect(await world.feed.heldFrom()).to.equal(2);
    expect(await reader.read(0)).to.have.length(2);
    expect(await world.feed.heldFrom()).to.equal(4);
    reader.close();
    world.now = HOUR_MS - 1;
    expect(await world.feed.heldFrom()).to.equal(4);
    world.now = HOUR_MS;
    expect(await world.feed.heldFrom()).to.equal(Number.POSITIVE_INFINITY);
  });

  it("the feed of the log keeps what a new follower needs, however long its copy takes, and an hour more", async () => {
    const world = new World();
    world.write();
    const end = world.feed.hold("a");
    world.write();
    world.now = 5 * HOUR_MS;
    expect(await world.feed.heldFrom()).to.equal(2);
    end();
    world.now += HOUR_MS - 1;
    expect(await world.feed.heldFrom()).to.equal(2);
    world.feed.open(2, "a").close();
    world.now += HOUR_MS;
    expect(await world.feed.heldFrom()).to.equal(Number.POSITIVE_INFINITY);
  });

  it("the feed of the log keeps no record for anyone that a purge removes, and later ones again", async () => {
    const world = new World();
    const reader = world.feed.open(1, "a");
    for (let i = 0; i < 5; i++) world.write();
    world.feed.dropHolds();
    expect(await world.feed.heldFrom()).to.equal(6);
    await reader.read(0);
    for (let i = 0; i < 5; i++) world.write();
    expect(await world.feed.heldFrom(), "a follower that was connected").to.equal(6);
    await reader.read(0);
    expect(await world.feed.heldFrom()).to.equal(11);
  });

  it("the feed of the log counts the records in memory, and gives them up when others need it", async () => {
    const world = new World();
    const reader = world.feed.open(1, "a");
    const first = world.write(MIB);
    expect(world.memory.used).to.equal(recordBytes(first));
    for (let i = 0; i < 40; i++) world.write(MIB);
    expect(world.memory.used).to.be.within(RECENT_BYTES - 2 * MIB, RECENT_BYTES);
    expect(world.memory.reserve(99 * MIB, "passing")).to.equal(true);
    expect(world.memory.used).to.equal(99 * MIB);
    world.write(2 * MIB);
    expect(world.memory.used).to.equal(99 * MIB);
    const small = world.write(8);
    expect(world.memory.used).to.equal(99 * MIB + recordBytes(small));
    for (let lsn = 1; lsn <= 43; lsn++) expect(await reader.read(0)).to.have.length(1);
    expect([reader.next, world.reads]).to.deep.equal([44, 42]);
    reader.close();
    expect(world.memory.used).to.equal(99 * MIB);
  });
});
