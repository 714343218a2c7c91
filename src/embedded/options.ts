// Checks the options of `open`, `connect` and of single calls before anything is done with them.
// The decision: an option that is unknown or has a wrong type is refused. Without this check a mistyped `dataDir` would
// open an empty database in memory, and everything written to it would be gone at the end of the process.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { show } from "../schema/show.ts";
import { nearestName } from "../schema/suggest.ts";

/** Returns a description of the values that are expected, or null for a valid value. */
type OptionCheck = (value: unknown) => string | null;

const typed =
  (type: "function" | "string", expected: string): OptionCheck =>
  (value) =>
    typeof value === type && value !== "" ? null : expected;

export const isFunction = typed("function", "a function");
export const isText = (expected: string): OptionCheck => typed("string", expected);
/** Accepts every value, for options that are checked where they are read. */
export const isCheckedLater: OptionCheck = () => null;
/** Checks `vectors`, an option of all three entries. */
export const isVectorForm: OptionCheck = (value) =>
  value === "array" || value === "float32" ? null : '"array" or "float32"';

/** The checks of the options that all databases in this process have. */
export const DATABASE_CHECKS = {
  threads: isCheckedLater,
  buildThreads: isCheckedLater,
  memoryLimit: isCheckedLater,
  vectors: isVectorForm,
  onWarning: isFunction,
} as const;

export interface OptionsOf {
  /** The name of the function, for error texts. */
  readonly call: string;
  readonly checks: Readonly<Record<string, OptionCheck>>;
  /** The option that a single text was probably meant for: `open("my-data")` means `open({ dataDir: "my-data" })`. */
  readonly main: string;
}

/** @throws InvalidArgument with the option, its value, and the option that was probably meant */
export function checkOptions({ call, checks, main }: OptionsOf, options: unknown): void {
  if (typeof options === "string") {
    const meant = `${call}({ ${main}: ${JSON.stringify(options)} })`;
    throw new InvalidArgument(
      `${call}: expected an object with options, got a string; did you mean ${meant}?`,
    );
  }
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new InvalidArgument(
      `${call}: expected an object with options such as ${main}, got ${show(options)}`,
    );
  }
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name]! : null;
    if (check === null) throw new InvalidArgument(unknownOption(call, name, Object.keys(checks)));
    const expected = value === undefined ? null : check(value);
    if (expected !== null) throw new InvalidArgument(`${name}: expected ${expected}, got ${show(value)}`);
  }
}

/** Checks the options of a single call: `{ signal }`, or nothing. @throws InvalidArgument */
export function checkCallOptions(call: string, options: object): void {
  for (const name in options) {
    if (name !== "signal") throw new InvalidArgument(unknownOption(call, name, ["signal"]));
  }
  const { signal } = options as { signal?: unknown };
  if (signal === undefined || typeof (signal as AbortSignal | null)?.throwIfAborted === "function") return;
  throw new InvalidArgument(`signal: expected an AbortSignal, got ${show(signal)}`);
}

function unknownOption(call: string, name: string, known: readonly string[]): string {
  const suggestion = nearestName(name, known);
  const meant = suggestion === null ? "" : `; did you mean ${suggestion}?`;
  return `${call}: unknown option ${name}${meant} (options are ${known.join(", ")})`;
}
