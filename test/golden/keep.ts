// Keeps the data directory of a killed server for tests of later versions.
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Files that every start makes again, and files of credentials. */
const OF_THE_RUN = ["LOCK", "setup-code", "fsync-probe.tmp", "server_params.btr", "server_params.reserve"];

/** Copies the directory without these files, and cuts the zeros that were preallocated at the end of the log. */
export function keepDirectory(dataDir: string, name: string): void {
  const target = join(HERE, name);
  rmSync(target, { recursive: true, force: true });
  for (const file of OF_THE_RUN) rmSync(join(dataDir, file), { force: true });
  const log = join(dataDir, "wal");
  for (const file of readdirSync(log)) {
    if (/^\d+\.wal$/.test(file)) truncateSync(join(log, file), endOf(readFileSync(join(log, file))));
    else if (file !== "WATERMARK") rmSync(join(log, file));
  }
  cpSync(dataDir, target, { recursive: true });
}

/** The last record may end in zeros, so some of those that follow are kept. */
const KEPT_ZEROS = 512;

/** Frames end on a boundary of eight bytes. */
function endOf(bytes: Uint8Array): number {
  return Math.ceil((bytes.findLastIndex((byte) => byte !== 0) + 1) / 8) * 8 + KEPT_ZEROS;
}
