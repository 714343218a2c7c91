// Decides whether the output of `npm run build` is older than its sources.
// The decision: plain JavaScript without packages, because start.mjs needs it before it has checked the version of
// Node.
import { existsSync, readdirSync, statSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
/** The inputs of the build. */
const SOURCES = [
  ...["assembly", "src", "proto", "package.json", "package-lock.json", "asconfig.json"],
  ...["README.md", "CHANGELOG.md", "SECURITY.md"],
];
/** A file that is created when a build begins and renamed when it has ended, so its time is that of the beginning. */
const BUILT = new URL("dist/.built", ROOT);

/** @returns {string | null} null: the build is newer than its sources */
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
  // A link without a target (such as the lock file of an editor) and a file that was just removed are ignored.
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about?.isDirectory()) return about?.mtimeMs ?? 0;
  const inside = readdirSync(path).map((name) => new URL(`${path.href}/${encodeURIComponent(name)}`));
  // Only the contents count, because the time of a folder changes with every temporary file of an editor.
  return inside.length === 0 ? 0 : newestIn(inside);
}
