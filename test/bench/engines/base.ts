// The checkout of `--base`, whose build is measured beside this one. Processes of engines read it from their
// environment.
const VARIABLE = "AZIMUTH_BENCH_BASE";

export const BENCH_BASE = process.env[VARIABLE] ?? "";

/** The folder of that checkout in the process that read the options; null: there is none. */
export function baseCheckout(): string | null {
  return process.env[VARIABLE] ?? null;
}

export function measureBeside(checkout: string): void {
  process.env[VARIABLE] = checkout;
}
