// The log of the server on standard output: one line for each event, as JSON for programs or as text for people.
// The decision: there is one logger, and lines are counted where they are written, so that a rising number of errors
// shows in the metrics even if the log is not read.
import { type DestinationStream, type Logger, pino } from "pino";
import { asText } from "./text.ts";

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
  /** Where lines are counted. */
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
