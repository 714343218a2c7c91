// Admin tokens: what a login returns. They are JSON Web Tokens, valid for an hour, signed with the server's own secret.
// The decision: one algorithm and one spelling. jose accepts every algorithm that fits the key unless it is told which
// one, and base64url can write the same bytes in several ways; a token with any character changed is refused.
import { randomUUID } from "node:crypto";
import { type JWTVerifyOptions, jwtVerify, SignJWT } from "jose";

export const ADMIN_TOKEN_SECONDS = 3_600;
const NAME = "azimuth";
const SUBJECT = "admin";
const ALGORITHM = "HS256";
/**
 * Tolerated difference, in seconds, between the clock that signed and the one that checks. It is the same clock,
 * possibly corrected in between.
 */
const TOLERANCE_SECONDS = 5;
/** Our tokens have some 300 characters. The signature of a longer one is not checked. */
const MAX_TOKEN_LENGTH = 1_024;

const CHECKS = {
  algorithms: [ALGORITHM],
  issuer: NAME,
  audience: NAME,
  subject: SUBJECT,
  requiredClaims: ["exp", "iat", "jti", "ver"],
  maxTokenAge: ADMIN_TOKEN_SECONDS,
  clockTolerance: TOLERANCE_SECONDS,
} satisfies JWTVerifyOptions;

/**
 * @param version of the credentials; tokens of another version are void
 * @param now milliseconds since 1970
 */
export function signAdminToken(secret: string, version: number, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ ver: version })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setIssuer(NAME)
    .setAudience(NAME)
    .setSubject(SUBJECT)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ADMIN_TOKEN_SECONDS)
    .setJti(randomUUID())
    .sign(keyOf(secret));
}

/** Tells whether a text is a valid admin token. It never rejects: every fault gives false. */
export async function isAdminToken(
  text: string,
  secret: string,
  version: number,
  now: number,
): Promise<boolean> {
  if (!isWellWritten(text)) return false;
  try {
    const { payload } = await jwtVerify(text, keyOf(secret), { ...CHECKS, currentDate: new Date(now) });
    return payload.ver === version;
  } catch {
    return false;
  }
}

/** Tells whether a text has three parts, each in the canonical spelling of base64url. */
function isWellWritten(text: string): boolean {
  if (text.length > MAX_TOKEN_LENGTH) return false;
  const parts = text.split(".");
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, "base64url").toString("base64url") === part)
  );
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
