// Prevents two servers from using one data directory.
// The decision: a file that its holder changes regularly, because neither process ids nor kernel locks are valid across
// containers or machines that share a volume. Where the process of the holder can be looked up, the look-up decides at
// once, so that a server that is restarted after `kill -9` does not wait.
//
// LOCK is one line of JSON: `nonce` (random, written again every 2 s), `pid` and `startTime` of the holder, `realm`
// (boot and pid namespace in which these two are valid) and `host` (for the message). It is compared as a whole, so a
// line that a power cut has damaged counts as a holder, too: it is stale when it has not changed for 6 s.
//
// The lock is lost only if LOCK was read with another text, or does not exist. An error (no free descriptor, EIO)
// decides nothing: the file is read again at the next interval. The file stays open, so that the nonce can be written
// even when the process has no free descriptor.
import { systemCodeOf } from "../errors/files.ts";
import { StartRefused } from "../errors/server.ts";
import { type FileHandle, type FileSystem, isDiskFull, joinPath, readBytes, withFile } from "./fs.ts";
import { withReserve } from "./reserve.ts";

const BEAT_MS = 2000;
const STALE_MS = 6000;
const POLL_MS = 500;

export interface ProcessIdentity {
  readonly pid: number;
  /** Distinguishes a process from a later one with the same pid. */
  readonly startTime: string;
  /** The scope in which process ids are valid; empty if unknown. */
  readonly realm: string;
  readonly host: string;
}

const IDENTITY = ["pid", "startTime", "realm", "host"] as const;

export interface ProcessTable {
  self(): ProcessIdentity;
  /** Returns whether the process is running, or undefined if this process cannot tell. */
  isAlive(other: ProcessIdentity): boolean | undefined;
}

export interface Clock {
  sleep(ms: number): Promise<void>;
  /** Calls `work` repeatedly without keeping the process alive. @returns a function that ends it */
  every(ms: number, work: () => void): () => void;
}

const systemClock: Clock = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  every(ms, work) {
    const timer = setInterval(work, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

export class DirectoryLock {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #self: ProcessIdentity;
  readonly #stopBeating: () => void;
  readonly #file: FileHandle;
  #text: string;
  /** The text of the last attempted write. If it failed, the file may contain a part of it. */
  #attempt: string;
  #reportLoss: () => void = () => {};
  /** Resolves when another process has taken the directory, for example after a pause longer than the time limit. */
  readonly lost: Promise<void> = new Promise((resolve) => {
    this.#reportLoss = resolve;
  });

  private constructor(fs: FileSystem, path: string, self: ProcessIdentity, clock: Clock) {
    this.#fs = fs;
    this.#path = path;
    this.#self = self;
    this.#text = lockText(fs, self);
    this.#attempt = this.#text;
    this.#file = createText(fs, path, this.#text);
    this.#stopBeating = clock.every(BEAT_MS, () => this.#beat());
  }

  /** Takes the lock of a data directory. @throws StartRefused if another process holds it */
  static async acquire(
    fs: FileSystem,
    dir: string,
    processes: ProcessTable,
    clock: Clock = systemClock,
  ): Promise<DirectoryLock> {
    fs.mkdir(dir);
    const path = joinPath(dir, "LOCK");
    const found = readText(fs, path);
    if (found !== undefined) {
      if (!(await isStale(fs, path, found, processes, clock))) throw inUse(dir, found, processes);
      if (!removeStale(fs, path, found)) throw inUse(dir, readText(fs, path), processes);
    }
    try {
      const take = () => new DirectoryLock(fs, path, processes.self(), clock);
      return withReserve(fs, joinPath(dir, "wal"), take);
    } catch (error) {
      if (systemCodeOf(error) === "EEXIST") throw inUse(dir, readText(fs, path), processes);
      throw error;
    }
  }

  /**
   * Returns whether this process still holds the lock. If not, it must not write to the directory any more.
   * @throws the error of the file system when LOCK cannot be read, which decides nothing
   */
  still(): boolean {
    const found = readText(this.#fs, this.#path);
    return found !== undefined && isPartialWrite(found, this.#attempt, this.#text);
  }

  release(): void {
    this.#stopBeating();
    const ours = this.#tryStill();
    // Closed before it is removed, because Windows does not remove open files.
    this.#file.close();
    if (ours === true) this.#fs.remove(this.#path);
  }

  #beat(): void {
    if (this.#tryStill() === false) {
      this.#stopBeating();
      this.#reportLoss();
      return;
    }
    this.#attempt = lockText(this.#fs, this.#self);
    try {
      // If LOCK belongs to another process and cannot be read now, this writes to a file without a name.
      writeText(this.#file, this.#attempt);
      this.#text = this.#attempt;
    } catch {
      // The next interval tries again.
    }
  }

  /** Checks the lock; undefined if it cannot be read now. */
  #tryStill(): boolean | undefined {
    try {
      return this.still();
    } catch {
      return undefined;
    }
  }
}

/**
 * Returns whether a write of `after` over `before`, complete or not, can produce this text. Both have the same length.
 */
function isPartialWrite(text: string, after: string, before: string): boolean {
  if (text.length !== before.length) return false;
  let same = 0;
  while (same < text.length && text[same] === after[same]) same++;
  return text.slice(same) === before.slice(same);
}

function lockText(fs: FileSystem, self: ProcessIdentity): string {
  const nonce = Array.from(fs.randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${JSON.stringify({ nonce, ...self })}\n`;
}

/** Returns whether the holder has certainly ended, or has not changed the file for too long. */
async function isStale(
  fs: FileSystem,
  path: string,
  found: string,
  processes: ProcessTable,
  clock: Clock,
): Promise<boolean> {
  const holder = parseHolder(found);
  const alive = holder && processes.isAlive(holder);
  if (alive !== undefined) return !alive;
  for (let waitedMs = 0; waitedMs < STALE_MS; waitedMs += POLL_MS) {
    await clock.sleep(POLL_MS);
    const now = readText(fs, path);
    if (now === undefined) return true;
    if (now !== found) return false;
  }
  return true;
}

/** Renames the stale lock before removing it, so that of several processes that found it stale only one removes it. */
function removeStale(fs: FileSystem, path: string, found: string): boolean {
  const aside = `${path}.stale`;
  try {
    fs.rename(path, aside);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return true; // another process was quicker
    throw error;
  }
  if (readText(fs, aside) !== found) {
    fs.rename(aside, path);
    return false;
  }
  fs.remove(aside);
  return true;
}

function inUse(dir: string, text: string | undefined, processes: ProcessTable): StartRefused {
  const holder = text === undefined ? undefined : parseHolder(text);
  const self = processes.self();
  if (holder && IDENTITY.every((key) => holder[key] === self[key]))
    return new StartRefused(
      `data directory ${dir} is open in this process already (pid ${self.pid}); ` +
        "use that database, or close it before it is opened again",
    );
  const who = holder ? ` (pid ${holder.pid} on host ${holder.host})` : "";
  return new StartRefused(
    `data directory ${dir} is in use by another server${who}; stop that one, or give this one a directory of its own`,
  );
}

function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime, realm, host } = JSON.parse(text) as ProcessIdentity;
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, startTime, realm, host } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of a file, or undefined if there is no such file. */
function readText(fs: FileSystem, path: string): string | undefined {
  try {
    return withFile(fs, path, "read", (file) => new TextDecoder().decode(readBytes(file, 0, file.size())));
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates a file with a text; removes it again when there is no space for it. */
function createText(fs: FileSystem, path: string, text: string): FileHandle {
  const file = fs.open(path, "create");
  try {
    writeText(file, text);
    return file;
  } catch (error) {
    file.close();
    if (isDiskFull(error)) fs.remove(path);
    throw error;
  }
}

function writeText(file: FileHandle, text: string): void {
  file.write([new TextEncoder().encode(text)], 0);
}
