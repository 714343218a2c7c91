// Finds the identity of a credential. REST, gRPC and port 6575 call this for every request.
// The decision: it reads the current parameters each time and caches no result, so a credential that was rotated,
// deleted, reset or switched off is void at once.
import type { Identity } from "../schema/caller.ts";
import type { Params, TokenRecord } from "../storage/params.ts";
import { idOf, isToken } from "./access-token.ts";
import { isAdminToken } from "./admin-token.ts";
import type { Owner } from "./sessions.ts";
import type { StaticKeys } from "./static-keys.ts";

/** The parameters at this moment. Every change makes a new object. */
interface CurrentParams {
  readonly current: Params;
}

export class Credentials {
  readonly #params: CurrentParams;
  readonly #keys: StaticKeys;
  readonly #now: () => number;
  readonly #lastUses = new Map<number, number>();
  #listed: readonly TokenRecord[] | null = null;
  #byId: ReadonlyMap<number, TokenRecord> = new Map();

  /**
   * @param now milliseconds since 1970
   * @param keys those of the environment
   */
  constructor(params: CurrentParams, now: () => number, keys: StaticKeys) {
    this.#params = params;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * Returns null for a credential that is unknown, void or expired. It does not say which, so that a guess learns
   * nothing.
   */
  async identify(credential: string): Promise<Identity | null> {
    const owner = this.#keys.identify(credential);
    if (owner) return owner;
    const id = idOf(credential);
    return id === null ? this.#admin(credential) : this.#token(id, credential);
  }

  /**
   * Returns a function that identifies the owner of a credential again without it, for a session; null if the
   * credential is not valid. The function returns null once the token or the password is no longer the same.
   */
  async ownerOf(credential: string): Promise<Owner | null> {
    const identity = await this.identify(credential);
    if (identity === null) return null;
    const { adminVersion, jwtSecret } = this.#params.current;
    if (identity.kind === "admin")
      return () => (this.#isCurrent(adminVersion, jwtSecret) ? { kind: "admin" } : null);
    if (identity.kind !== "token") return () => identity;
    const { id } = identity;
    const { hash } = this.#tokens().get(id)!;
    return () => this.#owned(id, (record) => record.hash === hash);
  }

  /**
   * Returns when each token was last used since the start, by id. The times are stored with the next change of the
   * parameters.
   */
  lastUses(): ReadonlyMap<number, number> {
    return this.#lastUses;
  }

  #token(id: number, value: string): Identity | null {
    // An unknown id takes as long as a known one.
    if (!isToken(value, this.#tokens().get(id))) return null;
    return this.#owned(id, () => true);
  }

  #owned(id: number, isMeant: (record: TokenRecord) => boolean): Identity | null {
    const record = this.#tokens().get(id);
    const now = this.#now();
    if (record === undefined || !isMeant(record) || isExpired(record, now)) return null;
    this.#lastUses.set(id, now);
    return { kind: "token", id, permission: record.permission };
  }

  async #admin(text: string): Promise<Identity | null> {
    const { adminVersion, jwtSecret } = this.#params.current;
    if (!(await isAdminToken(text, jwtSecret, adminVersion, this.#now()))) return null;
    // The password may have been reset while the signature was checked.
    return this.#isCurrent(adminVersion, jwtSecret) ? { kind: "admin" } : null;
  }

  #isCurrent(adminVersion: number, jwtSecret: string): boolean {
    const { current } = this.#params;
    return current.admin !== null && current.adminVersion === adminVersion && current.jwtSecret === jwtSecret;
  }

  /**
   * Returns the tokens by id. The map is kept until they change, because there may be thousands and every request needs
   * one.
   */
  #tokens(): ReadonlyMap<number, TokenRecord> {
    const { tokens } = this.#params.current;
    if (tokens !== this.#listed) {
      this.#byId = new Map(tokens.map((token) => [token.id, token]));
      this.#listed = tokens;
      for (const id of this.#lastUses.keys()) if (!this.#byId.has(id)) this.#lastUses.delete(id);
    }
    return this.#byId;
  }
}

function isExpired({ expiredAt }: TokenRecord, now: number): boolean {
  return expiredAt !== null && now >= expiredAt;
}
