// Encrypts the text of the shared parameters of a cluster with a key that only its servers have.
// The decision: the log of a server, its checkpoints, its backups and its followers have the text as well, so it is
// encrypted where it is made, and no copy of the data contains a secret in clear. AES-256-GCM detects every changed
// bit, and a text of another cluster. The secret has 244 random bits, so no slow function has to derive the key.
//
// base64url of: 12 bytes nonce, 16 bytes tag, the encrypted text
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OPTIONS = { authTagLength: TAG_BYTES };
const PURPOSE = "azimuth shared parameters";

export class DocumentCipher {
  readonly #key: Uint8Array;

  /** @param secret of the log of the cluster */
  constructor(secret: string) {
    this.#key = new Uint8Array(hkdfSync("sha256", secret, "", PURPOSE, KEY_BYTES));
  }

  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce, OPTIONS);
    const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), data]).toString("base64url");
  }

  /** Returns the text; null: it was encrypted with another key, or has changed. */
  decrypt(document: string): string | null {
    const bytes = Buffer.from(document, "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), OPTIONS);
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const data = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(data), decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }
}
