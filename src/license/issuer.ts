// An issuer of product keys: a private key with the name by which its public key is found.
// The decision: it is stored as a JWK (RFC 8037), which has a field for the name, so an issuer is one file.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { isKid } from "./key.ts";

export interface Issuer {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** As `license.public_keys` wants it. */
  readonly publicKey: string;
}

/** @returns the issuer, and the text to be kept of it. @throws InvalidArgument for a name that keys cannot have */
export function makeIssuer(kid: string): { issuer: Issuer; secret: string } {
  if (!isKid(kid)) throw new InvalidArgument(`kid: expected 1 to 64 of A-Z a-z 0-9 . _ -, got "${kid}"`);
  const { privateKey } = generateKeyPairSync("ed25519");
  const secret = `${JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid })}\n`;
  return { issuer: readIssuer(secret), secret };
}

export function newLicenseId(): string {
  return randomUUID();
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
