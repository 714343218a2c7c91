// Makes, parses and verifies access tokens, `az_<id>_<43 characters of base64url>`.
// The decision: only the SHA-256 of the whole token is stored. 256 random bits cannot be guessed, so a slow hash is not
// needed. The prefix lets scanners for leaked secrets recognise a token, and the id finds the record without comparing
// all of them.
import { createHash, timingSafeEqual } from "node:crypto";
import type { TokenRecord } from "../storage/params.ts";

const SECRET_BYTES = 32;
const SHAPE = /^az_([1-9][0-9]{0,15})_[A-Za-z0-9_-]{43}$/;
/** Compared with a token whose id is unknown, so that this takes as long as for a known id. */
const NO_HASH = Buffer.alloc(32);

interface NewToken {
  /** The token itself. It is shown once and stored nowhere. */
  readonly value: string;
  /** The hash in its record, see TokenRecord. */
  readonly hash: string;
}

/** @param randomBytes a generator that is fit for secrets */
export function makeToken(id: number, randomBytes: (count: number) => Uint8Array): NewToken {
  const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
  const value = `az_${id}_${secret}`;
  return { value, hash: hashOf(value).toString("base64url") };
}

/** Returns the id of the record that a credential may belong to, or null if it does not have the form of a token. */
export function idOf(value: string): number | null {
  const id = SHAPE.exec(value)?.[1];
  return id !== undefined && Number.isSafeInteger(Number(id)) ? Number(id) : null;
}

/** Tells whether the token belongs to the record. It compares in constant time. */
export function isToken(value: string, record: Pick<TokenRecord, "hash"> | undefined): boolean {
  const kept = record === undefined ? NO_HASH : Buffer.from(record.hash, "base64url");
  const isSame = kept.length === NO_HASH.length && timingSafeEqual(hashOf(value), kept);
  return isSame && record !== undefined;
}

function hashOf(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
