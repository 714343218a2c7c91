// The file system and the process table of Node.
// The decision: plain file descriptors and positional calls, without streams, cursors or buffers.

import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
// A named import would make an older Node fail here, before `open` can say which version is needed.
import * as zlib from "node:zlib";
import { systemCodeOf } from "../errors/files.ts";
import type { FileHandle, FileSystem, OpenMode } from "./fs.ts";
import type { ProcessIdentity, ProcessTable } from "./lock.ts";

/** The most bytes of one transfer. Node and Linux refuse more than 2^31 - 1. */
const MAX_TRANSFER_BYTES = 2 ** 30;
/** The most parts of one transfer: IOV_MAX of every Linux and macOS. */
const MAX_TRANSFER_PARTS = 1024;

/** Windows has no O_NOFOLLOW and no O_NONBLOCK. */
const OWN_FLAGS = fs.constants.O_RDWR | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
const FLAGS: Record<OpenMode, string | number> = { read: "r", write: "r+", create: "wx+", own: OWN_FLAGS };
const GROUP_AND_OTHERS = 0o077;
const IS_WINDOWS = process.platform === "win32";
/**
 * On Windows an open file disappears only when it is closed, and its directory cannot be removed before; so it is
 * retried.
 */
const REMOVE: fs.RmOptions = { recursive: true, force: true, maxRetries: IS_WINDOWS ? 10 : 0 };
/** Some network and FUSE file systems cannot sync a directory (man 2 fsync). */
const NO_SUCH_SYNC = new Set(["EINVAL", "ENOTSUP"]);

export const nodeFs: FileSystem = {
  // For an empty view zlib ignores the seed.
  crc32: (bytes, seed = 0) => (bytes.length === 0 ? seed : zlib.crc32(bytes, seed)),
  randomBytes: (count) => randomBytes(count),
  mkdir: (path) => makeDirectory(resolve(path)),
  list: (path) => fs.readdirSync(path),
  exists: (path) => fs.existsSync(path),
  open: (path, mode) => new NodeFile(openFd(path, mode, process.getuid?.())),
  rename: (from, to) => renameOver(from, to),
  remove: (path) => fs.rmSync(path, REMOVE),
  syncDir,
};

/** Returns a file system whose new files belong to this user: for root, who works on the directory of another user. */
export function fsOwnedBy(user: number, group: number): FileSystem {
  return {
    ...nodeFs,
    mkdir(path) {
      if (fs.existsSync(path)) return;
      nodeFs.mkdir(path);
      fs.lchownSync(path, user, group);
    },
    open(path, mode) {
      const fd = openFd(path, mode, user);
      if (mode === "create") fs.fchownSync(fd, user, group);
      return new NodeFile(fd);
    },
  };
}

/** Opens a file. @param user the owner that mode "own" requires; undefined where files have no owners (Windows) */
function openFd(path: string, mode: OpenMode, user: number | undefined): number {
  const fd = fs.openSync(path, FLAGS[mode], 0o600);
  if (mode !== "own" || isClosedFileOf(user, fs.fstatSync(fd))) return fd;
  fs.closeSync(fd);
  throw Object.assign(new Error(`${path} is no file that is ours alone`), { code: "EPERM" });
}

/**
 * Returns whether the file is regular and only its owner can access it. A file with a second name does not pass,
 * because that name may be in a directory that others can read.
 */
function isClosedFileOf(user: number | undefined, stat: fs.Stats): boolean {
  if (!stat.isFile() || stat.nlink > 1) return false;
  return user === undefined || (stat.uid === user && (stat.mode & GROUP_AND_OTHERS) === 0);
}

/**
 * Makes the directories one level at a time, each durably. Node's recursive mkdir does not return on some file systems
 * (/proc).
 */
function makeDirectory(path: string): void {
  if (fs.existsSync(path)) return;
  makeDirectory(dirname(path));
  fs.mkdirSync(path, { mode: 0o700 });
  syncDir(dirname(path));
}

function syncDir(path: string): void {
  if (IS_WINDOWS) return; // Windows cannot open a directory (EPERM, EISDIR); NTFS journals its names
  const fd = fs.openSync(path, "r");
  try {
    fs.fsyncSync(fd);
  } catch (error) {
    // The start warns about such file systems (node-disk.ts).
    if (!NO_SUCH_SYNC.has(systemCodeOf(error) ?? "")) throw error;
  } finally {
    fs.closeSync(fd);
  }
}

class NodeFile implements FileHandle {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  size(): number {
    return fs.fstatSync(this.#fd).size;
  }

  read(into: Uint8Array, position: number): number {
    let done = 0;
    while (done < into.length) {
      const length = Math.min(into.length - done, MAX_TRANSFER_BYTES);
      const count = fs.readSync(this.#fd, into, done, length, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  write(parts: readonly Uint8Array[], position: number): void {
    let at = position;
    let left = parts.filter((part) => part.length > 0);
    while (left.length > 0) {
      const count = fs.writevSync(this.#fd, firstTransfer(left), at);
      at += count;
      left = dropBytes(left, count);
    }
  }

  sync(): void {
    fs.fdatasyncSync(this.#fd);
  }

  truncate(size: number): void {
    fs.ftruncateSync(this.#fd, size);
  }

  close(): void {
    fs.closeSync(this.#fd);
  }
}

/** Returns as many of the first `parts` as one system call accepts. */
function firstTransfer(parts: readonly Uint8Array[]): Uint8Array[] {
  const taken: Uint8Array[] = [];
  let bytesLeft = MAX_TRANSFER_BYTES;
  for (const part of parts) {
    if (bytesLeft === 0 || taken.length === MAX_TRANSFER_PARTS) break;
    taken.push(part.subarray(0, bytesLeft));
    bytesLeft -= Math.min(bytesLeft, part.length);
  }
  return taken;
}

function dropBytes(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let first = 0;
  let rest = count;
  for (; first < parts.length && rest >= parts[first]!.length; first++) rest -= parts[first]!.length;
  return first === parts.length ? [] : [parts[first]!.subarray(rest), ...parts.slice(first + 1)];
}

export const nodeProcesses: ProcessTable = {
  self: () => ({
    pid: process.pid,
    startTime: startTime(process.pid) ?? "",
    realm: realm(),
    host: hostname(),
  }),
  isAlive(other: ProcessIdentity) {
    if (other.realm === "" || other.realm !== realm()) return undefined;
    try {
      process.kill(other.pid, 0);
    } catch (error) {
      if (systemCodeOf(error) === "ESRCH") return false;
    }
    const started = startTime(other.pid);
    return started === undefined ? undefined : started === other.startTime;
  },
};

/**
 * Returns the scope of process ids: one boot of one machine and one pid namespace. It is empty where that is unknown.
 */
function realm(): string {
  try {
    const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot} ${fs.readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}

/** Returns field 22 of /proc/<pid>/stat, which differs for a later process with the same pid; "ended" for a zombie. */
function startTime(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // from field 3 on
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19];
  } catch {
    return undefined;
  }
}

// Renames files also where the system refuses to replace a file that is open. On Windows a rename fails with EPERM,
// EACCES or EBUSY while another program (a scanner, an indexer, a backup) reads the target, usually for a moment. So
// it is retried for about a second, and then the error is thrown. The call blocks, because callers rely on the new
// name when it returns. Other systems need one try.
const HELD = new Set(["EPERM", "EACCES", "EBUSY"]);
const TRIES = 8;
const FIRST_WAIT_MS = 5;

interface RenameParts {
  readonly rename: (from: string, to: string) => void;
  readonly wait: (ms: number) => void;
  readonly platform: NodeJS.Platform;
}

const SYSTEM: RenameParts = { rename: fs.renameSync, wait, platform: process.platform };

/** Renames a file atomically and replaces what is at `to`. */
export function renameOver(from: string, to: string, { rename, wait, platform }: RenameParts = SYSTEM): void {
  for (let tries = platform === "win32" ? TRIES : 1, waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (--tries === 0 || !HELD.has(systemCodeOf(error) ?? "")) throw error;
      wait(waitMs);
    }
  }
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
