// Sets up security at startup: opens the parameters, applies the environment, and ensures that an admin can be created.
// The decision: everything that could abort the start is done before a port is opened, and no secret is logged. The
// setup code is written to its file and shown at the terminal only, because a log has more readers.
import { checkPassword, PasswordHasher } from "../auth/password.ts";
import { StaticKeys } from "../auth/static-keys.ts";
import type { Config, Secrets } from "../config/environment.ts";
import { GOOD_SECRET_BYTES } from "../config/secrets.ts";
import { WrongSettings } from "../errors/usage.ts";
import type { Logger } from "../log/logger.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { DeclaredAuth } from "../service/admin.ts";
import type { AuditLog } from "../storage/audit.ts";
import { AuditFile } from "../storage/node-audit-file.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { openParams, paramsOfServer } from "../storage/node-params.ts";
import { readOwnSetupCode } from "../storage/node-setup-code.ts";
import type { Params } from "../storage/params.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { makeSetupCode, SETUP_CODE_FILE } from "../storage/setup-code.ts";
import { firstParams, Security, setupCodeIn } from "./security.ts";

interface SecurityOpenings {
  readonly config: Pick<Config, "scryptCost" | "licensePublicKeys" | "authEnabled" | "consoleCookie">;
  readonly secrets: Secrets;
  readonly dataDir: string;
  readonly memory: MemoryLimit;
  readonly clock: Clock;
  readonly log: Logger;
  /** Shows a text at the terminal from which the server was started; null if there is none. */
  readonly tell: ((text: string) => void) | null;
}

export interface OpenedSecurity {
  readonly security: Security;
  /**
   * Applies the configuration to the parameters, and ensures that an admin can be created. In a cluster it is called
   * when the parameters are those of the cluster, and otherwise at once. @throws WrongSettings
   */
  readonly settle: () => Promise<void>;
}

/** Opens the security of a server; the caller must hold the lock of the data directory. @throws WrongSettings */
export async function openSecurity(openings: SecurityOpenings): Promise<OpenedSecurity> {
  const { config, secrets, dataDir, memory, clock, log, tell } = openings;
  const store = paramsOfServer(dataDir);
  const { params, warnings } = await openParams(dataDir, firstParams, store);
  for (const warning of warnings) log.warn(warning);
  const hasher = new PasswordHasher({ cost: config.scryptCost, memory });
  const audit = new AuditFile({
    dataDir,
    now: () => clock.now(),
    onFailure: (err) => log.error({ err }, "the audit log cannot be written"),
  });
  await takeOverSecret(params, secrets, log);
  const setupCode = setupCodeIn(nodeFs, dataDir);
  const declared = declaredAuth(config, secrets);
  const publicKeys = config.licensePublicKeys;
  const keys = new StaticKeys(secrets);
  const security = new Security({
    params,
    store,
    setupCode,
    hasher,
    publicKeys,
    keys,
    declared,
    audit,
    clock,
    consoleCookie: config.consoleCookie,
  });
  const settle = async () => {
    if (await takeOverPassword(params, secrets, { hasher, log, now: clock.now() })) setupCode.discard();
    if (declared) await takeOverSwitch(params, declared, { audit, log });
    if (params.current.admin === null) provideSetupCode(dataDir, log, tell);
    warnOfKeys(secrets, declared, log);
    for (const warning of security.license.warnings()) log.warn(warning);
    const { authEnabled } = security.access;
    const by = declared?.by ?? "as it was left";
    log.info({ authEnabled, by, ...security.license.status() }, "access and license");
  };
  return { security, settle };
}

/**
 * Applies the switch of the configuration. Switching on is stored for later starts, so that a lost variable does not
 * open the server. Switching off applies to this start only.
 */
async function takeOverSwitch(
  params: ServerParams,
  { enabled }: DeclaredAuth,
  { audit, log }: { readonly audit: AuditLog; readonly log: Logger },
): Promise<void> {
  if (params.current.authEnabled === enabled) return;
  const action = enabled ? "auth_enabled" : "auth_disabled";
  audit.append({ action, result: "done", who: "configuration", address: null, surface: null });
  if (!enabled) return;
  const switchOn = (now: Params) => ({
    next: { ...now, authEnabled: true },
    result: undefined,
    canWait: true,
  });
  try {
    // In a cluster without shared parameters, those of another server, which has more, are to be the first.
    await (params.isShared ? params.change(switchOn) : params.changeOwn(switchOn));
  } catch (err) {
    log.warn({ err }, "authentication is on by configuration; that could not be kept for starts without it");
  }
}

/** Shorter keys can be guessed with enough attempts. */
const GOOD_KEY_CHARACTERS = 16;

function warnOfKeys({ apiKey, readOnlyApiKey }: Secrets, declared: DeclaredAuth | null, log: Logger): void {
  const keys = { AZIMUTH_API_KEY: apiKey, AZIMUTH_READ_ONLY_API_KEY: readOnlyApiKey };
  for (const [name, key] of Object.entries(keys)) {
    if (key === null) continue;
    if (key.length < GOOD_KEY_CHARACTERS) {
      log.warn(
        `${name} has less than ${GOOD_KEY_CHARACTERS} characters: openssl rand -base64 32 makes a better one`,
      );
    }
    if (declared?.enabled === false) {
      log.warn(`${name} is set and protects nothing: authentication is switched off by ${declared.by}`);
    }
  }
}

/** The environment's secret is kept for starts without it; with another secret, all logins are void. */
async function takeOverSecret(params: ServerParams, { jwtSecret }: Secrets, log: Logger): Promise<void> {
  if (jwtSecret === null) return;
  if (Buffer.byteLength(jwtSecret) < GOOD_SECRET_BYTES) {
    log.warn(
      `SERVICE_JWT_SECRET has less than ${GOOD_SECRET_BYTES} bytes: openssl rand -base64 32 makes a better one`,
    );
  }
  await params.changeOwn((now) => ({
    next: now.jwtSecret === jwtSecret ? null : { ...now, jwtSecret },
    result: undefined,
  }));
}

interface Hashing {
  readonly hasher: PasswordHasher;
  readonly log: Logger;
  readonly now: number;
}

/** @returns whether it made the admin */
async function takeOverPassword(
  params: ServerParams,
  { adminPassword }: Secrets,
  { hasher, log, now: createdAt }: Hashing,
): Promise<boolean> {
  if (adminPassword === null) return false;
  if (params.current.admin !== null) {
    log.info(
      "AZIMUTH_ADMIN_PASSWORD is ignored: there is an admin, who keeps the password that was set before",
    );
    return false;
  }
  try {
    checkPassword(adminPassword);
  } catch (cause) {
    throw new WrongSettings(`AZIMUTH_ADMIN_PASSWORD: ${(cause as Error).message}`, { cause });
  }
  const admin = { createdAt, password: await hasher.hash(adminPassword) };
  const isMade = await params.change((now) => {
    // Another server of the cluster may have made one meanwhile.
    if (now.admin !== null) return { next: null, result: false };
    return { next: { ...now, admin, adminVersion: now.adminVersion + 1 }, result: true };
  });
  if (isMade) log.info("the admin was made with AZIMUTH_ADMIN_PASSWORD");
  return isMade;
}

/** Into its file, where it stays until an admin was made; the log says where that is. */
function provideSetupCode(dataDir: string, log: Logger, tell: SecurityOpenings["tell"]): void {
  const path = `${dataDir}/${SETUP_CODE_FILE}`;
  const code = readOwnSetupCode(dataDir) ?? makeSetupCode(nodeFs, dataDir);
  log.info(
    { path },
    "there is no admin yet: azimuth auth admin makes one on this machine; from another machine it takes the setup code, " +
      "which is in its file, in the header X-Setup-Code",
  );
  tell?.(`Setup code, for the first admin from another machine: ${code}\n`);
}

// Decides whether the configuration of a server requires authentication. A key or a password that is set switches
// authentication on, because an operator who sets one expects a protected server. The setting auth.enabled overrides
// this in both directions. Without any of them, the last PATCH /auth/enabled applies.
const SETTING = "auth.enabled (AZIMUTH_AUTH__ENABLED)";

/** Null: the configuration says nothing. */
export function declaredAuth(
  { authEnabled }: Pick<Config, "authEnabled">,
  { apiKey, readOnlyApiKey, adminPassword }: Secrets,
): DeclaredAuth | null {
  if (authEnabled !== null) return { enabled: authEnabled, by: SETTING, setting: SETTING };
  const by = [
    ...(apiKey === null ? [] : ["AZIMUTH_API_KEY"]),
    ...(readOnlyApiKey === null ? [] : ["AZIMUTH_READ_ONLY_API_KEY"]),
    ...(adminPassword === null ? [] : ["AZIMUTH_ADMIN_PASSWORD"]),
  ];
  return by.length === 0 ? null : { enabled: true, by: by.join(" and "), setting: SETTING };
}
