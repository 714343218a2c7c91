// Settings: defaults < environment < flags, checked once and frozen.
// The decision: what a setting is called and how it is read is one list (config/settings.ts). Nothing but this file reads
// the environment.
import { readSecrets, readToken, SECRET_VARIABLES, type Secrets } from "./config/secrets.ts";
import { type Config, SETTINGS, type Setting, variableOf } from "./config/settings.ts";
import { StartRefused } from "./errors.ts";

export { packageVersion } from "./threads/package-version.ts";
export type { Config, Secrets, Setting };
export { SETTINGS, variableOf };

/**
 * @param flags what the command line gave, by setting name; flags without a value are true
 * @throws StartRefused naming the flag or variable, its value and what is expected
 */
export function loadConfig(
  flags: Record<string, unknown>,
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const config: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    const flag = flags[setting.name];
    const variable = environment[variableOf(setting)];
    if (flag !== undefined)
      config[setting.name] = readValue(setting, setting.flag.split(" ")[0]!, String(flag));
    else if (variable !== undefined) config[setting.name] = readValue(setting, variableOf(setting), variable);
    else config[setting.name] = setting.fallback;
  }
  settleDataDir(config, flags);
  return Object.freeze(config) as unknown as Config;
}

/** Where one of the two was a flag and the other came from the environment, the flag wins. */
function settleDataDir(config: Record<string, unknown>, flags: Record<string, unknown>): void {
  if (!config.ephemeral || config.dataDir === null) return;
  if ((flags.ephemeral === undefined) === (flags.dataDir === undefined)) {
    throw new StartRefused(
      "A temporary and a lasting data directory were asked for: give one of --ephemeral and --data-dir",
    );
  }
  if (flags.ephemeral === undefined) config.ephemeral = false;
  else config.dataDir = null;
}

/** What must not be seen in a list of processes, so it has no flag. @throws StartRefused, without the value */
export function loadSecrets(environment: NodeJS.ProcessEnv = process.env): Secrets {
  return readSecrets(environment);
}

/** The same for the credential of a command that asks a server. */
export function loadToken(environment: NodeJS.ProcessEnv = process.env): string | null {
  return readToken(environment);
}

/** Variables that look like settings and are none: most likely misspelt. */
export function unknownVariables(environment: NodeJS.ProcessEnv = process.env): string[] {
  const known = new Set([...SETTINGS.map(variableOf), ...SECRET_VARIABLES]);
  return Object.keys(environment).filter((name) => name.startsWith("AZIMUTH_") && !known.has(name));
}

function readValue({ read }: Setting, source: string, text: string): Config[keyof Config] {
  try {
    return read(text);
  } catch (error) {
    throw new StartRefused(`${source}: ${(error as Error).message}, got ${JSON.stringify(text)}`);
  }
}
