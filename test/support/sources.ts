// The source files of this repository for structure tests: paths, texts and imports.
// The decision: `import type` and imports over several lines count like all others, because readers follow them, too.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

/** Paths here have slashes on every system. */
const { dirname, join, normalize } = posix;

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Import {
  readonly from: string;
  /** A path from the root without its extension for a file of this repository; otherwise the name of a package. */
  readonly target: string;
  /** Whether the compiler removes it. */
  readonly isType: boolean;
  /** Whether it is `import()`, which is loaded when it is needed and may therefore lead back to its importer. */
  readonly isLazy: boolean;
}

/** TypeScript files below a folder, as paths from the root, without generated ones. */
export function filesOf(folder: string): string[] {
  const found = readdirSync(join(ROOT, folder), { recursive: true }) as string[];
  const files = found.map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
  return files.filter((file) => /\.tsx?$/.test(file) && !/\/(gen|node_modules)\//.test(file)).sort();
}

export function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

export function importsOf(file: string): Import[] {
  const found = read(file).matchAll(
    /^(?:import|export) (type )?[^;"]*? from "([^"]+)";|^import "([^"]+)";|\bimport\(\s*"([^"]+)"/gm,
  );
  return Array.from(found, ([, type, named, bare, called]) => ({
    from: file,
    target: resolveTarget(file, (named ?? bare ?? called)!),
    isType: type !== undefined,
    isLazy: called !== undefined,
  }));
}

function resolveTarget(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return normalize(join(dirname(file), specifier)).replace(/\.tsx?$/, "");
}

/**
 * Returns the strongly connected components with more than one node: all import cycles with their files (Tarjan, 1972).
 */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Returns which nodes import which others; files that `nodeOf` maps to null are left out. */
export function graphOf(
  files: readonly string[],
  nodeOf: (path: string) => string | null,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, target, isLazy } of files.flatMap(importsOf)) {
    if (isLazy) continue;
    const [a, b] = [nodeOf(from.replace(/\.tsx?$/, "")), nodeOf(target)];
    if (a === null || b === null || a === b) continue;
    graph.set(a, (graph.get(a) ?? new Set()).add(b));
  }
  return graph;
}
