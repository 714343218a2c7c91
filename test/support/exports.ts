// Finds the exported names that other files import, with regular expressions over the statements of a module.
// The decision: no type checker, because it takes longer than all other structure tests. A file that imports a whole
// module (`import * as`, `import()`, `export *`) uses each of its exports that it names anywhere.
import { posix } from "node:path";
import { read } from "./sources.ts";

/** Paths here have slashes on every system. */
const { dirname, join, normalize } = posix;

export interface Export {
  readonly file: string;
  readonly name: string;
}

/** The import of a module by another file. */
interface Use {
  /** A path from the root, without its ending. */
  readonly target: string;
  /** Null: the whole module. */
  readonly names: readonly string[] | null;
  /** `export *`: other files may import its names through this file. */
  readonly passesOn: boolean;
}

const DECLARED =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const enum|const|let|interface|type|enum|namespace) ([\w$]+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?: from "[^"]+")?;/gm;
const DECORATED = /^@\w+.*\nexport (?:function|const) ([\w$]+)/gm;
const NAMED = /^(?:import|export) (?:type )?(?:[\w$]+, )?\{([^}]*)\} from "(\.[^"]+)";/gm;
const WHOLE = /^(?:import|export) (?:type )?\*(?: as [\w$]+)? from "(\.[^"]+)";|\bimport\(\s*"(\.[^"]+)"/gm;

/** Returns the names in the braces of an import or export: those of the module (0), or their local names (1). */
function namesIn(braces: string, side: 0 | 1): string[] {
  const parts = braces.split(",").map((part) => part.trim().replace(/^type /, ""));
  return parts.filter((part) => part !== "").map((part) => part.split(" as ").at(-side)!.trim());
}

const codes = new Map<string, string>();

/** Returns the code without comments, because examples in them import nothing. */
function codeOf(file: string): string {
  const known = codes.get(file);
  if (known !== undefined) return known;
  const code = read(file).replace(/^\s*\/\/.*$|^\s*\/\*\*?[\s\S]*?\*\//gm, "");
  codes.set(file, code);
  return code;
}

export function exportsOf(file: string): Export[] {
  const code = codeOf(file);
  const names = [
    ...Array.from(code.matchAll(DECLARED), ([, name]) => name!),
    ...Array.from(code.matchAll(DECORATED), ([, name]) => name!),
    ...Array.from(code.matchAll(LISTED), ([, braces]) => namesIn(braces!, 1)).flat(),
  ];
  return [...new Set(names)].map((name) => ({ file, name }));
}

function usesOf(file: string, code: string): Use[] {
  const targetOf = (specifier: string) =>
    normalize(join(dirname(file), specifier)).replace(/\.[cm]?[jt]sx?$/, "");
  return [
    ...Array.from(code.matchAll(NAMED), ([, braces, specifier]) => ({
      target: targetOf(specifier!),
      names: namesIn(braces!, 0),
      passesOn: false,
    })),
    ...Array.from(code.matchAll(WHOLE), ([statement, named, called]) => ({
      target: targetOf((named ?? called)!),
      names: null,
      passesOn: /^export (?:type )?\* from/.test(statement!),
    })),
  ];
}

/** Returns the exports that no other file imports. */
export function unusedExports(exported: readonly Export[], files: readonly string[]): Export[] {
  const named = new Set<string>();
  const whole = new Map<string, string[]>();
  for (const file of files) {
    const code = codeOf(file);
    for (const { target, names } of usesOf(file, code)) {
      for (const name of names ?? []) named.add(`${target} ${name}`);
      if (names === null) whole.set(target, [...(whole.get(target) ?? []), code]);
    }
  }
  return exported.filter(({ file, name }) => {
    const target = file.replace(/\.tsx?$/, "");
    if (named.has(`${target} ${name}`)) return false;
    const pattern = new RegExp(`\\b${name.replaceAll("$", "\\$")}\\b`);
    return !(whole.get(target) ?? []).some((code) => pattern.test(code));
  });
}

/** Returns whether the file itself uses the export besides declaring it. */
export function namesOften({ file, name }: Export): boolean {
  const pattern = new RegExp(`\\b${name.replaceAll("$", "\\$")}\\b`, "g");
  return [...codeOf(file).matchAll(pattern)].length > 1;
}
