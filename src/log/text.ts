// Lines of the log for people: time, level, what happened, and what it was about.
// The decision: it reads the JSON that is written otherwise, so both forms say the same, and no call knows of either.

interface Line {
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
export function asText(
  output: { write(text: string): void },
  isColoured: boolean,
): { write(line: string): void } {
  return { write: (line) => output.write(textOf(line, isColoured)) };
}

export function textOf(line: string, isColoured: boolean): string {
  const { level, time, msg = "", err, ...rest } = JSON.parse(line) as Line;
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
