// The file RESERVE: disk space kept so that deletes and drops work when the disk is full.
// The decision: a file of incompressible bytes, which is freed by truncating it: that needs neither space nor a free
// descriptor. It holds no data, is never synced, and may be removed by hand at any time.
//
// After the disk was full, it counts as having free space only when the reserve is complete again and WRITE_BYTES
// beside it were free, so that a disk with space for the reserve alone does not alternate between "full" and "not
// full".
import { StartRefused } from "../errors/server.ts";
import { type FileHandle, type FileSystem, isDiskFull, joinPath, withFile } from "./fs.ts";

export const RESERVE_BYTES = 16 * 2 ** 20;
const NAME = "RESERVE";
/** The bytes that the writer of the log allocates at once; also the size of the writes to the reserve. */
const WRITE_BYTES = 2 ** 20;

export class Reserve {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #bytes: number;
  readonly #retryMs: number;
  #file: FileHandle | undefined;
  #whole = false;
  #short = false;
  #triedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param dir the directory of the log
   * @param bytes the size of the reserve; 0: there is none
   * @param retryMs the shortest time between two checks of a full disk
   */
  constructor(fs: FileSystem, dir: string, bytes: number, retryMs: number) {
    this.#fs = fs;
    this.#path = joinPath(dir, NAME);
    this.#bytes = bytes;
    this.#retryMs = retryMs;
  }

  /** Whether the disk was full and was not found with free space since. */
  get short(): boolean {
    return this.#short;
  }

  /** The bytes that the reserve takes on the disk now. */
  get sizeBytes(): number {
    return this.#whole ? this.#bytes : 0;
  }

  /** Creates the reserve at a start, or uses the existing one. */
  open(): void {
    try {
      if (this.#bytes === 0) {
        this.#fs.remove(this.#path);
        return;
      }
      this.#whole = this.#open().size() === this.#bytes;
    } catch {
      // There is no descriptor or no inode; taking the reserve handles that.
    }
    this.#take();
  }

  /** Notes that a write failed because the disk is full. */
  noteFull(): void {
    this.#short = true;
  }

  /** Frees the space of the reserve for a write that must work on a full disk. */
  give(): void {
    this.#short = true;
    this.#whole = false;
    this.#truncate(0);
  }

  /**
   * Returns whether there may be free space; it checks at most once in `retryMs`. Without a reserve only the next write
   * can tell.
   */
  isReserveFree(): boolean {
    const isIncomplete = this.#short || (this.#bytes > 0 && !this.#whole);
    const due = this.#bytes === 0 || performance.now() - this.#triedAt >= this.#retryMs;
    if (isIncomplete && due) this.#take();
    return !this.#short;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #take(): void {
    this.#triedAt = performance.now();
    try {
      if (this.#bytes > 0) this.#fill();
      this.#short = false;
    } catch (error) {
      // Other errors say nothing about free space: the earlier result stays valid until the next check.
      if (isDiskFull(error)) this.#short = true;
      this.#truncate(this.#whole ? this.#bytes : 0);
    }
  }

  #fill(): void {
    const file = this.#open();
    const noise = this.#fs.randomBytes(Math.min(WRITE_BYTES, this.#bytes));
    const end = this.#bytes + noise.length;
    let at = this.#whole ? this.#bytes : 0;
    for (; at < end; at += noise.length) file.write([noise.subarray(0, end - at)], at);
    file.truncate(this.#bytes);
    this.#whole = true;
  }

  #open(): FileHandle {
    const mode = this.#fs.exists(this.#path) ? "write" : "create";
    this.#file ??= this.#fs.open(this.#path, mode);
    return this.#file;
  }

  #truncate(bytes: number): void {
    try {
      this.#file?.truncate(bytes);
    } catch {
      // Space that cannot be freed is missing for the next write, which reports it.
    }
  }
}

/**
 * Does a write that a start requires; if the disk is full, once more after freeing the reserve.
 * @param work may be called twice
 * @throws StartRefused when the disk is full without the reserve, too
 */
export function withReserve<T>(fs: FileSystem, walDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    freeReserve(fs, joinPath(walDir, NAME));
  }
  try {
    return work();
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    throw new StartRefused(
      `no space left on device: a start has to write some KiB beside ${walDir} and cannot (${(cause as Error).message}). ` +
        "Make room on that disk or raise its quota, then start again; nothing is damaged",
      { cause },
    );
  }
}

function freeReserve(fs: FileSystem, path: string): void {
  if (!fs.exists(path)) return;
  withFile(fs, path, "write", (file) => file.truncate(0));
}
