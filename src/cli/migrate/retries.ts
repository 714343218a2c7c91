// Repeats requests to the source of a migration where that helps.
// The decision: the pauses are those of an import, half a minute in all, so a source that restarts is waited for and a
// wrong address is told soon.
import { PAUSES_MS } from "../data/upload.ts";

export interface Patience {
  readonly pause: (ms: number) => Promise<void>;
  /** Reports that a request is repeated, and why. */
  readonly onRetry: (why: string, ms: number) => void;
  /** Milliseconds without a byte of an answer after which a request is given up. */
  readonly silenceMs: number;
}

/** Returns what `work` returns, after repetitions for errors that pass. */
export async function retried<T>(
  { pause, onRetry }: Patience,
  isPassing: (error: Error) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error as Error)) throw error;
      onRetry((error as Error).message, ms);
      await pause(ms);
    }
  }
  return work();
}
