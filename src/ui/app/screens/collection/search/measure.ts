// Recall against ef: one search with a walk of each width, compared with the exact result.
// The decision: each width is asked several times and the median counts, because one answer may have waited for another's.
import { search, searchExactly } from "./answer.ts";
import type { Body } from "./body.ts";
import { recallOf } from "./recall.ts";

export const WIDTHS = [16, 32, 64, 128, 256, 512] as const;
const TIMES = 5;

export interface Measured {
  readonly ef: number;
  /** Share of the exact result. */
  readonly recall: number;
  /** Of the server, median. */
  readonly ms: number;
}

/** @param onStep is told all that is known so far */
export async function measure(
  collection: string,
  body: Body,
  { signal, onStep }: { signal: AbortSignal; onStep: (done: readonly Measured[]) => void },
): Promise<void> {
  const truth = (await searchExactly(collection, body, signal)).points;
  const done: Measured[] = [];
  for (const ef of WIDTHS) {
    const times: number[] = [];
    let recall = 1;
    for (let i = 0; i < TIMES; i++) {
      const answer = await search(collection, { ...body, params: { hnsw_ef: ef } }, { signal });
      const { found, of } = recallOf(answer.points, truth);
      recall = of === 0 ? 1 : found / of;
      times.push(answer.serverMs);
    }
    times.sort((a, b) => a - b);
    done.push({ ef, recall, ms: times[TIMES >> 1]! });
    onStep([...done]);
  }
}
