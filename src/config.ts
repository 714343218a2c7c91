// Settings: defaults < environment < flags, checked once and frozen.
// The decision: one list describes every setting (flag, variable, how its text is read), so help, environment and
// checks cannot disagree. Nothing else reads the environment.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { StartRefused } from "./errors.ts";
import { DIALECT_SETTINGS, type DialectSetting } from "./http/dialect/choose.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { machineMemory, readMemorySize } from "./machine-memory.ts";
import { CODE_ROOT } from "./threads/code-root.ts";

export interface Config {
  /** Where the data lives; null: nobody said, see storage/node-data-dir.ts. */
  readonly dataDir: string | null;
  /** A temporary data directory, removed at exit. */
  readonly ephemeral: boolean;
  readonly host: string;
  readonly restPort: number;
  readonly grpcPort: number;
  readonly uiPort: number;
  /** Of listeners that always speak the qdrant dialect; null: there are none. */
  readonly qdrantPort: number | null;
  readonly qdrantGrpcPort: number | null;
  /** What requests on the REST port speak. */
  readonly dialect: DialectSetting;
  /** The specification's 501 groups are open to native requests, too. */
  readonly extendedApi: boolean;
  /** Where to write the ports as JSON once the server is ready. */
  readonly portsFile: string | null;
  /** Threads that search. */
  readonly workers: number;
  /** Bytes that the process may take. */
  readonly memoryLimit: number;
  /** A checkpoint is taken when so many bytes were logged since the last. */
  readonly checkpointLogSize: number;
  /** A checkpoint is taken when a write has waited for it so many seconds. */
  readonly checkpointInterval: number;
  readonly logLevel: LogLevel;
}

export interface Setting {
  readonly name: keyof Config;
  /** As commander wants it: `--host <address>`. */
  readonly flag: string;
  readonly help: string;
  readonly fallback: Config[keyof Config];
  readonly read: (text: string) => Config[keyof Config];
}

const DEFAULT_HOST = "127.0.0.1";
const REST_PORT = 6573;
const GRPC_PORT = 6574;
const UI_PORT = 6575;
const MAX_WORKERS = 62;
const DEFAULT_MEMORY_SHARE = "80%";
const DEFAULT_CHECKPOINT_LOG_SIZE = "256MiB";
const LEAST_CHECKPOINT_LOG_SIZE = 2 ** 20;
const DEFAULT_CHECKPOINT_SECONDS = 600;
const MAX_CHECKPOINT_SECONDS = 86_400;

export const SETTINGS: readonly Setting[] = [
  {
    name: "dataDir",
    flag: "--data-dir <path>",
    help: "where the data lives (/var/lib/service-data if it exists, else ./azimuth-data)",
    fallback: null,
    read: readText,
  },
  {
    name: "ephemeral",
    flag: "--ephemeral",
    help: "use a temporary data directory that is removed at exit",
    fallback: false,
    read: readBoolean,
  },
  {
    name: "host",
    flag: "--host <address>",
    help: `address to listen on (${DEFAULT_HOST}: this machine only, IPv4 and IPv6)`,
    fallback: DEFAULT_HOST,
    read: readText,
  },
  {
    name: "restPort",
    flag: "--rest-port <port>",
    help: `port of the REST API, 0 for any free one (${REST_PORT})`,
    fallback: REST_PORT,
    read: readPort,
  },
  {
    name: "grpcPort",
    flag: "--grpc-port <port>",
    help: `port of gRPC (${GRPC_PORT}); this version does not listen on it yet`,
    fallback: GRPC_PORT,
    read: readPort,
  },
  {
    name: "uiPort",
    flag: "--ui-port <port>",
    help: `port of the local UI (${UI_PORT}); this version does not listen on it yet`,
    fallback: UI_PORT,
    read: readPort,
  },
  {
    name: "qdrantPort",
    flag: "--qdrant-port <port>",
    help: "port of a second REST listener that always speaks Qdrant's dialect, usually 6333 (none)",
    fallback: null,
    read: readPort,
  },
  {
    name: "qdrantGrpcPort",
    flag: "--qdrant-grpc-port <port>",
    help: "port of gRPC as Qdrant has it, usually 6334 (none); this version does not listen on it yet",
    fallback: null,
    read: readPort,
  },
  {
    name: "dialect",
    flag: "--dialect <dialect>",
    help: `what the REST port speaks: ${DIALECT_SETTINGS.join(", ")} (auto: Qdrant's with its clients, else native)`,
    fallback: "auto",
    read: (text) => readChoice(text, DIALECT_SETTINGS),
  },
  {
    name: "extendedApi",
    flag: "--extended-api",
    help: "open aliases, snapshots, groups, recommend, discover and maintenance, which answer 501 otherwise",
    fallback: false,
    read: readBoolean,
  },
  {
    name: "portsFile",
    flag: "--ports-file <path>",
    help: "write the ports there as JSON once the server is ready",
    fallback: null,
    read: readText,
  },
  {
    name: "workers",
    flag: "--workers <count>",
    help: "search threads (one for each core)",
    fallback: Math.min(availableParallelism(), MAX_WORKERS),
    read: readWorkers,
  },
  {
    name: "memoryLimit",
    flag: "--memory-limit <size>",
    help: `memory the process may take, such as 2GiB or 60% (${DEFAULT_MEMORY_SHARE} of the cgroup's or machine's)`,
    fallback: readMemoryLimit(DEFAULT_MEMORY_SHARE),
    read: readMemoryLimit,
  },
  {
    name: "checkpointLogSize",
    flag: "--checkpoint-log-size <size>",
    help: `take a checkpoint when the log has grown by so much (${DEFAULT_CHECKPOINT_LOG_SIZE})`,
    fallback: readCheckpointLogSize(DEFAULT_CHECKPOINT_LOG_SIZE),
    read: readCheckpointLogSize,
  },
  {
    name: "checkpointInterval",
    flag: "--checkpoint-interval <seconds>",
    help: `take a checkpoint when a write has waited for it so long (${DEFAULT_CHECKPOINT_SECONDS})`,
    fallback: DEFAULT_CHECKPOINT_SECONDS,
    read: readCheckpointInterval,
  },
  {
    name: "logLevel",
    flag: "--log-level <level>",
    help: `${LOG_LEVELS.join(", ")} (info)`,
    fallback: "info",
    read: (text) => readChoice(text, LOG_LEVELS),
  },
];

/** `--data-dir` and `dataDir` are AZIMUTH_DATA_DIR in the environment. */
export function variableOf({ name }: Setting): string {
  return `AZIMUTH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/**
 * @param flags what the command line gave, by setting name; flags without a value are true
 * @throws StartRefused naming the flag or variable, its value and what is expected
 */
export function loadConfig(
  flags: Record<string, unknown>,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const config: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    const flag = flags[setting.name];
    const variable = environment[variableOf(setting)];
    if (flag !== undefined)
      config[setting.name] = readValue(setting, setting.flag.split(" ")[0]!, String(flag));
    else if (variable !== undefined) config[setting.name] = readValue(setting, variableOf(setting), variable);
    else config[setting.name] = setting.fallback;
  }
  settleDataDir(config, flags);
  return Object.freeze(config) as unknown as Config;
}

/** Where one of the two was a flag and the other came from the environment, the flag wins. */
function settleDataDir(config: Record<string, unknown>, flags: Record<string, unknown>): void {
  if (!config.ephemeral || config.dataDir === null) return;
  if ((flags.ephemeral === undefined) === (flags.dataDir === undefined)) {
    throw new StartRefused(
      "A temporary and a lasting data directory were asked for: give one of --ephemeral and --data-dir",
    );
  }
  if (flags.ephemeral === undefined) config.ephemeral = false;
  else config.dataDir = null;
}

/** Variables that look like settings and are none: most likely misspelt. */
export function unknownVariables(environment: NodeJS.ProcessEnv = process.env): string[] {
  const known = new Set(SETTINGS.map(variableOf));
  return Object.keys(environment).filter((name) => name.startsWith("AZIMUTH_") && !known.has(name));
}

/** The version in this package's package.json: the same path from `src` and from `dist`. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(new URL("../package.json", CODE_ROOT), "utf8")).version;
}

function readValue({ read }: Setting, source: string, text: string): Config[keyof Config] {
  try {
    return read(text);
  } catch (error) {
    throw new StartRefused(`${source}: ${(error as Error).message}, got ${JSON.stringify(text)}`);
  }
}

function readText(text: string): string {
  if (text.trim() === "") throw new Error("expected a value");
  return text;
}

function readBoolean(text: string): boolean {
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw new Error("expected true or false");
}

function readPort(text: string): number {
  return readInteger(text, 0, 65_535, "a port");
}

function readWorkers(text: string): number {
  return readInteger(text, 1, MAX_WORKERS, "a number of threads");
}

function readMemoryLimit(text: string): number {
  const bytes = readMemorySize(text, machineMemory());
  if (bytes === null) throw new Error("expected a size such as 1500000000, 512MiB, 2GiB or 80%");
  return bytes;
}

function readCheckpointLogSize(text: string): number {
  const bytes = text.includes("%") ? null : readMemorySize(text, 0);
  if (bytes === null || bytes < LEAST_CHECKPOINT_LOG_SIZE) {
    throw new Error("expected a size of 1MiB or more such as 64MiB or 1GiB");
  }
  return bytes;
}

function readCheckpointInterval(text: string): number {
  return readInteger(text, 1, MAX_CHECKPOINT_SECONDS, "a number of seconds");
}

function readInteger(text: string, lowest: number, highest: number, what: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value;
  throw new Error(`expected ${what} from ${lowest} to ${highest}`);
}

function readChoice<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === text);
  if (!choice) throw new Error(`expected one of ${choices.join(", ")}`);
  return choice;
}
