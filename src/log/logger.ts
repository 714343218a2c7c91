// The log of the server on standard output: one line for each event, as JSON for programs or as text for people.
// The decision: there is one logger, and lines are counted where they are written, so that a rising number of errors
// shows in the metrics even if the log is not read.
import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** `auto` is text on a terminal and JSON otherwise. */
export const LOG_FORMATS = ["auto", "json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

interface LogOptions {
  readonly level: LogLevel;
  readonly format?: LogFormat;
  readonly output?: DestinationStream & { readonly isTTY?: boolean };
  /** Counts the written lines by level; absent: nothing counts them. */
  readonly lines?: LineCounts;
}

/** How many lines of each level there have been. */
export class LineCounts {
  readonly #counts = new Map<string, number>();

  note(level: string): void {
    this.#counts.set(level, (this.#counts.get(level) ?? 0) + 1);
  }

  get byLevel(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

export function createLogger({ level, format = "json", output = process.stdout, lines }: LogOptions): Logger {
  const isText = format === "text" || (format === "auto" && output.isTTY === true);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger["info"]>, method: Logger["info"], number: number) {
        lines?.note(pino.levels.labels[number] ?? String(number));
        method.apply(this, args);
      },
    },
  };
  if (isText) return pino(options, asText(output, output.isTTY === true));
  return output === process.stdout ? pino(options) : pino(options, output);
}

// Lines of the log for people: time, level, what happened, and what it was about. It reads the JSON that is written
// otherwise, so both forms say the same, and no call knows of either.
interface LogLine {
  /** `info` and the like. */
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
  readonly [name: string]: unknown;
}

const LEVEL_WIDTH = 5;
/** `2026-01-31T` */
const DATE_LENGTH = 11;
const TIME_LENGTH = 12;

const DIM = 2;
const RED = 31;
const YELLOW = 33;
const GREEN = 32;
const COLOURS: Readonly<Record<string, number>> = { warn: YELLOW, error: RED, fatal: RED };

/** A stream that takes lines of JSON. */
function asText(output: { write(text: string): void }, isColoured: boolean): { write(line: string): void } {
  return { write: (line) => output.write(textOf(line, isColoured)) };
}

export function textOf(line: string, isColoured: boolean): string {
  const { level, time, msg = "", err, ...rest } = JSON.parse(line) as LogLine;
  const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const name = level.toUpperCase().padEnd(LEVEL_WIDTH);
  const levelCode = COLOURS[level] ?? GREEN;
  const clock = time.slice(DATE_LENGTH, DATE_LENGTH + TIME_LENGTH);
  const about = Object.entries(rest).map(([key, value]) => ` ${paint(DIM, `${key}=`)}${shown(value)}`);
  const trail = err === undefined ? "" : `\n${indented(err.stack ?? err.message ?? "")}`;
  return `${paint(DIM, clock)} ${paint(levelCode, name)} ${harmless(msg)}${about.join("")}${trail}\n`;
}

/** A word as it is, everything else as JSON. */
function shown(value: unknown): string {
  return typeof value === "string" && /^[^\s"\p{Cc}]+$/u.test(value)
    ? value
    : harmless(JSON.stringify(value));
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${harmless(line)}`)
    .join("\n");
}

/** Escapes control characters, so that a line cannot control the terminal. */
function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
