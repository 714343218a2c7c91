// Settings of the data and what it may take: directory, threads, memory, checkpoints.
import { availableParallelism } from "node:os";
import { MAX_BUILD_THREADS, MAX_SEARCH_THREADS } from "../schema/limits.ts";
import { readBoolean, readInteger, readMemoryLimit, readPath, readSize } from "./readers.ts";
import type { Setting } from "./setting.ts";

const DEFAULT_MEMORY_SHARE = "80%";
const DEFAULT_CHECKPOINT_LOG_SIZE = "256MiB";
const MIN_CHECKPOINT_LOG_SIZE = 2 ** 20;
const DEFAULT_CHECKPOINT_SECONDS = 600;
const MAX_CHECKPOINT_SECONDS = 86_400;

export const DATA_SETTINGS: readonly Setting[] = [
  {
    name: "dataDir",
    flag: "--data-dir <path>",
    help: "data directory (/var/lib/service-data if it exists, else ./azimuth-data)",
    fallback: null,
    read: readPath,
  },
  {
    name: "ephemeral",
    flag: "--ephemeral [boolean]",
    help: "use a temporary data directory that is removed at exit",
    fallback: false,
    read: readBoolean,
  },
  {
    name: "workers",
    flag: "--workers <count>",
    help: "number of search threads (one for each core)",
    fallback: Math.min(availableParallelism(), MAX_SEARCH_THREADS),
    read: readWorkers,
  },
  {
    name: "buildThreads",
    variable: "AZIMUTH_ENGINE__BUILD_THREADS",
    flag: "--build-threads <count>",
    help: "threads that build the graph of many vectors, 0 for the thread that writes (one less than cores, at least one)",
    fallback: Math.min(Math.max(availableParallelism() - 1, 1), MAX_BUILD_THREADS),
    read: readBuildThreads,
  },
  {
    name: "memoryLimit",
    flag: "--memory-limit <size>",
    help: `memory limit of the process, such as 2GiB or 60% (${DEFAULT_MEMORY_SHARE} of the memory of the cgroup or machine)`,
    fallback: readMemoryLimit(DEFAULT_MEMORY_SHARE),
    read: readMemoryLimit,
  },
  {
    name: "checkpointLogSize",
    flag: "--checkpoint-log-size <size>",
    help: `take a checkpoint when the log has grown by this size (${DEFAULT_CHECKPOINT_LOG_SIZE})`,
    fallback: readCheckpointLogSize(DEFAULT_CHECKPOINT_LOG_SIZE),
    read: readCheckpointLogSize,
  },
  {
    name: "checkpointInterval",
    flag: "--checkpoint-interval <seconds>",
    help: `take a checkpoint when a write has waited for one for this many seconds (${DEFAULT_CHECKPOINT_SECONDS})`,
    fallback: DEFAULT_CHECKPOINT_SECONDS,
    read: readCheckpointInterval,
  },
];

function readWorkers(text: string): number {
  return readInteger(text, 1, MAX_SEARCH_THREADS, "a number of threads");
}

function readBuildThreads(text: string): number {
  return readInteger(text, 0, MAX_BUILD_THREADS, "a number of threads");
}

function readCheckpointLogSize(text: string): number {
  return readSize(text, MIN_CHECKPOINT_LOG_SIZE, Number.POSITIVE_INFINITY, "of 1MiB or more");
}

function readCheckpointInterval(text: string): number {
  return readInteger(text, 1, MAX_CHECKPOINT_SECONDS, "a number of seconds");
}
