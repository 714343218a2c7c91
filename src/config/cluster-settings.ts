// Settings of a cluster: servers that share one log, and where they keep checkpoints.
// The decision: a cluster is what has a name. What belongs together is checked in cluster.ts, because a setting is read
// alone.
import { readBoolean, readInteger, readPath } from "./readers.ts";
import type { Setting } from "./setting.ts";

const DEFAULT_START_TIMEOUT_S = 30;
const MAX_START_TIMEOUT_S = 3_600;
const DEFAULT_REPLACE_AFTER_S = 600;
/** The table of the servers forgets those that were silent for longer. */
const MAX_REPLACE_AFTER_S = 86_400;
/** Shorter pauses, such as a restart, should not copy shards. */
const MIN_REPLACE_AFTER_S = 15;

/** Names of clusters and nodes. */
const NAME = /^[0-9A-Za-z][0-9A-Za-z._-]{0,62}$/;
/** An identifier of PostgreSQL that needs no quotes. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,64}$/;
const PREFIX = /^[0-9A-Za-z._-]+(?:\/[0-9A-Za-z._-]+)*$/;
const MAX_PREFIX_LENGTH = 256;
/** Is shown in the place of a password. */
const HIDDEN = "***";
/** The user, the hosts separated by commas, and the database with its parameters. */
const POSTGRES_URL = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]+)(\/[^?#]+(?:\?[^#]*)?)$/;
const USER_PASSWORD = /^([a-z]+:\/\/[^:@/?#]*):[^@/?#]*@/;
const PASSWORD_PARAMETER = /([?&]password=)[^&]*/g;

const S3_SETTINGS: readonly Setting[] = [
  {
    name: "s3Bucket",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__BUCKET",
    flag: "--s3-bucket <name>",
    help: "bucket of an S3-compatible store for the checkpoints of the cluster; keys: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or files (none)",
    fallback: null,
    read: matching(BUCKET, "the name of a bucket, such as azimuth-checkpoints"),
  },
  {
    name: "s3Region",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__REGION",
    flag: "--s3-region <name>",
    help: "region of the bucket (us-east-1)",
    fallback: "us-east-1",
    read: matching(REGION, "a region such as eu-central-1"),
  },
  {
    name: "s3Endpoint",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__ENDPOINT",
    flag: "--s3-endpoint <url>",
    help: "URL of the store, without the bucket (https://s3.<region>.amazonaws.com)",
    fallback: null,
    read: readEndpoint,
  },
  {
    name: "s3Prefix",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__PREFIX",
    flag: "--s3-prefix <path>",
    help: "what the keys of all objects begin with (none)",
    fallback: null,
    read: readPrefix,
  },
  {
    name: "s3PathStyle",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__PATH_STYLE",
    flag: "--s3-path-style <boolean>",
    help: "whether the bucket is in the path of a request, and not in the name of the host (true)",
    fallback: true,
    read: readBoolean,
  },
  {
    name: "s3KeyIdFile",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__ACCESS_KEY_ID_FILE",
    flag: "--s3-key-id-file <path>",
    help: "file with the id of the access key, in place of AWS_ACCESS_KEY_ID; read for each request (none)",
    fallback: null,
    read: readPath,
  },
  {
    name: "s3SecretKeyFile",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__S3__SECRET_ACCESS_KEY_FILE",
    flag: "--s3-secret-key-file <path>",
    help: "file with the access key, in place of AWS_SECRET_ACCESS_KEY; read for each request (none)",
    fallback: null,
    read: readPath,
  },
];

export const CLUSTER_SETTINGS: readonly Setting[] = [
  {
    name: "clusterName",
    variable: "AZIMUTH_CLUSTER__NAME",
    flag: "--cluster-name <name>",
    help: "name of the cluster that this server belongs to; its servers share one log (none)",
    fallback: null,
    read: matching(NAME, "a name of letters, digits, dots, hyphens and underscores"),
  },
  {
    name: "clusterNode",
    variable: "AZIMUTH_CLUSTER__NODE",
    flag: "--cluster-node <name>",
    help: "name of this server in the cluster (the name of the host)",
    fallback: null,
    read: matching(NAME, "a name of letters, digits, dots, hyphens and underscores"),
  },
  {
    name: "clusterStartTimeout",
    variable: "AZIMUTH_CLUSTER__START_TIMEOUT",
    flag: "--cluster-start-timeout <seconds>",
    help: `seconds for which a start waits for the log of the cluster (${DEFAULT_START_TIMEOUT_S})`,
    fallback: DEFAULT_START_TIMEOUT_S,
    read: (text) => readInteger(text, 0, MAX_START_TIMEOUT_S, "a number of seconds"),
  },
  {
    name: "clusterReplaceAfter",
    variable: "AZIMUTH_CLUSTER__REPLACE_AFTER",
    flag: "--cluster-replace-after <seconds>",
    help: `seconds of silence after which the shards of another server are copied to others (${DEFAULT_REPLACE_AFTER_S})`,
    fallback: DEFAULT_REPLACE_AFTER_S,
    read: (text) => readInteger(text, MIN_REPLACE_AFTER_S, MAX_REPLACE_AFTER_S, "a number of seconds"),
  },
  {
    name: "clusterRequireQuorum",
    variable: "AZIMUTH_CLUSTER__REQUIRE_QUORUM",
    flag: "--cluster-require-quorum <boolean>",
    help: "refuse to start if the log of the cluster is kept on one machine only (false)",
    fallback: false,
    read: readBoolean,
  },
  {
    name: "clusterLogUrl",
    variable: "AZIMUTH_CLUSTER__LOG__POSTGRES__URL",
    flag: "--cluster-log-url <url>",
    help: "PostgreSQL that keeps the log of the cluster, such as postgres://user@host/database (none)",
    fallback: null,
    read: readPostgresUrl,
    withoutSecret: withoutPassword,
  },
  {
    name: "clusterLogUrlFile",
    variable: "AZIMUTH_CLUSTER__LOG__POSTGRES__URL_FILE",
    flag: "--cluster-log-url-file <path>",
    help: "file with that URL, which may have a password (none)",
    fallback: null,
    read: readPath,
  },
  {
    name: "clusterLogSchema",
    variable: "AZIMUTH_CLUSTER__LOG__POSTGRES__SCHEMA",
    flag: "--cluster-log-schema <name>",
    help: "schema of that database for the log, one for each cluster (azimuth)",
    fallback: "azimuth",
    read: matching(SCHEMA, "a name of lower case letters, digits and underscores"),
  },
  {
    name: "checkpointsDirectory",
    variable: "AZIMUTH_CLUSTER__CHECKPOINTS__DIRECTORY",
    flag: "--checkpoints-directory <path>",
    help: "directory for the checkpoints of the cluster, shared by all its servers (none)",
    fallback: null,
    read: readPath,
  },
  ...S3_SETTINGS,
];

/** Reads the URL of a PostgreSQL database, on one host or several. @throws Error, which does not show it */
function readPostgresUrl(text: string): string {
  const [, start = "", hosts = "", rest = ""] = POSTGRES_URL.exec(text) ?? [];
  if (hosts !== "" && hosts.split(",").every((host) => host !== "" && URL.canParse(start + host + rest)))
    return text;
  throw new Error("expected a URL such as postgres://user@host:5432/database");
}

function withoutPassword(text: string): string {
  return text.replace(USER_PASSWORD, `$1:${HIDDEN}@`).replace(PASSWORD_PARAMETER, `$1${HIDDEN}`);
}

function readEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (url && isHttp && url.username === "" && url.search === "" && url.hash === "" && url.pathname === "/")
    return url.origin;
  throw new Error("expected a URL such as https://s3.eu-central-1.amazonaws.com, without a user or a path");
}

function readPrefix(text: string): string {
  const prefix = text.replace(/^\/+|\/+$/g, "");
  const hasDots = prefix.split("/").some((part) => /^\.+$/.test(part));
  if (PREFIX.test(prefix) && !hasDots && prefix.length <= MAX_PREFIX_LENGTH) return prefix;
  throw new Error("expected a path of letters, digits, dots, hyphens and underscores");
}

function matching(pattern: RegExp, what: string): (text: string) => string {
  return (text) => {
    if (pattern.test(text)) return text;
    throw new Error(`expected ${what}`);
  };
}
