// Runs slices of long work, a few at a time.
// The decision: as many slices run as keep every search thread of a small machine busy, and no more, so that another
// search waits for one slice at most. The thread that divides the work pauses after each slice.
import { forEachConcurrently } from "../shared/concurrently.ts";
import { pause } from "./pause.ts";

const MAX_CONCURRENT = 4;

/** Calls `work` with the numbers from 0 to before `end`, `size` at a time; the first failure ends it. */
export async function runConcurrently(
  end: number,
  size: number,
  work: (from: number, to: number) => Promise<void>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(end / size) }, (_, i) => i * size);
  await forEachConcurrently(starts, MAX_CONCURRENT, async (from) => {
    await work(from, Math.min(end, from + size));
    await pause();
  });
}
