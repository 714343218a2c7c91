// Measures recall against ef: the same search with several values of ef, compared with the exact result.
// The decision: each value is measured several times and the median is used, because a single response may have waited
// for other work.
import { search, searchExactly } from "./answer.ts";
import type { Body } from "./body.ts";
import { recallOf } from "./recall.ts";

export const EFFORTS = [16, 32, 64, 128, 256, 512] as const;
const TIMES = 5;

export interface Measured {
  readonly ef: number;
  /** The share of the exact result. */
  readonly recall: number;
  /** The median of the times on the server. */
  readonly ms: number;
}

/** @param onStep is called with all results so far */
export async function measure(
  collection: string,
  body: Body,
  { signal, onStep }: { signal: AbortSignal; onStep: (done: readonly Measured[]) => void },
): Promise<void> {
  const truth = (await searchExactly(collection, body, signal)).points;
  const done: Measured[] = [];
  for (const ef of EFFORTS) {
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
