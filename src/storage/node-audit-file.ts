// The audit log: one line of JSON for each event, appended to `audit.log` in the data directory.
// The decision: the file is opened for each event, so that a command beside the server can write to it and whoever
// rotates logs can move it away. A line is handed to the system, not synced: a power cut may take the last few with it.
// What was done has been done by then, so a failure to note it is reported and nothing else.
import * as fs from "node:fs";
import { join } from "node:path";
import type { AuditEvent, AuditLog } from "./audit.ts";

export const AUDIT_FILE = "audit.log";
/** At this size the file becomes `audit.log.1`, in place of the one before. */
const MOST_BYTES = 10 * 2 ** 20;
const NEWLINE = 0x0a;
/** A link is not followed: nobody makes the server append to another file. Windows has no such flag. */
const FLAGS = fs.constants.O_RDWR | fs.constants.O_APPEND | (fs.constants.O_NOFOLLOW ?? 0);
const CREATE = fs.constants.O_CREAT | fs.constants.O_EXCL;

interface AuditFileOptions {
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What is told when an event could not be noted. */
  readonly onFailure: (error: Error) => void;
}

export class AuditFile implements AuditLog {
  readonly #options: AuditFileOptions;
  readonly #path: string;

  constructor(options: AuditFileOptions) {
    this.#options = options;
    this.#path = join(options.dataDir, AUDIT_FILE);
  }

  append(event: AuditEvent): void {
    try {
      const time = new Date(this.#options.now()).toISOString();
      const line = Buffer.from(`${JSON.stringify({ time, ...event })}\n`);
      this.#rotate(line.length);
      this.#write(line);
    } catch (error) {
      this.#options.onFailure(error as Error);
    }
  }

  /** A file that cannot be moved goes on growing: a record that is too long is better than none. */
  #rotate(moreBytes: number): void {
    const size = fs.lstatSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || size + moreBytes <= MOST_BYTES) return;
    try {
      fs.renameSync(this.#path, `${this.#path}.1`);
    } catch (error) {
      this.#options.onFailure(error as Error);
    }
  }

  #write(line: Uint8Array): void {
    const fd = this.#open();
    try {
      refuseForeign(fd, this.#path);
      const whole = endsTorn(fd) ? Buffer.concat([Uint8Array.of(NEWLINE), line]) : line;
      for (let done = 0; done < whole.length; ) done += fs.writeSync(fd, whole, done);
    } finally {
      fs.closeSync(fd);
    }
  }

  #open(): number {
    try {
      return fs.openSync(this.#path, FLAGS);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    const fd = fs.openSync(this.#path, FLAGS | CREATE, 0o600);
    this.#giveToOwner(fd);
    return fd;
  }

  /** What root makes belongs to whoever owns the directory, or the server could not append to it. */
  #giveToOwner(fd: number): void {
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = fs.statSync(this.#options.dataDir);
    fs.fchownSync(fd, uid, gid);
  }
}

/** A pipe would hold up the server, and a second name may be that of a file which only root may write to. */
function refuseForeign(fd: number, path: string): void {
  const stat = fs.fstatSync(fd);
  if (!stat.isFile() || stat.nlink > 1)
    throw new Error(`${path} is no file of the server's own; move it away`);
}

/** Whether the last line was not written to its end, as on a full disk: the next one must not be joined to it. */
function endsTorn(fd: number): boolean {
  const { size } = fs.fstatSync(fd);
  const last = new Uint8Array(1);
  return size > 0 && fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}
