// The audit log: one line of JSON for each event, appended to `audit.log` in the data directory.
// The decision: the file is opened for each event, so that a command beside the server can write to it and log rotation
// can move it away. Lines are not synced: a power cut may lose the last few. The audited action has already happened,
// so a failure to write the line is only reported.

import * as fs from "node:fs";
import { join } from "node:path";
import { systemCodeOf } from "../errors/files.ts";
import type { AuditEvent, AuditLog } from "./audit.ts";

export const AUDIT_FILE = "audit.log";
/** At this size the file is renamed to `audit.log.1`, which is replaced. */
const MAX_FILE_BYTES = 10 * 2 ** 20;
const NEWLINE = 0x0a;
/** Links are not followed, so that the server cannot be made to append to another file. Windows has no such flag. */
const FLAGS = fs.constants.O_RDWR | fs.constants.O_APPEND | (fs.constants.O_NOFOLLOW ?? 0);
const CREATE = fs.constants.O_CREAT | fs.constants.O_EXCL;

interface AuditFileOptions {
  readonly dataDir: string;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Is called when an event could not be written. */
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

  /** Renames a file that has grown too long. If that fails, the file grows further, because events must not be lost. */
  #rotate(moreBytes: number): void {
    const size = fs.lstatSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || size + moreBytes <= MAX_FILE_BYTES) return;
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
      if (systemCodeOf(error) !== "ENOENT") throw error;
    }
    const fd = fs.openSync(this.#path, FLAGS | CREATE, 0o600);
    this.#giveToOwner(fd);
    return fd;
  }

  /** Gives a file that root has created to the owner of the directory, so that the server can append to it. */
  #giveToOwner(fd: number): void {
    if (process.getuid?.() !== 0) return;
    const { uid, gid } = fs.statSync(this.#options.dataDir);
    fs.fchownSync(fd, uid, gid);
  }
}

/**
 * Refuses a pipe, which would block the server, and a file with a second name, which only root may be allowed to write
 * to.
 */
function refuseForeign(fd: number, path: string): void {
  const stat = fs.fstatSync(fd);
  if (!stat.isFile() || stat.nlink > 1)
    throw new Error(`${path} is no file of the server's own; move it away`);
}

/** Returns whether the last line is incomplete, as after a full disk; the next line must not be joined to it. */
function endsTorn(fd: number): boolean {
  const { size } = fs.fstatSync(fd);
  const last = new Uint8Array(1);
  return size > 0 && fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}
