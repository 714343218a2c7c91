// Checkpoints of a cluster in a directory that all its nodes share.
// The decision: nothing blocks this thread, because the directory is most likely on another machine, which may not
// answer for minutes. The directory has to exist: if it were made, a file system that is not mounted would go unnoticed.
import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../errors/files.ts";
import {
  archiveOfSum,
  type CheckpointStore,
  checkedName,
  checkpointName,
  folderOf,
  lsnIn,
  NAME_RANDOM_BYTES,
  newestFirst,
  STALE_MS,
  type StoredCheckpoint,
  sumIn,
  sumNameOf,
  sumText,
} from "../storage/checkpoint-store.ts";
import { hashed, verified } from "./checkpoint-sum.ts";

interface DirectoryParts {
  readonly directory: string;
  /** The id of the log. */
  readonly log: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The suffix of a file that is not complete. */
const HALF = ".tmp";
const PIECE_BYTES = 2 ** 20;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Some network file systems, and Windows, cannot sync a directory. */
const NO_SUCH_SYNC = ["EINVAL", "ENOTSUP", "EPERM", "EISDIR"];

export class CheckpointDirectory implements CheckpointStore {
  readonly location: string;
  readonly #log: string;
  readonly #now: () => number;
  #isClosed = false;

  constructor({ directory, log, now }: DirectoryParts) {
    this.location = directory;
    this.#log = log;
    this.#now = now;
  }

  async put(lsn: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const name = checkpointName(this.#log, lsn, randomBytes(NAME_RANDOM_BYTES).toString("hex"));
    const path = this.#pathOf(name);
    const sumPath = this.#pathOf(sumNameOf(name));
    const hash = createHash("sha256");
    try {
      await this.#makeFolder();
      await writeDurably(path + HALF, hashed(this.#untilClosed(body), hash));
      await writeDurably(sumPath, [Buffer.from(sumText(name, hash.digest("hex")))]);
      // The check sum is there first: an archive that can be seen is whole.
      await syncFolder(dirname(path));
      await rename(path + HALF, path);
      await syncFolder(dirname(path));
    } catch (error) {
      for (const file of [path + HALF, path, sumPath]) await rm(file, { force: true }).catch(() => {});
      throw error;
    }
  }

  async newest(): Promise<StoredCheckpoint | null> {
    return (await this.list())[0] ?? null;
  }

  async list(): Promise<readonly StoredCheckpoint[]> {
    const names = (await this.#files()).filter((name) => lsnIn(this.#log, name) !== null);
    const found = await Promise.all(names.map((name) => this.#checkpoint(name)));
    return newestFirst(found.filter((one) => one !== null));
  }

  async *get(name: string): AsyncGenerator<Uint8Array> {
    const path = this.#pathOf(checkedName(this.#log, name));
    const file = await open(path, "r");
    try {
      const sum = await readFile(this.#pathOf(sumNameOf(name)), "utf8").catch(ifMissing(""));
      yield* verified(name, this.#untilClosed(piecesOf(file)), sumIn(sum));
    } finally {
      await file.close();
    }
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(checkedName(this.#log, name));
    for (const file of [path, this.#pathOf(sumNameOf(name))]) await rm(file, { force: true });
  }

  async sweep(): Promise<void> {
    const files = await this.#files();
    const archives = new Set(files);
    for (const name of files) {
      const archive = archiveOfSum(name);
      const isLeft = name.endsWith(HALF) || (archive !== null && !archives.has(archive));
      const path = this.#pathOf(name);
      if (isLeft && (await ageOf(path, this.#now())) > STALE_MS) await rm(path, { force: true });
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  #pathOf(name: string): string {
    return join(this.location, name);
  }

  async #makeFolder(): Promise<void> {
    await this.#ensureDirectory();
    const folder = this.#pathOf(folderOf(this.#log));
    const made = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (made !== undefined) await syncFolder(this.location);
  }

  /** Returns the names of all files of this log. */
  async #files(): Promise<string[]> {
    await this.#ensureDirectory();
    const folder = folderOf(this.#log);
    const names = await readdir(this.#pathOf(folder)).catch(ifMissing<string[]>([]));
    return names.map((name) => `${folder}/${name}`);
  }

  async #ensureDirectory(): Promise<void> {
    const isDirectory = (await stat(this.location).catch(ifMissing(null)))?.isDirectory();
    if (!isDirectory) throw new Error(`${this.location} is no directory: mount it, or make it`);
  }

  /** Returns null if another node has removed it. */
  async #checkpoint(name: string): Promise<StoredCheckpoint | null> {
    const file = await stat(this.#pathOf(name)).catch(ifMissing(null));
    return file && { name, lsn: lsnIn(this.#log, name)!, sizeBytes: file.size, at: file.mtimeMs };
  }

  async *#untilClosed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      if (this.#isClosed) throw new Error("the checkpoint was given up, because the server stops");
      yield chunk;
    }
  }
}

async function writeDurably(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, "wx", FILE_MODE);
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const piece = new Uint8Array(PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!NO_SUCH_SYNC.includes(systemCodeOf(error) ?? "")) throw error;
  }
}

/** Returns the milliseconds since a file was written; 0 if it is gone. */
async function ageOf(path: string, now: number): Promise<number> {
  const file = await stat(path).catch(ifMissing(null));
  return file === null ? 0 : now - file.mtimeMs;
}

/** Returns a handler of errors that puts a value in the place of a file that is not there. */
function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (systemCodeOf(error) === "ENOENT") return value;
    throw error;
  };
}
