// Secrets that the environment gives to a server: in a variable, or in a file that a variable names.
// The decision: they are no settings. They have no flag, nothing prints them, and no error shows them.
import { readFileSync } from "node:fs";
import { WrongSettings } from "../errors/usage.ts";

export interface Secrets {
  /** Overrides the one that is kept, and is kept from then on. */
  readonly jwtSecret: string | null;
  /** Of the first admin, where there is none. */
  readonly adminPassword: string | null;
}

const JWT_SECRET = "SERVICE_JWT_SECRET";
const ADMIN_PASSWORD = "AZIMUTH_ADMIN_PASSWORD";
/** What the command line shows to a running server. */
const TOKEN = "AZIMUTH_TOKEN";
const IN_FILE = "_FILE";
const LEAST_SECRET_BYTES = 16;
/** What an HMAC with SHA-256 can make use of (RFC 7518, section 3.2). */
export const GOOD_SECRET_BYTES = 32;

export const SECRET_VARIABLES = [JWT_SECRET, ADMIN_PASSWORD, TOKEN].flatMap((name) => [name, name + IN_FILE]);

/** @throws WrongSettings */
export function readSecrets(environment: NodeJS.ProcessEnv): Secrets {
  const jwtSecret = secretOf(environment, JWT_SECRET);
  if (jwtSecret !== null && Buffer.byteLength(jwtSecret) < LEAST_SECRET_BYTES) {
    throw new WrongSettings(
      `${JWT_SECRET}: expected ${LEAST_SECRET_BYTES} bytes or more, better ${GOOD_SECRET_BYTES}, got ${Buffer.byteLength(jwtSecret)}; ` +
        "make one with: openssl rand -base64 32",
    );
  }
  return { jwtSecret, adminPassword: secretOf(environment, ADMIN_PASSWORD) };
}

/** Of each secret whether there is one, in a variable or in a file. */
export function secretStates(environment: NodeJS.ProcessEnv): ReadonlyMap<string, boolean> {
  const isSet = (name: string) => Boolean(environment[name]) || environment[name + IN_FILE] !== undefined;
  return new Map([JWT_SECRET, ADMIN_PASSWORD, TOKEN].map((name) => [name, isSet(name)]));
}

/** The credential of a command that asks a server; null: none. @throws WrongSettings */
export function readToken(environment: NodeJS.ProcessEnv): string | null {
  return secretOf(environment, TOKEN);
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
