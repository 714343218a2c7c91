// Tells whether what `npm run build` makes is older than its sources. The decision: plain JavaScript without packages, because
// start.mjs asks before anything is known about this Node.
import { existsSync, readdirSync, statSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
/** What the build reads. */
const SOURCES = ["assembly", "src", "proto", "package.json", "package-lock.json", "asconfig.json"];
/** Made when a build begins and renamed when it has ended, so its time is that of the beginning. */
const BUILT = new URL("dist/.built", ROOT);

/** @returns {string | null} null: what is built is newer than its sources */
export function reasonToBuild() {
  if (!existsSync(BUILT)) return "nothing has been built yet";
  const newest = newestIn(SOURCES.map((name) => new URL(name, ROOT)));
  return newest > statSync(BUILT).mtimeMs ? "sources have changed since the last build" : null;
}

/**
 * @param {URL[]} paths files and folders
 * @returns {number} when the newest of them was changed, in milliseconds
 */
function newestIn(paths) {
  return Math.max(...paths.map((path) => newestOf(path)));
}

/** @param {URL} path */
function newestOf(path) {
  // A link that leads nowhere, such as the lock of an editor, or a file that has just gone, says nothing.
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about?.isDirectory()) return about?.mtimeMs ?? 0;
  const inside = readdirSync(path).map((name) => new URL(`${path.href}/${encodeURIComponent(name)}`));
  // Only what is in it counts: the time of a folder changes with every temporary file of an editor.
  return inside.length === 0 ? 0 : newestIn(inside);
}
