// The security of this server: its parameters, the verification of credentials, and the services for them.
// The decision: all listeners share one object, so a change through one of them takes effect on all at once.
import { randomBytes, randomInt } from "node:crypto";
import type { Access } from "../api/admit.ts";
import { identityOf } from "../api/caller-identity.ts";
import type { Services } from "../api/operation.ts";
import { Credentials } from "../auth/identify.ts";
import type { PasswordHasher } from "../auth/password.ts";
import { Sessions } from "../auth/sessions.ts";
import { isSetupCode } from "../auth/setup-code.ts";
import type { StaticKeys } from "../auth/static-keys.ts";
import { LoginThrottle } from "../auth/throttle.ts";
import type { PublicKeys } from "../license/key.ts";
import { License } from "../license/license.ts";
import type { Clock } from "../scheduling/clock.ts";
import { AdminService, type DeclaredAuth, type SetupCode } from "../service/admin.ts";
import { LicensesService } from "../service/licenses.ts";
import { SessionsService } from "../service/sessions.ts";
import { TokensService } from "../service/tokens.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { FileSystem } from "../storage/fs.ts";
import type { ServedParams } from "../storage/node-params.ts";
import { readOwnSetupCode } from "../storage/node-setup-code.ts";
import type { Params, TokenRecord } from "../storage/params.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { removeSetupCode, restoreSetupCode } from "../storage/setup-code.ts";

interface SecurityParts {
  readonly params: ServerParams;
  /** Told when requests are about to be served; absent: it need not know. */
  readonly store?: Pick<ServedParams, "serve">;
  readonly setupCode: SetupCode & { current(): string | null };
  readonly hasher: PasswordHasher;
  readonly publicKeys: PublicKeys;
  /** Those of the environment. */
  readonly keys: StaticKeys;
  /** The switch of the configuration; null if it is not set. */
  readonly declared: DeclaredAuth | null;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Whether the console is signed in by a cookie; absent: it is. */
  readonly consoleCookie?: boolean;
}

/** When tokens were used last is stored so often, and at the end. */
const STORE_USES_MS = 600_000;
const SECRET_BYTES = 32;
/** Far enough below 2^53 to be counted up from. */
const MAX_FIRST_VERSION = 2 ** 47;

export class Security {
  readonly access: Access;
  readonly license: License;
  readonly services: Pick<Services, "admin" | "tokens" | "licenses" | "sessions">;
  /** The parameters and the audit log, for other services of the admin. */
  readonly stored: Pick<SecurityParts, "params" | "audit">;
  readonly #parts: SecurityParts;
  readonly #credentials: Credentials;
  #cancel: (() => void) | null = null;

  constructor(parts: SecurityParts) {
    this.#parts = parts;
    this.stored = parts;
    const { params, setupCode, publicKeys, keys, declared, audit, clock, consoleCookie = true } = parts;
    const now = () => clock.now();
    const credentials = new Credentials(params, now, keys);
    this.#credentials = credentials;
    const sessions = consoleCookie ? new Sessions(now, randomBytes) : null;
    this.access = {
      get authEnabled() {
        return declared?.enabled ?? params.current.authEnabled;
      },
      get hasAdmin() {
        return params.current.admin !== null;
      },
      identify: (credential) => credentials.identify(credential),
      identifySession: (id) => sessions?.identify(id) ?? null,
      isSetupCode: (code) => isSetupCode(code, setupCode.current()),
    };
    const { latestTime } = params.current;
    this.license = new License({ keys: () => params.current.licenses, publicKeys, now, latestTime });
    const throttle = new LoginThrottle(() => performance.now());
    const lastUses = () => credentials.lastUses();
    const admin = new AdminService({ ...parts, throttle, now });
    this.services = {
      admin,
      sessions: new SessionsService({
        sessions,
        admin,
        authEnabled: () => this.access.authEnabled,
        identify: (caller) => identityOf(caller, this.access),
        ownerOf: (credential) => credentials.ownerOf(credential),
      }),
      tokens: new TokensService({ params, audit, now, lastUses, randomBytes }),
      licenses: new LicensesService({
        params,
        license: this.license,
        publicKeys,
        audit,
      }),
    };
    params.watch((before) => this.#noteShared(before));
  }

  /** Stores what was seen, from now on now and then. Requests may be served when this resolves. */
  async start(): Promise<void> {
    const stored = this.services.licenses.start(this.#parts.clock);
    this.#storeUsesLater();
    await stored;
    this.#parts.store?.serve();
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    await this.services.licenses.stop();
    await this.#storeUses();
  }

  /** Another server of the cluster, or this one, has changed what all of them share. */
  #noteShared(before: Params): void {
    const { params, setupCode } = this.#parts;
    const { admin, licenses } = params.current;
    if (licenses !== before.licenses) this.services.licenses.keysChanged();
    if (before.admin === null && admin !== null) setupCode.discard();
  }

  #storeUsesLater(): void {
    this.#cancel = this.#parts.clock.after(STORE_USES_MS, () => {
      // A disk that is full today has room tomorrow.
      void this.#storeUses().catch(() => {});
      this.#storeUsesLater();
    });
  }

  #storeUses(): Promise<void> {
    const uses = this.#credentials.lastUses();
    const withUse = (token: TokenRecord): TokenRecord => {
      const lastUsedAt = uses.get(token.id) ?? token.lastUsedAt;
      return lastUsedAt === token.lastUsedAt ? token : { ...token, lastUsedAt };
    };
    return this.#parts.params.changeOwn((now) => {
      const tokens = now.tokens.map(withUse);
      const isNews = tokens.some((token, i) => token !== now.tokens[i]);
      return { next: isNews ? { ...now, tokens } : null, result: undefined, canWait: true };
    });
  }
}

/** Returns the parameters of a new server: open to this machine, as the specification requires. */
export function firstParams(): Params {
  return {
    generation: 1,
    authEnabled: false,
    jwtSecret: randomBytes(SECRET_BYTES).toString("base64url"),
    admin: null,
    // Servers that are given one SERVICE_JWT_SECRET, or one after another, do not take each other's logins.
    adminVersion: randomInt(MAX_FIRST_VERSION),
    tokens: [],
    nextTokenId: 1,
    licenses: [],
    latestTime: 0,
  };
}

export function setupCodeIn(fs: FileSystem, dataDir: string): SecurityParts["setupCode"] {
  return {
    current: () => readOwnSetupCode(dataDir),
    take(code) {
      if (!isSetupCode(code, readOwnSetupCode(dataDir))) return false;
      removeSetupCode(fs, dataDir);
      return true;
    },
    restore: (code) => restoreSetupCode(fs, dataDir, code),
    discard: () => removeSetupCode(fs, dataDir),
  };
}
