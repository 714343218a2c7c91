// The sessions of browsers that are signed in to the console, by the id in their cookie.
// The decision: a session is kept in memory and on one server only, so nothing on disk signs anybody in and a restart
// ends all of them. It has no credential, but a function that identifies its owner by the parameters of that moment, so
// it ends with its token or password. It ends after an hour without a request, and after twelve in any case.
import type { Identity } from "../schema/caller.ts";

export const IDLE_SESSION_MS = 3_600_000;
export const MAX_SESSION_MS = 12 * IDLE_SESSION_MS;
const ID_BYTES = 32;
/** The session that was not used for the longest time ends when there are more. */
const MAX_SESSIONS = 1_000;

/** Returns the owner; null: what the session was opened with is no longer valid. */
export type Owner = () => Identity | null;

interface Session {
  readonly owner: Owner;
  readonly openedAt: number;
}

export class Sessions {
  readonly #now: () => number;
  readonly #randomBytes: (count: number) => Uint8Array;
  /** Those that were used last are at the end. */
  readonly #sessions = new Map<string, Session & { readonly usedAt: number }>();

  /**
   * @param now milliseconds since 1970
   * @param randomBytes a generator that is fit for secrets
   */
  constructor(now: () => number, randomBytes: (count: number) => Uint8Array) {
    this.#now = now;
    this.#randomBytes = randomBytes;
  }

  /** @returns the id, which is the secret of the session */
  open(owner: Owner): string {
    for (const [id, session] of this.#sessions) {
      if (!this.#hasEnded(session) && this.#sessions.size < MAX_SESSIONS) break;
      this.#sessions.delete(id);
    }
    const id = Buffer.from(this.#randomBytes(ID_BYTES)).toString("base64url");
    const now = this.#now();
    this.#sessions.set(id, { owner, openedAt: now, usedAt: now });
    return id;
  }

  /** Returns the owner of a session, and notes that it was used; null: there is none, or it has ended. */
  identify(id: string): Identity | null {
    const session = this.#sessions.get(id);
    if (session === undefined) return null;
    const identity = this.#hasEnded(session) ? null : session.owner();
    this.#sessions.delete(id);
    if (identity !== null) this.#sessions.set(id, { ...session, usedAt: this.#now() });
    return identity;
  }

  close(id: string): void {
    this.#sessions.delete(id);
  }

  #hasEnded({ openedAt, usedAt }: Session & { readonly usedAt: number }): boolean {
    const now = this.#now();
    return now >= usedAt + IDLE_SESSION_MS || now >= openedAt + MAX_SESSION_MS;
  }
}
