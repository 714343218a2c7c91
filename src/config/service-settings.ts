// Settings of what is served and told: dialect, licenses, logins, logs.

import { parsePublicKeys } from "../license/key.ts";
import { LOG_FORMATS, LOG_LEVELS } from "../log/logger.ts";
import { DIALECT_SETTINGS } from "../schema/dialect-setting.ts";
import { readBoolean, readChoice, readInteger } from "./readers.ts";
import type { Setting } from "./setting.ts";

/** 128 MiB and 350 ms for each login. */
const DEFAULT_SCRYPT_COST = 2 ** 17;
const MIN_SCRYPT_COST = 2 ** 15;
/** One GiB. */
const MAX_SCRYPT_COST = 2 ** 20;
const DEFAULT_SEARCH_SECONDS = 60;
const MAX_SEARCH_SECONDS = 3_600;
const DEFAULT_SHUTDOWN_SECONDS = 10;
const MAX_SHUTDOWN_SECONDS = 600;
const DEFAULT_SLOW_MS = 1_000;
const MAX_SLOW_MS = 3_600_000;

export const SERVICE_SETTINGS: readonly Setting[] = [
  {
    name: "dialect",
    flag: "--dialect <dialect>",
    help: `dialect of the REST port: ${DIALECT_SETTINGS.join(", ")} (auto: Qdrant's for Qdrant's clients, else native)`,
    fallback: "auto",
    read: (text) => readChoice(text, DIALECT_SETTINGS),
  },
  {
    name: "extendedApi",
    flag: "--extended-api [boolean]",
    help: "enable aliases, snapshots, groups, facets, matrices, recommend, discover and maintenance, which answer 501 otherwise",
    fallback: false,
    read: readBoolean,
  },
  {
    name: "authEnabled",
    flag: "--auth-enabled [boolean]",
    variable: "AZIMUTH_AUTH__ENABLED",
    help: "whether requests need a credential (true if AZIMUTH_API_KEY, AZIMUTH_READ_ONLY_API_KEY or AZIMUTH_ADMIN_PASSWORD is set, else as PATCH /auth/enabled set it)",
    fallback: null,
    read: readBoolean,
  },
  {
    name: "consoleCookie",
    flag: "--console-cookie [boolean]",
    help: "whether a browser stays signed in to the console by a cookie; false: until the page is closed or loaded again (true)",
    fallback: true,
    read: readBoolean,
  },
  {
    name: "licensePublicKeys",
    flag: "--license-public-keys <keys>",
    variable: "AZIMUTH_LICENSE__PUBLIC_KEYS",
    help: "public keys of license issuers: <kid>:<base64url of a raw Ed25519 key>, separated by commas (none)",
    isList: true,
    fallback: new Map(),
    read: parsePublicKeys,
  },
  {
    name: "scryptCost",
    flag: "--scrypt-cost <n>",
    help: `cost parameter N of scrypt for passwords, a power of two from ${MIN_SCRYPT_COST} (${DEFAULT_SCRYPT_COST})`,
    fallback: DEFAULT_SCRYPT_COST,
    read: readScryptCost,
  },
  {
    name: "searchTimeout",
    flag: "--search-timeout <seconds>",
    help: `maximum seconds of a search, count or scroll, 0 for no limit (${DEFAULT_SEARCH_SECONDS})`,
    fallback: DEFAULT_SEARCH_SECONDS,
    read: (text) => readInteger(text, 0, MAX_SEARCH_SECONDS, "a number of seconds"),
  },
  {
    name: "shutdownTimeout",
    flag: "--shutdown-timeout <seconds>",
    help: `seconds that running requests have to finish when the server stops (${DEFAULT_SHUTDOWN_SECONDS})`,
    fallback: DEFAULT_SHUTDOWN_SECONDS,
    read: (text) => readInteger(text, 0, MAX_SHUTDOWN_SECONDS, "a number of seconds"),
  },
  {
    name: "logLevel",
    flag: "--log-level <level>",
    help: `${LOG_LEVELS.join(", ")} (info)`,
    fallback: "info",
    read: (text) => readChoice(text, LOG_LEVELS),
  },
  {
    name: "logFormat",
    flag: "--log-format <format>",
    help: `${LOG_FORMATS.join(", ")} (auto: text on a terminal, else JSON lines)`,
    fallback: "auto",
    read: (text) => readChoice(text, LOG_FORMATS),
  },
  {
    name: "accessLog",
    flag: "--access-log [boolean]",
    help: "log every request at level info; otherwise at debug, and at info only if the server failed",
    fallback: false,
    read: readBoolean,
  },
  {
    name: "slowRequestMs",
    flag: "--slow-request-ms <milliseconds>",
    help: `log requests that take this many milliseconds at level warn, 0 for none (${DEFAULT_SLOW_MS})`,
    fallback: DEFAULT_SLOW_MS,
    read: (text) => readInteger(text, 0, MAX_SLOW_MS, "a number of milliseconds"),
  },
];

function readScryptCost(text: string): number {
  const n = readInteger(text, MIN_SCRYPT_COST, MAX_SCRYPT_COST, "a power of two");
  if (Number.isInteger(Math.log2(n))) return n;
  throw new Error("expected a power of two");
}
