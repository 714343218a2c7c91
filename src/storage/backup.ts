// Copies a data directory to a backup, with or without a server running on it.
// The decision: the backup takes no lock and does not talk to the server. Files of kept roots do not change and log
// files only grow. So it reads the newest root, then the files of that root, then the log from the end of the root
// (log-reader.ts); together these contain all writes acknowledged before it started. If the server removes a file
// meanwhile, it has a newer checkpoint: the backup continues with that one and copies only what is missing.
//
// Every byte is checked against its CRC. The copied log ends behind its last intact record, and its WATERMARK has this
// LSN: a server starts on the copy as after an orderly stop, and a copy whose end is lost later is detected.

import { DamagedFile } from "../errors/failures.ts";
import { systemCodeOf } from "../errors/files.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { type BackedUpCollection, writeBackupList } from "./backup-list.ts";
import { LogCopy } from "./backup-log.ts";
import { type Encrypt, type ServerState, serverStateOf, writeServerState } from "./backup-params.ts";
import { copyData, copyFile, type FileSums, NO_BYTES, sumFile } from "./data-file.ts";
import { requireEmpty } from "./empty-directory.ts";
import { EPOCHS_FILE } from "./epochs.ts";
import { type FileSystem, joinPath, parentOf } from "./fs.ts";
import { type DropOf, droppedIn } from "./log-reader.ts";
import {
  filesOf,
  livePoints,
  neededFrom,
  numberedName,
  ROOT,
  type Root,
  type RootEntry,
} from "./manifest.ts";
import type { SavedFile } from "./saved-file.ts";
import { writeSealed } from "./sealed-file.ts";
import {
  collectionFileName,
  manifestName,
  readManifest,
  readRoot,
  rootName,
  rootNumbers,
} from "./stored-roots.ts";

interface BackupOptions {
  /** The version of the program, for BACKUP.json. */
  readonly version: string;
  readonly dropOf: DropOf;
  /** Encrypts the secrets of the server; without it they are left out. */
  readonly encrypt?: Encrypt;
  /** Is called before each file is copied, with its name and the bytes copied so far. */
  readonly onProgress?: (file: string, bytes: number) => void;
}

interface BackupReport {
  readonly created: string;
  readonly checkpoint: number | null;
  readonly lsn: number;
  readonly records: number;
  readonly collections: readonly BackedUpCollection[];
  readonly files: number;
  readonly bytes: number;
  /** Whether authentication was on. */
  readonly auth: boolean;
  readonly secrets: boolean;
  /** How many times a newer checkpoint replaced the one that was being copied. */
  readonly replaced: number;
  /** Damage in the data directory that did not concern the backup, as sentences. */
  readonly faults: readonly string[];
}

/** How often a backup follows a newer checkpoint. Each try copies only what the earlier ones did not. */
const TRIES = 20;

/**
 * Makes a backup in `target`, which must be empty or missing.
 * @throws InvalidArgument, DamagedFile when both kept checkpoints or the log are damaged; then `target` is left empty
 */
export function makeBackup(
  fs: FileSystem,
  dataDir: string,
  target: string,
  options: BackupOptions,
): BackupReport {
  if (!["wal", "checkpoints"].some((name) => fs.exists(joinPath(dataDir, name)))) {
    throw new InvalidArgument(`${dataDir} is not a data directory; name it with --data-dir`);
  }
  requireEmpty(fs, target);
  const isNew = !fs.exists(target);
  fs.mkdir(target);
  try {
    return new Backup(fs, dataDir, target, options).run();
  } catch (error) {
    for (const name of fs.list(target)) fs.remove(joinPath(target, name));
    if (isNew) fs.remove(target);
    throw error;
  }
}

class Backup {
  readonly #fs: FileSystem;
  readonly #dataDir: string;
  readonly #target: string;
  readonly #options: BackupOptions;
  readonly #created = new Date().toISOString();
  readonly #server: ServerState;
  /** The files in `target` and their checksums. */
  readonly #have = new Map<string, FileSums>();
  /** The numbers of roots that cannot be used. */
  readonly #damaged = new Set<number>();
  readonly #faults: string[] = [];
  /** Collections that the root refers to and that the log drops. */
  #dropped: ReadonlySet<string> = new Set();
  #copied = 0;

  constructor(fs: FileSystem, dataDir: string, target: string, options: BackupOptions) {
    this.#fs = fs;
    this.#dataDir = dataDir;
    this.#target = target;
    this.#options = options;
    this.#server = serverStateOf(fs, dataDir, options.encrypt ?? null);
    if (this.#server.fault !== null) this.#faults.push(this.#server.fault);
  }

  run(): BackupReport {
    let last = "";
    for (let replaced = 0; replaced < TRIES; replaced++) {
      let root: Root | null = null;
      try {
        root = this.#newestRoot();
        if (root !== null && replaced > 0) {
          this.#dropped = droppedIn(this.#fs, this.#dataDir, neededFrom(root), this.#options.dropOf);
        }
        return { ...this.#copy(root), replaced };
      } catch (error) {
        if (!isMissingOrDamaged(error)) throw error;
        // The same failure twice is damage. A file that a newer checkpoint has replaced fails once, because the next
        // try uses the newer root.
        const failure = `${root?.number}: ${(error as Error).message}`;
        if (failure === last) this.#giveUp(root, error);
        last = failure;
      }
    }
    throw new VectorDbError(
      "INTERNAL",
      `${this.#dataDir} got a newer checkpoint ${TRIES} times while it was being copied; try again when less is written, ` +
        "or write the backup to a faster disk",
    );
  }

  /** Returns the newest root that can be read, or null if there is none. */
  #newestRoot(): Root | null {
    const numbers = rootNumbers(this.#fs, this.#dataDir).filter((number) => !this.#damaged.has(number));
    let unread: DamagedFile | undefined;
    for (const number of numbers) {
      try {
        const root = readRoot(this.#fs, this.#dataDir, number);
        if (root !== null) return root;
        unread ??= new DamagedFile(joinPath(this.#dataDir, rootName(number)), 0, "it is missing");
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        unread ??= error;
        if (!this.#faults.includes(error.damage)) this.#faults.push(error.damage);
      }
    }
    if (unread) throw unread;
    return null;
  }

  /** Marks a root as unusable. An older root is sufficient, because the log that it needs is still there. */
  #giveUp(root: Root | null, error: unknown): void {
    const inLog = error instanceof DamagedFile && error.file.startsWith(joinPath(this.#dataDir, "wal"));
    const older = rootNumbers(this.#fs, this.#dataDir).filter((number) => !this.#damaged.has(number));
    if (root === null || inLog || older.length < 2) throw error;
    this.#damaged.add(root.number);
    this.#faults.push(error instanceof DamagedFile ? error.damage : (error as Error).message);
  }

  #copy(root: Root | null): Omit<BackupReport, "replaced"> {
    const kept = new Set<string>();
    const collections: BackedUpCollection[] = [];
    for (const name of writeServerState(this.#fs, this.#dataDir, this.#target, this.#server)) {
      kept.add(name);
      this.#have.set(name, sumFile(this.#fs, joinPath(this.#target, name)));
    }
    if (root !== null) {
      for (const { uuid, manifest } of this.#copyRoot(root, kept).collections) {
        if (manifest !== null) collections.push(this.#copyCollection(uuid, manifest, kept));
      }
    }
    const log = new LogCopy(this.#fs, this.#dataDir, this.#target, (file) => this.#progress(file));
    const { lsn, records, files: logFiles } = log.run(root === null ? 1 : neededFrom(root));
    // After the log: a history may know of an epoch that the log has not reached, and not the other way round.
    if (this.#fs.exists(joinPath(this.#dataDir, EPOCHS_FILE))) this.#copyWhole(EPOCHS_FILE, kept);
    this.#forgetAllBut(kept);
    for (const dir of new Set([...kept].map((name) => parentOf(joinPath(this.#target, name)))))
      this.#fs.syncDir(dir);
    const files = new Map([...this.#have, ...logFiles]);
    const { auth } = this.#server;
    const secrets = this.#server.secrets !== null;
    const checkpoint = root?.number ?? null;
    const created = this.#created;
    const by = `azimuth ${this.#options.version}`;
    const list = { created, by, checkpoint, lsn, auth, secrets, collections };
    writeBackupList(this.#fs, this.#target, { ...list, files });
    const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
    const faults = this.#faults;
    return {
      created,
      checkpoint,
      lsn,
      records,
      collections,
      files: files.size,
      bytes,
      auth,
      secrets,
      faults,
    };
  }

  /** Copies a root without collections that were dropped since, because their files may be gone. */
  #copyRoot(root: Root, kept: Set<string>): Root {
    const name = rootName(root.number);
    const [gone, collections] = [true, false].map((isGone) =>
      root.collections.filter(({ uuid }) => this.#dropped.has(uuid) === isGone),
    ) as [RootEntry[], RootEntry[]];
    if (gone.length === 0) {
      this.#copyWhole(name, kept);
      return readRoot(this.#fs, this.#target, root.number)!; // roots and manifests keep their bytes when copied
    }
    const path = this.#prepare(name, kept);
    const reduced = { ...root, collections, gone: [...root.gone, ...gone.map(({ uuid }) => uuid)] };
    writeSealed(this.#fs, parentOf(path), numberedName(root.number), ROOT, reduced);
    this.#have.set(name, sumFile(this.#fs, path));
    return reduced;
  }

  #copyCollection(uuid: string, number: number, kept: Set<string>): BackedUpCollection {
    this.#copyWhole(manifestName(uuid, number), kept);
    const manifest = readManifest(this.#fs, this.#target, uuid, number);
    for (const file of filesOf(manifest)) {
      if (file.bytes > 0) this.#copyData(file, kept); // an empty file need not exist
    }
    return { uuid, name: manifest.name, points: livePoints(manifest) };
  }

  /** Copies a file that is written once and not changed. */
  #copyWhole(name: string, kept: Set<string>): void {
    const to = this.#prepare(name, kept);
    this.#fs.remove(to);
    copyFile(this.#fs, joinPath(this.#dataDir, name), to);
    this.#have.set(name, sumFile(this.#fs, to));
    this.#copied += this.#have.get(name)!.bytes;
  }

  #copyData({ file, bytes, sums }: SavedFile, kept: Set<string>): void {
    const name = collectionFileName(file);
    const expected = { bytes, sums };
    const to = this.#prepare(name, kept);
    const before = this.#have.get(name) ?? NO_BYTES;
    const have = isBeginningOf(before, expected) ? before : NO_BYTES;
    this.#have.delete(name);
    if (have.bytes === 0) this.#fs.remove(to);
    copyData(this.#fs, joinPath(this.#dataDir, name), to, expected, have);
    this.#have.set(name, expected);
    this.#copied += bytes - have.bytes;
  }

  #prepare(name: string, kept: Set<string>): string {
    this.#progress(name);
    kept.add(name);
    const path = joinPath(this.#target, name);
    this.#fs.mkdir(parentOf(path));
    return path;
  }

  #progress(file: string): void {
    this.#options.onProgress?.(file, this.#copied);
  }

  /** Removes files that were copied for an earlier root and are not needed for this one. */
  #forgetAllBut(kept: ReadonlySet<string>): void {
    for (const name of this.#have.keys()) {
      if (kept.has(name)) continue;
      this.#fs.remove(joinPath(this.#target, name));
      this.#have.delete(name);
    }
  }
}

/** Returns whether appending to a file with the first sums can make one with the second. */
function isBeginningOf(have: FileSums, expected: FileSums): boolean {
  if (have.bytes === expected.bytes) return have.sums.every((sum, i) => sum === expected.sums[i]);
  return have.bytes < expected.bytes && have.sums.slice(0, -1).every((sum, i) => sum === expected.sums[i]);
}

function isMissingOrDamaged(error: unknown): boolean {
  return error instanceof DamagedFile || systemCodeOf(error) === "ENOENT";
}
