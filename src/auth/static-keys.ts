// API keys that the environment gives to a server: one that may do what any access token may, and one that may only read.
// The decision: what is kept of a key is its SHA-256, and a credential is compared with every key in constant time, so neither
// how long it takes nor what the process holds tells anything. A key changes by a restart; there is no record of it on the disk.
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

  /** Null: it is none of these keys. */
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
