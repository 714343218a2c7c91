// Reads a file of settings in YAML or JSON, which is a subset of YAML.
// The decision: a value is read from its text, by the reader that also reads variables and flags, so there is one
// grammar. YAML adds nesting (`license: {public_keys: ...}`), lists, and line numbers for errors. Any unknown key is an
// error, because a misspelt setting would silently have no effect.
import { readFileSync } from "node:fs";
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { nearestName } from "../schema/suggest.ts";
import { keyOf, type Setting } from "./setting.ts";

/** A setting as a file has it. */
export interface Entry {
  readonly setting: Setting;
  readonly text: string;
  /** `azimuth.yaml:3: rest_port` */
  readonly where: string;
}

interface SettingsFile {
  readonly entries: readonly Entry[];
  readonly problems: readonly string[];
}

/** More than any settings take. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Names that look like secrets, which do not belong in a settings file. */
const SECRET = /secret|password|token|passphrase|api_?key/i;

export function readSettingsFile(path: string, settings: readonly Setting[]): SettingsFile {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > MAX_FILE_BYTES)
      return failed(`${path}: expected a file of settings, got ${bytes.length} bytes`);
    return parseSettings(bytes.toString("utf8"), path, settings);
  } catch (error) {
    return failed(`${path}: the configuration file cannot be read: ${(error as Error).message}`);
  }
}

function failed(problem: string): SettingsFile {
  return { entries: [], problems: [problem] };
}

/** @param name of the file, for what is wrong with it */
export function parseSettings(text: string, name: string, settings: readonly Setting[]): SettingsFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    return {
      entries: [],
      problems: wrong.map(({ message, pos }) => `${name}:${lines.linePos(pos[0]).line}: ${message}`),
    };
  }
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { entries: [], problems: [] };
  if (!isMap(contents)) return failed(`${name}:1: expected settings such as rest_port: 6573`);
  const reader = new Reader(name, lines, settings);
  reader.readMap(contents, "");
  return reader;
}

class Reader implements SettingsFile {
  readonly entries: Entry[] = [];
  readonly problems: string[] = [];
  readonly #name: string;
  readonly #lines: LineCounter;
  readonly #byKey: ReadonlyMap<string, Setting>;

  constructor(name: string, lines: LineCounter, settings: readonly Setting[]) {
    this.#name = name;
    this.#lines = lines;
    this.#byKey = new Map(settings.map((setting) => [keyOf(setting), setting]));
  }

  /** @param prefix of the keys in it: `license.` */
  readMap(map: YAMLMap, prefix: string): void {
    for (const { key: keyNode, value } of map.items) {
      const key = prefix + String(isScalar(keyNode) ? keyNode.value : keyNode);
      const where = `${this.#name}:${this.#lineOf(keyNode)}: ${key}`;
      const setting = this.#byKey.get(key);
      if (setting) this.#readSetting(setting, value, where);
      else if (!this.#isSection(key)) this.problems.push(`${where}: ${this.#unknown(key)}`);
      else if (isMap(value)) this.readMap(value, `${key}.`);
      else this.problems.push(`${where}: expected settings below it`);
    }
  }

  #readSetting(setting: Setting, value: unknown, where: string): void {
    if (value === null || (isScalar(value) && value.value === null)) return;
    const text = textOf(setting, value);
    if (text !== null) this.entries.push({ setting, text, where });
    else this.problems.push(`${where}: expected ${expectedOf(setting)}`);
  }

  #isSection(key: string): boolean {
    return [...this.#byKey.keys()].some((known) => known.startsWith(`${key}.`));
  }

  #unknown(key: string): string {
    if (SECRET.test(key)) {
      return "unknown setting; secrets are given by the environment: AZIMUTH_API_KEY_FILE, AZIMUTH_READ_ONLY_API_KEY_FILE, AZIMUTH_ADMIN_PASSWORD_FILE, SERVICE_JWT_SECRET_FILE";
    }
    const suggestion = nearestName(key, [...this.#byKey.keys()]);
    return suggestion === null
      ? "unknown setting; azimuth config print shows all there are"
      : `unknown setting; did you mean ${suggestion}?`;
  }

  #lineOf(node: unknown): number {
    return this.#lines.linePos((node as Node).range?.[0] ?? 0).line;
  }
}

/** Returns a value as it would be in a variable; null: it has the wrong form. */
function textOf({ isList, isMap: isSections }: Setting, value: unknown): string | null {
  if (isSections && isMap(value)) return JSON.stringify(value.toJSON());
  return isSeq(value) && isList ? listText(value.items) : scalarText(value);
}

function expectedOf({ isList, isMap: isSections }: Setting): string {
  if (isSections) return "a section for each, by name";
  return isList ? "a text or a list of texts" : "one value";
}

/** As it is written; null: it is no scalar. */
function scalarText(value: unknown): string | null {
  if (!isScalar(value)) return null;
  return typeof value.value === "number" && value.source !== undefined ? value.source : String(value.value);
}

/** Null: one of them is no text, or would be taken for two. */
function listText(items: readonly unknown[]): string | null {
  const texts = items.map(scalarText);
  return texts.every((text) => text !== null && !text.includes(",")) ? texts.join(",") : null;
}
