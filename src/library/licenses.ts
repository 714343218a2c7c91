// Collects the licenses of the packages in our bundles, as one text.
// The decision: the bundler reports which packages are included, so no list is kept by hand.
import { readdirSync, readFileSync } from "node:fs";
import type { Metafile } from "esbuild";

/** Matches the folder of a package in a path of the bundler; the innermost one where packages contain packages. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^licen[cs]e/i;

/** @param root the folder that the paths of the bundler are relative to */
export function licensesOf(metafiles: readonly Metafile[], root: string): string {
  const parts = foldersOf(metafiles).map((folder) => part(`${root}${folder}`));
  const rule = `\n${"-".repeat(80)}\n\n`;
  return `This package contains code of the following packages.\n${rule}${parts.join(rule)}`;
}

/** Returns the folders of the packages whose code is in bundles. */
export function foldersOf(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))].sort();
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
