// `azimuth config`: shows the effective settings, or checks them, without starting a server.
// The decision: it takes the flags of `azimuth serve` and reads the same environment, so it shows the settings of a
// start.
import type { Command } from "commander";
import { EXIT_CODES } from "../errors/usage.ts";
import type { CommandParts, Output } from "./common/output.ts";

/** The effective settings and their problems, as texts. */
export interface Inspection {
  readonly problems: readonly string[];
  /** Names in the environment that may be misspelt. */
  readonly warnings: readonly string[];
  yaml(): string;
  json(): string;
}

export interface ConfigParts extends CommandParts {
  /** Gives a command the flags of `azimuth serve`. */
  readonly addSettings: (command: Command) => Command;
  readonly inspect: (flags: Record<string, unknown>) => Inspection;
}

type Flags = Record<string, unknown> & { readonly json?: boolean };

export function addConfigCommands(program: Command, parts: ConfigParts): void {
  const { addSettings, inspect, run } = parts;
  const config = program.command("config").description("show or check the settings of a server");
  addSettings(
    config
      .command("print")
      .description("print the effective settings, each with its source; secrets are not shown")
      .option("--json", "print the result as JSON"),
  ).action((flags: Flags) => run(async () => print(inspect(flags), flags.json === true, parts)));
  addSettings(
    config
      .command("validate")
      .description("check a settings file and the environment: exit code 1 if a setting is invalid")
      .argument("[file]", "the file (default: that of --config or AZIMUTH_CONFIG)"),
  ).action((file: string | undefined, flags: Flags) =>
    run(async () => validate(inspect(file === undefined ? flags : { ...flags, config: file }), parts)),
  );
}

function print(found: Inspection, asJson: boolean, { stdout, stderr }: ConfigParts): number {
  tell(found, stderr);
  if (found.problems.length > 0) return EXIT_CODES.usage;
  stdout.write(asJson ? found.json() : found.yaml());
  return EXIT_CODES.done;
}

function validate(found: Inspection, { stdout, stderr }: ConfigParts): boolean {
  tell(found, stderr);
  if (found.problems.length > 0) return false;
  stdout.write("the settings are right\n");
  return true;
}

function tell({ problems, warnings }: Inspection, stderr: Output): void {
  for (const warning of warnings) stderr.write(`azimuth: warning: ${warning}\n`);
  for (const problem of problems) stderr.write(`azimuth: ${problem}\n`);
}
