// The version of this package.
import { readFileSync } from "node:fs";
import { BUNDLED } from "./bundled.ts";
import { CODE_ROOT } from "./code-root.ts";

/** Returns the version of package.json, whose path is the same from `src` and from `dist`. */
export function packageVersion(): string {
  if (BUNDLED) return BUNDLED.version;
  return JSON.parse(readFileSync(new URL("../package.json", CODE_ROOT), "utf8")).version;
}
