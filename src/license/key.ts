// A product key: a vector limit with its period of validity, signed by its issuer.
// The decision: the signature covers the text as it is transmitted, so nothing but the name of the issuer is read
// before the signature is verified. A key has only one text: base64url that could be written otherwise is refused.
//
// AZL1.<payload>.<signature>, each part in base64url without padding
//   payload    JSON {kid, id, max_vectors, not_before, expires_at, customer}
//     kid          names the public key, 1 to 64 of A-Z a-z 0-9 . _ -
//     id           of the license, 1 to 128 characters: keys of one id count once, the largest of them
//     max_vectors  1 to 2^53 - 1
//     not_before   RFC 3339, the first moment at which it is valid; null or absent: no limit
//     expires_at   RFC 3339, the first moment at which it has expired; null: it never expires
//     customer     up to 256 characters, for people; null or absent: none
//   signature  Ed25519 (RFC 8032) over the bytes of `AZL1.<payload>`
import { createPublicKey, type KeyObject, sign, verify as verifySignature } from "node:crypto";
import { InvalidProductKey } from "../errors/auth.ts";

export interface ProductKey {
  readonly kid: string;
  readonly id: string;
  readonly maxVectors: number;
  /** Milliseconds since 1970, like `expiresAt`; null: it has always counted. */
  readonly notBefore: number | null;
  /** Null: never. */
  readonly expiresAt: number | null;
  readonly customer: string;
}

/** By the name that keys call them by. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

const VERSION = "AZL1";
const MAX_KEY_LENGTH = 4096;
const MAX_ID_LENGTH = 128;
const MAX_CUSTOMER_LENGTH = 256;
const SIGNATURE_BYTES = 64;
const PUBLIC_KEY_BYTES = 32;
const KID = /^[A-Za-z0-9._-]{1,64}$/;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Signs a key. @throws InvalidProductKey when it is none that `verify` would take */
export function issue(key: ProductKey, privateKey: KeyObject): string {
  const payload = {
    kid: key.kid,
    id: key.id,
    max_vectors: key.maxVectors,
    not_before: textOf(key.notBefore),
    expires_at: textOf(key.expiresAt),
    customer: key.customer,
  };
  read(payload);
  const signed = `${VERSION}.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
  const text = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
  if (text.length > MAX_KEY_LENGTH) throw tooLong();
  return text;
}

/**
 * Verifies a product key and returns its contents, whatever the time is: see `refuseUntimely`.
 * @throws InvalidProductKey
 */
export function verify(text: string, publicKeys: PublicKeys): ProductKey {
  if (text.length > MAX_KEY_LENGTH) throw tooLong();
  const [version, payload, signature, ...more] = text.split(".");
  if (payload === undefined || signature === undefined || more.length > 0) {
    throw new InvalidProductKey(`expected three parts with dots between them, as in ${VERSION}.xxx.yyy`);
  }
  if (version !== VERSION) throw new InvalidProductKey(`it does not begin with ${VERSION}`);
  const json = parse(bytesOf(payload, "second"));
  const bytes = bytesOf(signature, "third");
  if (bytes.length !== SIGNATURE_BYTES) {
    throw new InvalidProductKey(`its signature has ${bytes.length} bytes instead of ${SIGNATURE_BYTES}`);
  }
  const { kid } = json;
  if (typeof kid !== "string" || !KID.test(kid))
    throw new InvalidProductKey("it does not say who signed it (kid)");
  const publicKey = publicKeys.get(kid);
  if (!publicKey) throw new InvalidProductKey(unknownIssuer(kid));
  if (!verifySignature(null, Buffer.from(`${version}.${payload}`), publicKey, bytes)) {
    throw new InvalidProductKey("its signature does not match");
  }
  return read(json);
}

/** @throws InvalidProductKey when the key has not begun to count or does not count any more */
export function refuseUntimely({ notBefore, expiresAt }: ProductKey, now: number): void {
  if (notBefore !== null && now < notBefore) {
    throw new InvalidProductKey(`it is not valid before ${textOf(notBefore)}; here it is ${textOf(now)}`);
  }
  if (expiresAt !== null && now >= expiresAt)
    throw new InvalidProductKey(`it expired at ${textOf(expiresAt)}`);
}

/** `kid:base64url of the 32 bytes, ...`. @throws Error */
export function parsePublicKeys(text: string): PublicKeys {
  const keys = new Map<string, KeyObject>();
  if (text.trim() === "") return keys;
  for (const part of text.split(",")) {
    const [kid = "", x = "", ...more] = part.trim().split(":");
    if (!KID.test(kid) || more.length > 0) {
      throw new Error(`expected kid:key, ..., where a kid is 1 to 64 of A-Z a-z 0-9 . _ -, got "${part}"`);
    }
    if (keys.has(kid)) throw new Error(`expected each id once, but "${kid}" is there twice`);
    if (!isBase64url(x) || Buffer.from(x, "base64url").length !== PUBLIC_KEY_BYTES) {
      throw new Error(`expected ${PUBLIC_KEY_BYTES} bytes in base64url as the key of "${kid}"`);
    }
    keys.set(kid, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }));
  }
  return keys;
}

/** Whether keys can be called so. */
export function isKid(text: string): boolean {
  return KID.test(text);
}

/** Returns the error text for a key of an unknown issuer. */
function unknownIssuer(kid: string): string {
  return `it is signed by "${kid}", which is not among this server's license.public_keys`;
}

function tooLong(): InvalidProductKey {
  return new InvalidProductKey(`it is longer than ${MAX_KEY_LENGTH} characters`);
}

function bytesOf(part: string, which: "second" | "third"): Buffer {
  if (!isBase64url(part)) throw new InvalidProductKey(`its ${which} part is not base64url`);
  return Buffer.from(part, "base64url");
}

/** Without padding, and with nothing in the bits that stand for no byte. */
function isBase64url(text: string): boolean {
  return BASE64URL.test(text) && Buffer.from(text, "base64url").toString("base64url") === text;
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof json === "object" && json !== null && !Array.isArray(json))
      return json as Record<string, unknown>;
  } catch {
    // Said below; what the parser says would show a piece of the key.
  }
  throw new InvalidProductKey("its second part is not a JSON object");
}

/** The form of what was signed: an issuer that is trusted can be mistaken. */
function read(json: Record<string, unknown>): ProductKey {
  const { kid, id, max_vectors, not_before = null, expires_at, customer } = json;
  const isText = (value: unknown, least: number, most: number): value is string =>
    typeof value === "string" && value.length >= least && value.length <= most && !CONTROL.test(value);
  if (typeof kid !== "string" || !KID.test(kid)) throw malformed("kid", "1 to 64 of A-Z a-z 0-9 . _ -");
  if (!isText(id, 1, MAX_ID_LENGTH)) throw malformed("id", `a text of 1 to ${MAX_ID_LENGTH} characters`);
  if (!Number.isSafeInteger(max_vectors) || (max_vectors as number) < 1) {
    throw malformed("max_vectors", "an integer from 1 to 2^53 - 1");
  }
  if (!isText(customer ?? "", 0, MAX_CUSTOMER_LENGTH)) {
    throw malformed("customer", `a text of at most ${MAX_CUSTOMER_LENGTH} characters`);
  }
  const notBefore = momentOf("not_before", not_before);
  const expiresAt = momentOf("expires_at", expires_at);
  if (notBefore !== null && expiresAt !== null && notBefore >= expiresAt) {
    throw new InvalidProductKey("it expires before it begins");
  }
  return {
    kid,
    id,
    maxVectors: max_vectors as number,
    notBefore,
    expiresAt,
    customer: (customer as string | null | undefined) ?? "",
  };
}

function malformed(name: string, expected: string): InvalidProductKey {
  return new InvalidProductKey(`its ${name} is not ${expected}`);
}

function momentOf(name: string, value: unknown): number | null {
  if (value === null) return null;
  const moment = typeof value === "string" && RFC3339.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(moment)) throw malformed(name, "a time of RFC 3339, such as 2030-01-31T00:00:00Z");
  return moment;
}

function textOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
