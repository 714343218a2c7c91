// Bugs that tests plant between the log and its disk or its users, without changing the product; each is one that a
// database once had. The simulation of power cuts must detect all of them.
import { type FileHandle, type FileSystem, joinPath, type OpenMode, readFile } from "../../src/storage/fs.ts";
import type { Log, LogRecord } from "../../src/storage/log.ts";
import { listSegments, SegmentReader } from "../../src/storage/wal-segment.ts";
import { Watermark } from "../../src/storage/watermark.ts";
import { batchesOf } from "./log-batches.ts";
import type { Plant } from "./log-rounds.ts";
import { SECTOR_BYTES } from "./sim-file.ts";

/** Returns an object with some of its methods replaced. */
export function withMethods<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, key) {
      const method = Reflect.get(methods, key) ?? Reflect.get(target, key);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
}

/** Returns a file system with some methods of its files replaced. */
export function withFiles(
  fs: FileSystem,
  change: (file: FileHandle, path: string) => Partial<FileHandle>,
): FileSystem {
  const open = (path: string, mode: OpenMode): FileHandle => {
    const file = fs.open(path, mode);
    return withMethods(file, change(file, path));
  };
  return withMethods(fs, { open });
}

export const skipSync: Plant = { fs: (fs) => withFiles(fs, () => ({ sync: () => {} })) };

/** A plant that syncs files only when they are created. */
export const skipSyncOfCommits: Plant = {
  fs: (fs) =>
    withFiles(fs, (file, path) => {
      let synced = !path.endsWith(".tmp");
      return {
        sync() {
          if (!synced) file.sync();
          synced = true;
        },
      };
    }),
};

export const skipSyncDir: Plant = { fs: (fs) => withMethods<FileSystem>(fs, { syncDir: () => {} }) };

export const skipCrc: Plant = { fs: (fs) => withMethods<FileSystem>(fs, { crc32: () => 0 }) };

/** A plant that checks no CRCs of bodies. */
export const skipBodyCrc: Plant = {
  fs: (fs) =>
    withMethods<FileSystem>(fs, {
      crc32: (data, seed = 0) => (isHeader(data) ? fs.crc32(data, seed) : seed),
    }),
};

/** Returns whether bytes belong to a header: eight bytes before them is a magic number that begins with "AZ". */
export function isHeader({ buffer, byteOffset }: Uint8Array): boolean {
  return byteOffset >= 8 && Buffer.from(buffer, byteOffset - 8, 2).toString("latin1") === "AZ";
}

/** A plant that renames by a synced copy and a removal; open handles continue in the copy. */
export const copyForRename: Plant = {
  fs: (fs) => {
    const opened = new Map<string, { file: FileHandle }>();
    const open = (path: string, mode: OpenMode): FileHandle => {
      const box = { file: fs.open(path, mode) };
      if (mode === "create") opened.set(path, box);
      return {
        size: () => box.file.size(),
        read: (into, position) => box.file.read(into, position),
        write: (parts, position) => box.file.write(parts, position),
        sync: () => box.file.sync(),
        truncate: (size) => box.file.truncate(size),
        close: () => box.file.close(),
      };
    };
    const rename = (from: string, to: string) => {
      const copy = fs.open(to, "create");
      copy.write([readFile(fs, from)!], 0);
      copy.sync();
      fs.remove(from);
      opened.get(from)!.file = copy;
    };
    return withMethods<FileSystem>(fs, { open, rename });
  },
};

/** A plant in which the last part of each write reaches memory only after its sync. */
export const syncTooEarly: Plant = {
  fs: (fs) =>
    withFiles(fs, (file) => {
      let late: (() => void) | null = null;
      return {
        write(parts, position) {
          const all = Buffer.concat(parts);
          const start = Math.floor(all.length / 2);
          file.write([all.subarray(0, start)], position);
          late = () => file.write([all.subarray(start)], position + start);
        },
        sync() {
          file.sync();
          late?.();
          late = null;
        },
      };
    }),
};

/** A plant that acknowledges a record as soon as it is queued. */
export const acknowledgeTooEarly: Plant = {
  log: (log) => {
    let last = 0;
    return withMethods(log, {
      open: async (...given) => {
        const report = await log.open(...given);
        last = report.lastLsn;
        return report;
      },
      append: (...given) => {
        log.append(...given).catch(() => {});
        return Promise.resolve(++last);
      },
    });
  },
};

/** A plant that does not sync the copy of the tail before it gets its name, except for its first sector. */
export const skipSyncOfTailCopy: Plant = {
  fs: (fs) =>
    withFiles(fs, (file, path) => {
      if (!path.endsWith(".wal.tmp")) return {};
      let rest: (() => void) | null = null;
      return {
        write(parts, position) {
          const all = Buffer.concat(parts);
          file.write([all.subarray(0, SECTOR_BYTES)], position);
          rest = () => file.write([all.subarray(SECTOR_BYTES)], position + SECTOR_BYTES);
          if (position > 0) rest();
        },
        sync() {
          file.sync();
          rest?.();
          rest = null;
        },
      };
    }),
};

/** A plant that treats readable records as durable after a stop and continues behind them. */
export const trustPageCache: Plant = {
  before(fs, dataDir) {
    const dir = joinPath(dataDir, "wal");
    const last = fs.exists(dir) ? listSegments(fs, dir).at(-1) : undefined;
    if (!last) return;
    const reader = new SegmentReader(fs, last, Number.POSITIVE_INFINITY, (count) => new Uint8Array(count));
    while (reader.next().length > 0);
    fs.open(last.path, "write").truncate(reader.offset);
    Watermark.open(fs, dir).noteEnd(reader.lsn - 1);
  },
};

/** Returns a log with changed records at a start. */
export function withRecords(log: Log, change: (records: readonly LogRecord[]) => LogRecord[]): Log {
  let all: LogRecord[] | null = null;
  const read = async (): Promise<LogRecord[]> => {
    if (all) return [];
    all = [];
    for await (const next of batchesOf(log))
      all.push(...next.map((record) => ({ ...record, body: record.body.slice() })));
    return change(all);
  };
  return withMethods(log, { read });
}

export const forgetLastRecord: Plant = { log: (log) => withRecords(log, (records) => records.slice(0, -1)) };

/** A plant that applies an older write again after a later one. */
export const repeatOldRecord: Plant = {
  log: (log) =>
    withRecords(log, (records) => {
      const again = records.findLastIndex(({ type }, i) => type >= 16 && i < records.length - 3);
      return again < 0 ? [...records] : [...records, records[again]!];
    }),
};
