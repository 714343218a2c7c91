// Use cases of the admin and the authentication switch: creating the admin, login, a new password, switching
// authentication on and off.
// The decision: a change is durable before the response, and is computed from the parameters of that moment, so of two
// concurrent requests to create the admin one succeeds. A setup code is consumed before the change that it permits, and
// restored if the change fails.
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
import type { AdmittedCaller } from "../schema/caller.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { AdminRecord, Params } from "../storage/params.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { audited } from "./audit.ts";

/** The one-time code of a server that has no admin yet, or whose password is lost. */
export interface SetupCode {
  /** Consumes the code. @returns whether it was the right one */
  take(code: string): boolean;
  restore(code: string): void;
  /** Makes the code invalid, when there is nothing left to use it for. */
  discard(): void;
}

/** The setting of the authentication switch in the configuration. */
export interface DeclaredAuth {
  readonly enabled: boolean;
  /** The names of the settings that decide it, for messages. */
  readonly by: string;
  /** The name of the setting that takes precedence, for messages. */
  readonly setting: string;
}

interface AdminParts {
  readonly params: ServerParams;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly setupCode: SetupCode;
  readonly audit: AuditLog;
  /** The setting in the configuration; null: it sets nothing. */
  readonly declared: DeclaredAuth | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class AdminService {
  readonly #parts: AdminParts;

  constructor(parts: AdminParts) {
    this.#parts = parts;
  }

  /** @throws AuthConfigured if the configuration says the opposite, because a restart would undo the change */
  setAuthEnabled({ enabled }: SetAuthEnabled, admitted: AdmittedCaller): Promise<true> {
    const { params, audit, declared } = this.#parts;
    return audited(audit, enabled ? "auth_enabled" : "auth_disabled", admitted, async () => {
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

  /** @throws UsernameExists, InvalidArgument if the password violates the policy */
  create({ password }: PasswordRequest, admitted: AdmittedCaller): Promise<Done> {
    const { params, setupCode, audit } = this.#parts;
    return audited(audit, "admin_created", admitted, async () => {
      if (params.current.admin) throw new UsernameExists();
      await this.#setPassword(password, admitted, (now) => {
        if (now) throw new UsernameExists();
        return { createdAt: this.#parts.now() };
      });
      setupCode.discard();
      return { status: "success", message: "User registered successfully" };
    });
  }

  /** Replaces the password. All admin tokens become invalid. @throws UserNotFound */
  resetPassword({ password }: PasswordRequest, admitted: AdmittedCaller): Promise<Done> {
    const { params, audit } = this.#parts;
    return audited(audit, "password_reset", admitted, async () => {
      if (!params.current.admin) throw new UserNotFound();
      await this.#setPassword(password, admitted, (now) => {
        if (!now) throw new UserNotFound();
        return now;
      });
      return { status: "success", message: "Password reset successfully" };
    });
  }

  /** @throws InvalidLogin, TooManyLogins */
  async login({ password }: PasswordRequest, admitted: AdmittedCaller): Promise<Login> {
    const { params, throttle, audit, now } = this.#parts;
    const { address, isLocal } = admitted.caller;
    // An attempt that is throttled is not recorded; a flood of them would displace all other records.
    const attempt = throttle.begin(address, isLocal);
    return audited(audit, "login", admitted, async () => {
      // If the password is replaced meanwhile, the token has the earlier version and is void.
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

  /** @param adminOf makes the record with the new password from the current one; it may throw */
  async #setPassword(
    password: string,
    admitted: AdmittedCaller,
    adminOf: (now: Params["admin"]) => Omit<AdminRecord, "password">,
  ): Promise<void> {
    const { params, hasher } = this.#parts;
    checkPassword(password);
    const record = await hasher.hash(password);
    await this.#usingCode(admitted, () =>
      params.change((now) => {
        const admin = { ...adminOf(now.admin), password: record };
        return { next: { ...now, admin, adminVersion: now.adminVersion + 1 }, result: undefined };
      }),
    );
  }

  /** Runs a change that the setup code may permit, and consumes the code: of two requests with it, one succeeds. */
  async #usingCode(admitted: AdmittedCaller, work: () => Promise<void>): Promise<void> {
    const { setupCode } = this.#parts;
    if (admitted.by?.kind !== "setup_code") return work();
    const code = admitted.caller.setupCode!;
    if (!setupCode.take(code)) throw new Unauthenticated();
    try {
      await work();
    } catch (error) {
      setupCode.restore(code);
      throw error;
    }
  }

  async #isPassword(password: string, admin: AdminRecord): Promise<boolean> {
    const { hasher } = this.#parts;
    if (!(await hasher.verify(password, admin.password))) return false;
    if (hasher.needsRehash(admin.password)) await this.#rehash(password, admin);
    return true;
  }

  /** Stores the password with the current cost, unless another password was set meanwhile. */
  async #rehash(password: string, before: AdminRecord): Promise<void> {
    const { params, hasher } = this.#parts;
    try {
      const record = await hasher.hash(password);
      await params.change((now) => ({
        next: now.admin === before ? { ...now, admin: { ...before, password: record } } : null,
        result: undefined,
      }));
    } catch {
      // The login succeeds all the same; the next one tries again.
    }
  }
}
