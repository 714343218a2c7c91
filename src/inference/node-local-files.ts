// Finds what a model of the kind local needs on this machine: its folder, and the package that computes it.
// The decision: a model is a folder in the directory of the operator, links followed, so a request cannot have anything
// else read. The package is looked for as this program's own packages are, and in `node_modules` of the directory
// itself, not in folders above it, which may belong to others.
import { existsSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { show } from "../schema/show.ts";
import { CODE_ROOT } from "../threads/code-root.ts";
import type { LocalModelData } from "./local-batch.ts";

const PACKAGE = "@huggingface/transformers";
/** The versions that are known to work. */
const VERSION = "4";

/**
 * @param model the folder, as the settings have it
 * @throws InvalidArgument that begins with the setting
 */
export function localModelData(directory: string | null, model: string): LocalModelData {
  if (directory === null) {
    throw new InvalidArgument(
      "kind: local needs the setting inference.directory, the folder with the models; set it and restart the server",
    );
  }
  const root = resolve(directory);
  const folder = folderOf(root, model);
  return { packageUrl: packageUrlFor(root), directory: root, folder };
}

function folderOf(root: string, model: string): string {
  const path = resolve(root, model);
  if (model.includes("\0") || isAbsolute(model) || !isBelow(root, path)) throw outside(model);
  let real: string;
  try {
    real = realpathSync(path);
  } catch {
    throw missing(root, model);
  }
  if (!isBelow(realpathSync(root), real)) throw outside(model);
  if (!statSync(real).isDirectory()) throw missing(root, model);
  return relative(root, path).split(sep).join("/");
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(model: string): InvalidArgument {
  return new InvalidArgument(
    `model: expected the name of a folder in inference.directory, got ${show(model)}`,
  );
}

function missing(root: string, model: string): InvalidArgument {
  return new InvalidArgument(
    `model: inference.directory (${root}) has no folder ${show(model)}; put the files of the model there`,
  );
}

function packageUrlFor(root: string): string {
  const modules = join(root, "node_modules");
  const anchors: string[] = [new URL("package.json", CODE_ROOT).href];
  if (existsSync(join(modules, PACKAGE))) anchors.push(join(modules, "package.json"));
  for (const anchor of anchors) {
    try {
      return pathToFileURL(createRequire(anchor).resolve(PACKAGE)).href;
    } catch {
      // It may be found from the next one.
    }
  }
  throw new InvalidArgument(
    `kind: local needs the package ${PACKAGE}, which is not installed; ` +
      `install it with: npm install --prefix ${root} ${PACKAGE}@${VERSION}`,
  );
}
