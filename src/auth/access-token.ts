// The values of access tokens, `az_<id>_<43 characters of base64url>`: made, taken apart, recognised.
// The decision: only a SHA-256 of the whole value is kept. 256 random bits cannot be guessed, so no slow hash is needed;
// the prefix lets scanners for leaked secrets find one, and the id finds the record without comparing with all of them.
import { createHash, timingSafeEqual } from "node:crypto";
import type { TokenRecord } from "../storage/params.ts";

const SECRET_BYTES = 32;
const SHAPE = /^az_([1-9][0-9]{0,15})_[A-Za-z0-9_-]{43}$/;
/** What the value of no record is compared with, so that an unknown id takes as long as a known one. */
const NO_HASH = Buffer.alloc(32);

interface NewToken {
  /** Shown once, kept nowhere. */
  readonly value: string;
  /** See TokenRecord. */
  readonly hash: string;
}

/** @param randomBytes of a generator fit for secrets */
export function makeToken(id: number, randomBytes: (count: number) => Uint8Array): NewToken {
  const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
  const value = `az_${id}_${secret}`;
  return { value, hash: hashOf(value).toString("base64url") };
}

/** The id of the record that a value may belong to; null: it is no value of ours. */
export function idOf(value: string): number | null {
  const id = SHAPE.exec(value)?.[1];
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}

/** Whether the value belongs to the record, in a time that tells nothing about either. */
export function isToken(value: string, record: Pick<TokenRecord, "hash"> | undefined): boolean {
  const kept = record === undefined ? NO_HASH : Buffer.from(record.hash, "base64url");
  const isSame = kept.length === NO_HASH.length && timingSafeEqual(hashOf(value), kept);
  return isSame && record !== undefined;
}

function hashOf(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
