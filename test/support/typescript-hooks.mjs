// Transforms TypeScript when it is imported.
// The decision: the output of each file is kept beside the packages, with a hash of its source, because four workers
// of mocha import the same files, in every run.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HOME = fileURLToPath(new URL("../../node_modules/.cache/azimuth-typescript/", import.meta.url));
const OPTIONS = {
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  sourcesContent: false,
  jsx: "automatic",
  jsxImportSource: "preact",
  // An import whose names are not used stays, so that a missing file is an error.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

const require = createRequire(import.meta.url);
/** Output of another version or of other options is not used. */
const MADE_BY = `${require("esbuild/package.json").version} ${JSON.stringify(OPTIONS)}`;

export async function load(url, context, next) {
  if (!/^file:.*\.tsx?$/.test(url) || url.includes("/node_modules/")) return next(url, context);
  const path = fileURLToPath(url);
  return { format: "module", source: transformed(path, readFileSync(path, "utf8")), shortCircuit: true };
}

function transformed(path, source) {
  const kept = join(HOME, `${hashOf(path)}.js`);
  const hash = hashOf(`${MADE_BY}\n${source}`);
  const before = readKept(kept);
  if (before.startsWith(hash)) return before.slice(hash.length);
  const loader = path.endsWith("x") ? "tsx" : "ts";
  const { code } = require("esbuild").transformSync(source, { ...OPTIONS, loader, sourcefile: path });
  keep(kept, hash + code);
  return code;
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex");
}

function readKept(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Writes another file first, because other processes read this one. */
function keep(path, text) {
  mkdirSync(HOME, { recursive: true });
  const part = `${path}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, path);
}
