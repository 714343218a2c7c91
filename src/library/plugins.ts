// Plugins of the bundler for code that runs without files beside it: in the library, and in pages.
// The decision: a module that depends on its surroundings is replaced as a whole, by its path, so the product has no
// code that asks where it runs.
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { ROUTES } from "../client/routes.ts";
import type { Bundled } from "../threads/bundled.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Replaces modules that look for files, or for values that are known at build time, by modules with fixed contents. */
export function inside(bundled?: Bundled): Plugin {
  return {
    name: "inside",
    setup({ onLoad }) {
      onLoad({ filter: /src\/threads\/bundled\.ts$/ }, () => ({
        contents: `export const BUNDLED = ${JSON.stringify(bundled ?? null)};`,
      }));
      onLoad({ filter: /src\/threads\/entry-file\.ts$/ }, () => ({
        contents: 'export const fileOf = (entry) => { throw new Error("no thread is called " + entry); };',
      }));
      onLoad({ filter: /src\/threads\/code-root\.ts$/ }, () => ({
        contents: "export const CODE_ROOT = null;",
      }));
      onLoad({ filter: /src\/client\/routes\.ts$/ }, () => ({
        contents: `export const ROUTES = ${JSON.stringify(ROUTES)};`,
      }));
    },
  };
}

/** Replaces what only Node has by what pages have. */
export function forPages(): Plugin {
  return {
    name: "for pages",
    setup({ onResolve }) {
      onResolve({ filter: /\/node-bytes\.ts$/ }, () => ({ path: `${ROOT}src/json/web-bytes.ts` }));
    },
  };
}
