// What a login yields: a JSON Web Token that says "admin" for an hour, signed with the server's own secret.
// The decision: one algorithm, one spelling. jose would take any algorithm that fits the key unless told which, and
// base64url can write the same bytes in several ways: a token that is changed in any character is none of ours.
import { randomUUID } from "node:crypto";
import { type JWTVerifyOptions, jwtVerify, SignJWT } from "jose";

export const ADMIN_TOKEN_SECONDS = 3_600;
const NAME = "azimuth";
const SUBJECT = "admin";
const ALGORITHM = "HS256";
/** How far the clocks may be apart that signed and that checks: the same one, before and after it was set right. */
const TOLERANCE_SECONDS = 5;
/** Ours have some 300 characters. What is longer is not worth a signature. */
const LONGEST = 1_024;

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
 * @param version tokens of another one are void
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

/** Never rejects: whatever is wrong with a token, it is none. */
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

/** Three parts, each in the one way in which base64url writes its bytes. */
function isWellWritten(text: string): boolean {
  if (text.length > LONGEST) return false;
  const parts = text.split(".");
  return (
    parts.length === 3 && parts.every((part) => Buffer.from(part, "base64url").toString("base64url") === part)
  );
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
