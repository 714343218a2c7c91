// The settings of a cluster together: what a server of a cluster needs, or nothing.
// The decision: a setting of a cluster without its name is an error, because the server would take writes that no other
// one gets.
import { WrongSettings } from "../errors/usage.ts";
import { type Config, keyOf, type Setting } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

interface ClusterSettings {
  readonly name: string;
  /** null: that of the host. */
  readonly node: string | null;
  readonly startTimeoutMs: number;
  readonly replaceAfterSeconds: number;
  readonly isQuorumRequired: boolean;
  /** One of url and urlFile is given. The URL may have a password. */
  readonly postgres: {
    readonly url: string | null;
    readonly urlFile: string | null;
    readonly schema: string;
  };
  /** null: checkpoints are kept nowhere, so the log cannot be trimmed. */
  readonly checkpoints: CheckpointSettings | null;
}

type CheckpointSettings =
  | { readonly kind: "directory"; readonly directory: string }
  | ({ readonly kind: "s3" } & S3Settings);

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** "": none. */
  readonly prefix: string;
  readonly isPathStyle: boolean;
  /** The files with the access key; null: the environment has it. */
  readonly keyFiles: { readonly id: string; readonly secret: string } | null;
}

const SECTION = "cluster.";
const S3_SECTION = "cluster.checkpoints.s3.";
const SETTINGS_OF_CLUSTER = SETTINGS.filter((setting) => keyOf(setting).startsWith(SECTION));

/** Returns null if the server belongs to no cluster. @throws WrongSettings naming the settings */
export function clusterOf(config: Config): ClusterSettings | null {
  const { clusterName: name, clusterLogUrl: url, clusterLogUrlFile: urlFile } = config;
  const given = SETTINGS_OF_CLUSTER.filter((setting) => config[setting.name] !== setting.fallback);
  const [first] = given;
  if (first === undefined) return null;
  if (config.follow !== null)
    throw new WrongSettings(
      `${keyOf(first)} and follow.url are both set: a server of a cluster follows no other`,
    );
  if (name === null) throw new WrongSettings(`cluster.name: expected a name, because ${keyOf(first)} is set`);
  if (url === null && urlFile === null) {
    const path = keyOf(settingOf("clusterLogUrl"));
    throw new WrongSettings(`${path}: expected the URL of the log, because cluster.name is set`);
  }
  ensureOne(config, "clusterLogUrl", "clusterLogUrlFile");
  return {
    name,
    node: config.clusterNode,
    startTimeoutMs: config.clusterStartTimeout * 1000,
    replaceAfterSeconds: config.clusterReplaceAfter,
    isQuorumRequired: config.clusterRequireQuorum,
    postgres: { url, urlFile, schema: config.clusterLogSchema },
    checkpoints: checkpointsOf(config, given),
  };
}

function checkpointsOf(config: Config, given: readonly Setting[]): CheckpointSettings | null {
  const ofS3 = given.find((setting) => keyOf(setting).startsWith(S3_SECTION));
  const { checkpointsDirectory: directory, s3Bucket: bucket } = config;
  if (ofS3 !== undefined) ensureOne(config, "checkpointsDirectory", ofS3.name);
  if (directory !== null) return { kind: "directory", directory };
  if (ofS3 === undefined) return null;
  if (bucket === null) {
    const path = keyOf(settingOf("s3Bucket"));
    throw new WrongSettings(`${path}: expected the name of a bucket, because ${keyOf(ofS3)} is set`);
  }
  const region = config.s3Region;
  return {
    ...{ kind: "s3", bucket, region, prefix: config.s3Prefix ?? "" },
    endpoint: config.s3Endpoint ?? `https://s3.${region}.amazonaws.com`,
    isPathStyle: config.s3PathStyle,
    keyFiles: keyFilesOf(config),
  };
}

function keyFilesOf(config: Config): S3Settings["keyFiles"] {
  const { s3KeyIdFile: id, s3SecretKeyFile: secret } = config;
  if (id === null && secret === null) return null;
  if (id !== null && secret !== null) return { id, secret };
  const [set, missing] = [settingOf("s3KeyIdFile"), settingOf("s3SecretKeyFile")].sort(
    (a, b) => Number(config[a.name] === null) - Number(config[b.name] === null),
  );
  throw new WrongSettings(`${keyOf(missing!)}: expected a path, because ${keyOf(set!)} is set`);
}

/** @throws WrongSettings if both settings are given */
function ensureOne(config: Config, ...names: readonly [keyof Config, keyof Config]): void {
  const settings = names.map(settingOf);
  if (settings.some(({ name, fallback }) => config[name] === fallback)) return;
  throw new WrongSettings(`${settings.map(keyOf).join(" and ")} are both set: give one of them`);
}

function settingOf(name: keyof Config): Setting {
  return SETTINGS.find((setting) => setting.name === name)!;
}
