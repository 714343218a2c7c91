// Finds the page of the documentation that a path means.
// The decision: a page has the address /docs/NAME, with or without `.html`, and the links between pages are relative,
// so they also work behind a proxy that serves all of this below another path, and in files that are opened from a
// disk. Redirects are relative for the same reason.
import type { Asset, Assets } from "./assets.ts";

/** The path of the documentation. */
export const DOCS = "/docs";

/**
 * Returns the page or file, the relative address at which it is, or null if there is none.
 * @param path without a slash at its end
 * @param isFolder the requested path had a slash at its end
 */
export function docsPage(path: string, isFolder: boolean, assets: Assets): Asset | string | null {
  const isStart = path === DOCS;
  const asset = isStart ? assets.get(`${DOCS}/index.html`) : (assets.get(path) ?? assets.get(`${path}.html`));
  if (asset === undefined) return null;
  if (isStart === isFolder) return asset;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return isStart ? `${name}/` : `../${name}`;
}
