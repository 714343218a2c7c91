// Python with Qdrant's engine, for the benchmarks that it takes part in.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { progress } from "./engines/fleet.ts";
import { RESULTS } from "./peers.ts";

const PEERS = { "qdrant-edge-py": "0.9.0" };
const VENV = join(RESULTS, "python");
export const PYTHON = join(VENV, "bin/python");

/** Installs Qdrant's engine. @returns whether it is there */
export function installPython(): boolean {
  if (existsSync(join(VENV, "installed"))) return true;
  try {
    execFileSync("python3", ["-m", "venv", VENV]);
    const packages = Object.entries(PEERS).map(([name, version]) => `${name}==${version}`);
    execFileSync(join(VENV, "bin/pip"), ["install", "--quiet", ...packages]);
    execFileSync("touch", [join(VENV, "installed")]);
    return true;
  } catch (error) {
    progress(`Qdrant's engine takes no part: ${(error as Error).message}`);
    return false;
  }
}
