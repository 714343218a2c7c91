// Writes the --help of all commands to the golden file: npx tsx test/golden/cli-help.ts
import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { commandTree } from "../support/cli.ts";

export const HELP_FILE = new URL("cli-help.txt", import.meta.url);
const WIDTH = 120;
const RULE = "-".repeat(WIDTH);

/** Returns the help texts, command after command. */
export function helpOfAll(): string {
  const help = (command: Command): string[] => {
    let text = "";
    command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => WIDTH });
    command.outputHelp();
    return [text, ...command.commands.flatMap(help)];
  };
  return help(commandTree()).join(`${RULE}\n`);
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(HELP_FILE, helpOfAll());
