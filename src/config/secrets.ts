// Secrets that the environment gives to a server: in a variable, or in a file that a variable names.
// The decision: they are no settings. They have no flag, nothing prints them, and no error shows them.
import { readFileSync } from "node:fs";
import { WrongSettings } from "../errors/usage.ts";
import { editDistance } from "../schema/suggest.ts";
import type { Config } from "./setting.ts";

export interface Secrets {
  /** Overrides the one that is kept, and is kept from then on. */
  readonly jwtSecret: string | null;
  /** The password of the first admin; used if the server has no admin. */
  readonly adminPassword: string | null;
  /** A credential that may do what any access token may. */
  readonly apiKey: string | null;
  /** A credential that may read. */
  readonly readOnlyApiKey: string | null;
  /** The files that have them. */
  readonly files: readonly string[];
}

const JWT_SECRET = "SERVICE_JWT_SECRET";
const ADMIN_PASSWORD = "AZIMUTH_ADMIN_PASSWORD";
const API_KEY = "AZIMUTH_API_KEY";
const READ_ONLY_API_KEY = "AZIMUTH_READ_ONLY_API_KEY";
/** The token that commands send to a server. */
const TOKEN = "AZIMUTH_TOKEN";
/** The key or password that `azimuth migrate` sends to another database. */
const SOURCE_API_KEY = "AZIMUTH_SOURCE_API_KEY";
const IN_FILE = "_FILE";
const MIN_SECRET_BYTES = 16;
/** The useful length of a secret for HMAC with SHA-256 (RFC 7518, section 3.2). */
export const GOOD_SECRET_BYTES = 32;

const NAMES = [JWT_SECRET, ADMIN_PASSWORD, API_KEY, READ_ONLY_API_KEY, TOKEN, SOURCE_API_KEY];

export const SECRET_VARIABLES = NAMES.flatMap((name) => [name, name + IN_FILE]);

/** Returns the files with secrets that settings name, besides those of `Secrets`. */
export function secretFilesOf({
  followTokenFile,
  clusterLogUrlFile,
  s3KeyIdFile,
  s3SecretKeyFile,
}: Pick<Config, "followTokenFile" | "clusterLogUrlFile" | "s3KeyIdFile" | "s3SecretKeyFile">): string[] {
  return [followTokenFile, clusterLogUrlFile, s3KeyIdFile, s3SecretKeyFile].filter((path) => path !== null);
}

/** @throws WrongSettings */
export function readSecrets(environment: NodeJS.ProcessEnv): Secrets {
  const jwtSecret = secretOf(environment, JWT_SECRET);
  if (jwtSecret !== null && Buffer.byteLength(jwtSecret) < MIN_SECRET_BYTES) {
    throw new WrongSettings(
      `${JWT_SECRET}: expected ${MIN_SECRET_BYTES} bytes or more, better ${GOOD_SECRET_BYTES}, got ${Buffer.byteLength(jwtSecret)}; ` +
        "make one with: openssl rand -base64 32",
    );
  }
  const apiKey = keyOf(environment, API_KEY);
  const readOnlyApiKey = keyOf(environment, READ_ONLY_API_KEY);
  if (apiKey !== null && apiKey === readOnlyApiKey) {
    throw new WrongSettings(
      `${API_KEY} and ${READ_ONLY_API_KEY} are the same key: the read-only key would allow everything`,
    );
  }
  const adminPassword = secretOf(environment, ADMIN_PASSWORD);
  const files = NAMES.flatMap((name) => environment[name + IN_FILE] ?? []);
  return { jwtSecret, adminPassword, apiKey, readOnlyApiKey, files };
}

/**
 * Reads a key. An empty key is refused: most likely the variable that it was to come from is missing, and the server
 * would be open.
 * @throws WrongSettings for an empty key and for one that no header can carry, without showing it
 */
function keyOf(environment: NodeJS.ProcessEnv, name: string): string | null {
  const key = environment[name] === "" ? "" : secretOf(environment, name);
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key;
  const got = key === "" ? "nothing" : "spaces, line ends or signs that no header can carry";
  throw new WrongSettings(
    `${name}: expected a key of printable ASCII, got ${got}; make one with: openssl rand -base64 32`,
  );
}

const AUTH = "AZIMUTH_AUTH__ENABLED";
/** Likely misspellings of the variable of `auth.enabled`. */
const LIKE_AUTH = /^AZIMUTH_(?:ENABLE_?)?AUTH(?:ENTICATION)?(?:_?ENABLED?)?$/;
const PROTECTING = [AUTH, JWT_SECRET, ADMIN_PASSWORD, API_KEY, READ_ONLY_API_KEY];

/**
 * Refuses misspelt variables that are meant to protect the server, because the server would start unprotected. Other
 * unknown variables only cause a warning.
 * @param names of variables that are unknown
 * @throws WrongSettings
 */
export function refuseMisspelt(names: readonly string[]): void {
  for (const name of names) {
    const meant = LIKE_AUTH.test(name)
      ? AUTH
      : PROTECTING.flatMap((known) => [known, known + IN_FILE]).find((known) => isNearly(name, known));
    if (meant !== undefined)
      throw new WrongSettings(`${name}: unknown environment variable; did you mean ${meant}?`);
  }
}

function isNearly(name: string, known: string): boolean {
  return editDistance(name.replaceAll("_", ""), known.replaceAll("_", "")) <= 1;
}

/** Tells for each secret whether it is set, in a variable or in a file. */
export function secretStates(environment: NodeJS.ProcessEnv): ReadonlyMap<string, boolean> {
  const isSet = (name: string) => Boolean(environment[name]) || environment[name + IN_FILE] !== undefined;
  return new Map(NAMES.map((name) => [name, isSet(name)]));
}

/** The credential of a command that asks a server; null: none. @throws WrongSettings */
export function readToken(environment: NodeJS.ProcessEnv): string | null {
  return secretOf(environment, TOKEN);
}

/** The key of another database whose data a command reads; null: none. @throws WrongSettings */
export function readSourceKey(environment: NodeJS.ProcessEnv): string | null {
  return secretOf(environment, SOURCE_API_KEY);
}

/** The admin's, for a command that logs in; null: none. @throws WrongSettings */
export function readAdminPassword(environment: NodeJS.ProcessEnv): string | null {
  return secretOf(environment, ADMIN_PASSWORD);
}

function secretOf(environment: NodeJS.ProcessEnv, name: string): string | null {
  const value = environment[name];
  const path = environment[name + IN_FILE];
  if (value !== undefined && path !== undefined) {
    throw new WrongSettings(`${name} and ${name}${IN_FILE} are both set: give one of them`);
  }
  if (path === undefined) return value === undefined || value === "" ? null : value;
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    throw new WrongSettings(`${name}${IN_FILE}: ${(cause as Error).message}`, { cause });
  }
}
