// Settings: defaults < file < environment < flags, checked once and frozen.
// The decision: names and readers of settings are one list (config/settings.ts). No other file reads the environment.

import { WrongSettings } from "../errors/usage.ts";
import { nearestName } from "../schema/suggest.ts";
import { clusterOf } from "./cluster.ts";
import { CONFIG_FILE, type Loaded, load } from "./load.ts";
import {
  readAdminPassword,
  readSecrets,
  readSourceKey,
  readToken,
  refuseMisspelt,
  SECRET_VARIABLES,
  type Secrets,
  secretStates,
} from "./secrets.ts";
import { type Config, flagOf, type Setting, variableOf } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

export { packageVersion } from "../threads/package-version.ts";
export { clusterOf, type S3Settings } from "./cluster.ts";
export { settingsAsJson, settingsAsYaml, settingsTable } from "./print.ts";
export type { Config, Secrets, Setting };
export { CONFIG_FILE, flagOf, SETTINGS, variableOf };

/**
 * @param flags what the command line gave, by setting name; flags without a value are true
 * @throws WrongSettings naming each file and key, flag or variable that is wrong, its value and what is expected, or
 *   settings of a cluster that do not go together
 */
export function loadConfig(
  flags: Record<string, unknown>,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const { config, problems } = load({ flags, environment });
  if (problems.length > 0) throw new WrongSettings(problems.join("\n"));
  clusterOf(config);
  return config;
}

/** Returns the settings with their sources and all errors. */
export function inspectConfig(flags: Record<string, unknown>): Loaded {
  return load({ flags, environment: process.env });
}

/**
 * Reads the secrets, which have no flags because a list of processes shows flags.
 * @throws WrongSettings, without the value
 */
export function loadSecrets(environment: NodeJS.ProcessEnv = process.env): Secrets {
  refuseMisspelt(unknownVariables(environment).map(({ name }) => name));
  return readSecrets(environment);
}

/** Reads the token of a command that connects to a server. */
export function loadToken(): string | null {
  return readToken(process.env);
}

/** Reads the key of another database, for a command that reads its data. */
export function loadSourceKey(): string | null {
  return readSourceKey(process.env);
}

/** Reads the password of a command that logs in. */
export function loadAdminPassword(): string | null {
  return readAdminPassword(process.env);
}

/** Returns the URL that commands use, or null if none is set. */
export function loadUrl(): string | null {
  return process.env[URL_VARIABLE] || null;
}

/** An access key for an object store, in the variables that all programs for such stores read. */
interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** null: the key is a lasting one. */
  readonly sessionToken: string | null;
}

/** Returns null if the environment has no access key for an object store. */
export function loadAwsKey(environment: NodeJS.ProcessEnv = process.env): AwsKey | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, sessionToken: environment.AWS_SESSION_TOKEN || null };
}

/** By name whether it is set, and nothing else about it. */
export function inspectSecrets(): ReadonlyMap<string, boolean> {
  return secretStates(process.env);
}

const URL_VARIABLE = "AZIMUTH_URL";

/** Variables that Kubernetes sets in every container for a service named "azimuth". */
const OF_KUBERNETES = /^AZIMUTH_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT(?:_\d+_\w+)?)$/;

/**
 * Returns unknown variables that look like settings, each with the most likely intended name. They are no errors,
 * because other programs also set variables.
 */
export function unknownVariables(
  environment: NodeJS.ProcessEnv = process.env,
): { readonly name: string; readonly meant: string | null }[] {
  const known = [...SETTINGS.map(variableOf), CONFIG_FILE.variable, URL_VARIABLE, ...SECRET_VARIABLES];
  return Object.keys(environment)
    .filter((name) => name.startsWith("AZIMUTH_") && !known.includes(name) && !OF_KUBERNETES.test(name))
    .map((name) => ({ name, meant: nearestName(name, known) }));
}
