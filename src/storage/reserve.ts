// The RESERVE: room on the disk that is kept so that deletes and drops still work when the disk is full.
// The decision: a file of bytes that do not compress, given back to the file system by cutting it to nothing, which needs
// neither room nor a free descriptor. It holds no data, is never synced, and may be removed by hand at any time.
//
// Once the disk was full, room is only believed in when the reserve is whole again and CLAIM_BYTES beside it were there,
// so that a disk with room for the reserve alone does not go back and forth between "full" and "not full".
import { StartRefused } from "../errors/server.ts";
import { type FileHandle, type FileSystem, isDiskFull, joinPath } from "./fs.ts";

export const RESERVE_BYTES = 16 * 2 ** 20;
const NAME = "RESERVE";
/** What a writer of the log claims at once; also how much is written at a time. */
const CLAIM_BYTES = 2 ** 20;

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
   * @param bytes 0: none is kept
   * @param retryMs the disk is not touched more often than this while it is full
   */
  constructor(fs: FileSystem, dir: string, bytes: number, retryMs: number) {
    this.#fs = fs;
    this.#path = joinPath(dir, NAME);
    this.#bytes = bytes;
    this.#retryMs = retryMs;
  }

  /** Whether the disk was found full, and not with room again since. */
  get short(): boolean {
    return this.#short;
  }

  /** Bytes it takes on the disk now. */
  get sizeBytes(): number {
    return this.#whole ? this.#bytes : 0;
  }

  /** Makes the reserve at a start, or takes over the one that is there. */
  open(): void {
    try {
      if (this.#bytes === 0) {
        this.#fs.remove(this.#path);
        return;
      }
      this.#whole = this.#open().size() === this.#bytes;
    } catch {
      // No descriptor, no inode: taking it says what that means.
    }
    this.#take();
  }

  /** The disk has refused a write. */
  noteFull(): void {
    this.#short = true;
  }

  /** Gives the room back to the file system, for a write that must be possible on a full disk. */
  give(): void {
    this.#short = true;
    this.#whole = false;
    this.#cut(0);
  }

  /** Whether there may be room: looks at most once in a while. Without a reserve the next write has to tell. */
  hasRoom(): boolean {
    const wanting = this.#short || (this.#bytes > 0 && !this.#whole);
    const due = this.#bytes === 0 || performance.now() - this.#triedAt >= this.#retryMs;
    if (wanting && due) this.#take();
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
      // Any other error says nothing about room: what was known before still holds, and the next try is in a while.
      if (isDiskFull(error)) this.#short = true;
      this.#cut(this.#whole ? this.#bytes : 0);
    }
  }

  #fill(): void {
    const file = this.#open();
    const noise = this.#fs.randomBytes(Math.min(CLAIM_BYTES, this.#bytes));
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

  #cut(bytes: number): void {
    try {
      this.#file?.truncate(bytes);
    } catch {
      // It holds nothing anyone needs: what cannot be given back is missing from the room, and that shows by itself.
    }
  }
}

/**
 * Does the writing that a start cannot do without; where it does not fit, once more without the reserve.
 * @param work may be done twice
 * @throws StartRefused when there is no room even so
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
  const file = fs.open(path, "write");
  try {
    file.truncate(0);
  } finally {
    file.close();
  }
}
