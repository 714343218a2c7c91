// Settings from all sources: defaults < file < environment < flags.
// The decision: every given value is read, including overridden ones, and all errors are reported at once, each with
// its source.
import { type Entry, readSettingsFile } from "./file.ts";
import { readPath, WrongPart } from "./readers.ts";
import { type Config, flagOf, keyOf, type Setting, variableOf } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

/** Where the path of the file is given, which a file itself cannot say. */
export const CONFIG_FILE = {
  flag: "--config <path>",
  variable: "AZIMUTH_CONFIG",
  help: "file with settings, in YAML or JSON",
} as const;

interface Sources {
  /** By name of the setting, and `config`; flags without a value are true. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const DEFAULT = 0;
const FILE = 1;
const ENVIRONMENT = 2;
const FLAG = 3;

/** A value and where it is from. */
export interface EffectiveSetting {
  readonly setting: Setting;
  readonly value: Config[keyof Config];
  /** As it was written; null: the default. */
  readonly text: string | null;
  /** `default`, `azimuth.yaml:3`, `AZIMUTH_HOST` or `--host`. */
  readonly source: string;
}

interface Candidate extends EffectiveSetting {
  readonly rank: number;
}

export interface Loaded {
  /** The effective settings, if there is no error. */
  readonly config: Config;
  readonly effective: readonly EffectiveSetting[];
  /** Errors as texts; empty if there are none. */
  readonly problems: readonly string[];
}

export function load(sources: Sources): Loaded {
  const problems: string[] = [];
  const entries = entriesOf(sources, problems);
  const found = SETTINGS.map((setting) => {
    const candidates = candidatesFor(setting, entries, sources, problems);
    return candidates.reduce((best, candidate) => (candidate.rank > best.rank ? candidate : best));
  });
  const effective = settleDataDir(found, problems);
  const config = Object.fromEntries(effective.map(({ setting, value }) => [setting.name, value]));
  return { config: Object.freeze(config) as unknown as Config, effective, problems };
}

/** Returns the entries of the settings file, if there is one. */
function entriesOf({ flags, environment }: Sources, problems: string[]): readonly Entry[] {
  const [source, path] =
    flags.config === undefined
      ? [CONFIG_FILE.variable, environment[CONFIG_FILE.variable]]
      : [flagOf(CONFIG_FILE), String(flags.config)];
  if (path === undefined) return [];
  try {
    const file = readSettingsFile(readPath(path), SETTINGS);
    problems.push(...file.problems);
    return file.entries;
  } catch (error) {
    problems.push(wrong(source, error, path));
    return [];
  }
}

function candidatesFor(
  setting: Setting,
  entries: readonly Entry[],
  { flags, environment }: Sources,
  problems: string[],
): Candidate[] {
  const { name, fallback } = setting;
  const candidates: Candidate[] = [
    { setting, value: fallback, text: null, source: "default", rank: DEFAULT },
  ];
  const consider = (rank: number, source: string, text: string, where = source) => {
    try {
      const value = setting.read(text);
      if (rank === FLAG) refuseSecret(setting, value);
      candidates.push({ setting, value, text, source, rank });
    } catch (error) {
      problems.push(problemOf(where, setting, error, text));
    }
  };
  for (const { text, where } of entries.filter((entry) => entry.setting === setting)) {
    consider(FILE, where.replace(/: [^:]*$/, ""), text, where);
  }
  const variable = variableOf(setting);
  if (environment[variable] !== undefined) consider(ENVIRONMENT, variable, environment[variable]);
  if (flags[name] !== undefined) consider(FLAG, flagOf(setting), String(flags[name]));
  return candidates;
}

/** @throws WrongPart if a flag has a secret */
function refuseSecret({ variable, withoutSecret }: Setting, value: Config[keyof Config]): void {
  if (typeof value !== "string" || !withoutSecret || withoutSecret(value) === value) return;
  const others = `in a file, or in ${variable}`;
  throw new WrongPart("", `a password on a command line is seen by other users; give it ${others}`);
}

function problemOf(where: string, setting: Setting, error: unknown, text: string): string {
  if (error instanceof WrongPart) return wrongPart(where, setting, error);
  return setting.withoutSecret ? `${where}: ${(error as Error).message}` : wrong(where, error, text);
}

/** Returns the text of an error in a part of a setting, whose path begins with the name of the setting. */
function wrongPart(where: string, setting: Setting, { path, message }: WrongPart): string {
  const key = keyOf(setting);
  const source = where.endsWith(`: ${key}`) ? where.slice(0, -key.length - 2) : where;
  return `${source}: ${key}${path === "" ? ": " : `.${path}`}${message}`;
}

/**
 * Returns the text of an error. A value of several lines may be a key or a certificate instead of its path, and is not
 * shown.
 */
function wrong(source: string, error: unknown, text: string): string {
  const got = text.includes("\n") ? "several lines" : JSON.stringify(text);
  return `${source}: ${(error as Error).message}, got ${got}`;
}

/** Resolves --data-dir and --ephemeral: the source of higher rank wins, so a flag overrides the environment. */
function settleDataDir(found: readonly Candidate[], problems: string[]): readonly Candidate[] {
  const dataDir = found.find(({ setting }) => setting.name === "dataDir")!;
  const ephemeral = found.find(({ setting }) => setting.name === "ephemeral")!;
  if (!ephemeral.value || dataDir.value === null) return found;
  if (dataDir.rank === ephemeral.rank) {
    problems.push(
      "A temporary and a lasting data directory were asked for: give one of --ephemeral and --data-dir " +
        `(${ephemeral.source} and ${dataDir.source})`,
    );
    return found;
  }
  const loser = dataDir.rank < ephemeral.rank ? dataDir : ephemeral;
  const { setting } = loser;
  const undone = { ...loser, value: setting.fallback, text: null, source: "default" };
  return found.map((value) => (value === loser ? undone : value));
}
