// Parses the values of flags and arguments.
// The decision: a value is parsed before a server is called or a file is made. The error names the flag, the expected
// value and the given one; a token is secret and not shown.
import { WrongUsage } from "../../errors/usage.ts";
import { MIN_RECALL } from "../../schema/limits.ts";
import { LANGUAGES, languageOf } from "../../shared/text-languages.ts";

/** Flags of several commands. */
export const DATA_DIR = [
  "--data-dir <path>",
  "the data directory (as for serve) [AZIMUTH_DATA_DIR]",
] as const;
export const JSON_FLAG = ["--json", "print the result as JSON"] as const;

const MAX_SHOWN = 80;
const MAX_SECONDS = 86_400;

/** @throws WrongUsage */
export function wrongValue(flag: string, expected: string, given: string): WrongUsage {
  const shown = given.length > MAX_SHOWN ? `${given.slice(0, MAX_SHOWN)}...` : given;
  return new WrongUsage(`${flag}: expected ${expected}, got ${JSON.stringify(shown)}`);
}

/** @throws WrongUsage */
export function sizeOf(flag: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw wrongValue(flag, "a number from 1 on", text);
}

/** Returns the options of a text index for a language; none: words are compared as they are. @throws WrongUsage */
export function languageOptionsOf(flag: string, text: string | undefined): { language?: string } {
  if (text === undefined) return {};
  const language = languageOf(text);
  if (language === null) throw wrongValue(flag, `one of ${LANGUAGES.join(", ")}`, text);
  return { language };
}

/** Parses seconds, which may have a fraction. @throws WrongUsage */
export function secondsOf(flag: string, text: string, least = 0): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= least && seconds <= MAX_SECONDS) return seconds;
  throw wrongValue(flag, `a number of seconds from ${least} to ${MAX_SECONDS}`, text);
}

/** The parameters of a search by the flags --ef and --recall, of which one may be given. */
export interface EffortFlags {
  readonly ef?: string;
  readonly recall?: string;
}

export const EF_FLAG = ["--ef <n>", "ef of the graph search: larger is slower and more exact"] as const;
export const RECALL_FLAG = [
  "--recall <share>",
  `the share of the nearest points to find, ${MIN_RECALL} to 1, instead of --ef`,
] as const;

/** @throws WrongUsage */
export function effortOf({ ef, recall }: EffortFlags): { hnsw_ef?: number; recall?: number } {
  if (ef !== undefined && recall !== undefined)
    throw new WrongUsage("say --ef N or --recall SHARE: a recall chooses the ef");
  if (ef !== undefined) return { hnsw_ef: sizeOf("--ef", ef) };
  return recall === undefined ? {} : { recall: recallOf("--recall", recall) };
}

function recallOf(flag: string, text: string): number {
  const share = /^\d?(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (share >= MIN_RECALL && share <= 1) return share;
  throw wrongValue(flag, `a share from ${MIN_RECALL} to 1`, text);
}

/** Parses a JSON object. @throws WrongUsage */
export function jsonOf(flag: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The error below says it.
  }
  throw wrongValue(flag, "a JSON object", text);
}

/** @throws WrongUsage */
export function choiceOf(flag: string, text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw wrongValue(flag, `one of ${choices.join(", ")}`, text);
}

/** Parses the address of a server: `localhost:6573` means http. @throws WrongUsage */
export function addressOf(text: string, flag = "--url"): URL {
  const url = text.includes("://") ? text : `http://${text}`;
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url);
  throw wrongValue(flag, "an address such as http://127.0.0.1:6573", text);
}

/** Checks a text that is sent as a header. @throws WrongUsage without the text */
export function tokenOf(flag: string, text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new WrongUsage(`${flag}: expected a token, without spaces, line ends or other signs that none has`);
}

/** Returns the path without slashes at its end, because one is added before file names. */
export function trimmed(dir: string): string {
  return dir.length > 1 ? dir.replace(/\/+$/, "") : dir;
}
