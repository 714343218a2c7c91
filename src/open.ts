// A database in this process, put together from its parts: the server's, without its edges.
// The decision: on a directory the same files, log first, the same lock and the same refusals as the server, so either
// can go on with what the other has left. Without a directory there is no log, and everything is gone at the end.

import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { hostInfo, SYSTEM_CLOCK } from "./assemble/assemble.ts";
import { embed } from "./assemble/embed.ts";
import { holdDataDir, storageHere, storageInThreads } from "./assemble/node-storage.ts";
import { type Storage, storageInMemory } from "./assemble/storage.ts";
import { checkOptions, DATABASE_CHECKS, isText, type OptionsOf } from "./embedded/options.ts";
import type { Preferences, Values, VectorDb } from "./embedded/types.ts";
import type { Engine } from "./engine/engine.ts";
import { LIBRARY_ROUND_BYTES } from "./engine/inline-search.ts";
import { LocalEngine } from "./engine/local.ts";
import { buildersFrom, ENGINE_ENTRY } from "./engine/node-builders.ts";
import { chooseBuild, startPool } from "./engine/node-threads.ts";
import { PoolEngine } from "./engine/pool.ts";
import { InvalidArgument } from "./errors/invalid-argument.ts";
import { StartRefused } from "./errors/server.ts";
import { VectorDbError } from "./errors/vector-db-error.ts";
import { machineMemory, readMemorySize, residentBytes } from "./memory/machine-memory.ts";
import { MemoryLimit } from "./memory/memory-limit.ts";
import { MAX_BUILD_THREADS, MAX_SEARCH_THREADS, MAX_WAITING_SEARCHES } from "./schema/limits.ts";
import { show } from "./schema/show.ts";
import type { DirectoryLock } from "./storage/lock.ts";
import { ThreadLog } from "./storage/log-thread.ts";
import { refuseMember } from "./storage/membership.ts";
import { prepareDataDir } from "./storage/node-data-dir.ts";
import { nodeFs } from "./storage/node-fs.ts";
import { segmentFilesIn } from "./storage/segment-files.ts";
import { oldNodeText } from "./threads/node-version.ts";
import { packageVersion } from "./threads/package-version.ts";
import { sourceOf } from "./threads/spawn.ts";

export interface OpenOptions extends Preferences {
  /** Where the data is kept; made if it is not there. Without one everything is in memory, and gone at the end. */
  readonly dataDir?: string;
  /**
   * Threads that search. There is one more that writes, and on a directory one for its files; with 0 everything is done
   * in this thread. Unless given: 0 in memory, otherwise one less than there are cores, from 1 to 4.
   */
  readonly threads?: number;
  /**
   * Threads that build the graphs of many vectors; they exist only meanwhile. With 0 the thread that writes does it.
   * Unless given: 0 if `threads` is 0, otherwise one less than there are cores, at least 1.
   */
  readonly buildThreads?: number;
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
    ...DATABASE_CHECKS,
  } satisfies Record<keyof OpenOptions, unknown>,
};

const MAX_DEFAULT_THREADS = 4;
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
  const buildThreads = buildThreadsOf(options, threads);
  const kept = dataDir === undefined ? { storage: storageInMemory() } : await onDisk(dataDir, threads > 0);
  const engine = engineOf(threads, buildThreads, memory, kept.dataDir);
  const platform = {
    engine,
    storage: kept.storage,
    clock: SYSTEM_CLOCK,
    randomUuid: randomUUID,
    version: packageVersion(),
    host: hostInfo({ residentBytes, uptimeSeconds: () => process.uptime() }),
    failure: failureOf(kept, engine, onWarning),
  };
  return embed(platform, { vectors, warnings: () => [], onWarning, release: () => kept.lock?.release() });
}

/** Where the data is, and how it is kept there. */
interface Kept {
  readonly storage: Storage;
  readonly dataDir?: string;
  readonly lock?: DirectoryLock;
}

/** @throws StartRefused, with nothing held */
async function onDisk(directory: string, withThreads: boolean): Promise<Kept> {
  const { path: dataDir } = prepareDataDir({ dataDir: directory, ephemeral: false });
  const { lock } = await holdDataDir(dataDir);
  try {
    refuseMember(nodeFs, dataDir);
    const storage = withThreads ? storageInThreads(dataDir) : storageHere(dataDir);
    return { storage: { ...storage, holds: () => lock.still() }, dataDir, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function engineOf(
  threads: number,
  buildThreads: number,
  memory: MemoryLimit,
  dataDir: string | undefined,
): Engine {
  const { module } = chooseBuild();
  if (threads > 0) {
    const maxWaiting = MAX_WAITING_SEARCHES;
    const roundBytes = LIBRARY_ROUND_BYTES;
    return startPool(threads, { maxWaiting, memory, module, dataDir, buildThreads, roundBytes });
  }
  const files = dataDir === undefined ? undefined : segmentFilesIn(nodeFs, dataDir);
  const builders = buildersFrom({ threads: buildThreads, source: sourceOf(ENGINE_ENTRY) });
  // What else this thread has to do comes before the next slice of indexing.
  return new LocalEngine({ module, memory, files, later: setImmediate, builders });
}

/**
 * Returns the reason why the database has failed: another process has taken the directory, or an essential thread has
 * ended. The program that opened it keeps running and gets this error from every later call.
 */
function failureOf(
  { lock, storage: { log }, dataDir }: Kept,
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
    return dataDir === undefined ? 0 : Math.min(MAX_DEFAULT_THREADS, Math.max(1, availableParallelism() - 1));
  }
  if (Number.isInteger(threads) && threads >= 0 && threads <= MAX_SEARCH_THREADS) return threads;
  throw new InvalidArgument(
    `threads: expected an integer from 0 to ${MAX_SEARCH_THREADS}, got ${show(threads)}`,
  );
}

/** @throws InvalidArgument */
function buildThreadsOf({ buildThreads }: OpenOptions, threads: number): number {
  if (buildThreads === undefined && threads === 0) return 0;
  if (buildThreads === undefined) return Math.min(MAX_BUILD_THREADS, Math.max(1, availableParallelism() - 1));
  if (Number.isInteger(buildThreads) && buildThreads >= 0 && buildThreads <= MAX_BUILD_THREADS)
    return buildThreads;
  throw new InvalidArgument(
    `buildThreads: expected an integer from 0 to ${MAX_BUILD_THREADS}, got ${show(buildThreads)}`,
  );
}
