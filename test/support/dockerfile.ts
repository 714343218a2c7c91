// Parses the Dockerfile, and lists the files of the build context, because tests have no container engine.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface Stage {
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of a Dockerfile, without comments, each instruction on one line. */
export function stagesIn(text: string): Stage[] {
  const lines = text
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const stages: { from: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line)!;
    if (name === "FROM") stages.push({ from: rest!, instructions: [] });
    else stages.at(-1)!.instructions.push({ name: name!, rest: rest! });
  }
  return stages;
}

export function readStages(): [build: Stage, run: Stage] {
  return stagesIn(readFileSync(join(ROOT, "Dockerfile"), "utf8")) as [Stage, Stage];
}

export function all(stage: Stage, name: string): string[] {
  return stage.instructions.filter((one) => one.name === name).map(({ rest }) => rest);
}

/** Returns the only instruction with this name. */
export function only(stage: Stage, name: string): string {
  const [first, ...more] = all(stage, name);
  if (first === undefined || more.length > 0) throw new Error(`expected one ${name}`);
  return first;
}

export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = all(stage, "ENV").flatMap((rest) => rest.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split("=") as [string, string]));
}

/** Returns the command of a HEALTHCHECK, ENTRYPOINT or CMD. */
export function commandIn(rest: string): string[] {
  return JSON.parse(rest.slice(rest.indexOf("["))) as string[];
}

/** Returns committed and untracked files except for those in .dockerignore. */
export function contextFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const isIgnored = (file: string) => ignored.some((one) => file === one || file.startsWith(`${one}/`));
  return String(listed)
    .split("\n")
    .filter((file) => file !== "" && !isIgnored(file));
}

export function copyContext(to: string): void {
  for (const file of contextFiles()) {
    mkdirSync(join(to, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
}
