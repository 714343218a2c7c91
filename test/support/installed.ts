// Packs the package as it is published, and installs it into an empty project without running scripts.
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);
/** On Windows npm and installed commands are scripts. */
const SHELL = { shell: process.platform === "win32" };

/** @returns the folder of the project; the caller removes it */
export async function installPackage(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "azimuth-package-"));
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", home];
  const [{ filename }] = JSON.parse((await run("npm", pack, { cwd: ROOT, ...SHELL })).stdout);
  writeFileSync(join(home, "package.json"), '{"type":"module","private":true}');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...quiet, join(home, filename)], { cwd: home, ...SHELL });
  return home;
}

/** Runs a command of the package like its users: `npx azimuth ...`. */
export function npx(home: string, ...command: string[]) {
  return run("npx", ["--no", "--", ...command], { cwd: home, ...SHELL });
}
