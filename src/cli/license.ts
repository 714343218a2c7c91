// The commands about licenses: keygen and issue for the issuer, add and status for the operator of a server.
// The decision: issuing needs no server and no network, only the file with the private key. A key is printed alone on
// stdout, so it can be piped into `license add -`; remarks go to stderr.
import type { Command } from "commander";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { WrongUsage } from "../errors/usage.ts";
import { type Issuer, makeIssuer, newLicenseId, readIssuer } from "../license/issuer.ts";
import { isKid, issue, type ProductKey } from "../license/key.ts";
import type { LicenseStatus } from "../schema/license.ts";
import { readIssuerFile, writeIssuer } from "../storage/node-issuer-file.ts";
import { JSON_FLAG, wrongValue } from "./common/flag-values.ts";
import { type CommandParts, type Output, textOf, writeResult } from "./common/output.ts";
import { requestBare, type Server } from "./common/request.ts";
import { urlOf } from "./common/server-flags.ts";

export interface LicenseParts extends CommandParts {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the token for the server; null: there is none. */
  readonly token: () => string | null;
  /** Returns the value of AZIMUTH_URL; null: it is not set. */
  readonly url: () => string | null;
}

interface KeygenFlags {
  readonly out: string;
  readonly kid: string;
}

interface IssueFlags {
  readonly key: string;
  readonly maxVectors: string;
  readonly days?: string;
  readonly expiresAt?: string;
  readonly notBefore?: string;
  readonly customer?: string;
  readonly id?: string;
}

interface ServerFlags {
  readonly url?: string;
  readonly json?: boolean;
}

const DAY_MS = 86_400_000;
const MAX_ID_LENGTH = 128;
const MAX_DAYS = 36_500;
const PATH = "/api/service/licenses";
const UI_URL = "http://127.0.0.1:6575";
const URL_FLAG = [
  "--url <url>",
  `address of the server's local UI, or of its REST API with an access token [AZIMUTH_URL] (${UI_URL})`,
] as const;

export function addLicenseCommands(program: Command, parts: LicenseParts): void {
  const { run } = parts;
  const license = program.command("license").description("issue product keys and add them to a server");
  license
    .command("keygen")
    .description("generate the private key of an issuer and print the public key for the servers")
    .requiredOption("--out <path>", "a new file for the private key, or a directory")
    .requiredOption("--kid <kid>", "the name of the key: 1 to 64 of A-Z a-z 0-9 . _ -")
    .action((flags: KeygenFlags) => run(() => keygen(parts, flags)));
  license
    .command("issue")
    .description("sign a product key and print it")
    .requiredOption("--key <file>", "the private key that keygen made")
    .requiredOption("--max-vectors <n>", "number of vectors that the license allows")
    .option("--days <n>", "days until the key expires")
    .option("--expires-at <time>", "time at which the key expires, such as 2030-01-31T00:00:00Z, or never")
    .option("--not-before <time>", "time from which the key is valid (default: today)")
    .option("--customer <text>", "name of the customer", "")
    .option("--id <id>", "id of the license; keys with the same id count once (default: a new id)")
    .action((flags: IssueFlags) => run(() => issueKey(parts, flags)));
  license
    .command("add")
    .description("add a product key to a running server")
    .argument("<key>", "the product key, or - to read it from stdin")
    .option(...URL_FLAG)
    .option(...JSON_FLAG)
    .action((key: string, flags: ServerFlags) => run(() => add(parts, key, flags)));
  license
    .command("status")
    .description("show the vector limit of a running server")
    .option(...URL_FLAG)
    .option(...JSON_FLAG)
    .action((flags: ServerFlags) => run(() => status(parts, flags)));
}

async function keygen({ stdout }: LicenseParts, { out, kid }: KeygenFlags): Promise<boolean> {
  if (!isKid(kid)) throw wrongValue("--kid", "1 to 64 of A-Z a-z 0-9 . _ -", kid);
  const { issuer, secret } = makeIssuer(kid);
  const path = writeIssuer(out, kid, secret);
  stdout.write(
    `${path} holds the private key: keep it safe and secret\n` +
      `  servers that take its product keys are started with\n` +
      `  AZIMUTH_LICENSE__PUBLIC_KEYS=${issuer.publicKey}\n`,
  );
  return true;
}

async function issueKey({ stdout, stderr, now }: LicenseParts, flags: IssueFlags): Promise<boolean> {
  const terms = termsOf(flags, now());
  const { secret, warning } = readIssuerFile(flags.key);
  if (warning !== null) stderr.write(`azimuth: ${warning}\n`);
  const issuer = issuerIn(flags.key, secret);
  const key = { kid: issuer.kid, ...terms };
  const text = issue(key, issuer.privateKey);
  stdout.write(`${text}\n`);
  const until = key.expiresAt === null ? "for ever" : `until ${new Date(key.expiresAt).toISOString()}`;
  stderr.write(`license ${key.id}: ${key.maxVectors} vectors, ${until}\n`);
  return true;
}

async function add(parts: LicenseParts, key: string, { url, json }: ServerFlags): Promise<boolean> {
  const product_key = key === "-" ? await textOf(parts.stdin) : key;
  const added = await requestBare<LicenseStatus>(serverAt(parts, url), "POST", `${PATH}/add`, {
    product_key: product_key.trim(),
  });
  return show(parts.stdout, added, json);
}

async function status(parts: LicenseParts, { url, json }: ServerFlags): Promise<boolean> {
  return show(
    parts.stdout,
    await requestBare<LicenseStatus>(serverAt(parts, url), "GET", `${PATH}/status`),
    json,
  );
}

function show(stdout: Output, status: LicenseStatus, json: boolean | undefined): true {
  const { edition, max_vectors, expires_at } = status;
  const until = expires_at === null ? "" : `, until ${expires_at}`;
  return writeResult(stdout, { json }, status, `${edition}: up to ${max_vectors} vectors${until}\n`);
}

function serverAt(parts: LicenseParts, url: string | undefined): Server {
  return { url: urlOf(url, parts, UI_URL), token: parts.token() };
}

function issuerIn(path: string, secret: string): Issuer {
  try {
    return readIssuer(secret);
  } catch (error) {
    throw new InvalidArgument(`--key: ${path}: ${(error as Error).message}`);
  }
}

function termsOf(flags: IssueFlags, now: number): Omit<ProductKey, "kid"> {
  const { customer = "", id = newLicenseId() } = flags;
  if (id === "" || id.length > MAX_ID_LENGTH)
    throw wrongValue("--id", `a text of 1 to ${MAX_ID_LENGTH} characters`, id);
  const maxVectors = numberOf("--max-vectors", flags.maxVectors, Number.MAX_SAFE_INTEGER);
  // Valid from the beginning of the day, so that a server whose clock is a little behind ours accepts it, too.
  const notBefore =
    flags.notBefore === undefined ? now - (now % DAY_MS) : timeOf("--not-before", flags.notBefore);
  return { id, maxVectors, notBefore, expiresAt: endOf(flags, now), customer };
}

function endOf({ days, expiresAt }: IssueFlags, now: number): number | null {
  if ((days === undefined) === (expiresAt === undefined))
    throw new WrongUsage("say either --days or --expires-at; --expires-at never is for ever");
  if (days !== undefined) return now + numberOf("--days", days, MAX_DAYS) * DAY_MS;
  return expiresAt === "never" ? null : timeOf("--expires-at", expiresAt!);
}

function numberOf(flag: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= most) return number;
  throw wrongValue(flag, `an integer from 1 to ${most}`, text);
}

function timeOf(flag: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw wrongValue(flag, "a time such as 2030-01-31 or 2030-01-31T12:00:00Z", text);
}
