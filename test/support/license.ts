// An issuer of product keys for tests, generated for each run, so that the repository contains no private key.
import { sign } from "node:crypto";
import { type Issuer, makeIssuer } from "../../src/license/issuer.ts";
import { issue, type ProductKey, type PublicKeys, parsePublicKeys } from "../../src/license/key.ts";

export class ThrowAwayIssuer {
  readonly kid: string;
  /** The value of AZIMUTH_LICENSE__PUBLIC_KEYS. */
  readonly setting: string;
  readonly publicKeys: PublicKeys;
  readonly #issuer: Issuer;
  #issued = 0;

  constructor(kid = "test") {
    this.#issuer = makeIssuer(kid).issuer;
    this.kid = kid;
    this.setting = this.#issuer.publicKey;
    this.publicKeys = parsePublicKeys(this.setting);
  }

  /** Makes a key with a new id that is always valid, unless `other` says otherwise. */
  key(maxVectors: number, other: Partial<ProductKey> = {}): string {
    const { kid } = this;
    const id = `license-${++this.#issued}`;
    const key = { kid, id, maxVectors, notBefore: null, expiresAt: null, customer: "a test", ...other };
    return issue(key, this.#issuer.privateKey);
  }

  /** Signs any payload, also an invalid one. */
  sign(payload: unknown): string {
    const signed = `AZL1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
    return `${signed}.${sign(null, Buffer.from(signed), this.#issuer.privateKey).toString("base64url")}`;
  }
}

/** Adds a product key like the local UI. @param uiUrl of the port 6575 of the server */
export async function addLicense(uiUrl: string, product_key: string): Promise<void> {
  const response = await fetch(`${uiUrl}/api/service/licenses/add`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ product_key }),
  });
  if (!response.ok) throw new Error(await response.text());
}
