// A database in this process, put together from its parts: the server's, without its edges.
// The decision: on a directory the same files, log first, the same lock and the same refusals as the server, so either
// can go on with what the other has left. Without a directory there is no log, and everything is gone at the end.

import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { CheckpointReport } from "./core/checkpoint/checkpointer.ts";
import { Database, type DatabaseParts } from "./core/database/database.ts";
import {
  checkOptions,
  isCheckedLater,
  isFunction,
  isText,
  isVectorForm,
  type OptionsOf,
} from "./embedded/options.ts";
import type { Preferences, Values, VectorDb } from "./embedded/types.ts";
import { vectorDbOf } from "./embedded/vector-db.ts";
import type { Engine } from "./engine/engine.ts";
import { LocalEngine } from "./engine/local.ts";
import { chooseBuild, startPool } from "./engine/node-threads.ts";
import { PoolEngine } from "./engine/pool.ts";
import { InvalidArgument } from "./errors/invalid-argument.ts";
import { StartRefused } from "./errors/server.ts";
import { VectorDbError } from "./errors/vector-db-error.ts";
import { machineMemory, readMemorySize, residentBytes } from "./memory/machine-memory.ts";
import { MemoryLimit } from "./memory/memory-limit.ts";
import type { Clock } from "./scheduling/clock.ts";
import { defer } from "./scheduling/defer.ts";
import { MAX_SEARCH_THREADS, MAX_WAITING_SEARCHES } from "./schema/limits.ts";
import { show } from "./schema/show.ts";
import { dataServicesOf } from "./service/data-services.ts";
import { type HostInfo, ServerService } from "./service/server.ts";
import type { SnapshotParts } from "./service/snapshots.ts";
import { UNWATCHED } from "./service/unwatched.ts";
import { ThreadCheckpoints } from "./storage/checkpoint-thread.ts";
import { Checkpoints, COLLECTIONS } from "./storage/checkpoints.ts";
import { takeOver } from "./storage/format.ts";
import { FsPayloadFiles } from "./storage/fs-payload-files.ts";
import { LocalLog } from "./storage/local-log.ts";
import { DirectoryLock } from "./storage/lock.ts";
import { ThreadLog } from "./storage/log-thread.ts";
import { MemoryFs } from "./storage/memory-fs.ts";
import { NoLog } from "./storage/no-log.ts";
import { prepareDataDir } from "./storage/node-data-dir.ts";
import { nodeFs, nodeProcesses } from "./storage/node-fs.ts";
import { NodePayloadFiles } from "./storage/node-payload-files.ts";
import type { PayloadFiles } from "./storage/payload-files.ts";
import { segmentFilesIn } from "./storage/segment-files.ts";
import { snapshotThread } from "./storage/snapshot-thread.ts";
import { SNAPSHOTS, Snapshots } from "./storage/snapshots.ts";
import { oldNodeText } from "./threads/node-version.ts";
import { packageVersion } from "./threads/package-version.ts";

export interface OpenOptions extends Preferences {
  /** Where the data is kept; made if it is not there. Without one everything is in memory, and gone at the end. */
  readonly dataDir?: string;
  /**
   * Threads that search. There is one more that writes, and on a directory one for its files; with 0 everything is done
   * in this thread. Unless given: 0 in memory, otherwise one less than there are cores, from 1 to 4.
   */
  readonly threads?: number;
  /** The memory limit of the data: bytes, or a text such as "512MiB" or "50%". The default is "80%". */
  readonly memoryLimit?: number | string;
  /** Is told what a server would write to its log: faults found in files, checkpoints that failed. */
  readonly onWarning?: (message: string) => void;
}

const OPTIONS: OptionsOf = {
  call: "open",
  main: "dataDir",
  checks: {
    dataDir: isText("the path of a directory (leave it out to keep everything in memory)"),
    threads: isCheckedLater,
    memoryLimit: isCheckedLater,
    vectors: isVectorForm,
    onWarning: isFunction,
  } satisfies Record<keyof OpenOptions, unknown>,
};

const MOST_DEFAULT_THREADS = 4;
const DEFAULT_MEMORY = "80%";

/**
 * Opens a database. What was written before is there when the promise resolves.
 * @throws VectorDbError of code START_REFUSED: the directory is in use, cannot be used, or is damaged; INVALID_ARGUMENT
 */
export function open(options: OpenOptions & { readonly vectors: "float32" }): Promise<VectorDb<Float32Array>>;
export function open(options?: OpenOptions): Promise<VectorDb>;
export async function open(options: OpenOptions = {}): Promise<VectorDb<Values>> {
  const oldNode = oldNodeText(process.versions.node);
  if (oldNode !== null) throw new StartRefused(oldNode);
  checkOptions(OPTIONS, options);
  const { dataDir, vectors, onWarning = () => {} } = options;
  const memory = MemoryLimit.of(memoryOf(options.memoryLimit ?? DEFAULT_MEMORY));
  const threads = threadsOf(options);
  const kept = dataDir === undefined ? inMemory() : await onDisk(dataDir, threads > 0);
  const engine = engineOf(threads, memory, kept.dataDir);
  const failure = failureOf(kept, engine, onWarning);
  const database = new Database({
    ...kept.parts,
    engine,
    failure,
    clock: CLOCK,
    randomUuid: randomUUID,
    onCheckpoint: (outcome) => reportCheckpoint(outcome, onWarning),
    onNotice: onWarning,
  });
  const release = async () => {
    try {
      await database.close();
    } finally {
      kept.lock?.release();
    }
  };
  try {
    const report = await database.load();
    for (const fault of report?.faults ?? []) onWarning(fault);
  } catch (error) {
    await release();
    throw error;
  }
  const server = new ServerService(database, packageVersion(), () => [], SURROUNDINGS, UNWATCHED);
  const services = dataServicesOf(database, { server, snapshots: kept.snapshots, cap: null });
  return vectorDbOf({ services, release, failure, vectors, soon: defer });
}

/** Where the data is, and how it is kept there. */
interface Kept {
  readonly parts: Pick<DatabaseParts, "log" | "payloadFiles" | "checkpoints" | "holds">;
  readonly snapshots: SnapshotParts;
  readonly dataDir?: string;
  readonly lock?: DirectoryLock;
}

function inMemory(): Kept {
  const files = new MemoryFs();
  const stored = new Snapshots(files, "memory");
  const snapshots = snapshotsIn((work) => work(stored), new FsPayloadFiles(files, `memory/${SNAPSHOTS}`));
  return { parts: { log: new NoLog() }, snapshots };
}

/** @throws StartRefused, with nothing held */
async function onDisk(wanted: string, withThreads: boolean): Promise<Kept> {
  const { path: dataDir } = prepareDataDir({ dataDir: wanted, ephemeral: false });
  const lock = await DirectoryLock.acquire(nodeFs, dataDir, nodeProcesses);
  try {
    const stored = new Snapshots(nodeFs, dataDir);
    // Removes half-made snapshots after a crash. Files that cannot be removed do no harm.
    await stored.tidy().catch(() => {});
    takeOver(nodeFs, dataDir);
    const files = new NodePayloadFiles(join(dataDir, SNAPSHOTS));
    const parts = {
      log: withThreads ? ThreadLog.start(dataDir) : new LocalLog(nodeFs, dataDir),
      payloadFiles: new NodePayloadFiles(join(dataDir, COLLECTIONS)),
      checkpoints: withThreads ? new ThreadCheckpoints(nodeFs, dataDir) : new Checkpoints(nodeFs, dataDir),
      holds: () => lock.still(),
    };
    const snapshots = snapshotsIn(withThreads ? snapshotThread(dataDir) : (work) => work(stored), files);
    return { parts, snapshots, dataDir, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function snapshotsIn(use: SnapshotParts["use"], files: PayloadFiles): SnapshotParts {
  return {
    use,
    files,
    version: packageVersion(),
    now: Date.now,
  };
}

function engineOf(threads: number, memory: MemoryLimit, dataDir: string | undefined): Engine {
  const { module } = chooseBuild();
  if (threads > 0) return startPool(threads, MAX_WAITING_SEARCHES, memory, module, dataDir);
  const files = dataDir === undefined ? undefined : segmentFilesIn(nodeFs, dataDir);
  // What else this thread has to do comes before the next slice of indexing.
  return new LocalEngine({ module, memory, files, later: setImmediate });
}

/**
 * Returns the reason why the database has failed: another process has taken the directory, or an essential thread has
 * ended. The program that opened it keeps running and gets this error from every later call.
 */
function failureOf(
  { lock, parts: { log }, dataDir }: Kept,
  engine: Engine,
  onWarning: (message: string) => void,
): () => VectorDbError | null {
  let failure: VectorDbError | null = null;
  const fail = (error: VectorDbError) => {
    failure ??= error;
    onWarning(error.message);
  };
  void lock?.lost.then(() =>
    fail(
      new StartRefused(
        `Another process has taken the data directory ${dataDir} over while this one was not running; close this database`,
      ),
    ),
  );
  for (const part of [engine, log]) {
    if (!(part instanceof PoolEngine || part instanceof ThreadLog)) continue;
    const lost =
      part instanceof PoolEngine && dataDir === undefined ? "its data is lost" : "what was written is kept";
    void part.failed.happened.then((cause) =>
      fail(
        new VectorDbError("CLOSED", `${cause.message}; ${lost}: close this database and open it again`, {
          cause,
        }),
      ),
    );
  }
  return () => failure;
}

/** @throws InvalidArgument */
function memoryOf(size: number | string): number {
  const bytes = readMemorySize(String(size), machineMemory());
  if (bytes !== null) return bytes;
  throw new InvalidArgument(
    `memoryLimit: expected bytes or a text such as "512MiB" or "50%", got ${show(size)}`,
  );
}

/** @throws InvalidArgument */
function threadsOf({ threads, dataDir }: OpenOptions): number {
  if (threads === undefined) {
    return dataDir === undefined
      ? 0
      : Math.min(MOST_DEFAULT_THREADS, Math.max(1, availableParallelism() - 1));
  }
  if (Number.isInteger(threads) && threads >= 0 && threads <= MAX_SEARCH_THREADS) return threads;
  throw new InvalidArgument(
    `threads: expected an integer from 0 to ${MAX_SEARCH_THREADS}, got ${show(threads)}`,
  );
}

function reportCheckpoint(outcome: CheckpointReport | Error, onWarning: (message: string) => void): void {
  if (outcome instanceof Error) {
    onWarning(`checkpoint failed; the log keeps what it would have saved: ${outcome.message}`);
    return;
  }
  for (const fault of outcome.faults)
    onWarning(`checkpoint is not complete; the log keeps what it has not: ${fault}`);
}

const SURROUNDINGS: HostInfo = {
  fileSystem: null,
  fsyncMs: () => null,
  residentBytes,
  process: () => null,
  loopDelay: () => null,
  uptimeSeconds: () => process.uptime(),
  now: Date.now,
};

/** No timer of ours keeps the process alive. */
const CLOCK: Clock = {
  now: Date.now,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
