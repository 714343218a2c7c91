// Makes src/json/vector-module.ts from assembly/json/vector.ts: `npm run gen`, needed after each change of it.
// The decision: the module stands in the source as text, because it is a kilobyte, is needed without waiting wherever a body
// is read, and then nobody has to find a file for it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCE = "assembly/json/vector.ts";
const OPTIONS = "--optimizeLevel 3 --shrinkLevel 0 --runtime stub --noAssert --memoryBase 64 --config none";
const BINARY = "vector.wasm";
export const GENERATED = join(ROOT, "src", "json", "vector-module.ts");

/** The text of vector-module.ts. */
export async function vectorModule(): Promise<string> {
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [SOURCE, "--baseDir", ROOT, "--outFile", BINARY, ...OPTIONS.split(" ")],
    {
      writeFile: (name, contents) => {
        if (name === BINARY) binary = contents as Uint8Array;
      },
    },
  );
  if (error || !binary) throw new Error(`${SOURCE}: ${error?.message}\n${stderr}`);
  const text = Buffer.from(binary).toString("base64");
  return `// Made by src/library/vector-module.ts from ${SOURCE}; do not edit.\nexport const VECTOR_MODULE =\n  "${text}";\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(GENERATED, await vectorModule());
