// Fixtures of the storage tests: new directories, a log that is filled and closed, and a copy of the directory as a
// killed process leaves it. A crash is always such a copy, so that the log that "crashed" cannot change the files that
// a test reads.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileSystem } from "../../../src/storage/fs.ts";
import { LocalLog, type LogOptions } from "../../../src/storage/local-log.ts";
import type { LogRecord, LogReport } from "../../../src/storage/log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { batchesOf } from "../../support/log-batches.ts";
import { scratchFolder } from "../../support/scratch.ts";

export const freshDir = (): string => scratchFolder("azimuth-storage-");

/** A copy of the directory as it would be if the process were killed now. */
export function crashCopy(dir: string): string {
  const copy = freshDir();
  cpSync(dir, copy, { recursive: true });
  return copy;
}

export const segmentPath = (dir: string, number = 1) =>
  join(dir, "wal", `${String(number).padStart(8, "0")}.wal`);
export const reservePath = (dir: string) => join(dir, "wal", "RESERVE");
export const watermarkPath = (dir: string) => join(dir, "wal", "WATERMARK");
export const walFiles = (dir: string) => readdirSync(join(dir, "wal")).sort();

export function edit(path: string, change: (bytes: Buffer) => Uint8Array): void {
  const bytes = readFileSync(path);
  writeFileSync(path, change(bytes));
}

/** The body of the record with this LSN: bodies have different lengths, so that every alignment occurs. */
export function bodyOf(lsn: number): Uint8Array {
  return Uint8Array.from({ length: (lsn * 5) % 23 }, (_, i) => lsn + i);
}

/** A log without a reserve, unless the test asks for one, because most tests count all calls and files. */
export function logIn(dir: string, fs: FileSystem = nodeFs, options: LogOptions = {}): LocalLog {
  return new LocalLog(fs, dir, { reserveBytes: 0, ...options });
}

/** A log in a new directory with the records 1..count, each in a commit of its own; it is still open. */
export async function filledLog(count: number, options?: LogOptions, fs: FileSystem = nodeFs) {
  const dir = freshDir();
  const log = logIn(dir, fs, options);
  await log.open();
  for (let lsn = 1; lsn <= count; lsn++) await log.append({ type: lsn % 3, body: bodyOf(lsn) });
  return { dir, log };
}

export async function closedLog(count: number, options?: LogOptions): Promise<string> {
  const { dir, log } = await filledLog(count, options);
  await log.close();
  return dir;
}

export interface Opened {
  readonly log: LocalLog;
  readonly report: LogReport;
  readonly records: LogRecord[];
}

export async function openAndRead(
  dir: string,
  fs: FileSystem = nodeFs,
  options?: LogOptions,
  fromLsn?: number,
): Promise<Opened> {
  const log = logIn(dir, fs, options);
  const report = await log.open(fromLsn);
  const records: LogRecord[] = [];
  for await (const next of batchesOf(log, fromLsn)) {
    // The bodies are copied, because later batches overwrite them.
    records.push(...next.map((record) => ({ ...record, body: record.body.slice() })));
  }
  return { log, report, records };
}

/** The records 1..count as {@link filledLog} writes them, in a form that chai compares. */
export const expectedRecords = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ lsn: i + 1, type: (i + 1) % 3, body: [...bodyOf(i + 1)] }));

export const plain = (records: readonly LogRecord[]) =>
  records.map(({ lsn, type, body }) => ({ lsn, type, body: [...body] }));

/** The error that a promise rejects with; fails if it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("expected a rejection");
    },
    (error: Error) => error,
  );
}
