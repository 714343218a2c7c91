// Texts for errors of the file system about the files of commands.
// The decision: a full disk, an exhausted quota and a limit on files have similar texts, because the remedy is the
// same: free space, and run the command again.
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { InvalidArgument } from "../../errors/invalid-argument.ts";

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or directory",
  EACCES: "permission denied",
  EROFS: "the file system is read-only",
  EISDIR: "it is a directory",
  ENOSPC: "no space left on the disk",
  EDQUOT: "no space left in the quota",
  Z_BUF_ERROR: "it is cut off",
  Z_DATA_ERROR: "it is damaged, or not compressed by gzip",
  EFBIG: "no space left: files may not be larger",
};

export function unreadable(path: string, cause: unknown): InvalidArgument {
  return new InvalidArgument(`${path} cannot be read: ${wordsOf(cause)}`, { cause });
}

export function unwritable(path: string, cause: unknown): InvalidArgument {
  return new InvalidArgument(`${path} cannot be written: ${wordsOf(cause)}`, { cause });
}

/** Checks that a file can be written before there is something to write. @throws InvalidArgument */
export function ensureWritable(path: string): void {
  const isNew = !existsSync(path);
  writing(path, () => closeSync(openSync(path, "a")));
  if (isNew) rmSync(path);
}

/** @throws InvalidArgument in place of errors of the file system */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** Tells whether an error is one of the file system. */
export function isFileFault(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function wordsOf(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
}
