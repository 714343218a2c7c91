// The types of a setting and of the whole configuration, and the names of settings.
// The decision: a setting has one name, from which its names in files and in the environment are derived.

import type { PublicKeys } from "../license/key.ts";
import type { LogFormat, LogLevel } from "../log/logger.ts";
import type { DialectSetting } from "../schema/dialect-setting.ts";
import type { ModelSettings } from "../schema/inference.ts";

export interface Config {
  /** The data directory; null if none is configured, see storage/node-data-dir.ts. */
  readonly dataDir: string | null;
  /** A temporary data directory, removed at exit. */
  readonly ephemeral: boolean;
  readonly host: string;
  readonly restPort: number;
  readonly grpcPort: number;
  readonly uiPort: number;
  /** The port of a listener that always uses the Qdrant dialect; null for none. */
  readonly qdrantPort: number | null;
  readonly qdrantGrpcPort: number | null;
  /** The dialect of requests on the REST port. */
  readonly dialect: DialectSetting;
  /** The specification's 501 groups are open to native requests, too. */
  readonly extendedApi: boolean;
  /** Where to write the ports as JSON once the server is ready. */
  readonly portsFile: string | null;
  /** Threads that search. */
  readonly workers: number;
  /** Threads that build graphs in bulk; 0: the thread that writes does. */
  readonly buildThreads: number;
  /** Bytes that the process may take. */
  readonly memoryLimit: number;
  /** A checkpoint is taken when this number of bytes was logged since the last one. */
  readonly checkpointLogSize: number;
  /** A checkpoint is taken when a write has waited for it for this number of seconds. */
  readonly checkpointInterval: number;
  /** The URL of the server that this one follows; null: none. */
  readonly follow: string | null;
  /** The file with the token for that server; null: it asks for none. */
  readonly followTokenFile: string | null;
  /** The seconds that this server may be behind the log that it copies and still answer reads; null: any number. */
  readonly maxLag: number | null;
  /** The name of the cluster; null: this server belongs to none, and no setting of clusters may be given. */
  readonly clusterName: string | null;
  /** The name of this server in the cluster; null: that of the host. */
  readonly clusterNode: string | null;
  /** Seconds. */
  readonly clusterStartTimeout: number;
  /** Seconds of silence after which the shards of another server are copied to others. */
  readonly clusterReplaceAfter: number;
  readonly clusterRequireQuorum: boolean;
  /** May have a password. */
  readonly clusterLogUrl: string | null;
  readonly clusterLogUrlFile: string | null;
  readonly clusterLogSchema: string;
  /** Where checkpoints of the cluster are: a directory, or a bucket; null: not there. */
  readonly checkpointsDirectory: string | null;
  readonly s3Bucket: string | null;
  readonly s3Region: string;
  /** null: that of Amazon for the region. */
  readonly s3Endpoint: string | null;
  /** Without slashes at its ends; null: none. */
  readonly s3Prefix: string | null;
  readonly s3PathStyle: boolean;
  /** Files with the access key; null: the environment has it. */
  readonly s3KeyIdFile: string | null;
  readonly s3SecretKeyFile: string | null;
  /** Files in PEM: what all ports show to clients; null: they speak in the clear. */
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  /** Bytes that a request body or message may have. */
  readonly maxBodySize: number;
  /** Connections that a listener takes at a time. */
  readonly maxConnections: number;
  /** Names that the server goes by, besides addresses and names without a dot. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may use the server. */
  readonly corsOrigins: readonly string[];
  /** The addresses of REST and gRPC for programs elsewhere; null: not known. */
  readonly publicUrl: string | null;
  readonly publicGrpcUrl: string | null;
  /** Whether requests need a credential; null: see `serve/open-security.ts`. */
  readonly authEnabled: boolean | null;
  /** The public keys of license issuers, by their id. */
  readonly licensePublicKeys: PublicKeys;
  /** The cost of a password check: N of scrypt. */
  readonly scryptCost: number;
  /** Whether the console is signed in by a cookie. */
  readonly consoleCookie: boolean;
  /** Seconds that a search may take; 0: as long as it likes. */
  readonly searchTimeout: number;
  /** Seconds that requests may take to finish when the server stops. */
  readonly shutdownTimeout: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Every request is told at `info`. */
  readonly accessLog: boolean;
  /** From how many milliseconds on a request is told as slow; 0: none is. */
  readonly slowRequestMs: number;
  /** Models that make vectors of texts elsewhere, by name. */
  readonly inferenceModels: ReadonlyMap<string, ModelSettings>;
  /** The folder with the models that this process computes; null: none. */
  readonly inferenceDirectory: string | null;
}

export interface Setting {
  readonly name: keyof Config;
  /** As commander wants it: `--host <address>`. */
  readonly flag: string;
  readonly help: string;
  readonly fallback: Config[keyof Config];
  readonly read: (text: string) => Config[keyof Config];
  /** A file may have it as a list of texts; elsewhere they are separated by commas. */
  readonly isList?: true;
  /** A file has it as a section of sections; elsewhere it is JSON. */
  readonly isMap?: true;
  /**
   * Returns the value of a setting that may have a secret as it may be shown. A flag may not have the secret, because
   * other users see the command lines of processes.
   */
  readonly withoutSecret?: (value: string) => string;
  /** Where it is not called after the setting. */
  readonly variable?: string;
}

const PREFIX = "AZIMUTH_";

/** `--data-dir` and `dataDir` are AZIMUTH_DATA_DIR in the environment. */
export function variableOf({ name, variable }: Pick<Setting, "name" | "variable">): string {
  return variable ?? PREFIX + name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/**
 * In a file: AZIMUTH_DATA_DIR is `data_dir`, and AZIMUTH_LICENSE__PUBLIC_KEYS is `license.public_keys`, which is
 * `public_keys` in the section `license`.
 */
export function keyOf(setting: Pick<Setting, "name" | "variable">): string {
  return variableOf(setting).slice(PREFIX.length).toLowerCase().replaceAll("__", ".");
}

/** `--data-dir` */
export function flagOf({ flag }: Pick<Setting, "flag">): string {
  return flag.split(" ")[0]!;
}
