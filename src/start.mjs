// What `npm start` does: builds what is missing or older than its sources, then runs the server in this process.
// The decision: plain JavaScript that imports only what every Node has, so an old one gets as far as the sentence of main.ts.
// The server runs in this process and not in a child, so flags reach it on every system, and so does Ctrl+C. Other signals npm
// sends to its shell alone, which ends without handing them on; so the server stops, too, when its parent is gone.
import { execSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
/** What the build reads. */
const SOURCES = ["assembly", "src", "proto", "package.json", "package-lock.json", "asconfig.json"];
/** Made when a build begins and renamed when it has ended, so its time is that of the beginning. */
const BUILT = new URL("dist/.built", ROOT);
const MAIN = new URL("dist/main.js", ROOT);

if (!existsSync(BUILT) || newestIn(SOURCES.map((name) => new URL(name, ROOT))) > statSync(BUILT).mtimeMs) {
  process.stderr.write("azimuth: building, because sources have changed since the last build\n");
  try {
    execSync("npm run build", { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  } catch {
    process.stderr.write("azimuth: the build failed; npm run build shows all of it\n");
    process.exit(1);
  }
}

const PARENT_CHECK_MS = 200;
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, "SIGTERM");
}, PARENT_CHECK_MS);
watch.unref();

process.argv = [process.argv[0] ?? "node", fileURLToPath(MAIN), "serve", ...process.argv.slice(2)];
await import(MAIN.href);

/**
 * @param {URL[]} paths files and folders
 * @returns {number} when the newest of them was changed, in milliseconds
 */
function newestIn(paths) {
  return Math.max(...paths.map((path) => newestOf(path)));
}

/** @param {URL} path */
function newestOf(path) {
  const about = statSync(path);
  if (!about.isDirectory()) return about.mtimeMs;
  const inside = readdirSync(path).map((name) => new URL(`${path.href}/${encodeURIComponent(name)}`));
  // Only what is in it counts: the time of a folder changes with every temporary file of an editor.
  return inside.length === 0 ? 0 : newestIn(inside);
}
