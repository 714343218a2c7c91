// API keys that the environment gives to a server: one with all permissions of an access token, and one that may only
// read.
// The decision: only the SHA-256 of a key is kept, and a credential is compared with every key in constant time, so
// neither the time nor the memory of the process tells anything. A key is changed by a restart; it is not stored on
// disk.
import { createHash, timingSafeEqual } from "node:crypto";
import type { Identity } from "../schema/caller.ts";
import { ADMIN, READ, WRITE } from "../schema/permission.ts";

export interface GivenKeys {
  readonly apiKey: string | null;
  readonly readOnlyApiKey: string | null;
}

interface KnownKey {
  readonly hash: Buffer;
  readonly identity: Identity;
}

export class StaticKeys {
  readonly #keys: readonly KnownKey[];

  constructor({ apiKey, readOnlyApiKey }: GivenKeys) {
    const known = (key: string | null, identity: Identity) =>
      key === null ? [] : [{ hash: hashOf(key), identity }];
    this.#keys = [
      ...known(apiKey, { kind: "api_key", permission: READ | WRITE | ADMIN }),
      ...known(readOnlyApiKey, { kind: "read_only_api_key", permission: READ }),
    ];
  }

  /** Returns null if the credential is neither of these keys. */
  identify(credential: string): Identity | null {
    if (this.#keys.length === 0) return null;
    const hash = hashOf(credential);
    let found: Identity | null = null;
    for (const key of this.#keys) if (timingSafeEqual(hash, key.hash)) found ??= key.identity;
    return found;
  }
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
