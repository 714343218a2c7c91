// Every setting: its flag, its variable, how its text is read, and what holds without it.
// The decision: one list, so that help, environment and checks cannot disagree.
import { availableParallelism } from "node:os";
import { DIALECT_SETTINGS, type DialectSetting } from "../http/dialect/choose.ts";
import { type PublicKeys, parsePublicKeys } from "../license/key.ts";
import { LOG_LEVELS, type LogLevel } from "../log.ts";
import { readMemorySize } from "../machine-memory.ts";
import {
  readBoolean,
  readChoice,
  readInteger,
  readList,
  readMemoryLimit,
  readPort,
  readText,
} from "./readers.ts";

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
  /** Files in PEM: what all ports show to clients; null: they speak in the clear. */
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  /** Names that the server goes by, besides addresses and names without a dot. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may use the server. */
  readonly corsOrigins: readonly string[];
  /** Who may issue licenses: public keys by their id. */
  readonly licensePublicKeys: PublicKeys;
  /** What a login costs whoever guesses: N of scrypt. */
  readonly scryptCost: number;
  readonly logLevel: LogLevel;
}

export interface Setting {
  readonly name: keyof Config;
  /** As commander wants it: `--host <address>`. */
  readonly flag: string;
  readonly help: string;
  readonly fallback: Config[keyof Config];
  readonly read: (text: string) => Config[keyof Config];
  /** Where it is not called after the setting. */
  readonly variable?: string;
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
/** 128 MiB and 350 ms for each login. */
const DEFAULT_SCRYPT_COST = 2 ** 17;
const LEAST_SCRYPT_COST = 2 ** 15;
/** One GiB. */
const MOST_SCRYPT_COST = 2 ** 20;

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
    help: `port of gRPC (${GRPC_PORT})`,
    fallback: GRPC_PORT,
    read: readPort,
  },
  {
    name: "uiPort",
    flag: "--ui-port <port>",
    help: `port of the local UI (${UI_PORT}), that has the license API and a proxy of the REST API`,
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
    help: "a second port of gRPC, for tools that expect Qdrant's, usually 6334 (none)",
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
    name: "tlsCert",
    flag: "--tls-cert <path>",
    help: "certificate of the server with its chain, in PEM: all ports speak TLS then (none)",
    fallback: null,
    read: readText,
  },
  {
    name: "tlsKey",
    flag: "--tls-key <path>",
    help: "private key of that certificate, in PEM",
    fallback: null,
    read: readText,
  },
  {
    name: "allowedHosts",
    flag: "--allowed-hosts <names>",
    help: "names of this server, separated by commas, that requests without credentials may use",
    fallback: [],
    read: (text) => readList(text.toLowerCase()),
  },
  {
    name: "corsOrigins",
    flag: "--cors-origins <origins>",
    help: "web pages that may use this server, such as https://app.example.com, separated by commas (none)",
    fallback: [],
    read: readOrigins,
  },
  {
    name: "licensePublicKeys",
    flag: "--license-public-keys <keys>",
    variable: "AZIMUTH_LICENSE__PUBLIC_KEYS",
    help: "who may issue licenses: <kid>:<base64url of a raw Ed25519 key>, separated by commas (nobody)",
    fallback: new Map(),
    read: parsePublicKeys,
  },
  {
    name: "scryptCost",
    flag: "--scrypt-cost <n>",
    help: `what comparing a password costs: N of scrypt, a power of two from ${LEAST_SCRYPT_COST} (${DEFAULT_SCRYPT_COST})`,
    fallback: DEFAULT_SCRYPT_COST,
    read: readScryptCost,
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
export function variableOf({ name, variable }: Setting): string {
  return variable ?? `AZIMUTH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function readWorkers(text: string): number {
  return readInteger(text, 1, MAX_WORKERS, "a number of threads");
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

function readScryptCost(text: string): number {
  const n = readInteger(text, LEAST_SCRYPT_COST, MOST_SCRYPT_COST, "a power of two");
  if (Number.isInteger(Math.log2(n))) return n;
  throw new Error("expected a power of two");
}

function readOrigins(text: string): string[] {
  const origins = readList(text);
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return origins;
  throw new Error("expected origins such as https://app.example.com, without a path");
}
