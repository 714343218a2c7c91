// Prints settings for people and programs.
// The decision: the output for people is a settings file with the source of each value as a comment, so that printing
// is the easiest way to write one. Of secrets, it shows only whether they are set.
import { CONFIG_FILE, type EffectiveSetting } from "./load.ts";
import { readList } from "./readers.ts";
import { flagOf, keyOf, type Setting, variableOf } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

const INDENT = "  ";

type Plain = string | number | boolean | null | readonly string[] | object;

/** Whether the secrets of these names are set, without a word of what they are. */
type SecretStates = ReadonlyMap<string, boolean>;

export function settingsAsYaml(effective: readonly EffectiveSetting[], secrets: SecretStates): string {
  const lines: string[] = [];
  let open: readonly string[] = [];
  for (const value of effective) {
    const path = keyOf(value.setting).split(".");
    const sections = path.slice(0, -1);
    const shared = sections.findIndex((name, depth) => open[depth] !== name);
    for (let depth = shared < 0 ? sections.length : shared; depth < sections.length; depth++)
      lines.push(`${INDENT.repeat(depth)}${sections[depth]}:`);
    open = sections;
    lines.push(
      `${INDENT.repeat(sections.length)}${path.at(-1)}: ${JSON.stringify(plain(value))} # ${value.source}`,
    );
  }
  for (const [name, isSet] of secrets) lines.push(`# ${name}: ${isSet ? "set" : "not set"}`);
  return `${lines.join("\n")}\n`;
}

export function settingsAsJson(effective: readonly EffectiveSetting[], secrets: SecretStates): string {
  const settings = effective.map((setting) => [
    keyOf(setting.setting),
    { value: plain(setting), source: setting.source },
  ]);
  const states = Array.from(secrets, ([name, isSet]) => [name, isSet ? "set" : "not set"]);
  return `${JSON.stringify({ settings: Object.fromEntries(settings), secrets: Object.fromEntries(states) })}\n`;
}

/** The table in docs/server.md. */
export function settingsTable(): string {
  const rows = [CONFIG_FILE, ...SETTINGS].map((setting) => {
    const help = setting.help.replaceAll("<", "&lt;");
    return `| \`${flagOf(setting)}\` | \`${setting.variable ?? variableOf(setting as Setting)}\` | ${help} |`;
  });
  return ["| Flag | Variable | Meaning (default) |", "|---|---|---|", ...rows].join("\n");
}

function plain({ value, text, setting }: EffectiveSetting): Plain {
  if (setting.withoutSecret && typeof value === "string") return setting.withoutSecret(value);
  if (setting.isMap) return Object.fromEntries(value as ReadonlyMap<string, unknown>);
  if (value instanceof Map) return listOf(setting, text);
  return value as Plain;
}

/** Returns the values of a list; a value without its own text is shown as it was written. */
function listOf({ fallback }: Setting, text: string | null): string[] {
  if (text === null) return [...(fallback as ReadonlyMap<string, unknown>).keys()];
  return readList(text);
}
