// Collects the licenses of the packages in our bundles, as one text.
// The decision: the bundler reports which packages are included, so no list of them is kept by hand, except for code
// and lists of words that were taken from packages into our sources (stemmers.ts).
import { readdirSync, readFileSync } from "node:fs";
import type { Metafile } from "esbuild";

/** Matches the folder of a package in a path of the bundler; the innermost one where packages contain packages. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^licen[cs]e/i;
/** Packages whose code is in our sources, by a pattern of the files that have it. */
const EXTRACTED: readonly (readonly [files: RegExp, folder: string])[] = [
  [/^src\/text\/stem\/gen\/greek\.ts$/, "node_modules/@orama/stemmers"],
  [/^src\/text\/stem\/gen\/(?!greek)/, "node_modules/snowball-stemmers"],
];
/** Licenses of what is in our sources and in no package. */
const OF_SOURCES = "src/text/LICENSES.txt";

/** @param root the folder that the paths of the bundler are relative to */
export function licensesOf(metafiles: readonly Metafile[], root: string): string {
  const parts = foldersOf(metafiles).map((folder) => part(`${root}${folder}`));
  const rule = `\n${"-".repeat(80)}\n\n`;
  const ofSources = readFileSync(`${root}${OF_SOURCES}`, "utf8");
  return `This package contains code of the following packages.\n${rule}${[...parts, ofSources].join(rule)}`;
}

/** Returns the folders of the packages whose code is in bundles. */
export function foldersOf(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(inputs.flatMap(folderOf))].sort();
}

function folderOf(path: string): string[] {
  const extracted = EXTRACTED.flatMap(([files, folder]) => (files.test(path) ? [folder] : []));
  return [...(PACKAGE.exec(path)?.slice(1, 2) ?? []), ...extracted] as string[];
}

function part(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(folder).find((entry) => LICENSE.test(entry));
  const text = file === undefined ? "" : `\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
  return `${name} ${version}, ${license ?? "see below"}\n${text}`;
}
