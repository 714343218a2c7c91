// Generates src/text/stem/gen/ from the packages snowball-stemmers and @orama/stemmers: `npm run gen`.
// The decision: the package is one file with 24 algorithms, and each of its calls passes through a function that counts
// arguments. So the class of a language is taken out and rewritten with plain methods, fields and constants, on our own
// machine (text/stem/program.ts); the steps of the algorithm stay as they are. Greek, which the package lacks, is a
// module of its own in the other package. A program loads only the languages that it uses.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { STEMMER_LANGUAGES } from "../shared/text-languages.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SNOWBALL = "node_modules/snowball-stemmers/snowball-stemmers.js";
const GREEK = "node_modules/@orama/stemmers/dist/gr.js";
export const GENERATED = join(ROOT, "src", "text", "stem", "gen");

/** Our names of the parts of the machine, by those of the package. */
const CALLS: Readonly<Record<string, string>> = {
  in_grouping: "inGroup",
  in_grouping_b: "inGroupBefore",
  out_grouping: "outOfGroup",
  out_grouping_b: "outOfGroupBefore",
  eq_s: "equals",
  eq_s_b: "equalsBefore",
  find_among: "findAmong",
  find_among_b: "findAmongBefore",
  slice_from: "replaceSlice",
  slice_del: "removeSlice",
  insert: "insert",
  stem: "run",
};
/** Keeps the type checker away from a file. */
const UNCHECKED = ["// @ts", "nocheck"].join("-");
const METHOD = /key: '(\w+)\$esjava\$\d',\s*value: function \w+\$esjava\$\d\(\) (\{\n[\s\S]*?\n {12}\})\n/g;
const FIELD = /this\._\$esjava\$([ISB]_\w+) = (0|false|new StringBuilder\(\));/g;
const CONSTANT = /this\._\$esjava\$([ag]_\w+) = (\[.*\]);|Stemmer\.([ag]_\w+) = (\[.*\]);/g;

/** Returns the text of a module for each language. */
function stemmerModules(): Map<string, string> {
  const source = readFileSync(join(ROOT, SNOWBALL), "utf8");
  return new Map(
    STEMMER_LANGUAGES.map((language) => [
      language,
      language === "greek" ? greek() : extracted(source, language),
    ]),
  );
}

function extracted(source: string, language: string): string {
  const start = source.indexOf(`var ${language}Stemmer = function (`);
  const end = source.indexOf(`return ${language}Stemmer;`, start);
  if (start < 0 || end < 0) throw new Error(`${SNOWBALL} has no algorithm for ${language}`);
  const text = source.slice(start, end);
  const fields = Array.from(
    text.matchAll(FIELD),
    ([, name, value]) => `  ${name} = ${value!.startsWith("new") ? '""' : value};`,
  );
  const constants = Array.from(
    text.matchAll(CONSTANT),
    ([, own, list, name, array]) => `const ${own ?? name} = ${rewritten((list ?? array)!, language)};`,
  );
  const methods = Array.from(
    text.matchAll(METHOD),
    ([, name, body]) => `  ${CALLS[name!] ?? name}() ${rewritten(body!, language)}`,
  );
  return [
    "// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).",
    `${UNCHECKED}: the package has no types.`,
    'import { SnowballProgram } from "../program.ts";',
    ...constants,
    "class Program extends SnowballProgram {",
    ...fields,
    ...methods,
    "}",
    "export const STEMMER: SnowballProgram = new Program();",
    "",
  ].join("\n");
}

function rewritten(code: string, language: string): string {
  return code
    .replaceAll(/new Among\((.*?)\)/g, (_, values: string) => `[${values.replace(", this.es6bridge", "")}]`)
    .replaceAll(new RegExp(`(?:${language}Stemmer|this)\\.([ag]_\\w+)`, "g"), "$1")
    .replaceAll(/this\.(S_\w+) = this\.slice_to\$esjava\$1\(this\.\1\)/g, "this.$1 = this.slice()")
    .replaceAll(/this\.(S_\w+)\.toString\(\)/g, "this.$1")
    .replaceAll("this.current.length()", "this.current.length")
    .replaceAll(/this\.(\w+)\$esjava\$\d\(/g, (_, name: string) => `this.${CALLS[name] ?? name}(`);
}

function greek(): string {
  const text = readFileSync(join(ROOT, GREEK), "utf8").replace('export const language="greek";', "");
  return [
    "// Made by `npm run gen` from the package @orama/stemmers 3.1.18 (Apache-2.0).",
    `${UNCHECKED}: the code of the package is minified.`,
    text.replace("export function stemmer(", "function stemWord("),
    "export const STEMMER: { stem(word: string): string } = { stem: stemWord };",
    "",
  ].join("\n");
}

/** Writes the modules to a folder, which is made empty first. */
export function writeStemmers(target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [language, text] of stemmerModules()) writeFileSync(join(target, `${language}.ts`), text);
  const biome = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");
  const format = ["format", "--write", "--vcs-enabled=false", `--config-path=${ROOT}`, target];
  execFileSync(execPath, [biome, ...format], { stdio: "inherit" });
}

if (argv[1] === fileURLToPath(import.meta.url)) writeStemmers(GENERATED);
