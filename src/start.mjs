// What `npm start` does: builds what is missing or older than its sources, then runs the server in this process.
// The decision: plain JavaScript that imports only what every Node has, so an old one gets as far as the sentence.
// The server runs in this process and not in a child, so flags reach it on every system, and so does Ctrl+C. Other signals npm
// sends to its shell alone, which ends without handing them on; so the server stops, too, when its parent is gone.
import { execSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);
/** What the build reads. */
const SOURCES = ["assembly", "src", "proto", "package.json", "package-lock.json", "asconfig.json"];
/** Made when a build begins and renamed when it has ended, so its time is that of the beginning. */
const BUILT = new URL("dist/.built", ROOT);
const MAIN = new URL("dist/main.js", ROOT);

const [oldest, its] = numbersOf(JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8")).engines.node);
const [major, minor] = numbersOf(process.versions.node);
if (major < oldest || (major === oldest && minor < its)) {
  const needed = `Azimuth needs Node ${oldest}.${its} or newer, and this is ${process.versions.node}`;
  process.stderr.write(`azimuth: ${needed}\n`);
  process.exit(1);
}

const reason = reasonToBuild();
if (reason !== null) {
  process.stderr.write(`azimuth: building, because ${reason}; this takes about a minute\n`);
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

/** @returns {string | null} null: what is built is newer than its sources */
function reasonToBuild() {
  if (!existsSync(BUILT)) return "nothing has been built yet";
  const newest = newestIn(SOURCES.map((name) => new URL(name, ROOT)));
  return newest > statSync(BUILT).mtimeMs ? "sources have changed since the last build" : null;
}

/** @param {string} version such as ">=20.19" @returns {number[]} */
function numbersOf(version) {
  return (version.match(/\d+/g) ?? []).map(Number);
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
