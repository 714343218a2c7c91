// Runs a script of the build with the code that V8 compiled from it at the end of the build (src/code-cache.mjs).
// The decision: half of the CPU time of a start is that of compiling our own code. V8 accepts compiled code only of its
// own version and flags, but does not look whether it is damaged or of another text. Therefore the name of the script
// has a mark of its text, the file a check sum, and without a file that fits the script is compiled as usual.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
// With a named import of what an older Node does not have, that Node would fail before main.ts can name the version.
import * as vm from "node:vm";
import * as zlib from "node:zlib";

const SUM_BYTES = 4;

/**
 * Runs a script whose value is a function of `require` and its own URL.
 * @param file of characters below 128 only
 */
export function runCompiled(file: URL): void {
  const path = fileURLToPath(file);
  const script = new vm.Script(readFileSync(path, "latin1"), {
    filename: path,
    cachedData: compiledOf(path),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  script.runInThisContext()(createRequire(file), file.href);
}

function compiledOf(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(`${path}.${process.version}-${process.arch}`);
    const code = bytes.subarray(SUM_BYTES);
    return bytes.readUInt32LE() === zlib.crc32(code) ? code : undefined;
  } catch {
    // The package that npm installs has none, and one that cannot be read is not needed.
    return undefined;
  }
}
