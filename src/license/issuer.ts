// Whoever issues product keys: a private key with the name that public keys are found by.
// The decision: it is kept as a JWK (RFC 8037), which has room for the name, so one file is all that an issuer is.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";

export interface Issuer {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** As `license.public_keys` wants it. */
  readonly publicKey: string;
}

/** @returns the issuer, and the text to be kept of it */
export function makeIssuer(kid: string): { issuer: Issuer; secret: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const secret = `${JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid })}\n`;
  return { issuer: readIssuer(secret), secret };
}

/** Reads what `makeIssuer` gave to be kept. @throws Error that shows nothing of it */
export function readIssuer(secret: string): Issuer {
  try {
    const { kty, crv, x, d, kid } = JSON.parse(secret) as Record<string, string>;
    const privateKey = createPrivateKey({ key: { kty, crv, x, d }, format: "jwk" });
    if (privateKey.asymmetricKeyType === "ed25519" && typeof kid === "string")
      return { kid, privateKey, publicKey: `${kid}:${x}` };
  } catch {
    // Said below; what the parser says would show a piece of the key.
  }
  throw new Error("it is not the private key of an issuer, as azimuth license keygen makes it");
}
