// The admin's password: the rules for it, and the slow hash that verifies it.
// The decision: one scrypt runs at a time. Each takes 128 MiB and a third of a second, and everybody can cause one by
// trying to log in; so a few wait, the others are refused, and the memory is reserved from the account that searches
// and writes use.

import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { TooManyLogins } from "../errors/auth.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { PasswordRecord } from "../storage/params.ts";
import { isCommonPassword } from "./common-passwords.ts";

const MIN_CHARACTERS = 12;
const MAX_BYTES = 1_024;
/**
 * NFKC makes one UTF-8 byte of at most this number of UTF-16 units; longer texts are refused without normalising them.
 */
const MAX_UNITS_PER_BYTE = 4;
/** Words that an attacker of this server tries first. */
const TELLING_WORDS = ["admin", "azimuth"];

const SCRYPT_BLOCK = 8;
const SCRYPT_LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** One login runs and four wait. A later one would wait longer than the time after which it may try again. */
const MAX_WAITING_LOGINS = 4;
const RETRY_SECONDS = 1;

/** @throws InvalidArgument with each rule that the password does not meet, and nothing of the password */
export function checkPassword(password: string): void {
  const missed = missedRules(normalize(password));
  if (missed.length > 0) throw new InvalidArgument(`The password must ${inWords(missed)}`);
}

function missedRules(text: string | null): string[] {
  if (text === null) return [`be valid Unicode text without NUL, of at most ${MAX_BYTES} bytes in UTF-8`];
  const folded = text.toLowerCase();
  const rules: [boolean, string][] = [
    [[...text].length >= MIN_CHARACTERS, `have at least ${MIN_CHARACTERS} characters`],
    [/\p{Lu}/u.test(text), "have an upper-case letter"],
    [/\p{Ll}/u.test(text), "have a lower-case letter"],
    [/\p{Nd}/u.test(text), "have a digit"],
    [/[^\p{Lu}\p{Ll}\p{Nd}]/u.test(text), "have a character of another kind, such as a space or a sign"],
    ...TELLING_WORDS.map((word): [boolean, string] => [!folded.includes(word), `not contain '${word}'`]),
    [!isCommonPassword(text), "not be a common password or one with digits and signs added"],
  ];
  return rules.filter(([isMet]) => !isMet).map(([, rule]) => rule);
}

function inWords(rules: readonly string[]): string {
  const [last, ...others] = [...rules].reverse();
  return others.length === 0 ? last! : `${others.reverse().join(", ")} and ${last}`;
}

/**
 * Returns one text for all ways in which keyboards and systems write the same characters.
 * @returns null for a text that cannot be a password: it is too long, or has characters with which it would equal
 * another password. UTF-8 makes all lone surrogates equal, and the HMAC inside scrypt ignores zeros at the end of a
 * key.
 */
function normalize(password: string): string | null {
  if (password.length > MAX_BYTES * MAX_UNITS_PER_BYTE || /\p{Surrogate}|\0/u.test(password)) return null;
  const text = password.normalize("NFKC");
  return Buffer.byteLength(text) > MAX_BYTES ? null : text;
}

interface PasswordHasherOptions {
  /** scrypt's N of new records: a power of two. */
  readonly cost: number;
  readonly memory: MemoryLimit;
}

export class PasswordHasher {
  readonly #cost: number;
  readonly #memory: MemoryLimit;
  readonly #limiter = new Limiter(1, {
    maxWaiting: MAX_WAITING_LOGINS,
    error: () => new TooManyLogins("Too many logins are under way; try again in a moment", RETRY_SECONDS),
  });

  constructor({ cost, memory }: PasswordHasherOptions) {
    this.#cost = cost;
    this.#memory = memory;
  }

  /** Hashes a password that `checkPassword` has accepted. @throws TooManyLogins, OutOfMemory */
  async hash(password: string): Promise<PasswordRecord> {
    const text = normalize(password);
    if (text === null) throw new InvalidArgument(`The password must ${inWords(missedRules(null))}`);
    const made = { n: this.#cost, r: SCRYPT_BLOCK, p: SCRYPT_LANES, salt: randomBytes(SALT_BYTES) };
    const hash = await this.#derive(text, made);
    return { ...made, salt: made.salt.toString("base64url"), hash: hash.toString("base64url") };
  }

  /** @throws TooManyLogins, OutOfMemory: the password was not checked */
  async verify(password: string, record: PasswordRecord): Promise<boolean> {
    const text = normalize(password);
    if (text === null) return false;
    const expected = Buffer.from(record.hash, "base64url");
    const found = await this.#derive(text, { ...record, salt: Buffer.from(record.salt, "base64url") });
    return expected.length === found.length && timingSafeEqual(found, expected);
  }

  /** Tells whether a record was made with other parameters than new ones, so that the next login should replace it. */
  needsRehash({ n, r, p }: PasswordRecord): boolean {
    return n !== this.#cost || r !== SCRYPT_BLOCK || p !== SCRYPT_LANES;
  }

  #derive(text: string, work: ScryptWork): Promise<Buffer> {
    return this.#limiter.run(() => this.#deriveNow(text, work));
  }

  async #deriveNow(text: string, work: ScryptWork): Promise<Buffer> {
    const bytes = 128 * work.n * work.r;
    const reservation = this.#memory.reservation();
    reservation.reserve(bytes);
    try {
      return await runScrypt(text, work);
    } finally {
      reservation.release();
    }
  }
}

interface ScryptWork {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
}

function runScrypt(text: string, { n, r, p, salt }: ScryptWork): Promise<Buffer> {
  const maxmem = 128 * r * (n + p + 2); // OpenSSL counts the table, a block for each lane, and two for the work
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { N: n, r, p, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
