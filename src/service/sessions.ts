// Use cases of sessions of the console: who the caller is, opening a session, ending it.
// The decision: a session is opened by the operations of signing in that all clients have, so wrong passwords are
// delayed and recorded alike. The id of a session is only in a cookie, which scripts cannot read, and in no answer.
import type { Owner, Sessions } from "../auth/sessions.ts";
import { Unauthenticated } from "../errors/auth.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { NotImplemented } from "../errors/server.ts";
import type { AdmittedCaller, Caller, Identity } from "../schema/caller.ts";
import { PERMISSION_BITS } from "../schema/permission.ts";
import type { OpenSession, Session } from "../schema/session.ts";
import type { AdminService } from "./admin.ts";

interface SessionParts {
  /** Null: the setting console_cookie is off. */
  readonly sessions: Sessions | null;
  readonly admin: Pick<AdminService, "login">;
  readonly authEnabled: () => boolean;
  identify(caller: Caller): Promise<Identity | null>;
  /** See Credentials.ownerOf. */
  ownerOf(credential: string): Promise<Owner | null>;
}

export class SessionsService {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async get({ caller }: AdmittedCaller): Promise<Session> {
    return this.#described(caller, await this.#parts.identify(caller));
  }

  /** @throws InvalidLogin, TooManyLogins, Unauthenticated for a token, NotImplemented without cookies */
  async open({ password, token }: OpenSession, admitted: AdmittedCaller): Promise<Session> {
    const { sessions, admin, ownerOf } = this.#parts;
    const { cookie } = admitted.caller;
    if (!sessions || !cookie)
      throw new NotImplemented(
        "a session is opened by the page of the console, where the setting console_cookie is on",
      );
    if ((password === undefined) === (token === undefined))
      throw new InvalidArgument("expected password or token, and not both");
    const credential = token ?? (await admin.login({ password: password! }, admitted)).token;
    const owner = credential === null ? null : await ownerOf(credential);
    if (owner === null) throw new Unauthenticated();
    if (cookie.id !== null) sessions.close(cookie.id);
    cookie.set(sessions.open(owner));
    return this.#described(admitted.caller, owner());
  }

  async close({ caller: { cookie } }: AdmittedCaller): Promise<true> {
    if (cookie?.id) this.#parts.sessions?.close(cookie.id);
    cookie?.clear();
    return true;
  }

  #described({ cookie }: Caller, identity: Identity | null): Session {
    const { sessions, authEnabled } = this.#parts;
    return {
      auth_enabled: authEnabled(),
      cookie: sessions !== null && cookie != null,
      identity: identity && { kind: identity.kind, permission: permissionOf(identity) },
    };
  }
}

type Permissions = NonNullable<Session["identity"]>["permission"];

function permissionOf(identity: Identity): Permissions {
  const has = (bit: number) => identity.kind === "admin" || (identity.permission & bit) !== 0;
  return [...PERMISSION_BITS].flatMap(([name, bit]) => (has(bit) ? [name as Permissions[number]] : []));
}
