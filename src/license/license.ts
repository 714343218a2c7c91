// The vector limit of the server, from its product keys at this moment.
// The decision: the limit is computed from the signed texts and the time, so there is no other state that could be
// changed. Time only goes forward: the latest time ever seen counts, so setting the clock back revives no key. Without
// a valid key, a server has the Community limit.
import { InvalidProductKey } from "../errors/auth.ts";
import type { LicenseKey, LicenseStatus } from "../schema/license.ts";
import { type ProductKey, type PublicKeys, verify } from "./key.ts";

/** A clock that is behind by less says nothing: it was set by the network. */
const NOTABLE_MS = 3_600_000;

interface LicenseParts {
  /** The product keys as they were given; the same array as long as they are the same. */
  readonly keys: () => readonly string[];
  readonly publicKeys: PublicKeys;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The latest time that earlier runs have seen. */
  readonly latestTime?: number;
}

export class License {
  readonly #parts: LicenseParts;
  #latestTime: number;
  /** The results of verification, by text: verification takes a while, and the public keys do not change. */
  readonly #verified = new Map<string, ProductKey | InvalidProductKey>();
  /** The cached result of `maxVectors` for the same keys, valid until a time. */
  #cached: { readonly keys: readonly string[]; readonly until: number; readonly maxVectors: number } | null =
    null;

  constructor(parts: LicenseParts) {
    this.#parts = parts;
    this.#latestTime = parts.latestTime ?? 0;
  }

  /** The time that counts: the latest that was ever seen. */
  get latestTime(): number {
    this.#latestTime = Math.max(this.#latestTime, this.#parts.now());
    return this.#latestTime;
  }

  /** Milliseconds until what the keys come to changes, on a clock that may be behind; null: it does not. */
  get changesInMs(): number | null {
    const [next] = changesAfter(this.#keys(), this.latestTime);
    return next === undefined ? null : next - this.#parts.now();
  }

  status(): LicenseStatus {
    const now = this.latestTime;
    const keys = this.#keys();
    const { edition, maxVectors } = capacityAt(keys, now);
    const change = changesAfter(keys, now).find((moment) => {
      const then = capacityAt(keys, moment);
      return then.edition !== edition || then.maxVectors !== maxVectors;
    });
    // The spec has it that a Community instance says null, also when a key is about to begin.
    const expires = edition === "community" || change === undefined ? null : new Date(change).toISOString();
    return { edition, max_vectors: maxVectors, expires_at: expires };
  }

  /** Returns the keys in the order in which they were added. Invalid ones are among the warnings. */
  list(): LicenseKey[] {
    const keys = this.#keys();
    const counting = countingAt(keys, this.latestTime);
    return keys.map((key) => ({
      id: key.id,
      customer: key.customer,
      max_vectors: key.maxVectors,
      not_before: timeOf(key.notBefore),
      expires_at: timeOf(key.expiresAt),
      counts: counting.get(key.id) === key,
    }));
  }

  /** Asked with every write. */
  maxVectors(): number {
    const now = this.latestTime;
    const texts = this.#parts.keys();
    if (this.#cached?.keys === texts && now < this.#cached.until) return this.#cached.maxVectors;
    const keys = this.#keys();
    const { maxVectors } = capacityAt(keys, now);
    const [until = Number.POSITIVE_INFINITY] = changesAfter(keys, now);
    this.#cached = { keys: texts, until, maxVectors };
    return maxVectors;
  }

  /** Returns warnings for the operator: invalid keys, and a clock that is behind. */
  warnings(): string[] {
    const now = this.latestTime;
    const warnings = this.#all().flatMap((key) => {
      if (key instanceof InvalidProductKey) return `a license does not count: ${key.message}`;
      const expired = key.expiresAt !== null && key.expiresAt <= now;
      return expired
        ? `license ${key.id} does not count: it expired at ${new Date(key.expiresAt).toISOString()}`
        : [];
    });
    const behindMs = now - this.#parts.now();
    if (behindMs < NOTABLE_MS || this.#parts.keys().length === 0) return warnings;
    const time = new Date(now).toISOString();
    return [...warnings, `the clock was turned back: licenses go by the latest time that was seen, ${time}`];
  }

  #keys(): ProductKey[] {
    return this.#all().flatMap((key) => (key instanceof InvalidProductKey ? [] : key));
  }

  #all(): (ProductKey | InvalidProductKey)[] {
    return this.#parts.keys().map((text) => {
      const known = this.#verified.get(text);
      if (known) return known;
      const result = this.#verify(text);
      this.#verified.set(text, result);
      return result;
    });
  }

  /** A key that counted once may be of an issuer that the server does not know any more. */
  #verify(text: string): ProductKey | InvalidProductKey {
    try {
      return verify(text, this.#parts.publicKeys);
    } catch (error) {
      if (error instanceof InvalidProductKey) return error;
      throw error;
    }
  }
}

// A license is an id. Of several keys of one id the largest that is in force counts, so a license can be prolonged by
// a second key without being counted twice meanwhile.

/** The vector limit of a server without a product key. */
const COMMUNITY_VECTORS = 5_000;

interface Capacity {
  readonly edition: LicenseStatus["edition"];
  readonly maxVectors: number;
}

/** Returns the key that counts of each license. */
function countingAt(keys: readonly ProductKey[], moment: number): ReadonlyMap<string, ProductKey> {
  const largest = new Map<string, ProductKey>();
  for (const key of keys) {
    const before = largest.get(key.id);
    if (isInForce(key, moment) && !(before && before.maxVectors >= key.maxVectors)) largest.set(key.id, key);
  }
  return largest;
}

function capacityAt(keys: readonly ProductKey[], moment: number): Capacity {
  const counting = countingAt(keys, moment);
  if (counting.size === 0) return { edition: "community", maxVectors: COMMUNITY_VECTORS };
  const sum = [...counting.values()].reduce((total, key) => total + key.maxVectors, 0);
  // Larger numbers are not exact.
  const maxVectors = Math.min(Number.MAX_SAFE_INTEGER, Math.max(COMMUNITY_VECTORS, sum));
  return { edition: "licensed", maxVectors };
}

/** The moments after this one at which a key begins or ends, in order. */
function changesAfter(keys: readonly ProductKey[], moment: number): number[] {
  const moments = keys.flatMap(({ notBefore, expiresAt }) => [notBefore ?? moment, expiresAt ?? moment]);
  return moments.filter((later) => later > moment).sort((a, b) => a - b);
}

function timeOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

/** A key ends at `expiresAt`, not after it. */
function isInForce({ notBefore, expiresAt }: ProductKey, moment: number): boolean {
  return (notBefore === null || moment >= notBefore) && (expiresAt === null || moment < expiresAt);
}
