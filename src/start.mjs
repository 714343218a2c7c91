// Runs `npm start`: builds if the build is missing or older than its sources, then runs the server in this process.
// The decision: plain JavaScript that imports only what every Node has, so that an old Node reaches the message about
// its version. The server runs in this process and not in a child, so that flags and Ctrl+C reach it on every system.
// npm sends other signals only to its shell, which ends without forwarding them; so the server also stops when its
// parent process ends.
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
