// Encrypts bytes with a passphrase, for the secrets of a server in a backup.
// The decision: the functions of Node in their usual combination. scrypt (RFC 7914) derives the key slowly, and
// AES-256-GCM detects a wrong passphrase and every changed bit. The scrypt parameters are stored with the data, and are
// limited when they are read, because a backup may come from anywhere.
//
// {n, r, p, salt, nonce, tag, data}: the parameters of scrypt, then bytes in base64url.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import type { Decrypt, Encrypt } from "./backup-params.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** 128 MiB of memory and a third of a second for each guess. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
const MAX_MEMORY_BYTES = 2 ** 30;
const MAX_PARALLELIZATION = 16;
const MIN_PASSPHRASE_LENGTH = 12;

interface Cost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** @param cost of scrypt, which is stored with the bytes; tests take a small one */
export function encryptWith(passphrase: string, cost: Cost = COST): Encrypt {
  return (plain) => {
    const salt = randomBytes(SALT_BYTES);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt, cost), nonce);
    const data = Buffer.concat([cipher.update(plain), cipher.final()]);
    const bytes = { salt, nonce, tag: cipher.getAuthTag(), data };
    return {
      ...cost,
      ...Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, textOf(value)])),
    };
  };
}

export function decryptWith(passphrase: string): Decrypt {
  return (encrypted) => {
    const { n, r, p, ...texts } = (encrypted ?? {}) as Cost & Record<string, unknown>;
    if (![n, r, p].every((value) => Number.isSafeInteger(value) && value > 0))
      throw new Error("it has no cost of scrypt");
    if (128 * n * r > MAX_MEMORY_BYTES || p > MAX_PARALLELIZATION)
      throw new Error("it asks for more memory or time than any of ours");
    const salt = bytesOf(texts, "salt", SALT_BYTES);
    const nonce = bytesOf(texts, "nonce", NONCE_BYTES);
    const tag = bytesOf(texts, "tag", TAG_BYTES);
    const data = bytesOf(texts, "data");
    const decipher = createDecipheriv(CIPHER, keyOf(passphrase, salt, { n, r, p }), nonce);
    decipher.setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(data), decipher.final()]);
    } catch {
      throw new InvalidArgument(
        "the passphrase is not the one that the backup was made with. Nothing was restored; without --passphrase-file the " +
          "data is restored, and the secrets of the server are not",
      );
    }
  };
}

/**
 * Reads a passphrase without the line break at its end.
 * @throws InvalidArgument when it is too short to protect anything
 */
export function readPassphrase(path: string): string {
  const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  if ([...text].length >= MIN_PASSPHRASE_LENGTH) return text;
  throw new InvalidArgument(
    `${path} has a passphrase of ${[...text].length} characters; at least ${MIN_PASSPHRASE_LENGTH} are needed`,
  );
}

function keyOf(passphrase: string, salt: Uint8Array, { n, r, p }: Cost): Buffer {
  const maxmem = 128 * n * r + 2 ** 20 + 128 * r * p;
  return scryptSync(passphrase.normalize("NFKC"), salt, KEY_BYTES, { N: n, r, p, maxmem });
}

function textOf(bytes: Buffer): string {
  return bytes.toString("base64url");
}

function bytesOf(texts: Record<string, unknown>, name: string, length?: number): Buffer {
  const text = texts[name];
  if (typeof text !== "string" || !/^[\w-]+$/.test(text)) throw new Error(`${name} is not base64url`);
  const bytes = Buffer.from(text, "base64url");
  if (length !== undefined && bytes.length !== length)
    throw new Error(`${name} does not have ${length} bytes`);
  return bytes;
}
