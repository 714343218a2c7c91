// What every store of checkpoints does, whether it is a directory or an object store.

import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { CheckpointDirectory } from "../../../src/replication/checkpoint-directory.ts";
import { S3CheckpointStore } from "../../../src/replication/s3/store.ts";
import type { CheckpointStore } from "../../../src/storage/checkpoint-store.ts";
import { failingPieces, failureOf, LOG, MIB, piecesOf, stored, sumOf } from "../../support/checkpoints.ts";
import { BUCKET, FakeS3, KEYS, REGION } from "../../support/fake-s3.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { itWeekly } from "../../support/weekly.ts";

/** A store, and what the test sees and changes behind its back. */
interface World {
  open(log?: string): CheckpointStore;
  /** Names of all files, without a prefix. */
  files(): string[];
  /** Puts a file there that was written so long ago. */
  plant(name: string, bytes: Uint8Array, ageMs: number): void;
  content(name: string): Uint8Array;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** None, and the fewest that an object store gets in several parts. */
const DAILY_BYTES = [0, 8 * MIB + 1];
const SEED = Number(process.env.SEED ?? 1);

async function directoryWorld(): Promise<World> {
  const directory = scratchFolder("azimuth-checkpoints-");
  return {
    open: (log = LOG) => new CheckpointDirectory({ directory, log, now: Date.now }),
    files: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)),
    plant(name, bytes, ageMs) {
      const path = join(directory, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      const at = new Date(Date.now() - ageMs);
      utimesSync(path, at, at);
    },
    content: (name) => readFileSync(join(directory, name)),
    close: async () => {},
  };
}

async function s3World(): Promise<World> {
  const server = await FakeS3.open();
  const address = { endpoint: server.url, region: REGION, bucket: BUCKET, isPathStyle: true };
  const clock = { now: Date.now, after: () => () => {} };
  const prefix = "some/place";
  return {
    open: (log = LOG) =>
      new S3CheckpointStore({ address, prefix, log, clock, credentials: async () => KEYS }),
    files: () => [...server.objects.keys()].map((key) => key.slice(prefix.length + 1)),
    plant: (name, bytes, ageMs) => {
      const modified = new Date(Date.now() - ageMs);
      server.objects.set(`${prefix}/${name}`, { body: Buffer.from(bytes), modified });
    },
    content: (name) => server.objects.get(`${prefix}/${name}`)!.body,
    close: () => server.close(),
  };
}

for (const [kind, make] of [
  ["a directory", directoryWorld],
  ["an object store", s3World],
] as const) {
  describe(`checkpoints in ${kind}`, () => {
    let world: World;
    let store: CheckpointStore;
    beforeEach(async () => {
      world = await make();
      store = world.open();
    });
    afterEach(async () => {
      store.close();
      await world.close();
    });

    for (const size of [0, 1, 8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 20 * MIB]) {
      const register = DAILY_BYTES.includes(size) ? it : itWeekly;
      register(`checkpoints of ${size} bytes in ${kind} come back byte for byte (seed ${SEED})`, async () => {
        await store.put(7, piecesOf(size, SEED));
        const { name, sizeBytes } = (await store.newest())!;
        expect(sizeBytes).to.equal(size);
        expect(await sumOf(store.get(name))).to.deep.equal(await sumOf(piecesOf(size, SEED)));
      });
    }

    it(`checkpoints in ${kind} have a check sum beside them that sha256sum reads`, async () => {
      const name = await stored(store, 4711, 3 * MIB);
      expect(name).to.match(new RegExp(`^${LOG}/00000000000000004711-[0-9a-f]{8}\\.tar$`));
      expect(world.files()).to.have.members([name, `${name}.sha256`]);
      const { sum } = await sumOf(piecesOf(3 * MIB, 4711));
      const text = Buffer.from(world.content(`${name}.sha256`)).toString();
      expect(text).to.equal(`${sum}  ${name.slice(LOG.length + 1)}\n`);
    });

    it(`checkpoints in ${kind} are listed newest first, with the time at which they were stored`, async () => {
      expect(await store.newest()).to.equal(null);
      expect(await store.list()).to.deep.equal([]);
      for (const lsn of [9, 1_000, 20]) await stored(store, lsn, lsn);
      const list = await store.list();
      expect(list.map(({ lsn, sizeBytes }) => [lsn, sizeBytes])).to.deep.equal([
        [1_000, 1_000],
        [20, 20],
        [9, 9],
      ]);
      expect(await store.newest()).to.deep.equal(list[0]);
      expect(Math.abs(list[0]!.at - Date.now())).to.be.lessThan(60_000);
    });

    it(`checkpoints in ${kind} of several logs are never mixed`, async () => {
      const other = world.open("another-log");
      await stored(store, 5);
      const name = await stored(other, 6);
      expect((await store.newest())!.lsn).to.equal(5);
      expect((await other.newest())!.lsn).to.equal(6);
      expect((await failureOf(sumOf(store.get(name)))).message).to.contain("is no checkpoint of the log");
      expect((await failureOf(store.remove("../../x"))).message).to.contain("is no checkpoint of the log");
      other.close();
    });

    it(`checkpoints in ${kind} that several nodes store at one LSN at a time are all whole`, async () => {
      await Promise.all([1, 2, 3].map((seed) => world.open().put(8, piecesOf(2 * MIB + seed, seed))));
      const list = await store.list();
      const found = await Promise.all(list.map(({ name }) => sumOf(store.get(name))));
      const expected = await Promise.all([1, 2, 3].map((seed) => sumOf(piecesOf(2 * MIB + seed, seed))));
      expect(found).to.have.deep.members(expected);
    });

    for (const size of [MIB, 17 * MIB]) {
      it(`checkpoints in ${kind} leave nothing when their source fails behind ${size} bytes`, async () => {
        const error = await failureOf(store.put(8, failingPieces(size)));
        expect(error.message).to.equal("the disk of the node fails");
        expect(world.files()).to.deep.equal([]);
      });
    }

    it(`checkpoints in ${kind} cannot be seen before their last byte`, async () => {
      let seen: unknown;
      async function* body(): AsyncGenerator<Uint8Array> {
        yield* piecesOf(9 * MIB, 1);
        seen = await store.list();
      }
      await store.put(8, body());
      expect(seen).to.deep.equal([]);
      expect(await store.list()).to.have.length(1);
    });

    it(`checkpoints in ${kind} that have changed are refused at the end of reading`, async () => {
      const name = await stored(store, 8, MIB);
      const bytes = Uint8Array.from(world.content(name));
      bytes[MIB / 2]! ^= 1;
      world.plant(name, bytes, 0);
      const error = await failureOf(sumOf(store.get(name)));
      expect(error.message).to.equal(`The checkpoint ${name} is damaged: it does not match its check sum`);
      world.plant(name, bytes.subarray(0, MIB / 2), 0);
      expect((await failureOf(sumOf(store.get(name)))).message).to.contain("does not match its check sum");
    });

    it(`checkpoints in ${kind} without a readable check sum are refused before their first byte`, async () => {
      const name = await stored(store, 8);
      world.plant(`${name}.sha256`, Buffer.from("no sum\n"), 0);
      const error = await failureOf(sumOf(store.get(name)));
      expect(error.message).to.equal(`The checkpoint ${name} is damaged: its check sum is missing`);
    });

    it(`checkpoints in ${kind} are removed with their check sums, and again without an error`, async () => {
      const name = await stored(store, 8);
      await store.remove(name);
      expect(world.files()).to.deep.equal([]);
      await store.remove(name);
      const error = await failureOf(sumOf(store.get(name)));
      expect(error.message).to.match(/ENOENT|NoSuchKey|damaged/);
    });

    it(`checkpoints in ${kind} take no notice of files of other kinds`, async () => {
      const names = [`${LOG}/notes.txt`, `${LOG}/00000000000000000009-abcdef01.tar.bak`, "x.tar"];
      for (const name of names) world.plant(name, Buffer.from("x"), 2 * DAY_MS);
      await store.sweep();
      expect(await store.list()).to.deep.equal([]);
      expect(world.files()).to.have.members(names);
    });

    it(`checkpoints in ${kind} lose check sums without an archive when these are older than a day`, async () => {
      const name = await stored(store, 8);
      const left = (digit: string) => `${LOG}/0000000000000000000${digit}-abcdef01.tar.sha256`;
      world.plant(left("1"), Buffer.from("x"), DAY_MS + 60_000);
      world.plant(left("2"), Buffer.from("x"), DAY_MS - 60_000);
      world.plant(`${name}.sha256`, Buffer.from("x"), 2 * DAY_MS);
      await store.sweep();
      expect(world.files()).to.have.members([name, `${name}.sha256`, left("2")]);
    });
  });
}
