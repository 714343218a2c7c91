// What `npm start` does: builds what is missing or older than its sources, then runs the server in this process.
// The decision: plain JavaScript that imports only what every Node has, so an old one gets as far as the sentence.
// The server runs in this process and not in a child, so flags reach it on every system, and so does Ctrl+C. Other signals npm
// sends to its shell alone, which ends without handing them on; so the server stops, too, when its parent is gone.
import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { reasonToBuild } from "./stale.mjs";

const ROOT = new URL("../", import.meta.url);
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
  process.stderr.write(`azimuth: building, because ${reason}; this takes half a minute\n`);
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

/** @param {string} version such as ">=20.19" @returns {number[]} */
function numbersOf(version) {
  return (version.match(/\d+/g) ?? []).map(Number);
}
