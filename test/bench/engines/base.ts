// The checkout of `--base`, whose build is measured beside this one. Processes of engines read it from their
// environment.
import { join } from "node:path";

const VARIABLE = "AZIMUTH_BENCH_BASE";

export const BENCH_BASE = process.env[VARIABLE] ?? "";

export function measureBeside(checkout: string): void {
  process.env[VARIABLE] = checkout;
}

/** Returns the path of a file of that checkout. */
export function baseFile(path: string): string {
  return join(process.env[VARIABLE]!, path);
}
