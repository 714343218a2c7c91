// What a start does about who may do what: opens the parameters, takes over what the environment says, and sees to it that
// there is a way to become the admin.
// The decision: everything that could refuse the start is done before a port listens, and no secret is told to the log but
// the setup code, which is made to be read there.

import { checkPassword, PasswordHasher } from "../auth/password.ts";
import { GOOD_SECRET_BYTES } from "../config/secrets.ts";
import type { Config, Secrets } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import { WrongSettings } from "../errors/usage.ts";
import type { Logger } from "../log.ts";
import type { MemoryLimit } from "../memory-limit.ts";
import { AuditFile } from "../storage/node-audit-file.ts";
import { nodeFs } from "../storage/node-fs.ts";
import { openParams } from "../storage/node-params.ts";
import { readOwnSetupCode } from "../storage/node-setup-code.ts";
import type { ServerParams } from "../storage/server-params.ts";
import { makeSetupCode, SETUP_CODE_FILE } from "../storage/setup-code.ts";
import { firstParams, Security, setupCodeIn } from "./security.ts";

export interface Openings {
  readonly config: Pick<Config, "scryptCost" | "licensePublicKeys">;
  readonly secrets: Secrets;
  readonly dataDir: string;
  readonly memory: MemoryLimit;
  readonly clock: Clock;
  readonly log: Logger;
}

/** To be called by whoever holds the directory. @throws WrongSettings */
export async function openSecurity(openings: Openings): Promise<Security> {
  const { config, secrets, dataDir, memory, clock, log } = openings;
  const { params, warnings } = await openParams(dataDir, firstParams);
  for (const warning of warnings) log.warn(warning);
  const hasher = new PasswordHasher({ cost: config.scryptCost, memory });
  const audit = new AuditFile({
    dataDir,
    now: () => clock.now(),
    onFailure: (err) => log.error({ err }, "the audit log cannot be written"),
  });
  await takeOverSecret(params, secrets, log);
  const setupCode = setupCodeIn(nodeFs, dataDir);
  if (await takeOverPassword(params, secrets, { hasher, log, now: clock.now() })) setupCode.discard();
  if (params.current.admin === null) tellSetupCode(dataDir, log);
  const publicKeys = config.licensePublicKeys;
  const security = new Security({ params, setupCode, hasher, publicKeys, audit, clock });
  for (const warning of security.license.warnings()) log.warn(warning);
  log.info({ authEnabled: params.current.authEnabled, ...security.license.status() }, "access and license");
  return security;
}

/** The environment's secret is kept for starts without it; with another secret, all logins are void. */
async function takeOverSecret(params: ServerParams, { jwtSecret }: Secrets, log: Logger): Promise<void> {
  if (jwtSecret === null) return;
  if (Buffer.byteLength(jwtSecret) < GOOD_SECRET_BYTES) {
    log.warn(
      `SERVICE_JWT_SECRET has less than ${GOOD_SECRET_BYTES} bytes: openssl rand -base64 32 makes a better one`,
    );
  }
  await params.change((now) => ({
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
    log.info("AZIMUTH_ADMIN_PASSWORD is ignored: there is an admin");
    return false;
  }
  try {
    checkPassword(adminPassword);
  } catch (cause) {
    throw new WrongSettings(`AZIMUTH_ADMIN_PASSWORD: ${(cause as Error).message}`, { cause });
  }
  const admin = { createdAt, password: await hasher.hash(adminPassword) };
  await params.change((now) => ({
    next: { ...now, admin, adminVersion: now.adminVersion + 1 },
    result: undefined,
  }));
  log.info("the admin was made with AZIMUTH_ADMIN_PASSWORD");
  return true;
}

/** Shown when it is made; later starts say where it is. */
function tellSetupCode(dataDir: string, log: Logger): void {
  const path = `${dataDir}/${SETUP_CODE_FILE}`;
  const use = "whoever has it may make the admin: POST /auth/admin with the header X-Setup-Code";
  if (readOwnSetupCode(dataDir) !== null) {
    log.info({ path }, `there is no admin yet; the setup code is in its file: ${use}`);
  } else {
    log.info({ setupCode: makeSetupCode(nodeFs, dataDir), path }, `setup code: ${use}`);
  }
}
