// The output of --help, and the completion scripts of shells.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Command } from "commander";
import { HELP_FILE, helpOfAll } from "../../golden/cli-help.ts";
import { commandTree, runCli } from "../../support/cli.ts";

describe("the help of the command line", () => {
  it("the help of the command line equals test/golden/cli-help.txt", () => {
    expect(helpOfAll()).to.equal(readFileSync(HELP_FILE, "utf8"));
  });

  it("the help of the command line describes every command, argument and option", () => {
    const silent: string[] = [];
    const look = (command: Command, path: string) => {
      if (command.description() === "") silent.push(path);
      const parts = [...command.options, ...command.registeredArguments];
      for (const part of parts) if (part.description === "") silent.push(`${path} ${part.name()}`);
      for (const child of command.commands) look(child, `${path} ${child.name()}`);
    };
    look(commandTree(), "azimuth");
    expect(silent).to.deep.equal([]);
  });
});

describe("azimuth completion", () => {
  async function complete(...words: string[]): Promise<string[]> {
    const { stdout: script } = await runCli(["completion", "bash"]);
    const typed = `COMP_WORDS=(azimuth ${words.map((word) => `'${word}'`).join(" ")})`;
    const end = `${typed}; COMP_CWORD=${words.length}; _azimuth; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", `${script}\n${end}`]);
    return stdout.trim().split("\n");
  }

  it("azimuth completion completes commands, their subcommands, and options", async () => {
    expect(await complete("coll")).to.deep.equal(["collections"]);
    expect(await complete("migrate", "q")).to.deep.equal(["qdrant"]);
    expect(await complete("migrate", "chroma", "--doc")).to.deep.equal(["--document-field"]);
    expect(await complete("token", "r")).to.deep.equal(["rotate"]);
    expect(await complete("import", "--res")).to.deep.equal(["--resume-from", "--restart"]);
    expect(await complete("collections", "create", "c", "--si")).to.deep.equal(["--size"]);
  });

  for (const shell of ["zsh", "fish"]) {
    it(`azimuth completion prints a script for ${shell}`, async () => {
      const { stdout } = await runCli(["completion", shell]);
      expect(stdout).to.contain("rotate").and.to.contain("resume-from");
    });
  }

  it("azimuth completion names the supported shells when another one is given", async () => {
    const { code, stderr } = await runCli(["completion", "tcsh"]);
    expect([code, stderr]).to.deep.equal([
      2,
      'azimuth: the shell: expected one of bash, zsh, fish, got "tcsh"\n',
    ]);
  });
});
