// A database in this thread of a page, put together from its parts: the engine, and files or none.
// The decision: the same parts as in Node but for those that are Node's, so results are the same to the last digit, and a
// name has the same log, checkpoints and snapshots as a directory.

import type { CheckpointReport } from "../core/checkpoint/checkpointer.ts";
import { Database, type DatabaseParts } from "../core/database/database.ts";
import type { Values, VectorDb } from "../embedded/types.ts";
import { vectorDbOf } from "../embedded/vector-db.ts";
import type { Later } from "../engine/indexer.ts";
import { MemoryLimit } from "../memory/memory-limit.ts";
import type { Clock } from "../scheduling/clock.ts";
import { defer } from "../scheduling/defer.ts";
import { dataServicesOf } from "../service/data-services.ts";
import { type HostInfo, ServerService } from "../service/server.ts";
import { UNWATCHED } from "../service/unwatched.ts";
import { Checkpoints, COLLECTIONS } from "../storage/checkpoints.ts";
import { takeOver } from "../storage/format.ts";
import { type FileSystem, joinPath } from "../storage/fs.ts";
import { FsPayloadFiles } from "../storage/fs-payload-files.ts";
import { LocalLog } from "../storage/local-log.ts";
import { MemoryFs } from "../storage/memory-fs.ts";
import { NoLog } from "../storage/no-log.ts";
import { segmentFilesIn } from "../storage/segment-files.ts";
import { SNAPSHOTS, Snapshots } from "../storage/snapshots.ts";
import { BUNDLED } from "../threads/bundled.ts";
import type { Settings } from "./options.ts";
import { startEngine } from "./threads.ts";

interface Platform {
  /** Where the data is kept; null: in memory. */
  readonly files: FileSystem | null;
  readonly later: Later;
  readonly onWarning: (message: string) => void;
  /** Gives back what `files` holds. */
  readonly release: () => void;
}

/** Of everything in a file system. */
const DATA_DIR = "/data";
/** Pages have less room than servers: what trimming gives back, and what deletes have on a full disk. */
const LOG = { segmentBytes: 16 * 2 ** 20, reserveBytes: 2 * 2 ** 20 };

/** @throws VectorDbError, with nothing held */
export async function openDatabase(settings: Settings, ground: Platform): Promise<VectorDb<Values>> {
  const { files, onWarning } = ground;
  const database = await databaseOf(settings, ground).catch((error) => {
    ground.release();
    throw error;
  });
  const release = () => database.close().finally(ground.release);
  try {
    const report = await database.load();
    for (const fault of report?.faults ?? []) onWarning(fault);
  } catch (error) {
    await release();
    throw error;
  }
  const { version } = BUNDLED!;
  const warnings = () => (settings.threads === 0 && !globalThis.crossOriginIsolated ? [SINGLE_THREAD] : []);
  const server = new ServerService(database, version, warnings, surroundingsOf(files), UNWATCHED);
  const snapshots = snapshotsIn(files ?? new MemoryFs(), version);
  const services = dataServicesOf(database, { server, cap: null, snapshots });
  return vectorDbOf({ services, release, vectors: settings.vectors, soon: defer });
}

async function databaseOf({ threads, memoryLimit }: Settings, ground: Platform): Promise<Database> {
  const { files, later, onWarning } = ground;
  const memory = MemoryLimit.of(memoryLimit);
  const kept = files ? await onDisk(files) : { log: new NoLog() };
  const bytes = Uint8Array.from(atob(BUNDLED!.engines.release!), (one) => one.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  const segments = files ? segmentFilesIn(files, DATA_DIR) : undefined;
  return new Database({
    ...kept,
    engine: await startEngine({ threads, module, memory, files: segments, later }),
    clock: CLOCK,
    randomUuid: () => crypto.randomUUID(),
    onCheckpoint: (outcome) => reportCheckpoint(outcome, onWarning),
    onNotice: onWarning,
  });
}

/** @throws StartRefused for data of a newer version */
async function onDisk(
  files: FileSystem,
): Promise<Pick<DatabaseParts, "log" | "payloadFiles" | "checkpoints">> {
  files.mkdir(DATA_DIR);
  takeOver(files, DATA_DIR);
  // What a page that was closed has left half made.
  await new Snapshots(files, DATA_DIR).tidy();
  return {
    log: new LocalLog(files, DATA_DIR, LOG),
    payloadFiles: new FsPayloadFiles(files, joinPath(DATA_DIR, COLLECTIONS)),
    checkpoints: new Checkpoints(files, DATA_DIR),
  };
}

function snapshotsIn(files: FileSystem, version: string) {
  const stored = new Snapshots(files, DATA_DIR);
  return {
    use: <T>(work: (snapshots: Snapshots) => Promise<T>) => work(stored),
    files: new FsPayloadFiles(files, joinPath(DATA_DIR, SNAPSHOTS)),
    version,
    now: Date.now,
  };
}

function reportCheckpoint(outcome: CheckpointReport | Error, onWarning: (message: string) => void): void {
  if (outcome instanceof Error) {
    onWarning(`checkpoint failed; the log keeps what it would have saved: ${outcome.message}`);
    return;
  }
  for (const fault of outcome.faults)
    onWarning(`checkpoint is not complete; the log keeps what it has not: ${fault}`);
}

const SINGLE_THREAD =
  "One thread does everything: this page is not isolated from other origins. The headers Cross-Origin-Opener-Policy: " +
  "same-origin and Cross-Origin-Embedder-Policy: require-corp would let it search in several.";

function surroundingsOf(files: FileSystem | null): HostInfo {
  return {
    fileSystem: files && { type: "opfs", trusted: true },
    fsyncMs: () => null,
    residentBytes: () => null,
    process: () => null,
    loopDelay: () => null,
    uptimeSeconds: () => performance.now() / 1000,
    now: Date.now,
  };
}

const CLOCK: Clock = {
  now: Date.now,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
