// Use cases of the admin and the switch: first steps, login, a new password, authentication on and off.
// The decision: a change is durable before it is answered, and made out of the parameters as they are in that moment, so of
// two first admins one is. A setup code is used up before the change that it allows, and given back if that fails.
import { ADMIN_TOKEN_SECONDS, signAdminToken } from "../auth/admin-token.ts";
import { checkPassword, type PasswordHasher } from "../auth/password.ts";
import type { LoginThrottle } from "../auth/throttle.ts";
import {
  AuthConfigured,
  InvalidLogin,
  Unauthenticated,
  UserNotFound,
  UsernameExists,
} from "../errors/auth.ts";
import type { Done, Login, PasswordRequest, SetAuthEnabled } from "../schema/admin.ts";
import type { Asker } from "../schema/caller.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { AdminRecord, Params } from "../storage/params.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { audited } from "./audit.ts";

/** The one-time code of a server that has no admin yet, or whose password is lost. */
export interface SetupCode {
  /** Uses it up. @returns whether this was it */
  take(code: string): boolean;
  giveBack(code: string): void;
  /** There is nothing any more that it could be used for. */
  discard(): void;
}

/** What the configuration says about the switch. */
export interface DeclaredAuth {
  readonly enabled: boolean;
  /** Which settings say so, for people. */
  readonly by: string;
  /** The setting that has the last word, for people. */
  readonly setting: string;
}

interface AdminParts {
  readonly params: ServerParams;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly setupCode: SetupCode;
  readonly audit: AuditLog;
  /** Null: it says nothing. */
  readonly declared: DeclaredAuth | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class AdminService {
  readonly #parts: AdminParts;

  constructor(parts: AdminParts) {
    this.#parts = parts;
  }

  /** @throws AuthConfigured when the configuration says the opposite: a change that a restart undoes is none */
  setAuthEnabled({ enabled }: SetAuthEnabled, asker: Asker): Promise<true> {
    const { params, audit, declared } = this.#parts;
    return audited(audit, enabled ? "auth_enabled" : "auth_disabled", asker, async () => {
      if (declared !== null && declared.enabled !== enabled)
        throw new AuthConfigured(declared.enabled, declared.by, declared.setting);
      return params.change((now) => ({
        next: now.authEnabled === enabled ? null : { ...now, authEnabled: enabled },
        result: true,
      }));
    });
  }

  async exists(): Promise<boolean> {
    return this.#parts.params.current.admin !== null;
  }

  /** @throws UsernameExists, InvalidArgument when the password misses the policy */
  create({ password }: PasswordRequest, asker: Asker): Promise<Done> {
    const { params, setupCode, audit } = this.#parts;
    return audited(audit, "admin_created", asker, async () => {
      if (params.current.admin) throw new UsernameExists();
      await this.#setPassword(password, asker, (now) => {
        if (now) throw new UsernameExists();
        return { createdAt: this.#parts.now() };
      });
      setupCode.discard();
      return { status: "success", message: "User registered successfully" };
    });
  }

  /** Everybody who is logged in has to log in again. @throws UserNotFound */
  resetPassword({ password }: PasswordRequest, asker: Asker): Promise<Done> {
    const { params, audit } = this.#parts;
    return audited(audit, "password_reset", asker, async () => {
      if (!params.current.admin) throw new UserNotFound();
      await this.#setPassword(password, asker, (now) => {
        if (!now) throw new UserNotFound();
        return now;
      });
      return { status: "success", message: "Password reset successfully" };
    });
  }

  /** @throws InvalidLogin, TooManyLogins */
  async login({ password }: PasswordRequest, asker: Asker): Promise<Login> {
    const { params, throttle, audit, now } = this.#parts;
    const { address, isLocal } = asker.caller;
    // Who has to wait is not put on record: a flood would wash everything else out of it.
    const attempt = throttle.begin(address, isLocal);
    return audited(audit, "login", asker, async () => {
      // Should the password be replaced meanwhile, the token is of the version before, and void.
      const { jwtSecret, adminVersion, admin } = params.current;
      let isRight = false;
      try {
        isRight = admin !== null && (await this.#isPassword(password, admin));
      } catch (error) {
        attempt.unjudged();
        throw error;
      }
      if (!isRight) {
        attempt.failed();
        throw new InvalidLogin();
      }
      attempt.succeeded();
      const token = await signAdminToken(jwtSecret, adminVersion, now());
      return { token, message: "Login successful", expires_in: ADMIN_TOKEN_SECONDS };
    });
  }

  /** @param adminOf makes the admin who gets the password out of the one there is; may throw */
  async #setPassword(
    password: string,
    asker: Asker,
    adminOf: (now: Params["admin"]) => Omit<AdminRecord, "password">,
  ): Promise<void> {
    const { params, hasher } = this.#parts;
    checkPassword(password);
    const record = await hasher.hash(password);
    await this.#usingCode(asker, () =>
      params.change((now) => {
        const admin = { ...adminOf(now.admin), password: record };
        return { next: { ...now, admin, adminVersion: now.adminVersion + 1 }, result: undefined };
      }),
    );
  }

  /** Whoever was let in by the code uses it up: of two who come with it, one gets through. */
  async #usingCode(asker: Asker, work: () => Promise<void>): Promise<void> {
    const { setupCode } = this.#parts;
    if (asker.by?.kind !== "setup_code") return work();
    const code = asker.caller.setupCode!;
    if (!setupCode.take(code)) throw new Unauthenticated();
    try {
      await work();
    } catch (error) {
      setupCode.giveBack(code);
      throw error;
    }
  }

  async #isPassword(password: string, admin: AdminRecord): Promise<boolean> {
    const { hasher } = this.#parts;
    if (!(await hasher.verify(password, admin.password))) return false;
    if (hasher.needsRehash(admin.password)) await this.#rehash(password, admin);
    return true;
  }

  /** With the cost that holds now; should somebody have set another password meanwhile, that stays. */
  async #rehash(password: string, before: AdminRecord): Promise<void> {
    const { params, hasher } = this.#parts;
    try {
      const record = await hasher.hash(password);
      await params.change((now) => ({
        next: now.admin === before ? { ...now, admin: { ...before, password: record } } : null,
        result: undefined,
      }));
    } catch {
      // Who knows the password gets in all the same; the next login tries again.
    }
  }
}
