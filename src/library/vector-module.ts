// Generates src/json/vector-module.ts from assembly/json/vector.ts: `npm run gen`, needed after each change of it.
// The decision: the module is kept in a source file as text. It is a kilobyte and is needed synchronously wherever a
// body is read, and so no code has to find a file.
// The module names the digest of its source, the compiler and its options. A quick test compares the digest; a slow one
// compiles again, which takes seconds.
// The compiler runs in a process of its own, because the TypeScript loader that runs this file would take ten times as
// long to load it as it takes to compile.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = "assembly/json/vector.ts";
const COMPILER = join(ROOT, "node_modules", "assemblyscript", "bin", "asc.js");
const OPTIONS = "--optimizeLevel 3 --shrinkLevel 0 --runtime stub --noAssert --memoryBase 64 --config none";
const DIGEST_CHARACTERS = 16;
export const GENERATED = join(ROOT, "src", "json", "vector-module.ts");

/** Returns the digest of what the module is made of: its source, the version of the compiler, the options. */
export function vectorDigest(): string {
  const { version } = JSON.parse(readFileSync(join(dirname(COMPILER), "..", "package.json"), "utf8"));
  const parts = [readFileSync(join(ROOT, SOURCE), "utf8"), version, OPTIONS];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, DIGEST_CHARACTERS);
}

/** Returns the text of vector-module.ts. */
export async function vectorModule(): Promise<string> {
  const binary = await compiled();
  const text = binary.toString("base64");
  return `// Made by src/library/vector-module.ts from ${SOURCE} (${vectorDigest()}); do not edit.\nexport const VECTOR_MODULE =\n  "${text}";\n`;
}

/** @throws the errors of the compiler */
async function compiled(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "azimuth-vector-module-"));
  const file = join(folder, "vector.wasm");
  try {
    const options = [SOURCE, "--outFile", file, ...OPTIONS.split(" ")];
    await promisify(execFile)(execPath, [COMPILER, ...options], { cwd: ROOT });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(GENERATED, await vectorModule());
