// Other engines, and Node 24, which some of them need. The decision: the benchmark installs exact versions into a
// folder that git ignores when one is used first, so that `npm ci` does not install them.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const RESULTS = fileURLToPath(new URL("./results/", import.meta.url));
const FOLDER = join(RESULTS, "peers");
const MANIFEST = join(FOLDER, "package.json");
/** A copy of the manifest, which is written when everything is installed. */
const INSTALLED = join(FOLDER, "installed.json");

export const VERSIONS = {
  "@zvec/zvec": "0.7.0",
  "hnswlib-node": "3.0.0",
  node: "24.21.0",
  usearch: "2.26.2",
};

/** The path of Node 24. */
export const NODE_24 = join(FOLDER, "node_modules/node/bin/node");

/** Installs what is missing; compiling hnswlib-node takes half a minute. */
export function installPeers(): void {
  const manifest = JSON.stringify(
    {
      name: "azimuth-bench-peers",
      private: true,
      dependencies: VERSIONS,
      // The packages compile or download binaries in install scripts, which newer versions of npm run only if they are
      // allowed.
      allowScripts: Object.fromEntries(Object.keys(VERSIONS).map((name) => [name, true])),
    },
    null,
    2,
  );
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, "utf8") === manifest) return;
  const list = Object.entries(VERSIONS).map(([name, version]) => `${name} ${version}`);
  process.stderr.write(`installing ${list.join(", ")} ...\n`);
  mkdirSync(FOLDER, { recursive: true });
  const install = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel", "error"];
  writeFileSync(MANIFEST, manifest);
  execFileSync("npm", install, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(INSTALLED, manifest);
}

/** Loads a package from this folder. */
export function requirePeer<T>(name: string): T {
  return createRequire(MANIFEST)(name) as T;
}
