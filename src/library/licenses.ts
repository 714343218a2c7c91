// The licenses of what others have written and our bundles contain, as one text.
// The decision: what is in a bundle is known from the bundler, not from a list that somebody keeps.
import { readdirSync, readFileSync } from "node:fs";
import type { Metafile } from "esbuild";

/** The folder of a package in a path of the bundler, the innermost where packages are within packages. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^licen[cs]e/i;

/** @param root where the paths of the bundler begin */
export function licensesOf(metafiles: readonly Metafile[], root: string): string {
  const parts = foldersOf(metafiles).map((folder) => part(`${root}${folder}`));
  const rule = `\n${"-".repeat(80)}\n\n`;
  return `This package contains code of the following packages.\n${rule}${parts.join(rule)}`;
}

/** The folders of the packages whose code is in bundles. */
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
  const file = readdirSync(folder).find((one) => LICENSE.test(one));
  const text = file === undefined ? "" : `\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
  return `${name} ${version}, ${license ?? "see below"}\n${text}`;
}
