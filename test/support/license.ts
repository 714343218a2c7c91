// An issuer for the tests that need one: made at random for one run, so that there is no key to be found in the repository.
import { sign } from "node:crypto";
import { type Issuer, makeIssuer } from "../../src/license/issuer.ts";
import { issue, type ProductKey, type PublicKeys, parsePublicKeys } from "../../src/license/key.ts";

export class ThrowAwayIssuer {
  readonly kid: string;
  /** What AZIMUTH_LICENSE__PUBLIC_KEYS is set to. */
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

  /** A key of an id of its own that counts from ever for ever, unless told otherwise. */
  key(maxVectors: number, other: Partial<ProductKey> = {}): string {
    const { kid } = this;
    const id = `license-${++this.#issued}`;
    const key = { kid, id, maxVectors, notBefore: null, expiresAt: null, customer: "a test", ...other };
    return issue(key, this.#issuer.privateKey);
  }

  /** Signs whatever it is given, also what no issuer would. */
  sign(payload: unknown): string {
    const signed = `AZL1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}`;
    return `${signed}.${sign(null, Buffer.from(signed), this.#issuer.privateKey).toString("base64url")}`;
  }
}

/** Adds a product key as the local UI does. @param uiUrl of the port 6575 of the server */
export async function addLicense(uiUrl: string, product_key: string): Promise<void> {
  const response = await fetch(`${uiUrl}/api/service/licenses/add`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ product_key }),
  });
  if (!response.ok) throw new Error(await response.text());
}
