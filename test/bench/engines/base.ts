// The checkout of `--base`, whose build is measured beside this one. Processes of engines read it from their
// environment.
const VARIABLE = "AZIMUTH_BENCH_BASE";

export const BENCH_BASE = process.env[VARIABLE] ?? "";

export function measureBeside(checkout: string): void {
  process.env[VARIABLE] = checkout;
}
