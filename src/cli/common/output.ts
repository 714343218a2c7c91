// Output of commands: streams and the form of numbers.
// The decision: results go to stdout, as text for people and as JSON for programs; progress goes to stderr, and only to
// a terminal.
import { writePlain } from "../../json/plain.ts";

/** The part of a stream that is used. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): boolean;
}

const PROGRESS_MS = 200;

/** `1.2 GiB` */
export function humanBytes(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return unit === 0 ? counted(bytes, "byte") : `${(bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}

/** `1 file`, `3 files` */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Shows the file that is being copied, in one line that is overwritten. */
export function progressTo(output: Output): (file: string, bytes: number) => void {
  if (!output.isTTY) return () => {};
  let shown = Number.NEGATIVE_INFINITY;
  return (file, bytes) => {
    if (performance.now() - shown < PROGRESS_MS) return;
    shown = performance.now();
    output.write(`\r\u001b[K${humanBytes(bytes)} copied, now ${file}`);
  };
}

/** Removes the line. */
export function endProgress(output: Output): void {
  if (output.isTTY) output.write("\r\u001b[K");
}

export interface CommandParts {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Runs a command, which returns whether it succeeded, or its exit code. */
  readonly run: (command: () => Promise<boolean | number>) => Promise<void>;
}

/** Writes a result: with --json as JSON, otherwise as text. @returns true: the command is done */
export function writeResult(
  stdout: Output,
  { json }: { readonly json?: boolean | undefined },
  result: unknown,
  text: string | (() => string),
): true {
  if (json) stdout.write(`${writePlain(result)}\n`);
  else stdout.write(typeof text === "string" ? text : text());
  return true;
}

export async function textOf(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}
