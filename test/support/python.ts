// Python with packages of PyPI, for tests of test/slow. Without Python they fail with a message and are not skipped,
// because they test existing clients.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PYTHONS = ["python3", "python", "py"];

/**
 * @param variable the environment variable that may name a Python with the packages
 * @param modules are imported to check that
 * @returns the program, of a virtual environment that is created if needed
 */
export function pythonWith(
  name: string,
  variable: string,
  packages: readonly string[],
  modules: readonly string[],
): string {
  const given = process.env[variable];
  if (given !== undefined) return given;
  const home = join(tmpdir(), `azimuth-${name}`);
  const python = join(home, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  if (existsSync(python) && works(python, ["-c", `import ${modules.join(", ")}`])) return python;
  const maker = PYTHONS.find((one) => works(one, ["-m", "venv", "--help"]));
  if (maker === undefined) {
    throw new Error(
      `this test needs Python 3.10 or newer with venv: none of ${PYTHONS.join(", ")} has it; ` +
        `install one, or name one that has ${packages.join(", ")} in ${variable}`,
    );
  }
  execFileSync(maker, ["-m", "venv", home]);
  execFileSync(python, ["-m", "pip", "install", "--quiet", ...packages], { stdio: "inherit" });
  return python;
}

function works(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
