// The commands in the documentation, against the commands of the program.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Command } from "commander";
import { commandTree } from "../../support/cli.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGES = [
  "README.md",
  "SECURITY.md",
  "src/docs/commands.md",
  "src/docs/followers.md",
  "src/docs/cluster.md",
  "src/docs/migrating.md",
  "src/docs/server.md",
  "src/docs/platforms.md",
];

/** The text after `azimuth` in fenced blocks, with continued lines joined and without comments. */
function commandsIn(page: string): string[] {
  const blocks = Array.from(
    readFileSync(ROOT + page, "utf8").matchAll(/```sh\n(.*?)```/gs),
    ([, text]) => text!,
  );
  const lines = blocks
    .join("")
    .replace(/\s*#.*$/gm, "")
    .replace(/\n +(?=\[)/g, " ")
    .split("\n");
  return lines.flatMap((line) =>
    Array.from(line.matchAll(/(?:^|[ |])azimuth ([a-z].*?)(?= \| |$)/g), ([, rest]) => rest!),
  );
}

/** The commands that a line means; several where one word names several: `token list|create`. */
function commandsOf(line: string, from: Command): Command[] {
  const [word = "", ...rest] = line.split(" ");
  return word.split("|").flatMap((name) => {
    const found = from.commands.find((one) => one.name() === name);
    if (found === undefined) throw new Error(`there is no command ${name}: azimuth ${line}`);
    return found.commands.length === 0 ? [found] : commandsOf(rest.join(" "), found);
  });
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

describe("the commands in the documentation", () => {
  const tree = commandTree();
  const lines = PAGES.flatMap(commandsIn);

  it("the commands in the documentation exist in the program, with the options that are shown", () => {
    expect(lines.length).to.be.greaterThan(30);
    for (const line of lines) {
      const options = commandsOf(line, tree).flatMap((one) => one.options.map(({ long }) => long));
      for (const [, option] of line.matchAll(/(--[a-z-]+)/g)) expect(options, line).to.include(option);
    }
  });

  it("the commands in the documentation include every command of the program", () => {
    const shown = new Set(commandsIn("src/docs/commands.md").flatMap((line) => commandsOf(line, tree)));
    const missing = leavesOf(tree).filter((one) => !shown.has(one) && one.name() !== "help");
    expect(missing.map((one) => `${one.parent?.name()} ${one.name()}`)).to.deep.equal([]);
  });
});
