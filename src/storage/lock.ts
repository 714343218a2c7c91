// Keeps two servers off one data directory.
// The decision: a file that proves life by changing, because neither process ids nor kernel locks hold between containers
// or machines that share a volume; but where the holder's process can be looked up, that settles it at once, so that a
// server restarted after `kill -9` does not wait.
//
// LOCK is one line of JSON: `nonce` (random, rewritten every 2 s), `pid` and `startTime` of the holder, `realm` (boot and
// pid namespace within which these two mean something) and `host` (for the message). Its text as a whole is compared, so
// a line that a power cut has mangled is a holder like any other: it is stale once it has not changed for 6 s.
//
// Only a LOCK that was read and has another text, or that is not there, means that the directory is lost. An error (no free
// descriptor, one EIO) says nothing: it is read again with the next beat. The file stays open, so that the nonce is
// rewritten also while the process has no free descriptor, and nobody takes a live server for a dead one.
import { StartRefused } from "../errors/server.ts";
import { type FileHandle, type FileSystem, isDiskFull, joinPath } from "./fs.ts";
import { withReserve } from "./reserve.ts";

const BEAT_MS = 2000;
const STALE_MS = 6000;
const LOOK_MS = 500;

export interface ProcessIdentity {
  readonly pid: number;
  /** Tells a process from a later one with the same pid. */
  readonly startTime: string;
  /** Where process ids mean the same; empty if unknown. */
  readonly realm: string;
  readonly host: string;
}

const IDENTITY = ["pid", "startTime", "realm", "host"] as const;

export interface ProcessTable {
  self(): ProcessIdentity;
  /** Undefined if it cannot be told from here. */
  isAlive(other: ProcessIdentity): boolean | undefined;
}

export interface Clock {
  sleep(ms: number): Promise<void>;
  /** Calls `work` again and again without keeping the process alive; returns how to stop that. */
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
  /** What was last tried to be written: of a write that failed some of it may be in the file. */
  #attempt: string;
  #reportLoss: () => void = () => {};
  /** Resolves when somebody else has taken the directory, as after a pause that was longer than the patience. */
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

  /** Takes the lock of a data directory, or throws StartRefused if somebody else has it. */
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
      if ((error as { code?: unknown }).code === "EEXIST") throw inUse(dir, readText(fs, path), processes);
      throw error;
    }
  }

  /**
   * Whether the directory is still ours. If not, nothing more may be written to it.
   * @throws the error of the file system when LOCK cannot be read, which does not tell
   */
  still(): boolean {
    const found = readText(this.#fs, this.#path);
    return found !== undefined && isMixOf(found, this.#attempt, this.#text);
  }

  release(): void {
    this.#stopBeating();
    const ours = this.#look();
    // Before it is removed: Windows does not remove what is open.
    this.#file.close();
    if (ours === true) this.#fs.remove(this.#path);
  }

  #beat(): void {
    if (this.#look() === false) {
      this.#stopBeating();
      this.#reportLoss();
      return;
    }
    this.#attempt = lockText(this.#fs, this.#self);
    try {
      // Should LOCK be somebody else's and not readable now, this goes to a file that has no name any more.
      writeText(this.#file, this.#attempt);
      this.#text = this.#attempt;
    } catch {
      // Not to be rewritten now: the next beat tries again.
    }
  }

  /** Undefined: it cannot be told now. */
  #look(): boolean | undefined {
    try {
      return this.still();
    } catch {
      return undefined;
    }
  }
}

/** Whether a write of `after` over `before`, cut short or not, leads to this text. They are equally long. */
function isMixOf(text: string, after: string, before: string): boolean {
  if (text.length !== before.length) return false;
  let same = 0;
  while (same < text.length && text[same] === after[same]) same++;
  return text.slice(same) === before.slice(same);
}

function lockText(fs: FileSystem, self: ProcessIdentity): string {
  const nonce = Array.from(fs.randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${JSON.stringify({ nonce, ...self })}\n`;
}

/** Whether the holder is gone for certain, or has not given a sign of life for long enough. */
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
  for (let waitedMs = 0; waitedMs < STALE_MS; waitedMs += LOOK_MS) {
    await clock.sleep(LOOK_MS);
    const now = readText(fs, path);
    if (now === undefined) return true;
    if (now !== found) return false;
  }
  return true;
}

/** Moves the lock away before removing it: of several that found it stale, one moves that very text. */
function removeStale(fs: FileSystem, path: string, found: string): boolean {
  const aside = `${path}.stale`;
  try {
    fs.rename(path, aside);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return true; // another was quicker: creating it will tell
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

/** Undefined: there is no such file. */
function readText(fs: FileSystem, path: string): string | undefined {
  let file: FileHandle;
  try {
    file = fs.open(path, "read");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const bytes = new Uint8Array(file.size());
    return new TextDecoder().decode(bytes.subarray(0, file.read(bytes, 0)));
  } finally {
    file.close();
  }
}

/** Leaves nothing behind when there is no room for it. */
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
