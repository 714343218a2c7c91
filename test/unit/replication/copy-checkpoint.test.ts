// The copy of a checkpoint with which a new server of a cluster begins, from a directory whose checkpoints other
// servers remove.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { StartRefused } from "../../../src/errors/server.ts";
import { CheckpointDirectory } from "../../../src/replication/checkpoint-directory.ts";
import { copyCheckpoint } from "../../../src/replication/copy-checkpoint.ts";
import { BackupsService } from "../../../src/service/backups.ts";
import { EpochsFile } from "../../../src/storage/epochs.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { backupsIn } from "../../support/backups.ts";
import { failureOf, LOG } from "../../support/checkpoints.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { open, unnamed } from "../core/fixtures.ts";

const UNFOLLOWED = { name: () => {}, hold: () => () => {} };
const NO_LINES = { info: () => {}, warn: () => {} };

/** Returns the archive of a database with a collection. */
async function archiveOf(): Promise<Uint8Array> {
  const { database, dir } = await open();
  await database.create("c", unnamed(1));
  await database.close();
  new EpochsFile(nodeFs, dir).write({ log: LOG, epochs: [], replaced: null, replaces: null });
  const { chunks } = await new BackupsService(backupsIn(nodeFs, dir), UNFOLLOWED).copy();
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) pieces.push(chunk.slice());
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Checkpoints of which another server removes each that is read, and stores the next one before. */
class VanishingCheckpoints extends CheckpointDirectory {
  /** The number that vanish. */
  left: number;
  readonly #archive: Uint8Array;

  constructor(archive: Uint8Array, left: number) {
    super({ directory: scratchFolder("azimuth-checkpoints-"), log: LOG, now: Date.now });
    this.#archive = archive;
    this.left = left;
  }

  async store(lsn: number): Promise<void> {
    await this.put(lsn, once(this.#archive));
  }

  override async *get(name: string): AsyncGenerator<Uint8Array> {
    if (this.left-- > 0) {
      const { lsn } = (await this.newest())!;
      await this.store(lsn + 1);
      await this.remove(name);
    }
    yield* super.get(name);
  }
}

describe("the copy of a checkpoint", () => {
  let archive: Uint8Array;
  let dataDir: string;
  let found: number[];
  before(async () => {
    archive = await archiveOf();
  });
  beforeEach(() => {
    dataDir = scratchFolder("azimuth-copy-");
    found = [];
  });

  const { signal } = new AbortController();
  const onFound = async (lsn: number) => void found.push(lsn);
  const copied = (store: CheckpointDirectory) =>
    copyCheckpoint({ store, fs: nodeFs, dataDir, log: NO_LINES, onFound, signal });

  it("the copy of a checkpoint is made of the newest one when another server has removed those before", async () => {
    const store = new VanishingCheckpoints(archive, 4);
    await store.store(1);
    await copied(store);
    const { database } = await open({ dir: dataDir });
    expect(database.collection("c").name).to.equal("c");
    await database.close();
    expect((await store.list()).map(({ lsn }) => lsn)).to.deep.equal([5]);
  });

  it("the copy of a checkpoint begins when its LSN is told, and so does that of the one that is copied instead", async () => {
    const store = new VanishingCheckpoints(archive, 2);
    await store.store(1);
    await copied(store);
    expect(found).to.deep.equal([1, 2, 3]);
    found = [];
    await copied(store);
    expect(found, "the directory has data").to.deep.equal([]);
  });

  it("the copy of a checkpoint ends the start when each one is removed, and leaves nothing", async () => {
    const store = new VanishingCheckpoints(archive, Number.POSITIVE_INFINITY);
    await store.store(1);
    const error = await failureOf(copied(store));
    expect(error).to.be.instanceOf(StartRefused);
    expect(error.message).to.match(/^cluster\.checkpoints: .*00005-.*ENOENT/);
    expect(readdirSync(dataDir)).to.deep.equal([]);
  });

  it("the copy of a checkpoint that is damaged ends the start at once, and leaves nothing", async () => {
    const store = new VanishingCheckpoints(archive, 0);
    await store.store(1);
    const path = join(store.location, (await store.newest())!.name);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    const error = await failureOf(copied(store));
    expect(error).to.be.instanceOf(StartRefused);
    expect(store.left).to.equal(-1);
    expect(readdirSync(dataDir)).to.deep.equal([]);
  });

  it("the copy of a checkpoint is not made where there is none, or the directory has data", async () => {
    const store = new VanishingCheckpoints(archive, 0);
    await copied(store);
    expect(readdirSync(dataDir)).to.deep.equal([]);
    await store.store(1);
    await copied(store);
    await copied(store);
    expect(store.left).to.equal(-1);
  });
});
